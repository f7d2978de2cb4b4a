// Transfers at both ends. A fulfilment takes stock from the sender and creates or extends a paired TransferIn, in
// transit at the receiver; a receipt adds stock there at the sender's cost. A TransferIn created by the receiver is a
// request: its receipt takes the stock from the sender at the same moment.
import type { z } from 'zod';
import { add, compare, isZero, multiply, negate, sum } from '../../shared/domain/decimal.ts';
import { lineCost, sumMoney } from '../../shared/domain/money.ts';
import type {
	TransferRecord,
	TransferRequest,
	fulfillTransferOut,
	receiveTransferIn,
	transferItem,
} from '../../shared/service/transfer.ts';
import { converted } from './currency.ts';
import {
	NOT_ACCEPTED,
	baseQuantity,
	checkDate,
	checkQuantity,
	costAt,
	currencyAt,
	numberFor,
} from './document.ts';
import { Documents, reasonIn } from './documents.ts';
import type { DocumentRules } from './documents.ts';
import { done, idIn, refuse } from './handler.ts';
import type { AnyRequest, Fields, HandlersOf, Practice, Refusal, Verbs } from './handler.ts';
import { refusalFor } from './plain.ts';
import { bringIn, knownStockable, moveStockOf } from './stockable.ts';
import type { Stockable } from './stockable.ts';

type End = 'transferOut' | 'transferIn';
type TransferLine = z.output<typeof transferItem>;
type Fulfilment = z.output<typeof fulfillTransferOut>;
type Receipt = z.output<typeof receiveTransferIn>;

const endRules = (end: End): DocumentRules<TransferRequest> => ({
	one: 'transfer',
	prefix: end === 'transferOut' ? 'TRO' : 'TRI',
	places:
		end === 'transferOut' ? ['fromLocationId', 'toLocationId'] : ['toLocationId', 'fromLocationId'],
	from: {
		reject: ['submitted', 'approved', ...(end === 'transferIn' ? (['in-transit'] as const) : [])],
	},
	refusalOf: refusalOfRequest,
	filled: (body, practice) => asked(end, body, practice),
	// A rejected TransferIn that arrived with goods belongs to the sender, who can ask again; the receiver cannot.
	mayChange: (transfer) => end === 'transferOut' || transfer['counterpartId'] === undefined,
});

const ends = {
	transferOut: new Documents<'transferOut', TransferRequest>(
		'transferOut',
		endRules('transferOut'),
	),
	transferIn: new Documents<'transferIn', TransferRequest>('transferIn', endRules('transferIn')),
};

export const transferVerbs: Readonly<Record<End, Verbs>> = {
	transferOut: ends.transferOut.verbs(),
	transferIn: { ...ends.transferIn.verbs(), reject: rejectArrival },
};

export const transferHandlers = {
	'transferOut.fulfill': ({ body }, practice) => fulfill(body, practice),
	'transferIn.receive': ({ body }, practice) => receive(body, practice),
} satisfies HandlersOf<End>;

/** Maximum receipt as a factor of the quantity sent; more is probably a miscount. */
const MOST_RECEIVED = '1.1';

function asked(end: End, body: TransferRequest, practice: Practice) {
	const items = body.items.map((line): TransferLine => {
		const item = knownStockable(practice, line.itemId);
		return {
			...line,
			id: practice.newId(),
			quantity: sum(
				line.quantities.map((part) => baseQuantity(item, part.uomId, part.quantity) ?? '0'),
			),
			unitCost: senderCost(end, body, item, practice),
			...(end === 'transferOut' ? { quantityFulfilled: '0' } : { quantityReceived: '0' }),
		};
	});
	return { ...body, items, totalCost: totalCost(end, body, items, practice) };
}

function fulfill(body: Fulfilment, practice: Practice) {
	const out = practice.records.get('transferOut', body.transferId);
	if (out === undefined) return ends.transferOut.unknown;
	if (!['finalized', 'in-transit'].includes(out.status)) {
		return ends.transferOut.wrongState(out, 'fulfilled', practice);
	}
	const sentBefore = (line: TransferLine) => line.quantityFulfilled ?? '0';
	const refusal = refusalOfQuantities(body, out, practice, (line, quantity) =>
		compare(add(sentBefore(line), quantity), line.quantity) > 0
			? 'More would leave than was asked for.'
			: undefined,
	);
	if (refusal) return refusal;
	if (body.items.every((line) => isZero(line.quantity))) {
		return refuse(422, NOT_ACCEPTED, { items: 'Nothing would leave.' });
	}

	const document = keep('fulfilment', 'DLV', body, practice);
	const leaving = { kind: 'transfer-out', locationId: out.fromLocationId, document } as const;
	for (const line of body.items) {
		moveStockOf(practice, leaving, line.itemId, negate(line.quantity));
	}
	const items = (out.items ?? []).map((line) => ({
		...line,
		quantityFulfilled: add(sentBefore(line), addedBy(body, line)),
	}));
	const whole = items.every((line) => compare(line.quantityFulfilled, line.quantity) >= 0);
	const arrival = sendOff(out, body, practice);
	ends.transferOut.save(
		{
			...out,
			items,
			status: whole ? 'fulfilled' : 'in-transit',
			sentDate: out.sentDate ?? body.date,
			counterpartId: arrival.id,
		},
		practice,
	);
	return done(null);
}

/** The receiver's document gets the goods sent: a new one, or an existing one in transit. */
function sendOff(out: TransferRecord, body: Fulfilment, practice: Practice): TransferRecord {
	const paired = practice.records.get('transferIn', out.counterpartId ?? '');
	const underWay = paired?.status === 'rejected' ? undefined : paired;
	const items = [...(underWay?.items ?? [])];
	for (const sent of body.items) {
		if (isZero(sent.quantity)) continue;
		const index = items.findIndex((line) => line['transferOutItemId'] === sent.transferItemId);
		const before = items[index];
		if (before === undefined) {
			items.push({
				id: practice.newId(),
				itemId: sent.itemId,
				quantities: sent.quantities,
				quantity: sent.quantity,
				quantityReceived: '0',
				unitCost: senderCost('transferIn', out, knownStockable(practice, sent.itemId), practice),
				transferOutItemId: sent.transferItemId,
			});
		} else {
			items[index] = {
				...before,
				quantities: [...(before.quantities ?? []), ...sent.quantities],
				quantity: add(before.quantity, sent.quantity),
			};
		}
	}
	const cost = { totalCost: totalCost('transferIn', out, items, practice) };
	if (underWay !== undefined) {
		const begun = items.some((line) => !isZero(line.quantityReceived ?? '0'));
		const status = begun ? 'partly-received' : 'in-transit';
		const arrival = { ...underWay, items, status, ...cost };
		ends.transferIn.save(arrival, practice);
		return arrival;
	}
	const arrival: TransferRecord = {
		id: practice.newId(),
		number: numberFor(practice, 'TransferIn', 'TRI'),
		fromLocationId: out.fromLocationId,
		toLocationId: out.toLocationId,
		date: body.date,
		...(out.description === undefined ? {} : { description: out.description }),
		status: 'in-transit',
		sentDate: body.date,
		counterpartId: out.id,
		items,
		...cost,
	};
	ends.transferIn.insert(arrival, practice);
	return arrival;
}

function receive(body: Receipt, practice: Practice) {
	const arrival = practice.records.get('transferIn', body.transferId);
	if (arrival === undefined) return ends.transferIn.unknown;
	if (!['finalized', 'in-transit', 'partly-received'].includes(arrival.status)) {
		return ends.transferIn.wrongState(arrival, 'received', practice);
	}
	const cameBefore = (line: TransferLine) => line.quantityReceived ?? '0';
	const refusal = refusalOfQuantities(body, arrival, practice, (line, quantity) =>
		compare(add(cameBefore(line), quantity), multiply(line.quantity, MOST_RECEIVED)) > 0
			? 'More than a tenth above what was sent would come in.'
			: undefined,
	);
	if (refusal) return refusal;

	const document = keep('receipt', 'GRN', body, practice);
	const leaving = { kind: 'transfer-out', locationId: arrival.fromLocationId, document } as const;
	const arriving = { kind: 'transfer-in', locationId: arrival.toLocationId, document } as const;
	for (const line of body.items) {
		if (isZero(line.quantity)) continue;
		const sent = (arrival.items ?? []).find((each) => each.id === line.transferItemId);
		if (arrival.counterpartId === undefined) {
			moveStockOf(practice, leaving, line.itemId, negate(line.quantity));
		}
		bringIn(practice, arriving, line.itemId, line.quantity, sent?.unitCost ?? '0');
	}
	const items = (arrival.items ?? []).map((line) => ({
		...line,
		quantityReceived: add(cameBefore(line), addedBy(body, line)),
	}));
	const whole = items.every((line) => compare(line.quantityReceived, line.quantity) >= 0);
	const status = whole ? 'received' : 'partly-received';
	ends.transferIn.save({ ...arrival, items, status, receivedDate: body.date }, practice);
	return done(null);
}

function rejectArrival(request: AnyRequest, practice: Practice) {
	const id = idIn(request);
	const arrival = practice.records.get('transferIn', id);
	const reason = reasonIn(request);
	const moved = ends.transferIn.take('reject', id, practice, reason);
	if (!moved.ok || arrival?.status !== 'in-transit') return moved;
	const { fromLocationId: locationId } = arrival;
	const returned = { kind: 'transfer-returned', locationId, document: arrival } as const;
	for (const line of arrival.items ?? []) {
		moveStockOf(practice, returned, line.itemId, line.quantity);
	}
	const out = practice.records.get('transferOut', arrival.counterpartId ?? '');
	if (out !== undefined) {
		const items = (out.items ?? []).map((line) => ({ ...line, quantityFulfilled: '0' }));
		const said = reason === undefined ? {} : { rejectReason: reason };
		ends.transferOut.save({ ...out, items, status: 'rejected', ...said }, practice);
	}
	return moved;
}

function refusalOfRequest(body: TransferRequest, { records }: Practice): Refusal | undefined {
	const malformed: Fields = {};
	const broken: Fields = {};
	checkDate(body.date, 'date', malformed);
	for (const end of ['fromLocationId', 'toLocationId'] as const) {
		if (!records.get('location', body[end])) broken[end] = 'No location has this identifier.';
	}
	if (body.fromLocationId === body.toLocationId) {
		broken['toLocationId'] = 'A transfer goes to another location.';
	}
	if (body.items.length === 0) malformed['items'] = 'At least one line is needed.';
	for (const [index, line] of body.items.entries()) {
		const at = `items[${index}]`;
		const item = records.get('item', line.itemId);
		if (item === undefined) broken[`${at}.itemId`] = 'No item has this identifier.';
		checkParts(line.quantities, item, at, malformed, broken);
		if (line.quantities.every((part) => isZero(part.quantity))) {
			malformed[`${at}.quantities`] = 'A quantity above zero is needed.';
		}
	}
	return refusalFor({ malformed, broken });
}

function refusalOfQuantities(
	body: Fulfilment | Receipt,
	transfer: TransferRecord,
	{ records }: Practice,
	rule: (line: TransferLine, quantity: string) => string | undefined,
): Refusal | undefined {
	const malformed: Fields = {};
	const broken: Fields = {};
	checkDate(body.date, 'date', malformed);
	if (body.items.length === 0) malformed['items'] = 'At least one line is needed.';
	for (const [index, line] of body.items.entries()) {
		const at = `items[${index}]`;
		checkQuantity(line.quantity, 'from-zero', `${at}.quantity`, malformed);
		const item = records.get('item', line.itemId);
		checkParts(line.quantities, item, at, malformed, broken);
		const parts = line.quantities.map(
			(part) => item && baseQuantity(item, part.uomId, part.quantity),
		);
		if (parts.length > 0 && parts.every((part) => part !== undefined)) {
			if (compare(sum(parts), line.quantity) !== 0) {
				malformed[`${at}.quantity`] ??= 'The quantity is not the sum of the quantities by unit.';
			}
		}
		const ofTransfer = (transfer.items ?? []).find((each) => each.id === line.transferItemId);
		if (ofTransfer === undefined) {
			broken[`${at}.transferItemId`] = 'The transfer has no such line.';
		} else if (ofTransfer.itemId !== line.itemId) {
			broken[`${at}.itemId`] = 'The line of the transfer is of another item.';
		} else {
			const wrong = rule(ofTransfer, addedBy(body, ofTransfer));
			if (wrong !== undefined) broken[`${at}.quantity`] = wrong;
		}
	}
	return refusalFor({ malformed, broken });
}

function checkParts(
	parts: readonly { uomId: number; quantity: string }[],
	item: Stockable | undefined,
	at: string,
	malformed: Fields,
	broken: Fields,
): void {
	for (const [index, part] of parts.entries()) {
		const path = `${at}.quantities[${index}]`;
		checkQuantity(part.quantity, 'from-zero', `${path}.quantity`, malformed);
		if (item && baseQuantity(item, part.uomId, part.quantity) === undefined) {
			broken[`${path}.uomId`] = 'The item has no such unit.';
		}
	}
}

function keep(
	kind: 'fulfilment' | 'receipt',
	prefix: string,
	body: Fulfilment & Receipt,
	practice: Practice,
) {
	const document = { ...body, id: practice.newId(), number: practice.records.nextNumber(prefix) };
	practice.records.insert(kind, document);
	return document;
}

/** Quantity that a fulfilment or receipt adds to a transfer line; a line may appear more than once. */
const addedBy = (body: Fulfilment | Receipt, line: TransferLine): string =>
	sum(body.items.filter((each) => each.transferItemId === line.id).map((each) => each.quantity));

function senderCost(
	end: End,
	transfer: { readonly fromLocationId: string; readonly toLocationId: string },
	item: Stockable,
	practice: Practice,
): string {
	return converted(
		costAt(practice, transfer.fromLocationId, item),
		currencyAt(practice, transfer.fromLocationId),
		currencyAt(practice, ends[end].locationOf(transfer)),
		practice,
	);
}

function totalCost(
	end: End,
	transfer: { readonly fromLocationId: string; readonly toLocationId: string },
	items: readonly TransferLine[],
	practice: Practice,
): string {
	const currency = currencyAt(practice, ends[end].locationOf(transfer));
	return sumMoney(items.map((line) => lineCost(line.quantity, line.unitCost ?? '0', currency)));
}
