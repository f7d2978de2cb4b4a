// The review of a count, and what is decided in it before the count is submitted.
import { z } from 'zod';
import { call } from './call.ts';
import { countPlan } from './count-plan.ts';
import {
	by,
	countedBox,
	guard,
	lineNo,
	parkedCode,
	stocktakeId,
	stocktakeSummary,
} from './stocktake.ts';
import { currency, decimal, instant, intentId, itemUnit } from './values.ts';

/** An item in one stock area: all of its lines together, for the book knows only of the area. */
export const reviewLine = z.object({
	/** The first of its lines in walking order. */
	lineNo,
	lineNos: z.array(lineNo),
	areaId: z.string(),
	itemId: z.string(),
	code: z.string(),
	name: z.string(),
	category: z.string(),
	/** Biggest first. */
	units: z.array(itemUnit),
	baseUnitName: z.string(),
	state: z.enum(['uncounted', 'zero', 'quantity']),
	counted: decimal.nullable(),
	book: decimal.nullable(),
	/** counted − book, in base units. */
	variance: decimal.nullable(),
	/** Variance in money of the location's currency. */
	varianceCost: decimal.nullable(),
	/** Biggest unit first. */
	boxes: z.array(countedBox),
	/** Over all areas of the count, where the item stands in several; null otherwise. */
	everywhere: z
		.object({ areas: z.number().int(), counted: decimal.nullable(), book: decimal.nullable() })
		.nullable(),
	guards: z.array(guard),
	note: z.string(),
	/** Who decided to leave it uncounted; empty while nobody did. */
	leftBy: z.string(),
});
export type ReviewLine = z.infer<typeof reviewLine>;

export const review = z.object({
	summary: stocktakeSummary,
	plan: countPlan,
	approved: z.object({ at: instant, by: z.string() }).nullable(),
	parked: z.array(parkedCode),
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

export const countReviewCalls = {
	'stocktake.review': call(z.object({ stocktakeId }), review),
	/** Writes zero into every one of these lines that is still uncounted: an act of its own, never a side effect. */
	'stocktake.confirmZero': call(
		z.object({ stocktakeId, lineNos: z.array(lineNo).min(1), by }),
		review,
	),
	/** Says of lines that they are left uncounted on purpose. */
	'stocktake.leaveBlank': call(
		z.object({ stocktakeId, lineNos: z.array(lineNo).min(1), by }),
		review,
	),
	/**
	 * Approves the count as it stands; a later entry takes the approval away. Fails with `refused` (details: `approver`
	 * with `no-name`, `not-the-approver` or `counted-here`) or with `incomplete` while lines wait for a decision.
	 */
	'stocktake.approve': call(z.object({ stocktakeId, by }), review),
	/**
	 * Closes the count and queues its posting; what becomes of uncounted lines is said in the plan. Fails with
	 * `incomplete` (details: `lines`, `blanks` or `approval`).
	 */
	'stocktake.submit': call(z.object({ stocktakeId, intentId, by }), stocktakeSummary),
};
