// Sends one operation about a record while somebody waits for the answer. It is told in the record's lane, and proved by
// its rule.
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import { recordDocument, type RecordTypeName } from '../../../shared/record/records.ts';
import type { OperationName } from '../../../shared/service/index.ts';
import type { CoreContext } from '../context.ts';
import type { NewAction } from '../outbox/outbox.ts';

interface SentNow {
	readonly type: RecordTypeName;
	readonly id: string;
	readonly title: string;
	readonly operation: OperationName;
	readonly intentId: string;
	/** Where it moves stock. */
	readonly locationId?: string;
	readonly body: NonNullable<NewAction['payload']['body']>;
}

export async function sendNow(
	{ outbox, sync, emit }: Pick<CoreContext, 'outbox' | 'sync' | 'emit'>,
	{ type, id, title, operation, intentId, locationId = '', body }: SentNow,
): Promise<Reply<{ state: 'applied' | 'not-confirmed' }>> {
	const sent = await outbox.sendWaited(
		{
			document: recordDocument(type),
			documentId: id,
			label: { locationId, title, lines: 0, cost: null, currency: '' },
			server: { id, number: '' },
		},
		{ intentId: `${operation}:${id}/${intentId}`, operation, payload: { body } },
		() => undefined,
	);
	if (!sent.ok) return sent;
	const { state, said } = sent.value;
	if (state === 'refused') return fail('refused', said);
	if (state === 'not-sent') return fail('needs-network', 'This was not sent.');
	await sync.refreshRecord(type, id);
	emit('documents.changed', { area: 'record' });
	return succeed({ state });
}
