// Wastage documents: a draft is submitted, then approved or rejected. Stock leaves with the approval.
import { lineCost, sumMoney } from '../../shared/domain/money.ts';
import { negate } from '../../shared/domain/decimal.ts';
import type { Phase } from '../../shared/bridge/values.ts';
import type { WastageRecord, WastageRequest } from '../../shared/service/wastage.ts';
import type { RecordIndex } from '../store/records.ts';
import {
	NOT_ACCEPTED,
	areaFor,
	baseQuantity,
	checkDate,
	checkQuantity,
	costAt,
	currencyOf,
	isoDate,
} from './document.ts';
import { done, refuse, wordFor } from './handler.ts';
import type { Fields, HandlersOf, Practice, Refusal } from './handler.ts';

export const wastageHandlers = {
	'wastage.create': ({ body }, practice) => {
		const refusal = refusalOf(body, practice);
		if (refusal) return refusal;
		const wastage: WastageRecord = {
			...costed(body, practice),
			id: practice.newId(),
			number: practice.records.nextNumber('WST'),
			status: 'draft',
			isLocked: false,
			createdDate: isoDate(practice),
			modifiedDate: isoDate(practice),
		};
		practice.records.insert('wastage', wastage, indexOf(wastage));
		return done(shown(wastage, practice));
	},

	'wastage.update': ({ body }, practice) => {
		const before = practice.records.get('wastage', body.id);
		if (before === undefined) return unknown;
		if (!isOpen(before)) return wrongState(before, 'changed', practice);
		if (before.locationId !== body.locationId) {
			return refuse(422, NOT_ACCEPTED, { locationId: 'A document stays at its location.' });
		}
		const refusal = refusalOf(body, practice);
		if (refusal) return refusal;
		const { number, status, isLocked, createdDate } = before;
		const kept = { number, status, isLocked, createdDate, modifiedDate: isoDate(practice) };
		const wastage: WastageRecord = { ...costed(body, practice), id: body.id, ...kept };
		practice.records.update('wastage', wastage, indexOf(wastage));
		return done(null);
	},

	'wastage.list': ({ query, page }, practice) => {
		const { rows, total } = practice.records.list('wastage', query, page, 'newest-first');
		return done({ rows: rows.map((wastage) => shown(wastage, practice)), total });
	},

	'wastage.get': ({ path }, practice) => {
		const wastage = practice.records.get('wastage', path.id);
		return wastage ? done(shown(wastage, practice)) : unknown;
	},

	'wastage.submit': ({ path }, practice) =>
		move(path.id, ['draft', 'rejected'], 'submitted', practice),

	'wastage.approve': ({ path }, practice) => {
		const moved = move(path.id, ['submitted'], 'approved', practice);
		if (moved.ok) takeFromStock(path.id, practice);
		return moved;
	},

	'wastage.reject': ({ path }, practice) => move(path.id, ['submitted'], 'rejected', practice),
} satisfies HandlersOf<'wastage'>;

const unknown = refuse(404, 'No wastage document has this identifier.');

/** Stored records carry our phase; the service's word for it is put on as they leave. */
const shown = (wastage: WastageRecord, practice: Practice): WastageRecord => ({
	...wastage,
	status: wordFor(practice, 'wastage', phaseOf(wastage)),
});

const phases: readonly Phase[] = ['draft', 'submitted', 'approved', 'rejected'];

function phaseOf(wastage: WastageRecord): Phase {
	const phase = phases.find((each) => each === wastage.status);
	if (phase === undefined) throw new Error(`Wastage ${wastage.id} is ${wastage.status}.`);
	return phase;
}

const isOpen = (wastage: WastageRecord) =>
	wastage.status === 'draft' || wastage.status === 'rejected';

const indexOf = (wastage: WastageRecord): RecordIndex => ({
	locationId: wastage.locationId,
	search: [wastage.number, wastage.description],
});

function refusalOf(body: WastageRequest, { records }: Practice): Refusal | undefined {
	const malformed: Fields = {};
	const broken: Fields = {};
	checkDate(body.date, 'date', malformed);
	if (!records.get('location', body.locationId)) {
		broken['locationId'] = 'No location has this identifier.';
	}
	if (body.items.length === 0) malformed['items'] = 'At least one line is needed.';
	for (const [index, line] of body.items.entries()) {
		const at = `items[${index}]`;
		checkQuantity(line.quantity, 'above-zero', `${at}.quantity`, malformed);
		const item = records.get('item', line.itemId);
		if (item === undefined) {
			broken[`${at}.itemId`] = 'No item has this identifier.';
		} else if (baseQuantity(item, line.uomId, line.quantity) === undefined) {
			broken[`${at}.uomId`] = 'The item has no such unit.';
		}
		if (line.wasteReasonId !== undefined && !records.get('wasteReason', line.wasteReasonId)) {
			broken[`${at}.wasteReasonId`] = 'No waste reason has this identifier.';
		}
	}
	if (Object.keys(malformed).length > 0) {
		return refuse(400, NOT_ACCEPTED, { ...malformed, ...broken });
	}
	return Object.keys(broken).length > 0 ? refuse(422, NOT_ACCEPTED, broken) : undefined;
}

/** The request with line identifiers, and the cost at the location where the request states none. */
function costed(body: WastageRequest, practice: Practice) {
	const location = practice.records.get('location', body.locationId);
	if (location === undefined) throw new Error(`No location ${body.locationId}.`);
	const items = body.items.map((line) => {
		const item = practice.records.get('item', line.itemId);
		if (item === undefined) throw new Error(`No item ${line.itemId}.`);
		const base = baseQuantity(item, line.uomId, line.quantity) ?? '0';
		const unitCost = line.unitCost ?? costAt(practice, location.id, item);
		return {
			...line,
			id: line.id ?? practice.newId(),
			unitCost,
			totalCost: line.totalCost ?? lineCost(base, unitCost, currencyOf(location)),
		};
	});
	return { ...body, items, totalCost: sumMoney(items.map((line) => line.totalCost)) };
}

function wrongState(wastage: WastageRecord, act: string, practice: Practice): Refusal {
	const word = wordFor(practice, 'wastage', phaseOf(wastage));
	return refuse(409, `${wastage.number ?? wastage.id} is ${word} and cannot be ${act}.`);
}

function move(id: string, from: readonly Phase[], to: Phase, practice: Practice) {
	const wastage = practice.records.get('wastage', id);
	if (wastage === undefined) return unknown;
	if (!from.includes(phaseOf(wastage))) return wrongState(wastage, to, practice);
	const moved: WastageRecord = { ...wastage, status: to, modifiedDate: isoDate(practice) };
	practice.records.update('wastage', moved, indexOf(moved));
	return done(null);
}

function takeFromStock(id: string, practice: Practice): void {
	const wastage = practice.records.get('wastage', id);
	for (const line of wastage?.items ?? []) {
		const item = practice.records.get('item', line.itemId);
		const base = item && baseQuantity(item, line.uomId, line.quantity);
		if (wastage === undefined || item === undefined || base === undefined) {
			throw new Error(`Wastage ${id} has a line that cannot be taken from stock.`);
		}
		practice.ledger.post({
			at: practice.now(),
			locationId: wastage.locationId,
			storageAreaId: areaFor(practice, wastage.locationId, item.id),
			itemId: item.id,
			quantity: negate(base),
			unitCost: costAt(practice, wastage.locationId, item),
			kind: 'wastage',
			documentId: id,
			description: line.description ?? wastage.description,
		});
	}
}
