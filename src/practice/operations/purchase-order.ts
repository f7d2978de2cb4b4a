// Purchase orders and their receipts. A receipt adds stock and averages in the price paid.
import {
	add,
	compare,
	divide,
	isZero,
	multiply,
	roundTo,
	subtract,
	sum,
} from '../../shared/domain/decimal.ts';
import { currencyPlaces, sumMoney } from '../../shared/domain/money.ts';
import type { Phase } from '../../shared/bridge/values.ts';
import { decimal } from '../../shared/service/field.ts';
import {
	purchaseOrderRecord,
	type AddPurchaseOrder,
	type AddReceiving,
	type PurchaseOrderLine,
	type PurchaseOrderReceiving,
	type PurchaseOrderRecord,
} from '../../shared/service/purchase-order.ts';
import {
	NOT_ACCEPTED,
	checkDate,
	checkQuantity,
	currencyAt,
	numberFor,
	taxOf,
} from './document.ts';
import { Documents, type Document } from './documents.ts';
import { done, refuse, wordFor } from './handler.ts';
import type { Handler, HandlersOf, Practice, Refusal } from './handler.ts';
import { checkReferences, matching, pageRows, refusalFor } from './plain.ts';
import type { Wrong } from './plain.ts';
import { priceOf, purchaseRequests } from './purchasing.ts';
import { baseOf, bringIn, problemsOf } from './stockable.ts';

const orders = new Documents<'purchaseOrder', AddPurchaseOrder>('purchaseOrder', {
	one: 'purchase order',
	prefix: 'PO',
	submitsAtOnce: true,
	refusalOf,
	filled: costed,
	amended: stateAfter,
});

export const purchaseOrderVerbs = orders.verbs();

/** Maximum receipt as a factor of the order; more is probably a miscount. */
const MOST_RECEIVED = '1.1';

/** Three operations share an address, so the state in the request decides. */
const toState: Handler<'purchaseOrder.submit'> = ({ body }, practice) =>
	orders.goToWord(body.id, body.status, practice, ['submit', 'close', 'cancel']);

export const purchaseOrderHandlers = {
	'purchaseOrder.create': ({ body }, practice) => {
		const created = orders.create(body, practice);
		if (!created.ok) return created;
		const { id, number } = created.value;
		noteInRequest(id, body.purchaseRequestId, practice);
		return done({ id, ...(number === undefined ? {} : { number }) });
	},
	'purchaseOrder.items': ({ query, page }, { records }) =>
		pageRows(
			matching(records.all('purchaseOrder'), {
				id: query.purchaseOrderId,
				locationId: query.locationId,
			}).flatMap((order) =>
				order.items.map((line): PurchaseOrderLine => ({ ...line, purchaseOrderId: order.id })),
			),
			page,
		),
	'purchaseOrder.submit': toState,
	'purchaseOrder.close': toState,
	'purchaseOrder.cancel': toState,
	'purchaseOrder.receive': ({ body }, practice) => receive(body, practice),
	'purchaseOrder.receivings': ({ query, page }, { records }) =>
		pageRows(matching(records.all('purchaseReceiving'), query), page),
	'purchaseOrder.updateIntegration': ({ body }, practice) => {
		const order = practice.records.get('purchaseOrder', body.id);
		if (order === undefined) return orders.unknown;
		const { items, ...said } = body;
		const wrong = refusalOfLines(items, order.items);
		if (wrong) return wrong;
		orders.save({ ...order, ...said, items: withReferences(order.items, items) }, practice);
		return done(null);
	},
	'purchaseOrder.updateReceivingIntegration': ({ body }, practice) => {
		const receiving = practice.records.get('purchaseReceiving', body.id);
		if (receiving === undefined) return refuse(404, 'No receipt has this identifier.');
		const { items, ...said } = body;
		const wrong = refusalOfLines(items, receiving.items);
		if (wrong) return wrong;
		const told = { ...receiving, ...said, items: withReferences(receiving.items, items) };
		practice.records.update('purchaseReceiving', told);
		return done(null);
	},
} satisfies HandlersOf<'purchaseOrder'>;

interface Told {
	readonly id: string;
	readonly integrationReference?: string | undefined;
}

export function refusalOfLines(
	told: readonly Told[] | undefined,
	lines: readonly { readonly id: string }[],
): Refusal | undefined {
	const broken = Object.fromEntries(
		(told ?? []).flatMap(({ id }, index) =>
			lines.some((line) => line.id === id)
				? []
				: [[`items[${index}].id`, 'The document has no such line.']],
		),
	);
	return Object.keys(broken).length > 0 ? refuse(422, NOT_ACCEPTED, broken) : undefined;
}

export const withReferences = <Line extends { readonly id: string }>(
	lines: readonly Line[],
	told: readonly Told[] | undefined,
): Line[] =>
	lines.map((line) => {
		const reference = told?.find((each) => each.id === line.id)?.integrationReference;
		return reference === undefined ? line : { ...line, integrationReference: reference };
	});

function refusalOf(body: AddPurchaseOrder, practice: Practice): Refusal | undefined {
	const wrong = problemsOf(body, body.items, practice, { of: 'item' });
	const { malformed, broken } = wrong;
	if (body.deliveryDate !== undefined) checkDate(body.deliveryDate, 'deliveryDate', malformed);
	checkReferences(body.supplierId, 'supplier', 'supplierId', practice, broken);
	checkReferences(body.purchaseRequestId, 'purchaseRequest', 'purchaseRequestId', practice, broken);
	for (const [index, line] of body.items.entries()) {
		const at = `items[${index}]`;
		if (line.price !== undefined) checkQuantity(line.price, 'from-zero', `${at}.price`, malformed);
		if (line.discount !== undefined) {
			checkQuantity(line.discount, 'from-zero', `${at}.discount`, malformed);
		}
		if (line.taxId !== undefined && taxOf(practice, line.taxId) === undefined) {
			broken[`${at}.taxId`] = 'No tax has this number.';
		}
		const price = line.price ?? priceOf(practice, { ...line, supplierId: body.supplierId });
		if (price === undefined) {
			broken[`${at}.price`] = 'The supplier has no price for this: say one.';
		} else if (compare(line.discount ?? '0', multiply(price, line.quantity)) > 0) {
			broken[`${at}.discount`] = 'The discount is more than the line.';
		}
	}
	return refusalFor(wrong);
}

/** Net amount and tax of a line; prices may include tax. */
function amountsOf(
	line: {
		quantity: string;
		price: string;
		discount?: string | undefined;
		taxId?: number | undefined;
	},
	places: number,
	practice: Practice,
) {
	const gross = roundTo(
		subtract(multiply(line.quantity, line.price), line.discount ?? '0'),
		places,
	);
	const tax = taxOf(practice, line.taxId);
	if (tax === undefined) return { totalCost: gross, taxValue: '0', totalAmount: gross };
	const taxValue =
		tax.isInclusive === true
			? divide(multiply(gross, tax.rate), add('100', tax.rate), places)
			: divide(multiply(gross, tax.rate), '100', places);
	return tax.isInclusive === true
		? { totalCost: subtract(gross, taxValue), taxValue, totalAmount: gross }
		: { totalCost: gross, taxValue, totalAmount: add(gross, taxValue) };
}

function totals(
	lines: readonly {
		taxId?: number | undefined;
		totalCost: string;
		taxValue: string;
	}[],
	practice: Practice,
) {
	const totalCost = sumMoney(lines.map((line) => line.totalCost));
	const taxAmount = sumMoney(lines.map((line) => line.taxValue));
	const taxIds = [...new Set(lines.flatMap((line) => line.taxId ?? []))];
	return {
		totalCost,
		taxAmount,
		totalAmount: add(totalCost, taxAmount),
		taxes: taxIds.flatMap((taxId) => {
			const tax = taxOf(practice, taxId);
			const of = lines.filter((line) => line.taxId === taxId);
			return tax === undefined
				? []
				: [
						{
							taxId,
							name: tax.name,
							rate: tax.rate,
							taxableAmount: sumMoney(of.map((line) => line.totalCost)),
							taxAmount: sumMoney(of.map((line) => line.taxValue)),
						},
					];
		}),
	};
}

const orderLines = purchaseOrderRecord.pick({ items: true });

const placesAt = (locationId: string, practice: Practice): number =>
	currencyPlaces(currencyAt(practice, locationId));

/** Percent by which an approved order may become dearer without another approval. */
const MOST_DEARER = '5';

/** Another supplier, a new item or a higher total is approved again. */
function stateAfter(before: Document, after: object): Phase | undefined {
	const old = purchaseOrderRecord.safeParse(before);
	const now = amendedOrder.safeParse(after);
	if (!old.success || !now.success) return undefined;
	const { status, supplierId, totalCost = '0', items } = old.data;
	if (status === 'partly-received') return status;
	if (status !== 'approved') return undefined;
	const known = new Set(items.map(({ itemId }) => itemId));
	const most = multiply(totalCost, add('1', divide(MOST_DEARER, '100', 4)));
	const isSame =
		supplierId === now.data.supplierId &&
		now.data.items.every(({ itemId }) => known.has(itemId)) &&
		compare(now.data.totalCost, most) <= 0;
	return isSame ? 'approved' : 'submitted';
}

const amendedOrder = purchaseOrderRecord.pick({ supplierId: true, items: true }).extend({
	totalCost: decimal,
});

function costed(body: AddPurchaseOrder, practice: Practice, before?: Document) {
	const received = new Map(
		(before === undefined ? [] : orderLines.parse(before).items).map((line) => [line.id, line]),
	);
	const places = placesAt(body.locationId, practice);
	const items = body.items.map((line) => {
		const price = line.price ?? priceOf(practice, { ...line, supplierId: body.supplierId }) ?? '0';
		return {
			...line,
			id: line.id ?? practice.newId(),
			price,
			quantityReceived: received.get(line.id ?? '')?.quantityReceived ?? '0',
			...amountsOf({ ...line, price }, places, practice),
		};
	});
	return { ...body, items, ...totals(items, practice) };
}

function noteInRequest(orderId: string, requestId: string | undefined, practice: Practice): void {
	if (requestId === undefined) return;
	const request = practice.records.get('purchaseRequest', requestId);
	if (request === undefined) return;
	const purchaseOrderIds = [...(request.purchaseOrderIds ?? []), orderId];
	purchaseRequests.save({ ...request, purchaseOrderIds }, practice);
}

function receive(body: AddReceiving, practice: Practice) {
	const { records } = practice;
	const order = records.get('purchaseOrder', body.purchaseOrderId);
	if (order === undefined) return orders.unknown;
	if (order.status !== 'approved' && order.status !== 'partly-received') {
		return orders.wrongState(order, wordFor(practice, 'purchaseOrder', 'received'), practice);
	}
	const refusal = refusalOfReceipt(body, order, practice);
	if (refusal) return refusal;
	const places = placesAt(order.locationId, practice);
	const items = body.items.map((line) => {
		const ordered = order.items.find((each) => each.id === line.purchaseOrderItemId);
		const price = line.price ?? ordered?.price ?? '0';
		const { taxId } = ordered ?? {};
		const amounts = amountsOf({ ...line, price, taxId }, places, practice);
		return { ...line, id: practice.newId(), price, taxId, ...amounts };
	});
	const receipt: PurchaseOrderReceiving = {
		...body,
		id: practice.newId(),
		number: numberFor(practice, 'PurchaseOrderReceiving', 'GRN'),
		locationId: order.locationId,
		supplierId: order.supplierId,
		...totals(items, practice),
		items: items.map(({ taxId, ...line }) => (taxId === undefined ? line : { ...line, taxId })),
	};
	records.insert('purchaseReceiving', receipt);
	const { locationId } = order;
	const origin = { kind: 'purchase', locationId, document: receipt } as const;
	for (const line of items) {
		const base = baseOf(practice, line);
		if (isZero(base)) continue;
		const unitCost = divide(line.totalCost, base, 4);
		bringIn(practice, origin, line.itemId, base, unitCost);
	}
	const after = order.items.map((line) => ({
		...line,
		quantityReceived: add(line.quantityReceived, addedBy(body, line.id)),
	}));
	const whole = after.every((line) => compare(line.quantityReceived, line.quantity) >= 0);
	orders.save({ ...order, items: after, status: whole ? 'received' : 'partly-received' }, practice);
	return done(null);
}

const addedBy = (body: AddReceiving, lineId: string): string =>
	sum(
		body.items.filter((each) => each.purchaseOrderItemId === lineId).map((each) => each.quantity),
	);

function refusalOfReceipt(
	body: AddReceiving,
	order: PurchaseOrderRecord,
	practice: Practice,
): Refusal | undefined {
	const malformed: Wrong['malformed'] = {};
	const broken: Wrong['broken'] = {};
	checkDate(body.date, 'date', malformed);
	if (body.items.length === 0) malformed['items'] = 'At least one line is needed.';
	if (body.items.length > 0 && body.items.every((line) => isZero(line.quantity))) {
		broken['items'] = 'Nothing would come in.';
	}
	const { invoiceNumber } = body;
	const sameInvoice =
		invoiceNumber !== undefined &&
		practice.records
			.list('purchaseReceiving', { locationId: order.locationId, search: invoiceNumber })
			.rows.some(
				(each) => each.purchaseOrderId === order.id && each.invoiceNumber === invoiceNumber,
			);
	if (sameInvoice) {
		return refuse(409, `The invoice ${invoiceNumber} was received on this order already.`);
	}
	for (const [index, line] of body.items.entries()) {
		const at = `items[${index}]`;
		checkQuantity(line.quantity, 'from-zero', `${at}.quantity`, malformed);
		if (line.price !== undefined) checkQuantity(line.price, 'from-zero', `${at}.price`, malformed);
		const ordered = order.items.find((each) => each.id === line.purchaseOrderItemId);
		if (ordered === undefined) {
			broken[`${at}.purchaseOrderItemId`] = 'The order has no such line.';
		} else if (ordered.itemId !== line.itemId) {
			broken[`${at}.itemId`] = 'The line of the order is of another item.';
		} else if (ordered.uomId !== line.uomId) {
			broken[`${at}.uomId`] = 'The line of the order is in another unit.';
		} else {
			const all = add(ordered.quantityReceived, addedBy(body, ordered.id));
			if (compare(all, multiply(ordered.quantity, MOST_RECEIVED)) > 0) {
				broken[`${at}.quantity`] = 'More than a tenth above what was ordered would come in.';
			}
		}
	}
	return refusalFor({ malformed, broken });
}

/** Records quantities returned to the supplier on the order's lines, in their units; negative reverts. */
export function noteReturned(
	orderId: string,
	returned: readonly { lineId: string; quantity: string }[],
	practice: Practice,
): void {
	const order = practice.records.get('purchaseOrder', orderId);
	if (order === undefined) return;
	const items = order.items.map((line) => {
		const back = sum(
			returned.filter((each) => each.lineId === line.id).map((each) => each.quantity),
		);
		return isZero(back)
			? line
			: { ...line, quantityReturned: add(line.quantityReturned ?? '0', back) };
	});
	orders.save({ ...order, items }, practice);
}
