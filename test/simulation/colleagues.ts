// Other people's work at the simulated service.
import { openWaste, takesChanges, type Books } from './books.ts';

export function colleagues(
	{ wastage, transfersIn, orders }: Books,
	{
		receive,
		receiveOrder,
		addToStock,
	}: {
		receive(body: unknown): void;
		receiveOrder(body: unknown): void;
		addToStock(itemId: string, quantity: string, by: null): void;
	},
) {
	let changes = 0;
	const ownQuantity = () => `0.${String((changes += 1)).padStart(4, '0')}1`;

	const ordersAreApproved = () => {
		for (const order of orders.all())
			if (order.status === 'Submitted') orders.change({ ...order, status: 'Approved' }, null);
	};

	return {
		ordersAreApproved,
		/** Approves orders, closes or cancels one, or receives one with an invoice that we may have too. */
		colleagueOrders(which: number) {
			if (which % 3 === 0) {
				ordersAreApproved();
				return;
			}
			const all = orders.all();
			const chosen = all[which % all.length];
			if (which % 6 === 5 && chosen?.status === 'Approved') {
				const status = which === 5 ? 'Closed' : 'Cancelled';
				orders.change({ ...chosen, status }, null);
				return;
			}
			const [line] = chosen?.items ?? [];
			if (!chosen || !line) return;
			const { id: purchaseOrderItemId, itemId, uomId } = line;
			receiveOrder({
				purchaseOrderId: chosen.id,
				invoiceNumber: `C-${String(which % 2)}`,
				date: chosen.date,
				items: [{ purchaseOrderItemId, itemId, uomId, quantity: ownQuantity() }],
			});
		},
		/** Looks at waste and edits, submits, approves or rejects it. */
		colleague(which: number) {
			const all = wastage.all();
			const chosen = all[which % all.length];
			if (!chosen) return;
			const others = chosen.id.startsWith('others');
			if (openWaste.some((id) => id === chosen.id) && takesChanges(chosen)) {
				// Mostly edits a line, so that edits conflict; else submits.
				const at = which % 2;
				const items = (chosen.items ?? []).map((line, index) =>
					index === at ? { ...line, quantity: `90.${String((changes += 1))}` } : line,
				);
				const change = which % 4 === 3 ? { status: 'Submitted' } : { items };
				wastage.change({ ...chosen, ...change }, null);
				return;
			}
			if (others && which % 3 === 0) {
				const items = [{ itemId: 'I1', uomId: 1, quantity: '45' }];
				wastage.change({ ...chosen, items }, null);
			} else if (chosen.status === 'Draft') {
				wastage.change({ ...chosen, status: 'Submitted' }, null);
			} else if (chosen.status === 'Submitted') {
				const status = others && which % 3 === 1 ? 'Rejected' : 'Approved';
				wastage.change({ ...chosen, status }, null);
			}
		},
		colleagueRejects() {
			const chosen = wastage.all().findLast(({ status }) => status === 'Submitted');
			if (chosen) wastage.change({ ...chosen, status: 'Rejected' }, null);
		},
		colleagueReceives(which: number) {
			const all = transfersIn.all();
			const chosen = all[which % all.length];
			const line = chosen?.items?.[0];
			if (!chosen || !line) return;
			const came = { transferItemId: line.id, itemId: line.itemId, quantity: ownQuantity() };
			const quantities = [{ uomId: 1, quantity: came.quantity }];
			receive({ transferId: chosen.id, date: chosen.date, items: [{ ...came, quantities }] });
		},
		stockMoves(which: number) {
			addToStock(`I${String((which % 3) + 1)}`, `-${ownQuantity()}`, null);
		},
		/** Deletes a document of ours and reuses its id for someone else's. */
		idIsReused() {
			const chosen = wastage
				.all()
				.findLast(({ id, status }) => status === 'Draft' && wastage.makerOf(id) !== null);
			if (!chosen) return;
			// Nothing of ours is left in it, in any reference field.
			const { id, locationId, date, status } = chosen;
			wastage.make(
				{
					id,
					locationId,
					date,
					status,
					number: `OTHER-${id}`,
					description: 'Of a stranger',
					items: [{ itemId: 'I3', uomId: 1, quantity: '7' }],
				},
				null,
			);
		},
	};
}
