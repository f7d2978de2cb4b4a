// Transfers, seen from both ends. What a sender fulfils leaves its stock and stands as in transit at the receiver, in a
// TransferIn paired with the TransferOut; what is received comes into the receiver's stock at the sender's cost.
// A TransferIn made by the receiver is a request: what is received on it leaves the sender in the same moment.
import type { z } from 'zod';
import type { Phase } from '../../shared/bridge/values.ts';
import { add, compare, isZero, multiply, negate, sum } from '../../shared/domain/decimal.ts';
import { lineCost, sumMoney } from '../../shared/domain/money.ts';
import type { ItemRecord } from '../../shared/service/inventory-item.ts';
import type {
	TransferRecord,
	TransferRequest,
	fulfillTransferOut,
	receiveTransferIn,
	transferItem,
} from '../../shared/service/transfer.ts';
import type { RecordIndex } from '../store/records.ts';
import { approvalsNeeded, rejectReason } from './approval.ts';
import { converted } from './currency.ts';
import {
	NOT_ACCEPTED,
	baseQuantity,
	checkDate,
	checkQuantity,
	costAt,
	currencyOf,
	isoDate,
	numberFor,
} from './document.ts';
import { done, refuse, wordFor } from './handler.ts';
import type { Fields, HandlersOf, Practice, Refusal, ServiceRequest } from './handler.ts';
import { moveStockOf } from './stockable.ts';
import type { OperationNamed } from '../../shared/service/index.ts';

type End = 'transferOut' | 'transferIn';
type TransferLine = z.output<typeof transferItem>;
type Fulfilment = z.output<typeof fulfillTransferOut>;
type Receipt = z.output<typeof receiveTransferIn>;

export const transferHandlers = {
	'transferOut.create': ({ body }, practice) => create('transferOut', body, practice),
	'transferOut.update': ({ body }, practice) => update('transferOut', body, practice),
	'transferOut.count': ({ query }, { records }) =>
		done(records.list('transferOut', query, { offset: 0, limit: 0 }, 'newest-first').total),
	'transferOut.list': (request, practice) => list('transferOut', request, practice),
	'transferOut.get': ({ path }, practice) => get('transferOut', path.id, practice),
	'transferOut.submit': ({ path }, practice) =>
		move('transferOut', path.id, ['draft', 'rejected'], 'submitted', practice),
	'transferOut.approve': ({ path }, practice) => approve('transferOut', path.id, practice),
	'transferOut.finalize': ({ path }, practice) =>
		move('transferOut', path.id, ['approved'], 'finalized', practice),
	'transferOut.reject': ({ path, body }, practice) =>
		reject('transferOut', path.id, ['submitted', 'approved'], rejectReason(body), practice),
	'transferOut.fulfill': ({ body }, practice) => fulfill(body, practice),

	'transferIn.create': ({ body }, practice) => create('transferIn', body, practice),
	'transferIn.update': ({ body }, practice) => update('transferIn', body, practice),
	'transferIn.count': ({ query }, { records }) =>
		done(records.list('transferIn', query, { offset: 0, limit: 0 }, 'newest-first').total),
	'transferIn.list': (request, practice) => list('transferIn', request, practice),
	'transferIn.get': ({ path }, practice) => get('transferIn', path.id, practice),
	'transferIn.submit': ({ path }, practice) =>
		move('transferIn', path.id, ['draft', 'rejected'], 'submitted', practice),
	'transferIn.approve': ({ path }, practice) => approve('transferIn', path.id, practice),
	'transferIn.finalize': ({ path }, practice) =>
		move('transferIn', path.id, ['approved'], 'finalized', practice),
	'transferIn.reject': ({ path, body }, practice) =>
		rejectArrival(path.id, rejectReason(body), practice),
	'transferIn.receive': ({ body }, practice) => receive(body, practice),
} satisfies HandlersOf<End>;

const unknown = refuse(404, 'No transfer has this identifier.');

/** More than was sent is taken in up to this; beyond it somebody miscounted. */
const MOST_RECEIVED = '1.1';

function create(end: End, body: TransferRequest, practice: Practice) {
	const refusal = refusalOfRequest(body, practice);
	if (refusal) return refusal;
	const transfer: TransferRecord = {
		...asked(end, body, practice),
		id: practice.newId(),
		number:
			end === 'transferOut'
				? numberFor(practice, 'TransferOut', 'TRO')
				: numberFor(practice, 'TransferIn', 'TRI'),
		status: 'draft',
		modifiedDate: isoDate(practice),
	};
	practice.records.insert(end, transfer, indexOf(end, transfer));
	return done(shown(end, transfer, practice));
}

/** The request with the lines and costs that the service adds. */
function asked(end: End, body: TransferRequest, practice: Practice) {
	const items = body.items.map((line): TransferLine => {
		const item = itemOf(practice, line.itemId);
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

/** A draft, or one that was turned down, takes the request whole; its ends stay. */
function update(end: End, body: TransferRequest & { readonly id: string }, practice: Practice) {
	const before = practice.records.get(end, body.id);
	if (before === undefined) return unknown;
	if (before.status !== 'draft' && before.status !== 'rejected') {
		return wrongState(end, before, 'changed', practice);
	}
	// What goods came with and was turned down is the sender's again: it can ask anew, the receiver cannot.
	if (end === 'transferIn' && before.counterpartId !== undefined) {
		return wrongState(end, before, 'changed', practice);
	}
	for (const place of ['fromLocationId', 'toLocationId'] as const) {
		if (before[place] !== body[place]) {
			return refuse(422, NOT_ACCEPTED, { [place]: 'A transfer stays between its locations.' });
		}
	}
	const refusal = refusalOfRequest(body, practice);
	if (refusal) return refusal;
	const { number, status } = before;
	save(
		end,
		{
			...asked(end, body, practice),
			id: body.id,
			...(number === undefined ? {} : { number }),
			status,
		},
		practice,
	);
	return done(null);
}

function approve(end: End, id: string, practice: Practice) {
	const transfer = practice.records.get(end, id);
	if (transfer?.status === 'submitted') {
		const given = Number(transfer['approvalsGiven'] ?? '0') + 1;
		const document = { ...transfer, locationId: ownLocation(end, transfer) };
		if (given < approvalsNeeded(end, document, practice)) {
			save(end, { ...transfer, approvalsGiven: String(given) }, practice);
			return done(null);
		}
	}
	return move(end, id, ['submitted'], 'approved', practice);
}

function list(
	end: End,
	{ query, page }: ServiceRequest<OperationNamed<'transferOut.list' | 'transferIn.list'>>,
	practice: Practice,
) {
	const { rows, total } = practice.records.list(end, query, page, 'newest-first');
	return done({ rows: rows.map((transfer) => shown(end, transfer, practice)), total });
}

function get(end: End, id: string, practice: Practice) {
	const transfer = practice.records.get(end, id);
	return transfer ? done(shown(end, transfer, practice)) : unknown;
}

function move(end: End, id: string, from: readonly Phase[], to: Phase, practice: Practice) {
	const transfer = practice.records.get(end, id);
	if (transfer === undefined) return unknown;
	if (!from.includes(phaseOf(transfer))) return wrongState(end, transfer, to, practice);
	const { approvalsGiven: _given, ...rest } = transfer;
	save(end, { ...rest, status: to }, practice);
	return done(null);
}

function reject(
	end: End,
	id: string,
	from: readonly Phase[],
	reason: string | undefined,
	practice: Practice,
) {
	const moved = move(end, id, from, 'rejected', practice);
	const transfer = practice.records.get(end, id);
	if (moved.ok && reason !== undefined && transfer) {
		save(end, { ...transfer, rejectReason: reason }, practice);
	}
	return moved;
}

function fulfill(body: Fulfilment, practice: Practice) {
	const out = practice.records.get('transferOut', body.transferId);
	if (out === undefined) return unknown;
	// One that was fulfilled in part is in transit, and the rest may follow.
	if (!['finalized', 'in-transit'].includes(out.status)) {
		return wrongState('transferOut', out, 'fulfilled', practice);
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

	const document = keep('fulfilment', 'DLV', body, out.fromLocationId, practice);
	for (const line of body.items) {
		moveStockOf(practice, {
			kind: 'transfer-out',
			locationId: out.fromLocationId,
			itemId: line.itemId,
			quantity: negate(line.quantity),
			document,
		});
	}
	const items = (out.items ?? []).map((line) => ({
		...line,
		quantityFulfilled: add(sentBefore(line), addedBy(body, line)),
	}));
	const whole = items.every((line) => compare(line.quantityFulfilled, line.quantity) >= 0);
	const arrival = sendOff(out, body, practice);
	save(
		'transferOut',
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

/** The receiver's document gets what was sent: a new one, or more of one that is under way. */
function sendOff(out: TransferRecord, body: Fulfilment, practice: Practice): TransferRecord {
	const paired =
		out.counterpartId === undefined
			? undefined
			: practice.records.get('transferIn', out.counterpartId);
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
				unitCost: senderCost('transferIn', out, itemOf(practice, sent.itemId), practice),
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
		return save('transferIn', { ...underWay, items, status, ...cost }, practice);
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
		modifiedDate: isoDate(practice),
	};
	practice.records.insert('transferIn', arrival, indexOf('transferIn', arrival));
	return arrival;
}

function receive(body: Receipt, practice: Practice) {
	const arrival = practice.records.get('transferIn', body.transferId);
	if (arrival === undefined) return unknown;
	if (!['finalized', 'in-transit', 'partly-received'].includes(arrival.status)) {
		return wrongState('transferIn', arrival, 'received', practice);
	}
	const cameBefore = (line: TransferLine) => line.quantityReceived ?? '0';
	const refusal = refusalOfQuantities(body, arrival, practice, (line, quantity) =>
		compare(add(cameBefore(line), quantity), multiply(line.quantity, MOST_RECEIVED)) > 0
			? 'More than a tenth above what was sent would come in.'
			: undefined,
	);
	if (refusal) return refusal;

	const document = keep('receipt', 'GRN', body, arrival.toLocationId, practice);
	for (const line of body.items) {
		if (isZero(line.quantity)) continue;
		const sent = (arrival.items ?? []).find((each) => each.id === line.transferItemId);
		const { toLocationId, fromLocationId, counterpartId } = arrival;
		if (counterpartId === undefined) {
			moveStockOf(practice, {
				kind: 'transfer-out',
				locationId: fromLocationId,
				itemId: line.itemId,
				quantity: negate(line.quantity),
				document,
			});
		}
		const cost = sent?.unitCost ?? '0';
		practice.ledger.averageIn(toLocationId, line.itemId, line.quantity, cost);
		moveStockOf(practice, {
			kind: 'transfer-in',
			locationId: toLocationId,
			itemId: line.itemId,
			quantity: line.quantity,
			unitCost: cost,
			document,
		});
	}
	const items = (arrival.items ?? []).map((line) => ({
		...line,
		quantityReceived: add(cameBefore(line), addedBy(body, line)),
	}));
	const whole = items.every((line) => compare(line.quantityReceived, line.quantity) >= 0);
	save(
		'transferIn',
		{ ...arrival, items, status: whole ? 'received' : 'partly-received' },
		practice,
	);
	return done(null);
}

/** Goods that the receiver turns away go back into the sender's stock, and its document is rejected with them. */
function rejectArrival(id: string, reason: string | undefined, practice: Practice) {
	const arrival = practice.records.get('transferIn', id);
	const from: readonly Phase[] = ['submitted', 'approved', 'in-transit'];
	const moved = reject('transferIn', id, from, reason, practice);
	if (!moved.ok || arrival?.status !== 'in-transit') return moved;
	for (const line of arrival.items ?? []) {
		moveStockOf(practice, {
			kind: 'transfer-returned',
			locationId: arrival.fromLocationId,
			itemId: line.itemId,
			quantity: line.quantity,
			document: arrival,
		});
	}
	const out =
		arrival.counterpartId === undefined
			? undefined
			: practice.records.get('transferOut', arrival.counterpartId);
	if (out !== undefined) {
		const items = (out.items ?? []).map((line) => ({ ...line, quantityFulfilled: '0' }));
		save(
			'transferOut',
			{
				...out,
				items,
				status: 'rejected',
				...(reason === undefined ? {} : { rejectReason: reason }),
			},
			practice,
		);
	}
	return moved;
}

// Checks

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
	return refusalFor(malformed, broken);
}

/** Checks the lines of a fulfilment or a receipt; `rule` says what is wrong with a line's quantity all told. */
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
	return refusalFor(malformed, broken);
}

function checkParts(
	parts: readonly { uomId: number; quantity: string }[],
	item: ItemRecord | undefined,
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

/** What cannot be read is told before what breaks a rule, but all of it at once. */
function refusalFor(malformed: Fields, broken: Fields): Refusal | undefined {
	const fields = { ...broken, ...malformed };
	if (Object.keys(fields).length === 0) return undefined;
	return refuse(Object.keys(malformed).length > 0 ? 400 : 422, NOT_ACCEPTED, fields);
}

function wrongState(end: End, transfer: TransferRecord, act: string, practice: Practice): Refusal {
	const word = wordFor(practice, end, phaseOf(transfer));
	return refuse(409, `${transfer.number ?? transfer.id} is ${word} and cannot be ${act}.`);
}

// Parts

/** Stored records carry our phase; the service's word for it is put on as they leave. */
const shown = (end: End, transfer: TransferRecord, practice: Practice): TransferRecord => ({
	...transfer,
	status: wordFor(practice, end, phaseOf(transfer)),
});

const phases: readonly Phase[] = [
	'draft',
	'submitted',
	'approved',
	'rejected',
	'finalized',
	'in-transit',
	'fulfilled',
	'partly-received',
	'received',
];

function phaseOf(transfer: TransferRecord): Phase {
	const phase = phases.find((each) => each === transfer.status);
	if (phase === undefined) throw new Error(`Transfer ${transfer.id} is ${transfer.status}.`);
	return phase;
}

/** Each end lists the documents of its own location. */
const indexOf = (end: End, transfer: TransferRecord): RecordIndex => ({
	locationId: ownLocation(end, transfer),
	search: [transfer.number, transfer.description],
});

const ownLocation = (
	end: End,
	transfer: { readonly fromLocationId: string; readonly toLocationId: string },
): string => (end === 'transferOut' ? transfer.fromLocationId : transfer.toLocationId);

function save(end: End, transfer: TransferRecord, practice: Practice): TransferRecord {
	const saved = { ...transfer, modifiedDate: isoDate(practice) };
	practice.records.update(end, saved, indexOf(end, saved));
	return saved;
}

function keep(
	kind: 'fulfilment' | 'receipt',
	prefix: string,
	body: Fulfilment & Receipt,
	locationId: string,
	practice: Practice,
) {
	const document = { ...body, id: practice.newId(), number: practice.records.nextNumber(prefix) };
	practice.records.insert(kind, document, {
		locationId,
		search: [document.number, document.description],
	});
	return document;
}

/** What the lines of a fulfilment or receipt add to a line of the transfer; a line may be named more than once. */
const addedBy = (body: Fulfilment | Receipt, line: TransferLine): string =>
	sum(body.items.filter((each) => each.transferItemId === line.id).map((each) => each.quantity));

/** The sender's cost of one base unit, in the currency of the end whose document states it. */
function senderCost(
	end: End,
	transfer: { readonly fromLocationId: string; readonly toLocationId: string },
	item: ItemRecord,
	practice: Practice,
): string {
	return converted(
		costAt(practice, transfer.fromLocationId, item),
		currencyAt(practice, transfer.fromLocationId),
		currencyAt(practice, ownLocation(end, transfer)),
		practice,
	);
}

function totalCost(
	end: End,
	transfer: { readonly fromLocationId: string; readonly toLocationId: string },
	items: readonly TransferLine[],
	practice: Practice,
): string {
	const currency = currencyAt(practice, ownLocation(end, transfer));
	return sumMoney(items.map((line) => lineCost(line.quantity, line.unitCost ?? '0', currency)));
}

function currencyAt(practice: Practice, locationId: string): string {
	const location = practice.records.get('location', locationId);
	if (location === undefined) throw new Error(`No location ${locationId}.`);
	return currencyOf(location);
}

function itemOf(practice: Practice, itemId: string): ItemRecord {
	const item = practice.records.get('item', itemId);
	if (item === undefined) throw new Error(`No item ${itemId}.`);
	return item;
}
