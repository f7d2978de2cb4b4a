// Goods at the service against what people typed: on each line of an order, and in stock. The sums use the entries and
// what was done at the service, nothing of the program.
import Big from 'big.js';
import { z } from 'zod';
import type { Effect } from './service.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

const typed = z.object({
	body: z.object({
		items: z.array(
			z.object({
				itemId: z.string(),
				quantity: z.string().optional(),
				returnQuantity: z.string().optional(),
			}),
		),
	}),
});
type Sums = Map<string, Big>;

const add = (sums: Sums, key: string, quantity: Big): void => {
	sums.set(key, quantity.plus(sums.get(key) ?? 0));
};

/** Ordered = received + still to come + closed short, and stock moves by what came, went back or was counted. */
export function checkGoods(world: World): void {
	const { books, effects, othersMoves, othersReceipts } = world.service;
	const came: Sums = new Map();
	const stock: Sums = new Map();
	for (const { itemId, quantity } of othersMoves) add(stock, itemId, new Big(quantity));
	for (const { lineId, quantity } of othersReceipts) add(came, lineId, new Big(quantity));
	for (const effect of effects) count(world, effect, came, stock);
	for (const order of books.orders.all()) {
		for (const { id, quantityReceived } of order.items) {
			const sum = came.get(id) ?? new Big(0);
			if (!sum.eq(quantityReceived)) {
				throw new Violation('doubled', `${id} has ${quantityReceived}, not ${sum.toFixed()}.`);
			}
		}
	}
	for (const { id, quantity } of books.stock.all()) {
		const sum = new Big(100).plus(stock.get(id) ?? 0);
		if (!sum.eq(quantity)) {
			throw new Violation('doubled', `${id} is ${quantity} in stock, not ${sum.toFixed()}.`);
		}
	}
}

/** Of what was typed in the entry, by the intent of the step that was done. */
function count(
	world: World,
	{ actionId, documentId, again }: Effect,
	came: Sums,
	stock: Sums,
): void {
	const intent = world.intents.get(actionId);
	const entry = world.entries.find(({ actions }) =>
		actions.some(({ intentId }) => intentId === intent),
	);
	const action = entry?.actions.find(({ intentId }) => intentId === intent);
	if (entry === undefined || action === undefined) throw new Error(`Nobody entered ${actionId}.`);
	const { operation } = action;
	const isBack = operation === 'returnOrder.approve';
	if (again || (!isBack && !/\.(receive|changeStock)$/.test(operation))) return;
	const { body } = typed.parse(isBack ? entry.actions[0]?.payload : action.payload);
	for (const { itemId, quantity, returnQuantity } of body.items) {
		const moved = new Big(quantity ?? returnQuantity ?? '0').times(isBack ? -1 : 1);
		add(stock, itemId, moved);
		// People enter receipts of the first line.
		if (operation === 'purchaseOrder.receive') add(came, `${documentId ?? ''}-0`, moved);
	}
}
