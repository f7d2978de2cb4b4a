// The review of a count, and what is decided in it before the count is submitted.
import { z } from 'zod';
import { call } from './call.ts';
import { countPlan } from './count-plan.ts';
import { tolerances } from './counting-rules.ts';
import {
	by,
	countedBox,
	guard,
	lineNo,
	parkedCode,
	stocktakeId,
	stocktakeSummary,
} from './stocktake.ts';
import { currency, decimal, instant, intentId, itemUnit, nothing } from './values.ts';

/**
 * What asks for a look at a line. Only the first three stand in the way of submitting:
 * - `undecided`: blank, and the plan wants a decision about each blank.
 * - `recount-open`: it is being counted again.
 * - `reason-missing`: further from the book than is tolerated, and the settings want a reason for that.
 * - `outside`: further from the book than is tolerated, neither counted again nor explained by a reason.
 * - `moved`: the book moved since it was counted, and nobody chose what is kept.
 * - `question`: a guard asks.
 * - `same-person`: who counted it first counted it again.
 * - `book-not-then`: nobody knew the book of the moment of counting, so it is compared with that of the opening.
 * - `no-book`: there is nothing to compare it with, so nothing is posted for it.
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

/**
 * When the book said what a count is compared with: `counted`, as the last box was filled; `opened`, with the count, where
 * nothing else is known.
 */
export const bookWhen = z.enum(['counted', 'opened']);

/** One of several counts of the same line. */
const lineAttempt = z.object({
	/** 0 for the first count, else the round of the recount. */
	round: z.number().int(),
	/** Base units. */
	counted: decimal,
	boxes: z.array(countedBox),
	by: z.array(z.string()),
	at: instant,
	variance: decimal.nullable(),
});
export type LineAttempt = z.infer<typeof lineAttempt>;

/** An item in one stock area: all of its lines together, for the book knows only of the area. All in base units. */
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
	/** The count that stands, of all places together; null while one of them is blank. */
	counted: decimal.nullable(),
	/** The last of its boxes; null while uncounted. */
	countedAt: instant.nullable(),
	/** What the book said at the moment of `bookWhen`. */
	book: decimal.nullable(),
	/** When that was read from the service. */
	bookAsOf: instant.nullable(),
	bookWhen,
	/** counted − book. */
	variance: decimal.nullable(),
	/** The adjustment in money of the location's currency; null where no cost is known. */
	adjustmentCost: decimal.nullable(),
	/** What the book says now, or said when the count was submitted. */
	bookNow: decimal.nullable(),
	/** bookNow − book; null where one of them is not known, or the line is uncounted. */
	moved: decimal.nullable(),
	keep,
	/** True where somebody chose it, for this line or for all. */
	keepChosen: z.boolean(),
	/** What is booked, and what the book says afterwards; null where nobody knows, and zero of a line that was left out. */
	adjustment: decimal.nullable(),
	stockAfter: decimal.nullable(),
	/** The adjustment is more than is tolerated. */
	outside: z.boolean(),
	/** Uncounted, and outside as soon as its blank places are taken as empty. */
	outsideAsZero: z.boolean(),
	/** Its counts, the first one first; empty where there is only one. */
	attempts: z.array(lineAttempt),
	/** The round of the count that stands; 0 for the first. */
	stands: z.number().int(),
	/** Of each place that is counted, the round that its count is of. */
	standsIn: z.array(z.object({ lineNo, round: z.number().int() })),
	/** The service refused the line, and somebody left it out of the posting. */
	leftOut: z.boolean(),
	/** Why it is off, or why an earlier count stands, in the words of the staff. */
	reason: z.string(),
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
	problems: z.array(reviewProblem),
});
export type ReviewLine = z.infer<typeof reviewLine>;

/** A recount of some lines of a count. */
const recountRound = z.object({
	/** Of the recount, whose sheet it names. */
	stocktakeId,
	round: z.number().int(),
	open: z.boolean(),
	/** Who recounts; empty: anyone. */
	recounter: z.string(),
	openedAt: instant,
	openedBy: z.string(),
	lines: z.number().int(),
	counted: z.number().int(),
});

export const review = z.object({
	summary: stocktakeSummary,
	plan: countPlan,
	approved: z.object({ at: instant, by: z.string() }).nullable(),
	parked: z.array(parkedCode),
	currency,
	bookAsOf: instant.nullable(),
	/** Where the count goes: as stock changes to the service, to a file, or nowhere (it stays on this PC). */
	posting: z.enum(['stock-changes', 'file', 'none']),
	/** What is kept of lines for which nobody chose; the default is the difference. */
	keep,
	/** What is tolerated: as set now, or as it was when the count was submitted. */
	tolerances,
	rounds: z.array(recountRound),
	lines: z.array(reviewLine),
	totals: z.object({
		quantity: z.number().int(),
		zero: z.number().int(),
		uncounted: z.number().int(),
		/** What is booked in money: all of it, surpluses and losses apart, and how many lines have no known cost. */
		adjustmentCost: decimal.nullable(),
		surplusCost: decimal.nullable(),
		lossCost: decimal.nullable(),
		costsUnknown: z.number().int().min(0),
	}),
});
export type Review = z.infer<typeof review>;

/**
 * Why blank lines are empty, one reason for all: kept with those that as zero are outside tolerance and have none of their
 * own. It is changed for a single line by `stocktake.stand`.
 */
const zeroReason = z.string().trim().max(120).optional();

export const countReviewCalls = {
	'stocktake.review': call(z.object({ stocktakeId }), review),
	/** Writes zero into every one of these lines that is still uncounted: an act of its own, never a side effect. */
	'stocktake.confirmZero': call(
		z.object({ stocktakeId, lineNos: z.array(lineNo).min(1), zeroReason, by }),
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
	 * Chooses what is kept of lines whose stock moved since they were counted. Of all lines (null) it takes away what was
	 * chosen for single ones.
	 */
	'stocktake.keep': call(
		z.object({ stocktakeId, lineNos: z.array(lineNo).min(1).nullable(), keep, by }),
		review,
	),
	/**
	 * Chooses which count of a line stands (null: the last), and why. Fails with `incomplete` (details: `reason`) where an
	 * earlier count is to stand without a reason, and with `not-found` where no such round counted it.
	 */
	'stocktake.stand': call(
		z.object({
			stocktakeId,
			lineNos: z.array(lineNo).min(1),
			round: z.number().int().nullable(),
			reason: z.string().trim().max(120),
			by,
		}),
		review,
	),
	/**
	 * Opens a recount: a blind sheet of these lines alone, under their numbers. Fails with `refused` (details:
	 * `recounter` with `counted-here`) where the plan wants another person, and with `not-possible-now` while one of the
	 * lines is being recounted.
	 */
	'stocktake.recount': call(
		z.object({
			stocktakeId,
			lineNos: z.array(lineNo).min(1),
			recounter: z.string().trim().max(80),
			intentId,
			by,
		}),
		z.object({ stocktakeId }),
	),
	/** Closes the sheet of a recount: what it counted stands, until somebody chooses otherwise. */
	'stocktake.finishRecount': call(z.object({ stocktakeId, by }), nothing),
	/**
	 * Closes the count and queues its posting; what becomes of uncounted lines is said in the plan. Fails with
	 * `incomplete` (details: `lines`, `blanks`, `recount`, `reasons`, `zero-reason`, `cut-off` or `approval`).
	 */
	'stocktake.submit': call(z.object({ stocktakeId, intentId, zeroReason, by }), stocktakeSummary),
};
