// Takes back the last change of an item's stock. The service shows neither what that was nor who made it, so the stock is
// read just before and just after, and only the difference says what happened.
import { z } from 'zod';
import { notShown } from '../api/refusal.ts';
import type { CallArguments, CallOutput } from '../../../shared/bridge/contract.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import { recordDocument } from '../../../shared/record/records.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { quantitiesByArea, stockRows } from '../lookup/stock-rows.ts';
import { sendNow } from './send-now.ts';
import type { ShownRecords } from './shown.ts';

type Asked = CallArguments<'record.reverseStock'>;
type Reversed = CallOutput<'record.reverseStock'>;

const plainName = z.string().catch('');

const type = 'inventoryItem';
const operation = 'inventoryItem.rollBack';

export function reversingStock(context: CoreContext, shown: ShownRecords) {
	const { api, outbox } = context;
	return async (
		{ accountId }: ActiveAccount,
		{ id, locationId, areaId, intentId }: Asked,
	): Promise<Reply<Reversed>> => {
		const item = shown.get(accountId, type, id);
		if (item === null || item.serverId === null)
			return fail('not-found', 'The service does not have this item yet.');
		if (!outbox.maySend()) {
			return fail('needs-network', 'This is sent only while the service answers.');
		}
		// A call that is repeated because its answer was lost must not reverse one more change.
		const intent = `${operation}:${id}/${intentId}`;
		const isKnown = outbox
			.stepsOf(recordDocument(type), item.laneDocument)
			.some((step) => step.intentId === intent);
		if (isKnown) return fail('not-possible-now', 'This was sent already.');
		const read = () => stockRows(api, 'inventoryItem.currentStock', { itemId: id, locationId });
		const before = await read();
		if (!before.ok) return notShown(before);
		const sent = await sendNow(context, {
			type,
			id,
			title: plainName.parse(item.record['name']),
			operation,
			intentId,
			locationId,
			body: { itemId: id, locationId, storageAreaId: areaId },
		});
		if (!sent.ok) return sent;
		const after = await read();
		return succeed({
			state: sent.value.state,
			before: quantitiesByArea(before.value),
			after: after.ok ? quantitiesByArea(after.value) : null,
		});
	};
}
