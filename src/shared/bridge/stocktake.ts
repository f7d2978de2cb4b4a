// Counting: open a count, fill its sheet box by box, review the variances, submit.
import { z } from 'zod';
import { call } from './call.ts';
import {
	box,
	businessDate,
	currency,
	decimal,
	instant,
	intentId,
	itemUnit,
	nothing,
	standing,
} from './values.ts';

const stocktakeId = z.string();

export const stocktakeSummary = z.object({
	stocktakeId,
	name: z.string(),
	locationId: z.string(),
	businessDate,
	openedAt: instant,
	openedBy: z.string(),
	/** `open`: being counted. `submitted`: in the outbox or with the service; nothing can be entered any more. */
	state: z.enum(['open', 'submitted', 'discarded']),
	standing,
	lines: z.number().int(),
	counted: z.number().int(),
	submittedAt: instant.nullable(),
});
export type StocktakeSummary = z.infer<typeof stocktakeSummary>;

export const guard = z.object({
	code: z.enum(['half-or-less', 'double-or-more', 'pack-slip', 'assumed-zero']),
	/** For `pack-slip`: what was probably meant. */
	meant: z.object({ unitId: z.string(), quantity: decimal }).nullable(),
});
export type GuardView = z.infer<typeof guard>;

export const sheetLine = z.object({
	/** 1, 2, 3… in walking order over the whole count: the number on the printed sheet. */
	lineNo: z.number().int(),
	areaId: z.string(),
	shelf: z.string(),
	itemId: z.string(),
	code: z.string(),
	name: z.string(),
	category: z.string(),
	units: z.array(itemUnit),
	baseUnitName: z.string(),
	boxes: z.array(box),
	state: z.enum(['uncounted', 'zero', 'quantity']),
	/** Base units; null while uncounted. */
	total: decimal.nullable(),
	/** Book quantity in base units when the count was opened; null when not known, or when the count is blind. */
	expected: decimal.nullable(),
	guards: z.array(guard),
	note: z.string(),
	countedAt: instant.nullable(),
	countedBy: z.string(),
});
export type SheetLine = z.infer<typeof sheetLine>;

export const sheet = z.object({
	summary: stocktakeSummary,
	currency,
	/** True when the expected quantities are hidden from those who count. */
	blind: z.boolean(),
	/** When the book quantities were fetched from the service. */
	bookAsOf: instant.nullable(),
	lastSavedAt: instant.nullable(),
	areas: z.array(
		z.object({
			areaId: z.string(),
			name: z.string(),
			lines: z.number().int(),
			counted: z.number().int(),
		}),
	),
	lines: z.array(sheetLine),
});
export type Sheet = z.infer<typeof sheet>;

export const reviewLine = z.object({
	lineNo: z.number().int(),
	areaId: z.string(),
	itemId: z.string(),
	code: z.string(),
	name: z.string(),
	category: z.string(),
	units: z.array(itemUnit),
	baseUnitName: z.string(),
	state: z.enum(['uncounted', 'zero', 'quantity']),
	counted: decimal.nullable(),
	book: decimal.nullable(),
	/** counted − book, in base units. */
	variance: decimal.nullable(),
	/** Variance in money of the location's currency. */
	varianceCost: decimal.nullable(),
	boxes: z.array(box),
	guards: z.array(guard),
	note: z.string(),
});
export type ReviewLine = z.infer<typeof reviewLine>;

export const review = z.object({
	summary: stocktakeSummary,
	currency,
	bookAsOf: instant.nullable(),
	/** Where the count goes: as stock changes to the service, to a file, or nowhere (it stays on this PC). */
	posting: z.enum(['stock-changes', 'file', 'none']),
	lines: z.array(reviewLine),
	totals: z.object({
		quantity: z.number().int(),
		zero: z.number().int(),
		uncounted: z.number().int(),
		/** Sum of all variances in money, and of surpluses and losses apart. */
		varianceCost: decimal,
		surplusCost: decimal,
		lossCost: decimal,
	}),
});
export type Review = z.infer<typeof review>;

export const stocktakeCalls = {
	'stocktake.list': call(
		z.object({ locationId: z.string() }),
		z.object({ stocktakes: z.array(stocktakeSummary) }),
	),
	/** Opens a count of the areas chosen, its lines in walking order, the book quantity of each line kept with it. */
	'stocktake.open': call(
		z.object({
			locationId: z.string(),
			name: z.string().max(120),
			areaIds: z.array(z.string()).min(1),
			blind: z.boolean(),
			intentId,
		}),
		z.object({ stocktakeId }),
	),
	'stocktake.sheet': call(z.object({ stocktakeId }), sheet),
	/**
	 * Writes one box; durable when it answers. An empty text clears the box. Fails with `not-a-quantity` (details say
	 * why, with the readings of an ambiguous number) and then changes nothing.
	 */
	'stocktake.enter': call(
		z.object({
			stocktakeId,
			lineNo: z.number().int(),
			unitId: z.string(),
			typed: z.string().max(64),
			locale: z.string(),
		}),
		z.object({ line: sheetLine, savedAt: instant }),
	),
	'stocktake.note': call(
		z.object({ stocktakeId, lineNo: z.number().int(), note: z.string().max(500) }),
		z.object({ line: sheetLine, savedAt: instant }),
	),
	'stocktake.review': call(z.object({ stocktakeId }), review),
	/** Writes zero into every one of these lines that is still uncounted: an act of its own, never a side effect. */
	'stocktake.confirmZero': call(
		z.object({ stocktakeId, lineNos: z.array(z.number().int()).min(1) }),
		review,
	),
	/** Closes the count and queues its posting. Uncounted lines are left alone. */
	'stocktake.submit': call(z.object({ stocktakeId, intentId }), stocktakeSummary),
	'stocktake.discard': call(z.object({ stocktakeId, reason: z.string().min(1).max(500) }), nothing),
};

export const stocktakeEvents = {
	/** A line was entered, here or in another window; null when the whole count changed. */
	'stocktake.changed': z.object({ stocktakeId, line: sheetLine.nullable() }),
};
