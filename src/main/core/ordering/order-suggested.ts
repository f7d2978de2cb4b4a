// Turns a suggestion into an order draft, and clears the quantities typed for that delivery.
import type { CallArguments } from '../../../shared/bridge/contract.ts';
import { succeed, type Reply } from '../../../shared/bridge/reply.ts';
import { purchaseOrder } from '../../../shared/document/purchase-order.ts';
import { asTyped } from '../../../shared/domain/quantity-entry.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import type { Documents } from '../document/documents.ts';
import type { Suggesting } from './suggesting.ts';

export function orderSuggested(
	context: CoreContext,
	suggesting: Suggesting,
	orders: () => Documents<typeof purchaseOrder>,
) {
	const { store, emit, appChanged } = context;
	return (
		account: ActiveAccount,
		{
			locationId,
			supplierId,
			deliveryDate,
			intentId,
			locale,
			lines,
		}: CallArguments<'ordering.order'>,
	): Reply<{ documentId: string }> => {
		const { own } = orders();
		const draft = {
			documentId: null,
			intentId,
			revision: 0,
			locationId,
			locale,
			supplierId,
			deliveryDate,
			lines: lines.map(({ itemId, unitId, quantity, price }) => ({
				lineId: itemId,
				itemId,
				boxes: [
					{
						unitId,
						typed: asTyped(quantity, locale),
					},
				],
				price,
			})),
		};
		const saved = store.durable
			.transaction(() => {
				const made = own.save(account, draft, own.itemsAt(account, locationId));
				if (made.ok) suggesting.forget(account, { locationId, supplierId, deliveryDate });
				return made;
			})
			.immediate();
		if (!saved.ok) return saved;
		emit('documents.changed', { area: purchaseOrder.area });
		appChanged();
		return succeed({ documentId: saved.value.draft_id });
	};
}
