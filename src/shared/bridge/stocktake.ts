// Counting: open a count, fill its sheet box by box, review the variances, submit.
import { z } from 'zod';
import { call } from './call.ts';
import { countPlan, countScope, together } from './count-plan.ts';
import {
	box,
	businessDate,
	decimal,
	instant,
	intentId,
	itemUnit,
	itemWords,
	locale,
	nothing,
	standing,
} from './values.ts';

export const stocktakeId = z.string();
export const lineNo = z.number().int();
/** Who enters, if not the person at the window (empty). Recorded with every entry, and it keeps counters' boxes apart. */
export const by = z.string().trim().max(80).default('');

export const stocktakeSummary = z.object({
	stocktakeId,
	name: z.string(),
	locationId: z.string(),
	businessDate,
	openedAt: instant,
	openedBy: z.string(),
	/**
	 * `submitted`: in the outbox or at the service. `recounted`: a finished recount, which belongs to its original
	 * count.
	 */
	state: z.enum(['open', 'submitted', 'discarded', 'recounted']),
	standing,
	scope: countScope,
	lines: z.number().int(),
	counted: z.number().int(),
	movedAt: instant.nullable(),
	recount: z.object({ of: stocktakeId, round: z.number().int(), recounter: z.string() }).nullable(),
	/** Set while an open count is sent back for correction: until it is approved. */
	sentBack: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
});
export type StocktakeSummary = z.infer<typeof stocktakeSummary>;

export const guard = z.object({
	code: z.enum([
		'half-or-less',
		'double-or-more',
		'pack-slip',
		'partly-counted',
		'place-uncounted',
		'assumed-zero',
	]),
	meant: z.object({ unitId: z.string(), quantity: decimal }).nullable(),
	/** For `double-or-more`: how many times as much, without decimals. */
	times: decimal.optional(),
	against: z.enum(['expected', 'last']).nullable(),
});
export type GuardView = z.infer<typeof guard>;

/** A box and who filled it. When counts of several people are summed, each has a box per unit. */
export const countedBox = box.extend({ by: z.string(), locale: z.string() });
export type CountedBox = z.infer<typeof countedBox>;

export const sheetLine = z.object({
	/** The number on the printed sheet: assigned in walking order at opening, then fixed. */
	lineNo,
	revision: z.number().int(),
	/** Where the counter meets it. */
	areaId: z.string(),
	/** Where the service keeps its stock. */
	stockAreaId: z.string(),
	shelf: z.string(),
	...itemWords,
	units: z.array(itemUnit),
	boxes: z.array(countedBox),
	state: z.enum(['uncounted', 'zero', 'quantity']),
	/** Base units, all counters together; null while uncounted. */
	total: decimal.nullable(),
	/**
	 * Book quantity in base units at opening; null if unknown or blind, or if the book does not distinguish the lines
	 * of an item.
	 */
	expected: decimal.nullable(),
	/** The last count's quantity; null if there was none, or with several lines as for `expected`. */
	last: z.object({ quantity: decimal, unitIds: z.array(z.string()) }).nullable(),
	guards: z.array(guard),
	note: z.string(),
	/** Added while the count was open; can be removed again. */
	added: z.boolean(),
	countedAt: instant.nullable(),
	countedBy: z.string(),
});
export type SheetLine = z.infer<typeof sheetLine>;

export const sheet = z.object({
	summary: stocktakeSummary,
	plan: countPlan,
	/** From the template, or chosen at the first line that two people counted. */
	together,
	unknownCodes: z.number().int(),
	blind: z.boolean(),
	bookAsOf: instant.nullable(),
	lastSavedAt: instant.nullable(),
	areas: z.array(
		z.object({
			areaId: z.string(),
			name: z.string(),
			lines: z.number().int(),
			counted: z.number().int(),
			zero: z.number().int(),
		}),
	),
	/** Each distinct combination of units in the count: the sheet's columns. */
	unitSets: z.array(z.array(itemUnit)),
	/**
	 * Where counting goes on, if asked for: the first uncounted line; in a count sent back, the line that the reason names,
	 * else the first outside tolerance. Null if there is none.
	 */
	next: lineNo.nullable(),
	lines: z.array(sheetLine),
});
export type Sheet = z.infer<typeof sheet>;

export const unknownCountCode = z.object({
	codeId: z.number().int(),
	code: z.string(),
	areaId: z.string().nullable(),
	times: z.number().int(),
	/** Counted quantity as typed; empty if only scans count. */
	typed: z.string(),
	note: z.string(),
	lineNo: lineNo.nullable(),
	at: instant,
	by: z.string(),
});
export type UnknownCountCode = z.infer<typeof unknownCountCode>;

/** An unknown code with its current catalogue match; null if still unknown. */
const learnedCode = unknownCountCode.extend({
	known: z
		.object({ itemId: z.string(), name: z.string(), code: z.string(), unitId: z.string() })
		.nullable(),
});
export type LearnedCode = z.infer<typeof learnedCode>;

export const counter = z.object({
	window: z.string(),
	person: z.string(),
	areaId: z.string().nullable(),
});
export type Counter = z.infer<typeof counter>;

export const stocktakeCalls = {
	'stocktake.list': call({ locationId: z.string() }, { stocktakes: z.array(stocktakeSummary) }),
	/** Fails with `not-possible-now` if there is nothing to count. */
	'stocktake.open': call(
		{
			locationId: z.string(),
			name: z.string().max(120),
			plan: countPlan,
			/** The saved template it comes from. */
			templateId: z.string().nullable().default(null),
			intentId,
		},
		{ stocktakeId },
	),
	/** All lines, or a window: from the start, or around a line. */
	'stocktake.sheet': call(
		{
			stocktakeId,
			window: z
				.object({
					from: z.union([z.enum(['start', 'next']), lineNo]),
					lines: z.number().int().min(1).max(2_000),
				})
				.optional(),
		},
		sheet,
	),
	/** Lines in walking order from a position (0: the first). */
	'stocktake.lines': call(
		{
			stocktakeId,
			from: z.number().int().min(0),
			limit: z.number().int().min(1).max(2_000),
		},
		{ lines: z.array(sheetLine) },
	),
	/**
	 * Durable when it answers. Fails with `not-a-quantity`, or with `changed-meanwhile` at the first line another
	 * person counted (details: `counter`), changing nothing. `kept` names the other person if their count is kept.
	 */
	'stocktake.enter': call(
		{
			stocktakeId,
			lineNo,
			unitId: z.string(),
			typed: z.string().max(64),
			locale,
			by,
		},
		{ line: sheetLine, savedAt: instant, kept: z.string().nullable() },
	),
	/**
	 * All or none, as one undoable action. `countedAt`: counted on paper earlier, so compared with the book of that
	 * time.
	 */
	'stocktake.enterMany': call(
		{
			stocktakeId,
			entries: z
				.array(z.object({ lineNo, unitId: z.string(), typed: z.string().max(64) }))
				.min(1)
				.max(2_000),
			countedAt: instant.optional(),
			locale,
			by,
		},
		{ lines: z.array(sheetLine), savedAt: instant },
	),
	/**
	 * Undoes this person's last action as a new entry, but nothing that others changed since. No cell if there is
	 * nothing to do.
	 */
	'stocktake.undo': call({ stocktakeId, by }, undone()),
	'stocktake.redo': call({ stocktakeId, by }, undone()),
	'stocktake.note': call(
		{ stocktakeId, lineNo, note: z.string().max(500), by },
		{ line: sheetLine, savedAt: instant },
	),
	/** Decides for the whole count what happens when two people count a line. */
	'stocktake.together': call({ stocktakeId, together: together.exclude(['ask']), by }, nothing),
	/** Reports where this window counts; every window with the count open is notified, also when it leaves. */
	'stocktake.here': call(
		{
			stocktakeId,
			/** Generated by the window: two windows may share a browser. */
			window: z.string().min(8),
			areaId: z.string().nullable(),
			leaving: z.boolean().default(false),
			by,
		},
		{ counters: z.array(counter) },
	),
	/** Moves a line in the walking order of this and later counts, behind another line or to the start of the area. */
	'stocktake.move': call(
		{
			stocktakeId,
			lineNo,
			areaId: z.string(),
			shelf: z.string().max(80),
			behind: lineNo.nullable(),
			by,
		},
		nothing,
	),
	/** A new item, or another place of an item on the count. */
	'stocktake.addLine': call(
		{
			stocktakeId,
			itemId: z.string(),
			areaId: z.string(),
			shelf: z.string().max(80),
			behind: lineNo.nullable(),
			by,
		},
		{ lineNo },
	),
	/**
	 * Fails with `not-possible-now` for a line of the template, and with `changed-meanwhile` (details: `counted`) if it
	 * is counted, unless `evenIfCounted`.
	 */
	'stocktake.removeLine': call(
		{ stocktakeId, lineNo, evenIfCounted: z.boolean().default(false), by },
		nothing,
	),
	'stocktake.moveArea': call(
		{ stocktakeId, areaId: z.string(), behind: z.string().nullable(), by },
		nothing,
	),
	/** Saves an unknown barcode; scanning it again in the same area increases its count. */
	'stocktake.keepUnknownCode': call(
		{ stocktakeId, code: z.string().min(1).max(80), areaId: z.string().nullable(), by },
		unknownCountCode,
	),
	'stocktake.unknownCodes': call({ stocktakeId }, { unknownCodes: z.array(learnedCode) }),
	'stocktake.noteUnknownCode': call(
		{
			stocktakeId,
			codeId: z.number().int(),
			typed: z.string().max(64),
			note: z.string().max(500),
			by,
		},
		nothing,
	),
	/** `kept` as in `stocktake.enter`. */
	'stocktake.assignUnknownCode': call(
		{
			stocktakeId,
			codeId: z.number().int(),
			lineNo,
			unitId: z.string(),
			typed: z.string().min(1).max(64),
			locale,
			by,
		},
		{ kept: z.string().nullable() },
	),
	'stocktake.discard': call({ stocktakeId, reason: z.string().min(1).max(500) }, nothing),
};

export const stocktakeEvents = {
	'stocktake.changed': z.object({ stocktakeId, line: sheetLine.nullable() }),
	'stocktake.counters': z.object({ stocktakeId, counters: z.array(counter) }),
};

function undone() {
	return z.object({
		lines: z.array(sheetLine),
		/** Affected cell: no unit for a note, null if there was nothing to do. */
		cell: z.object({ lineNo, unitId: z.string().nullable() }).nullable(),
		savedAt: instant.nullable(),
	});
}
