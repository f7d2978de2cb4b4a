// Return orders. Approval removes the goods from stock. A receipt line can be returned only up to what was received and
// not yet returned.
import {
	add,
	compare,
	multiply,
	negate,
	roundTo,
	subtract,
	sum,
} from '../../shared/domain/decimal.ts';
import { lineCost, sumMoney } from '../../shared/domain/money.ts';
import type {
	CreateReturnOrder,
	EligibleReturnItem,
	ReturnOrderItem,
} from '../../shared/service/return-order.ts';
import { costAt, currencyAt } from './document.ts';
import { Documents } from './documents.ts';
import { done } from './handler.ts';
import type { HandlersOf, Practice, Refusal } from './handler.ts';
import { checkReferences, matching, pageRows, refusalFor } from './plain.ts';
import { noteReturned, refusalOfLines, withReferences } from './purchase-order.ts';
import { baseOf, knownStockable, moveStockOf, problemsOf } from './stockable.ts';

const returns = new Documents<'returnOrder', CreateReturnOrder & { readonly id?: unknown }>(
	'returnOrder',
	{
		one: 'return order',
		prefix: 'RTO',
		submitsAtOnce: true,
		starts: () => ({ isLocked: false }),
		refusalOf,
		filled: costed,
		onApproval: sendBack,
		shown: (document) => ({ isDraft: document.status === 'draft' }),
	},
);

export const returnOrderVerbs = returns.verbs();

export const returnOrderHandlers = {
	'returnOrder.eligibleItems': ({ query, page }, practice) =>
		pageRows(
			matching(practice.records.all('purchaseReceiving'), query)
				.flatMap((receiving) =>
					receiving.items.map((line): EligibleReturnItem => ({
						purchaseOrderId: receiving.purchaseOrderId,
						purchaseOrderReceivingId: receiving.id,
						purchaseOrderItemId: line.purchaseOrderItemId,
						purchaseOrderReceivingItemId: line.id,
						itemId: line.itemId,
						uomId: line.uomId,
						quantityReceived: line.quantity,
						quantityReturned: returnedOf(line.id, practice),
						...(line.price === undefined ? {} : { unitCost: line.price }),
					})),
				)
				.filter((row) => compare(row.quantityReturned, row.quantityReceived) < 0),
			page,
		),
	'returnOrder.items': ({ path, page }, { records }) => {
		const order = records.get('returnOrder', path.returnOrderId);
		return order ? pageRows<ReturnOrderItem>(order.items, page) : returns.unknown;
	},
	'returnOrder.updateIntegration': ({ body }, practice) => {
		const order = practice.records.get('returnOrder', body.id);
		if (order === undefined) return returns.unknown;
		const { items, ...said } = body;
		const wrong = refusalOfLines(items, order.items);
		if (wrong) return wrong;
		returns.save({ ...order, ...said, items: withReferences(order.items, items) }, practice);
		return done(null);
	},
} satisfies HandlersOf<'returnOrder'>;

/** Quantity of a receipt line already returned or being returned. */
const returnedOf = (receivingItemId: string, { records }: Practice, except?: string): string =>
	sum(
		records
			.all('returnOrder')
			.filter((order) => order.id !== except && order.status !== 'rejected')
			.flatMap((order) => order.items)
			.filter((line) => line.purchaseOrderReceivingItemId === receivingItemId)
			.map((line) => line.returnQuantity),
	);

function refusalOf(
	body: CreateReturnOrder & { readonly id?: unknown },
	practice: Practice,
): Refusal | undefined {
	const lines = body.items.map((line) => ({ ...line, quantity: line.returnQuantity }));
	const dated = { ...body, date: body.returnDate };
	const form = { of: 'item', date: 'returnDate', quantity: 'returnQuantity' } as const;
	const wrong = problemsOf(dated, lines, practice, form);
	const { broken } = wrong;
	checkReferences(body.supplierId, 'supplier', 'supplierId', practice, broken);
	checkReferences(body.purchaseOrderId, 'purchaseOrder', 'purchaseOrderId', practice, broken);
	const { purchaseOrderReceivingId: receiptId } = body;
	checkReferences(receiptId, 'purchaseReceiving', 'purchaseOrderReceivingId', practice, broken);
	const received = practice.records
		.all('purchaseReceiving')
		.filter((each) => each.locationId === body.locationId)
		.flatMap((each) => each.items);
	for (const [index, line] of body.items.entries()) {
		const wanted = line.purchaseOrderReceivingItemId;
		if (wanted === undefined) continue;
		const at = `items[${index}]`;
		const came = received.find((each) => each.id === wanted);
		if (came?.itemId !== line.itemId || came.uomId !== line.uomId) {
			broken[`${at}.purchaseOrderReceivingItemId`] = 'No line of a receipt here fits this one.';
			continue;
		}
		const ownId = typeof body.id === 'string' ? body.id : undefined;
		const all = add(
			returnedOf(wanted, practice, ownId),
			sum(
				body.items
					.filter((each) => each.purchaseOrderReceivingItemId === wanted)
					.map((each) => each.returnQuantity),
			),
		);
		if (compare(all, came.quantity) > 0) {
			broken[`${at}.returnQuantity`] =
				`Of ${came.quantity} received, no more than ${subtract(came.quantity, returnedOf(wanted, practice, ownId))} can go back.`;
		}
	}
	return refusalFor(wrong);
}

function costed(body: CreateReturnOrder, practice: Practice) {
	const items = body.items.map((line) => {
		const unitCost = costAt(practice, body.locationId, knownStockable(practice, line.itemId));
		const factor = baseOf(practice, { ...line, quantity: '1' });
		const price = line.price ?? roundTo(multiply(unitCost, factor), 4);
		const totalCost = lineCost(line.returnQuantity, price, currencyAt(practice, body.locationId));
		return {
			...line,
			id: line.id === undefined || line.id === '' ? practice.newId() : line.id,
			price,
			totalCost,
			totalAmount: add(totalCost, line.taxValue ?? '0'),
		};
	});
	return { ...body, items, totalAmount: sumMoney(items.map((line) => line.totalAmount)) };
}

function sendBack(id: string, practice: Practice): void {
	const order = practice.records.get('returnOrder', id);
	if (order === undefined) return;
	const origin = { kind: 'return', locationId: order.locationId, document: order } as const;
	for (const line of order.items) {
		const base = baseOf(practice, { ...line, quantity: line.returnQuantity });
		moveStockOf(practice, origin, line.itemId, negate(base));
	}
	const received = practice.records.all('purchaseReceiving');
	for (const receiving of received) {
		const back = order.items.flatMap((line) => {
			const came = receiving.items.find((each) => each.id === line.purchaseOrderReceivingItemId);
			return came === undefined
				? []
				: [{ lineId: came.purchaseOrderItemId, quantity: line.returnQuantity }];
		});
		if (back.length > 0) noteReturned(receiving.purchaseOrderId, back, practice);
	}
}
