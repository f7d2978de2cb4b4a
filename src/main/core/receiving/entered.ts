// Quantities entered for a document of the service, line by line, compared with the quantities still due.
import { z } from 'zod';
import type { Problem } from '../../../shared/bridge/reply.ts';
import {
	cause,
	invoice,
	settlement,
	type Entry,
	type ReceivedLine,
} from '../../../shared/bridge/receiving.ts';
import { locale, type ItemView, type Phase } from '../../../shared/bridge/values.ts';
import {
	receivingOf,
	receivings,
	type ReceivingDraft,
} from '../../../shared/document/receiving.ts';
import { isWithin, type Weighed } from '../../../shared/domain/catch-weight.ts';
import { lineTotal } from '../../../shared/domain/count-line.ts';
import {
	add,
	compare,
	decimalText,
	divideRatios,
	isNegative,
	isZero,
	multiply,
	notBelowZero,
	placesOf,
	ratioOf,
	roundRatio,
	roundTo,
	subtract,
} from '../../../shared/domain/decimal.ts';
import { isPart } from '../../../shared/domain/pieces.ts';
import { asTyped } from '../../../shared/domain/quantity-entry.ts';
import {
	BASE_PLACES,
	exactParts,
	isBase,
	strays,
	toBase,
	type UnitQuantity,
} from '../../../shared/domain/unit.ts';
import { decimal, id, integer } from '../../../shared/service/field.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import type { Values } from '../document/fields.ts';
import type { NewLane } from '../outbox/outbox.ts';
import type { DraftRow } from '../store/drafts.ts';
import { keptAs } from '../store/kept-json.ts';

const seenLine = z.looseObject({
	id,
	itemId: id,
	/** What is expected in all: in base units, or in the unit of the line (`uomId`). */
	quantity: decimal,
	uomId: integer.optional(),
	price: decimal.optional(),
	quantities: z.array(z.looseObject({ uomId: integer, quantity: decimal })).optional(),
});
export type SeenLine = z.infer<typeof seenLine>;

const seenRecord = z.looseObject({ id, items: z.array(seenLine).optional() });

const drafted = z.object({
	draftId: z.string(),
	lineId: z.string(),
	/** Base units when it was drafted; the person may have changed the draft since. */
	quantity: decimal,
});
export type Drafted = z.infer<typeof drafted>;

const extra = z.object({
	itemId: id,
	/** The unit in which it is priced and, if possible, sent. */
	uomId: integer,
	/** The line of the order that it replaces. */
	instead: z.string().nullable(),
});
export type Extra = z.infer<typeof extra>;

export const enteredLine = z.object({
	boxes: z.array(
		z.object({
			unitId: z.string(),
			typed: z.string(),
			locale,
			quantity: decimal.refine((quantity) => !isNegative(quantity)),
		}),
	),
	reason: z.string(),
	/** The kind of the difference; empty for one in the person's own words. */
	cause: cause.default(''),
	settlement,
	drafted: drafted.nullable(),
	/** Per unit of the line, where it differs from the one expected. */
	price: z.object({ typed: z.string(), value: decimal }).nullable().default(null),
	/** Base units that are no longer expected once it is sent. */
	closedShort: decimal.default('0'),
	/** Base units that were due when it was sent. */
	due: decimal.nullable().default(null),
	/** What was sent, in the unit of the line. */
	sent: decimal.nullable().default(null),
	/** The measure beside the one ordered, of an item that is weighed. `isRight`: far from the nominal one, and confirmed. */
	weight: z
		.object({ typed: z.string(), value: decimal, isRight: z.boolean() })
		.nullable()
		.default(null),
	extra: extra.nullable().default(null),
});
export type EnteredLine = z.infer<typeof enteredLine>;

export const enteredInvoice = invoice.extend({ totalValue: decimal.nullable() });

const enteredBody = z.object({
	/** The record as of the last entry, so that the draft survives a lost cache. */
	seen: seenRecord,
	lines: z.record(z.string(), enteredLine),
	invoice: enteredInvoice.optional(),
	/** Of a receipt without an order: the order with which the goods came, and the draft of the order made for it. */
	cameWith: z.string().optional(),
	/** Of a receipt of an order: the amount of its invoice that was received without an order. */
	besides: z.string().optional(),
	/** The number of lines in that amount: each may be rounded. */
	besidesLines: z.number().optional(),
	orderId: z.string().optional(),
});
export type EnteredBody = z.infer<typeof enteredBody>;

export const enteredBodyOf = ({ body }: Pick<DraftRow, 'body'>): EnteredBody =>
	keptAs(enteredBody, body);

export interface ExpectedLine {
	readonly record: SeenLine;
	readonly item: ItemView;
	/** Base units no longer expected. */
	readonly closedShort?: string;
	/** Of a sent receipt: how much of the line it sent, in the unit of the line. */
	readonly sent?: string;
	/** Set if nobody ordered it. */
	readonly extra?: Extra;
	/** Bought by the piece and weighed: the measure beside the one ordered, and how far it may be from the nominal one. */
	readonly weighed?: Weighed & { readonly percent: number; readonly sendsText: boolean };
}

/** A document of the service with goods to receive or send here. */
export interface Expected {
	readonly name: ReceivingDraft;
	readonly documentId: string;
	readonly record: EnteredBody['seen'];
	/** The record as the service shows it; `record` includes our waiting work. */
	readonly base?: EnteredBody['seen'];
	readonly lines: readonly ExpectedLine[];
	readonly phase: Phase;
	readonly locationId: string;
	readonly businessDate: string;
	/** Still open, or sent but not yet shown by the service. */
	readonly entered: { readonly row: DraftRow; readonly body: EnteredBody } | null;
	readonly open: boolean;
	/** Our queued work is shown instead of the service's record. */
	readonly queued: boolean;
	readonly lane: NewLane;
	/** The head of drafts for goods that leave again. */
	readonly draftHead: Values;
}

/** A line against which nothing can be entered. */
export const notReceived: ReceivedLine = { entry: null, settled: [], excess: null };

export const blankLine: EnteredLine = {
	boxes: [],
	reason: '',
	cause: '',
	settlement: 'none',
	drafted: null,
	price: null,
	closedShort: '0',
	due: null,
	sent: null,
	weight: null,
	extra: null,
};

export const blankInvoice: z.infer<typeof enteredInvoice> = {
	number: '',
	day: null,
	total: '',
	totalValue: null,
	differenceIs: '',
	isAnother: false,
};

export const isAdded = (
	lines: readonly ExpectedLine[],
	{ itemId, instead }: Pick<Extra, 'itemId' | 'instead'>,
): boolean => lines.some(({ extra }) => extra?.itemId === itemId && extra.instead === instead);

/** Base units that came or left before; null if the service does not say. */
export function beforeOf(name: ReceivingDraft, line: ExpectedLine): string | null {
	const before = line.record[receivings[name].before];
	return typeof before === 'string' ? baseOf(line, decimalText(before)) : null;
}

export const expectedOf = (line: ExpectedLine): string => baseOf(line, line.record.quantity);

interface InUnit {
	readonly record: { readonly uomId?: number | undefined };
	readonly item: Pick<ItemView, 'units'>;
}

/** A line without a unit of its own is in base units. A long decimal of a case stands for whole pieces. */
export function baseOf({ record: { uomId }, item: { units } }: InUnit, quantity: string): string {
	const unitId = String(uomId);
	if (uomId === undefined || !units.some((unit) => unit.unitId === unitId)) return quantity;
	const base = toBase([{ unitId, quantity }], units);
	return isPart(quantity) ? roundTo(base, units.find(isBase)?.places ?? BASE_PLACES) : base;
}

/** Base units in the unit of the line, if it has one. */
export function inUnitOf({ record: { uomId }, item: { units } }: InUnit, base: string): string {
	const unit = units.find(({ unitId }) => unitId === String(uomId));
	return unit === undefined
		? base
		: roundRatio(divideRatios(ratioOf(base), unit.factor), BASE_PLACES);
}

/** A quantity as it is sent. The last part is the rest, so that three thirds of a case make a case. */
export function sentIn(name: ReceivingDraft, line: ExpectedLine, quantity: string): string {
	if (line.sent !== undefined) return line.sent;
	const before = line.record[receivings[name].before];
	const due = dueOf(name, line);
	const isRest = !isZero(due) && compare(quantity, due) === 0 && isZero(line.closedShort ?? '0');
	return isRest && typeof before === 'string'
		? subtract(line.record.quantity, before)
		: inUnitOf(line, quantity);
}

/** Base units received or sent on a line, goods that leave again included; null while blank or unreadable. */
export function cameOf(
	name: ReceivingDraft,
	line: ExpectedLine,
	entered: EnteredLine = blankLine,
): string | null {
	const { settlement: how, difference, due, total } = entryOf(name, line, entered);
	const { settles, rest } = receivingOf(name);
	const isWhole = how in settles || rest.rejected.includes(how);
	return isWhole && isNegative(difference ?? '0') ? due : total;
}

/** The quantity of a line on a receipt, in the unit of the line. */
export function receivedIn(
	name: ReceivingDraft,
	line: ExpectedLine,
	entered: EnteredLine | undefined,
): string | null {
	const came = cameOf(name, line, entered);
	return came === null ? null : sentIn(name, line, came);
}

/** A line as it was due when its receipt was sent, less what others had received or closed short by then. */
export function asSent(
	name: ReceivingDraft,
	line: ExpectedLine,
	entered: EnteredLine | undefined,
): ExpectedLine {
	const { due, sent } = entered ?? blankLine;
	if (due === null) return line;
	const left = subtract(expectedOf(line), beforeOf(name, line) ?? '0');
	return { ...line, closedShort: subtract(left, due), ...(sent === null ? {} : { sent }) };
}

/** Base units still to come or to leave. */
export function dueOf(name: ReceivingDraft, line: ExpectedLine): string {
	const left = subtract(expectedOf(line), beforeOf(name, line) ?? '0');
	return notBelowZero(subtract(left, line.closedShort ?? '0'));
}

export const isDue = (name: ReceivingDraft, line: ExpectedLine): boolean =>
	!isZero(dueOf(name, line));

/**
 * Compares a line's entry with the quantity still due: after a first delivery, that is the rest. The total is
 * null while a box uses a unit that the item no longer has.
 */
export function entryOf(
	name: ReceivingDraft,
	line: ExpectedLine,
	entered: EnteredLine = blankLine,
): Entry {
	const { item } = line;
	const { boxes, reason } = entered;
	const due = dueOf(name, line);
	const total = strays(boxes, item.units).length > 0 ? null : lineTotal(boxes, item.units);
	const difference = total === null ? null : differenceOf(line, total, due);
	return {
		before: beforeOf(name, line) ?? '0',
		due,
		boxes,
		total,
		difference,
		reason,
		cause: isZero(difference ?? '0') ? '' : entered.cause,
		settlement: isZero(difference ?? '0') ? 'none' : entered.settlement,
		price: entered.price?.typed ?? '',
	};
}

/** Nothing was expected of an extra item, and a weight is never met exactly. */
const differenceOf = (line: ExpectedLine, total: string, due: string): string =>
	line.extra !== undefined || isNearEnough(line, total, due) ? '0' : subtract(total, due);

const isNearEnough = ({ weighed }: ExpectedLine, total: string, due: string): boolean =>
	weighed?.measure === 'pieces' && !isZero(total) && isWithin(weighed.percent, total, due);

/** Whether some of a line stays due. Quantities that leave again count as received. */
export const isLeftDue = ({ due, total, difference, settlement: how }: Entry): boolean =>
	total === null ? !isZero(due) : isNegative(difference ?? '0') && how === 'none';

/** The quantities to store with a sent line. */
export function sentWith(
	{ name, lines }: Expected,
	lineId: string,
	entered: EnteredLine,
): Pick<EnteredLine, 'due' | 'closedShort' | 'sent'> {
	const line = lines.find(({ record }) => record.id === lineId);
	if (line === undefined) return { due: null, closedShort: '0', sent: null };
	const { total, due, settlement: how } = entryOf(name, line, entered);
	const left = subtract(due, total ?? due);
	const isClosed =
		total !== null &&
		(receivingOf(name).rest.short.includes(how) || isNearEnough(line, total, due));
	const came = cameOf(name, line, entered);
	return {
		due,
		closedShort: isClosed ? notBelowZero(left) : '0',
		sent: came === null ? null : sentIn(name, line, came),
	};
}

/** Replaces a line's boxes. A reason and a settlement hold only while the line stays short (or blank), or stays over. */
export function withBoxes(
	name: ReceivingDraft,
	line: ExpectedLine,
	before: EnteredLine,
	boxes: EnteredLine['boxes'],
): EnteredLine {
	const signOf = (entered: EnteredLine): number =>
		entered.boxes.length === 0 ? -1 : compare(entryOf(name, line, entered).difference ?? '0', '0');
	const weight = before.weight && { ...before.weight, isRight: false };
	const after = { ...before, boxes, weight };
	return signOf(before) === signOf(after)
		? after
		: { ...after, reason: '', cause: '', settlement: 'none' };
}

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
	line: ExpectedLine,
	{ before, due, boxes, total, difference, reason }: Entry,
	profile: ServiceProfile,
): Problem | null {
	const { item } = line;
	if (line.extra !== undefined && boxes.length > 0 && isZero(total ?? '1')) {
		return { path: 'entry', message: 'not-above-zero' };
	}
	if (total === null || difference === null) {
		// The line was completed before.
		if (isZero(due) && boxes.length === 0 && line.extra === undefined) return null;
		if (item.units.length === 0) return { path: 'item', message: 'unknown-item' };
		return { path: 'entry', message: boxes.length === 0 ? 'missing' : 'unknown-unit' };
	}
	if (isZero(difference)) return null;
	const { over, explains } = receivingOf(name);
	if (!isNegative(difference)) {
		if (over === null) return { path: 'entry', message: 'more-than-asked' };
		const percent = over(profile);
		const most = multiply(expectedOf(line), decimalText(String(100 + (percent ?? 0))));
		if (percent !== null && compare(multiply(add(before, total), '100'), most) > 0)
			return { path: 'entry', message: 'over-tolerance' };
	}
	return explains && reason.trim() === '' ? { path: 'reason', message: 'missing' } : null;
}

/** Boxes for the due quantity: the document's units if all of it is due, otherwise spread over the item's units. */
export function allDue(
	name: ReceivingDraft,
	line: ExpectedLine,
	locale: string,
): EnteredLine['boxes'] {
	const { record, item } = line;
	const due = dueOf(name, line);
	const ofUnit = item.units.filter(({ unitId }) => unitId === String(record.uomId));
	if (ofUnit.length > 0) {
		const quantity = inUnitOf(line, due);
		if (compare(baseOf(line, quantity), due) === 0 && placesOf(quantity) <= 3)
			return boxesOf([{ unitId: String(record.uomId), quantity }], locale);
	}
	const named = (record.quantities ?? []).map(({ uomId, quantity }): UnitQuantity => ({
		unitId: String(uomId),
		quantity: decimalText(quantity),
	}));
	const known = named.length > 0 && strays(named, item.units).length === 0;
	const total = known ? lineTotal(boxesOf(named, locale), item.units) : null;
	const whole = compare(due, expectedOf(line)) === 0 && total !== null && compare(total, due) === 0;
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
		typed: asTyped(quantity, locale),
		locale,
		quantity,
	}));
