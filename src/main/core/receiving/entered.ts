// What is entered against a document of the service, line by line, compared with what is still due.
import { z } from 'zod';
import type { Problem } from '../../../shared/bridge/reply.ts';
import { settlement, type Entry, type ReceivedLine } from '../../../shared/bridge/receiving.ts';
import type { ItemView, Phase } from '../../../shared/bridge/values.ts';
import {
	receivingOf,
	receivings,
	type ReceivingDraft,
} from '../../../shared/document/receiving.ts';
import { lineTotal } from '../../../shared/domain/count-line.ts';
import {
	add,
	compare,
	decimalText,
	isNegative,
	isZero,
	multiply,
	subtract,
} from '../../../shared/domain/decimal.ts';
import { formatQuantity } from '../../../shared/domain/quantity-entry.ts';
import { byUnit, filled } from '../../../shared/domain/sent-boxes.ts';
import { exactParts, isBase, strays, type UnitQuantity } from '../../../shared/domain/unit.ts';
import { decimal, id, integer } from '../../../shared/service/field.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import type { Values } from '../document/fields.ts';
import { operationOf } from '../document/editing.ts';
import type { NewAction, NewLane } from '../outbox/outbox.ts';
import type { DraftRow } from '../store/drafts.ts';
import { keptAs } from '../store/kept-json.ts';

const seenLine = z.looseObject({
	id,
	itemId: id,
	/** Base units that are expected in all. */
	quantity: decimal,
	quantities: z.array(z.looseObject({ uomId: integer, quantity: decimal })).optional(),
});
export type SeenLine = z.infer<typeof seenLine>;

const seenRecord = z.looseObject({ id, items: z.array(seenLine).optional() });

const drafted = z.object({
	draftId: z.string(),
	lineId: z.string(),
	/** Base units when it was drafted; the person may have changed the draft since. */
	quantity: z.string(),
});
export type Drafted = z.infer<typeof drafted>;

const enteredLine = z.object({
	boxes: z.array(
		z.object({
			unitId: z.string(),
			typed: z.string(),
			locale: z.string(),
			quantity: z.string(),
		}),
	),
	reason: z.string(),
	settlement,
	drafted: drafted.nullable(),
});
export type EnteredLine = z.infer<typeof enteredLine>;

const enteredBody = z.object({
	/** The record as of the last entry, so that the draft survives a lost cache. */
	seen: seenRecord,
	lines: z.record(z.string(), enteredLine),
});
export type EnteredBody = z.infer<typeof enteredBody>;

export const enteredBodyOf = ({ body }: Pick<DraftRow, 'body'>): EnteredBody =>
	keptAs(enteredBody, body);

export interface ExpectedLine {
	readonly record: SeenLine;
	readonly item: ItemView;
}

/** A document of the service as it is received here, or as its goods leave. */
export interface Expected {
	readonly name: ReceivingDraft;
	readonly documentId: string;
	readonly record: EnteredBody['seen'];
	readonly lines: readonly ExpectedLine[];
	readonly phase: Phase;
	readonly locationId: string;
	readonly businessDate: string;
	/** Still open, or sent but not yet shown by the service. */
	readonly entered: { readonly row: DraftRow; readonly body: EnteredBody } | null;
	/** Whether something can be entered. */
	readonly open: boolean;
	/** Our queued work replaces the service's record. */
	readonly queued: boolean;
	/** Where it is sent. */
	readonly lane: NewLane;
	/** The head of a document that is drafted for goods that leave again. */
	readonly draftHead: Values;
}

/** A line against which nothing can be entered. */
export const notReceived: ReceivedLine = { entry: null, settled: [], excess: null };

export const blankLine: EnteredLine = { boxes: [], reason: '', settlement: 'none', drafted: null };

/** Base units that came or left before; null if the service does not say. */
export function beforeOf(name: ReceivingDraft, record: SeenLine): string | null {
	const before = record[receivings[name].before];
	return typeof before === 'string' ? decimalText(before) : null;
}

/** Base units still to come or to leave; never negative. */
function dueOf(name: ReceivingDraft, record: SeenLine): string {
	const left = subtract(record.quantity, beforeOf(name, record) ?? '0');
	return isNegative(left) ? '0' : left;
}

export const isDue = (name: ReceivingDraft, { record }: Pick<ExpectedLine, 'record'>): boolean =>
	!isZero(dueOf(name, record));

/**
 * Compares a line's entry with what is still due, so a second delivery is compared only with the rest. The total is
 * null while a box uses a unit that the item no longer has.
 */
export function entryOf(
	name: ReceivingDraft,
	{ record, item }: ExpectedLine,
	entered: EnteredLine = blankLine,
): Entry {
	const { boxes, reason } = entered;
	const due = dueOf(name, record);
	const total = strays(boxes, item.units).length > 0 ? null : lineTotal(boxes, item.units);
	const difference = total === null ? null : subtract(total, due);
	return {
		before: beforeOf(name, record) ?? '0',
		due,
		boxes,
		total,
		difference,
		reason,
		settlement: isZero(difference ?? '0') ? 'none' : entered.settlement,
	};
}

/** Whether some of a line stays due. Quantities that leave again count as received. */
export const isLeftDue = ({ due, total, difference, settlement: how }: Entry): boolean =>
	total === null ? !isZero(due) : isNegative(difference ?? '0') && how === 'none';

/** Replaces a line's boxes. A reason and a settlement hold only while the line stays short (or blank), or stays over. */
export function withBoxes(
	name: ReceivingDraft,
	line: ExpectedLine,
	before: EnteredLine,
	boxes: EnteredLine['boxes'],
): EnteredLine {
	const signOf = (entered: EnteredLine): number =>
		entered.boxes.length === 0 ? -1 : compare(entryOf(name, line, entered).difference ?? '0', '0');
	const after = { ...before, boxes };
	return signOf(before) === signOf(after) ? after : { ...after, reason: '', settlement: 'none' };
}

/** What blocks sending the entries. */
export function problemsOf({ name, lines, entered }: Expected, profile: ServiceProfile): Problem[] {
	const { stock } = receivings[name];
	const entries = lines.map((line) => entryOf(name, line, entered?.body.lines[line.record.id]));
	const found = lines.flatMap((line, at) => {
		const entry = entries[at];
		const problem = entry && problemOf(name, line, entry, profile);
		return problem ? [{ ...problem, path: `lines.${line.record.id}.${problem.path}` }] : [];
	});
	const nothing = entries.every(({ total }) => isZero(total ?? '0'));
	return stock === 'out' && found.length === 0 && nothing
		? [{ path: 'lines', message: 'nothing-leaves' }]
		: found;
}

function problemOf(
	name: ReceivingDraft,
	{ record, item }: ExpectedLine,
	{ before, due, boxes, total, difference, reason }: Entry,
	profile: ServiceProfile,
): Problem | null {
	if (total === null || difference === null) {
		// The line was completed before.
		if (isZero(due) && boxes.length === 0) return null;
		if (item.units.length === 0) return { path: 'item', message: 'unknown-item' };
		return { path: 'entry', message: boxes.length === 0 ? 'missing' : 'unknown-unit' };
	}
	if (isZero(difference)) return null;
	const { over, settles } = receivingOf(name);
	if (!isNegative(difference)) {
		if (over === null) return { path: 'entry', message: 'more-than-asked' };
		const percent = over(profile);
		const most = multiply(record.quantity, decimalText(String(100 + (percent ?? 0))));
		if (percent !== null && compare(multiply(add(before, total), '100'), most) > 0)
			return { path: 'entry', message: 'over-tolerance' };
	}
	return Object.keys(settles).length > 0 && reason.trim() === ''
		? { path: 'reason', message: 'missing' }
		: null;
}

/** Boxes for the due quantity: the document's units if all of it is due, otherwise spread over the item's units. */
export function allDue(
	name: ReceivingDraft,
	{ record, item }: ExpectedLine,
	locale: string,
): EnteredLine['boxes'] {
	const due = dueOf(name, record);
	const named = (record.quantities ?? []).map(({ uomId, quantity }): UnitQuantity => ({
		unitId: String(uomId),
		quantity: decimalText(quantity),
	}));
	const known = named.length > 0 && strays(named, item.units).length === 0;
	const total = known ? lineTotal(boxesOf(named, locale), item.units) : null;
	const whole = compare(due, record.quantity) === 0 && total !== null && compare(total, due) === 0;
	return boxesOf(whole ? named : exactParts(due, item.units), locale);
}

/** In one unit if it divides evenly, otherwise in base units. */
export function boxOf(quantity: string, { units }: ItemView, locale: string): EnteredLine['boxes'] {
	const parts = exactParts(quantity, units);
	const base = units.find(isBase);
	const inBase = base === undefined ? [] : [{ unitId: base.unitId, quantity }];
	return boxesOf(parts.length === 1 ? parts : inBase, locale);
}

export function zeroOf({ units }: ItemView, locale: string): EnteredLine['boxes'] {
	const unitId = (units.find(isBase) ?? units.at(-1))?.unitId;
	return unitId === undefined ? [] : boxesOf([{ unitId, quantity: '0' }], locale);
}

const boxesOf = (parts: readonly UnitQuantity[], locale: string): EnteredLine['boxes'] =>
	parts.map(({ unitId, quantity }) => ({
		unitId,
		typed: formatQuantity(quantity, locale, { minus: 'plain', grouping: false }),
		locale,
		quantity,
	}));

/**
 * The step that sends what was entered. Goods that leave again are received with the rest, because only received stock
 * can leave.
 *
 * @param date ISO 8601, when it came or left
 */
export function actionOf(
	{ name, record, lines }: Expected,
	{ row, body }: NonNullable<Expected['entered']>,
	date: string,
	locale: string,
): NewAction {
	const { against, verb, names } = receivings[name];
	const items = lines.flatMap((line) => {
		const entry = entryOf(name, line, body.lines[line.record.id]);
		const leaves = entry.settlement !== 'none' && isNegative(entry.difference ?? '0');
		const boxes = leaves ? allDue(name, line, locale) : entry.boxes;
		const quantity = leaves ? entry.due : entry.total;
		if (quantity === null) return [];
		const { units, itemId } = line.item;
		return {
			[names.line]: line.record.id,
			itemId,
			quantities: byUnit(filled(boxes), units).map((each) => ({
				uomId: Number(each.unitId),
				quantity: each.quantity,
			})),
			quantity,
			...(entry.reason === '' ? {} : { description: entry.reason }),
		};
	});
	return {
		intentId: `${row.draft_id}/${row.revision}/${verb}`,
		operation: operationOf(against, verb).name,
		payload: { body: { [names.document]: record.id, date, items } },
		base: record,
	};
}
