// Wastage documents: a draft is submitted, then approved or rejected. Stock leaves with the approval.
import { lineCost, sumMoney } from '../../shared/domain/money.ts';
import { negate } from '../../shared/domain/decimal.ts';
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
	numberFor,
} from './document.ts';
import { rejectReason, steps } from './approval.ts';
import { done, refuse } from './handler.ts';
import { pageRows } from './plain.ts';
import type { Fields, HandlersOf, Practice, Refusal } from './handler.ts';

export const wastageHandlers = {
	'wastage.create': ({ body }, practice) => {
		const refusal = refusalOf(body, practice);
		if (refusal) return refusal;
		const wastage: WastageRecord = {
			...costed(body, practice),
			id: practice.newId(),
			number: numberFor(practice, 'Wastage', 'WST'),
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
		if (!wastages.isOpen(before)) return wastages.wrongState(before, 'changed', practice);
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

	'wastage.submit': ({ path }, practice) => wastages.submit(path.id, practice),
	'wastage.approve': ({ path }, practice) => wastages.approve(path.id, practice),
	'wastage.reject': ({ path, body }, practice) =>
		wastages.reject(path.id, practice, rejectReason(body)),
	'wastage.updateMany': ({ body }, practice) => wastages.goToWordMany(body, practice),
	'wastage.count': ({ query }, { records }) =>
		done(records.list('wastage', query, { offset: 0, limit: 0 }, 'newest-first').total),
	'wastage.lock': ({ body }, practice) =>
		practice.records.get('wastage', body.id)
			? wastages.lock([body.id], body.isLocked, practice)
			: unknown,
	'wastage.lockMany': ({ body }, practice) => wastages.lock(body.ids, body.isLocked, practice),
	'wastage.items': ({ query, page }, practice) =>
		pageRows(
			practice.records
				.all('wastage')
				.filter(
					(each) =>
						(query.wastageId === undefined || each.id === query.wastageId) &&
						(query.locationId === undefined || each.locationId === query.locationId),
				)
				.flatMap((wastage) =>
					(wastage.items ?? []).map((line) => ({
						...line,
						wastageId: wastage.id,
						...(wastage.number === undefined ? {} : { number: wastage.number }),
						locationId: wastage.locationId,
						date: wastage.date,
						status: shown(wastage, practice).status,
					})),
				),
			page,
		),
} satisfies HandlersOf<'wastage'>;

const unknown = refuse(404, 'No wastage document has this identifier.');

const wastages = steps('wastage', takeFromStock);

const shown = wastages.shown<WastageRecord>;

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

function takeFromStock(id: string, practice: Practice): undefined {
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
