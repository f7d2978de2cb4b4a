// The service's own upload of a file of items. It has no preview, no errors by row and no undo; nothing proves it, so if
// no answer comes a person decides.
import type { CallArguments, CallOutput } from '../../../shared/bridge/contract.ts';
import { uploadLane } from '../../../shared/bridge/import.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { CoreContext } from '../context.ts';

export async function uploadItems(
	{ outbox, sync }: Pick<CoreContext, 'outbox' | 'sync'>,
	{ name, file, intentId }: CallArguments<'import.upload'>,
): Promise<Reply<CallOutput<'import.upload'>>> {
	const sent = await outbox.sendWaited(
		{
			...uploadLane,
			label: { locationId: '', title: name, lines: 0, cost: null, currency: '' },
			server: null,
		},
		{
			intentId: `${uploadLane.documentId}/${intentId}`,
			operation: 'inventoryItem.import',
			payload: { body: { file } },
		},
		() => undefined,
	);
	if (!sent.ok) return sent;
	const { state, said } = sent.value;
	if (state === 'refused') return fail('refused', said);
	if (state === 'not-sent') return fail('needs-network', 'This was not sent.');
	// What it changed is only in the lists.
	sync.pull();
	return succeed({ state });
}
