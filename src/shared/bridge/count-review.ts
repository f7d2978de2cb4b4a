// The review of a count and the decisions made before it is submitted.
import { z } from 'zod';
import { call } from './call.ts';
import { countPlan } from './count-plan.ts';
import { tolerances } from './counting-rules.ts';
import {
	by,
	countedBox,
	guard,
	lineNo,
	unknownCountCode,
	stocktakeId,
	stocktakeSummary,
} from './stocktake.ts';
import { currency, decimal, instant, intentId, itemUnit, itemWords, nothing } from './values.ts';

/**
 * Why a line needs attention. Only the first three block submitting:
 * - `undecided`: uncounted, and the template requires a decision on each uncounted line.
 * - `recount-open`: a recount is in progress.
 * - `reason-missing`: outside tolerance, and the settings require a reason.
 * - `outside`: outside tolerance, with neither a recount nor a reason.
 * - `moved`: the book changed after the count, and nobody chose what to keep.
 * - `question`: a guard asks.
 * - `same-person`: the same person counted and recounted.
 * - `book-not-then`: the book at counting time is unknown, so the line is compared with the book at opening.
 * - `no-book`: nothing to compare with, so nothing is posted.
 * - `uncounted`: blank.
 */
const reviewProblem = z.enum([
	'undecided',
	'recount-open',
	'reason-missing',
	'outside',
	'moved',
	'question',
	'same-person',
	'book-not-then',
	'no-book',
	'uncounted',
]);
export type ReviewProblem = z.infer<typeof reviewProblem>;

export const keep = z.enum(['difference', 'counted']);

export const bookWhen = z.enum(['counted', 'opened']);

const lineAttempt = z.object({
	/** 0 for the first count, else the recount round. */
	round: z.number().int(),
	counted: decimal,
	by: z.array(z.string()),
	at: instant,
	variance: decimal.nullable(),
});
export type LineAttempt = z.infer<typeof lineAttempt>;

/** An item in one stock area, summed over its lines: the service keeps stock per area. Quantities in base units. */
export const reviewLine = z.object({
	lineNo,
	lineNos: z.array(lineNo),
	areaId: z.string(),
	...itemWords,
	units: z.array(itemUnit),
	state: z.enum(['uncounted', 'zero', 'quantity']),
	/** The effective count over all lines; null while any is blank. */
	counted: decimal.nullable(),
	countedAt: instant.nullable(),
	book: decimal.nullable(),
	bookAsOf: instant.nullable(),
	bookWhen,
	variance: decimal.nullable(),
	adjustmentCost: decimal.nullable(),
	bookNow: decimal.nullable(),
	/** bookNow − book; null if either is unknown or the line is uncounted. */
	moved: decimal.nullable(),
	keep,
	/** true if someone chose, for this line or for all lines. */
	keepChosen: z.boolean(),
	adjustment: decimal.nullable(),
	outside: z.boolean(),
	/** Uncounted, and would be outside tolerance if its blanks were counted as zero. */
	outsideAsZero: z.boolean(),
	attempts: z.array(lineAttempt),
	/** The round of the effective count; 0 for the first count. */
	stands: z.number().int(),
	standsIn: z.array(z.object({ lineNo, round: z.number().int() })),
	reason: z.string(),
	boxes: z.array(countedBox),
	/** Over all areas of the count; null unless the item is in several. */
	everywhere: z
		.object({ areas: z.number().int(), counted: decimal.nullable(), book: decimal.nullable() })
		.nullable(),
	guards: z.array(guard),
	note: z.string(),
	leftBy: z.string(),
	problems: z.array(reviewProblem),
});
export type ReviewLine = z.infer<typeof reviewLine>;

const recountRound = z.object({
	stocktakeId,
	round: z.number().int(),
	open: z.boolean(),
	recounter: z.string(),
	lines: z.number().int(),
	counted: z.number().int(),
});

export const countStepNames = [
	'opened',
	'approved',
	'approval-void',
	'approval-withdrawn',
	'sent-back',
	'submitted',
	'discarded',
] as const;
const countStep = z.object({
	what: z.enum(countStepNames),
	at: instant,
	by: z.string(),
	/** Why it was sent back or discarded, else empty. */
	reason: z.string(),
});
export type CountStep = z.infer<typeof countStep>;

export const review = z.object({
	summary: stocktakeSummary,
	plan: countPlan,
	approved: z.object({ at: instant, by: z.string() }).nullable(),
	/** What happened to the count as a whole, in order. Kept for good. */
	steps: z.array(countStep),
	/** Who counted or recounted, and when the last entry was made; null before the first. */
	entered: z.object({ people: z.array(z.string()), at: instant }).nullable(),
	unknownCodes: z.array(unknownCountCode),
	currency,
	bookAsOf: instant.nullable(),
	/** Where the count is posted: to the service as stock changes, to a file, or nowhere (it stays on this PC). */
	posting: z.enum(['stock-changes', 'file', 'none']),
	tolerances,
	rounds: z.array(recountRound),
	lines: z.array(reviewLine),
	totals: z.object({
		quantity: z.number().int(),
		zero: z.number().int(),
		uncounted: z.number().int(),
		/** Total adjustment in money, surpluses and losses separately, and the number of lines without a known cost. */
		adjustmentCost: decimal.nullable(),
		surplusCost: decimal.nullable(),
		lossCost: decimal.nullable(),
		costsUnknown: z.number().int().min(0),
	}),
});
export type Review = z.infer<typeof review>;

/**
 * For all blank lines counted as zero that end up outside tolerance; `stocktake.stand` changes it for a single line.
 */
const zeroReason = z.string().trim().max(120).optional();

export const countReviewCalls = {
	'stocktake.review': call({ stocktakeId }, review),
	/** Counts these lines as zero if still uncounted. Always an explicit action, never a side effect. */
	'stocktake.confirmZero': call(
		{ stocktakeId, lineNos: z.array(lineNo).min(1), zeroReason, by },
		review,
	),
	'stocktake.leaveBlank': call({ stocktakeId, lineNos: z.array(lineNo).min(1), by }, review),
	/**
	 * Approves the count; a later entry revokes the approval. Fails with `refused` (details: `approver` with `no-name`,
	 * `not-the-approver` or `counted-here`) or with `incomplete` while lines need a decision.
	 */
	'stocktake.approve': call({ stocktakeId, by }, review),
	/** Takes an approval back until the count is submitted. */
	'stocktake.withdrawApproval': call({ stocktakeId, by }, review),
	/** Sends the count back to its counters with a reason, which cancels an approval. */
	'stocktake.sendBack': call(
		{ stocktakeId, reason: z.string().trim().min(1).max(500), by },
		review,
	),
	/** `lineNos: null` sets all lines and clears their individual choices. */
	'stocktake.keep': call(
		{ stocktakeId, lineNos: z.array(lineNo).min(1).nullable(), keep, by },
		review,
	),
	/**
	 * Chooses which count of a line is effective (null: the last), and why. Fails with `incomplete` (details: `reason`)
	 * if an earlier count is chosen without a reason, and with `not-found` if that round did not count the line.
	 */
	'stocktake.stand': call(
		{
			stocktakeId,
			lineNos: z.array(lineNo).min(1),
			round: z.number().int().nullable(),
			reason: z.string().trim().max(120),
			by,
		},
		review,
	),
	/**
	 * Opens a recount: a blind sheet of these lines only, under their own numbers. Fails with `refused` (details:
	 * `recounter` with `counted-here`) if the template requires another person, and with `not-possible-now` if one of
	 * the lines is already being recounted.
	 */
	'stocktake.recount': call(
		{
			stocktakeId,
			lineNos: z.array(lineNo).min(1),
			recounter: z.string().trim().max(80),
			intentId,
			by,
		},
		{ stocktakeId },
	),
	'stocktake.finishRecount': call({ stocktakeId, by }, nothing),
	/**
	 * Closes the count and queues its posting; the template decides about uncounted lines. Fails with `incomplete`
	 * (details: `lines`, `blanks`, `recount`, `reasons`, `zero-reason`, `cut-off` or `approval`).
	 */
	'stocktake.submit': call({ stocktakeId, intentId, zeroReason, by }, stocktakeSummary),
};
