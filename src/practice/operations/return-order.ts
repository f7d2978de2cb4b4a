// Return orders: a draft is submitted, then approved or rejected; with the approval the goods leave stock. Of a line that
// names a line of a receipt no more can go back than came and has not gone back.
import {
	add,
	compare,
	isZero,
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
	ReturnOrderRecord,
} from '../../shared/service/return-order.ts';
import { steps } from './approval.ts';
import {
	NOT_ACCEPTED,
	baseQuantity,
	checkDate,
	costAt,
	currencyOf,
	isoDate,
	numberFor,
} from './document.ts';
import { done, refuse } from './handler.ts';
import type { HandlersOf, Practice, Refusal } from './handler.ts';
import { checkReferences, pageRows, refusalFor } from './plain.ts';
import type { Wrong } from './plain.ts';
import { noteReturned, refusalOfLines, withReferences } from './purchase-order.ts';
import { checkLines, moveStockOf } from './stockable.ts';

const returns = steps('returnOrder', sendBack);

export const returnOrderHandlers = {
	'returnOrder.create': ({ body }, practice) => {
		const refusal = refusalOf(body, practice);
		if (refusal) return refusal;
		const order: ReturnOrderRecord = {
			...costed(body, practice),
			id: practice.newId(),
			number: numberFor(practice, 'ReturnOrder', 'RTO'),
			status: body.isDraft === false ? 'submitted' : 'draft',
			isDraft: body.isDraft !== false,
			isLocked: false,
			modifiedDate: isoDate(practice),
		};
		practice.records.insert('returnOrder', order, {
			locationId: body.locationId,
			search: [order.number, body.description],
		});
		return done(shown(order, practice));
	},
	'returnOrder.list': ({ query, page }, practice) => {
		const { rows, total } = practice.records.list('returnOrder', query, page, 'newest-first');
		return done({ rows: rows.map((each) => shown(each, practice)), total });
	},
	'returnOrder.update': ({ body }, practice) => {
		const before = practice.records.get('returnOrder', body.id);
		if (before === undefined) return returns.unknown;
		if (!returns.isOpen(before)) return returns.wrongState(before, 'changed', practice);
		if (before.locationId !== body.locationId) {
			return refuse(422, NOT_ACCEPTED, { locationId: 'A document stays at its location.' });
		}
		const refusal = refusalOf(body, practice);
		if (refusal) return refusal;
		const { number, status, isLocked, integrationReference, integrationStatus } = before;
		returns.save(
			{
				...costed(body, practice),
				id: body.id,
				number,
				status: body.isDraft === false ? 'submitted' : status,
				isLocked,
				integrationReference,
				integrationStatus,
			},
			practice,
		);
		return done(null);
	},
	'returnOrder.get': ({ path }, practice) => {
		const order = practice.records.get('returnOrder', path.id);
		return order ? done(shown(order, practice)) : returns.unknown;
	},
	'returnOrder.submit': ({ path }, practice) => returns.submit(path.id, practice),
	'returnOrder.approve': ({ path }, practice) => returns.approve(path.id, practice),
	'returnOrder.reject': ({ path }, practice) => returns.reject(path.id, practice),
	'returnOrder.count': ({ query }, { records }) =>
		done(records.list('returnOrder', query, { offset: 0, limit: 0 }, 'newest-first').total),
	'returnOrder.eligibleItems': ({ query, page }, practice) =>
		pageRows(
			practice.records
				.all('purchaseReceiving')
				.filter(
					(each) =>
						(query.purchaseOrderId === undefined ||
							each.purchaseOrderId === query.purchaseOrderId) &&
						(query.locationId === undefined || each.locationId === query.locationId) &&
						(query.supplierId === undefined || each.supplierId === query.supplierId),
				)
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
	'returnOrder.lock': ({ body }, practice) =>
		practice.records.get('returnOrder', body.id)
			? returns.lock([body.id], body.isLocked, practice)
			: returns.unknown,
	'returnOrder.updateStatus': ({ body }, practice) =>
		returns.goToWord(body.id, body.status, practice),
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

const shown = (order: ReturnOrderRecord, practice: Practice): ReturnOrderRecord => ({
	...returns.shown(order, practice),
	isDraft: order.status === 'draft',
});

/** How much of a line of a receipt has gone back, or is on its way to. */
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
	const wrong: Wrong = { malformed: {}, broken: {} };
	const { malformed, broken } = wrong;
	checkDate(body.returnDate, 'returnDate', malformed);
	checkReferences(body.locationId, 'location', 'locationId', practice, broken);
	checkReferences(body.supplierId, 'supplier', 'supplierId', practice, broken);
	checkReferences(body.purchaseOrderId, 'purchaseOrder', 'purchaseOrderId', practice, broken);
	checkReferences(
		body.purchaseOrderReceivingId,
		'purchaseReceiving',
		'purchaseOrderReceivingId',
		practice,
		broken,
	);
	if (body.items.length === 0) malformed['items'] = 'At least one line is needed.';
	const inner: Wrong = { malformed: {}, broken: {} };
	const lines = body.items.map((line) => ({ ...line, quantity: line.returnQuantity }));
	checkLines(lines, 'items', practice, inner, ({ records }, id) => records.get('item', id));
	for (const part of ['malformed', 'broken'] as const) {
		for (const [path, text] of Object.entries(inner[part])) {
			wrong[part][path.replace('.quantity', '.returnQuantity')] = text;
		}
	}
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
	const location = practice.records.get('location', body.locationId);
	if (location === undefined) throw new Error(`No location ${body.locationId}.`);
	const items = body.items.map((line) => {
		const item = practice.records.get('item', line.itemId);
		if (item === undefined) throw new Error(`No item ${line.itemId}.`);
		const factor = baseQuantity(item, line.uomId, '1') ?? '1';
		const price = line.price ?? roundTo(multiply(costAt(practice, location.id, item), factor), 4);
		const totalCost = lineCost(line.returnQuantity, price, currencyOf(location));
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

function sendBack(id: string, practice: Practice): undefined {
	const order = practice.records.get('returnOrder', id);
	if (order === undefined) return;
	for (const line of order.items) {
		const item = practice.records.get('item', line.itemId);
		const base = item && baseQuantity(item, line.uomId, line.returnQuantity);
		if (base === undefined || isZero(base)) continue;
		moveStockOf(practice, {
			kind: 'return',
			locationId: order.locationId,
			itemId: line.itemId,
			quantity: negate(base),
			document: order,
		});
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
