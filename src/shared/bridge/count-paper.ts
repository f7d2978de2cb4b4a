// Paper count sheets: a second person types a line again, and someone decides where the two entries differ.
import { z } from 'zod';
import { call } from './call.ts';
import { box, decimal, instant, locale } from './values.ts';

/** A line with a second entry. */
const lineCheck = z.object({
	lineNo: z.number().int(),
	at: instant,
	by: z.string(),
	/** Current quantity in base units; null if uncounted. */
	first: decimal.nullable(),
	/** Who counted it; empty if uncounted. */
	firstBy: z.string(),
	/** The second entry and its quantity in base units. */
	boxes: z.array(box),
	second: decimal.nullable(),
	/** `differs` until both quantities match or someone keeps the first. */
	outcome: z.enum(['agrees', 'differs', 'first-stands']),
});
export type LineCheck = z.infer<typeof lineCheck>;

const checks = z.object({ checks: z.array(lineCheck) });

export const countPaperCalls = {
	/**
	 * The book to compare an earlier paper count with: when it was read from the service. null if this PC no longer has
	 * it; lines are then compared with the book at opening.
	 */
	'countPaper.bookOf': call(
		{ stocktakeId: z.string(), countedAt: instant },
		{ asOf: instant.nullable() },
	),
	/** The latest check of each checked line, in order of checking. */
	'countPaper.list': call({ stocktakeId: z.string() }, checks),
	/** Saves a second entry without changing the count. Fails with `not-a-quantity` like `stocktake.enter`. */
	'countPaper.check': call(
		{
			stocktakeId: z.string(),
			lineNo: z.number().int(),
			boxes: z.array(z.object({ unitId: z.string(), typed: z.string().max(64) })).max(20),
			/** As in `stocktake.enterMany`, for a line left blank the first time. */
			countedAt: instant.optional(),
			locale,
			by: z.string().trim().max(80).default(''),
		},
		{ check: lineCheck },
	),
	/**
	 * Decides between two different entries. If the second is kept, it replaces everything on the line, regardless of
	 * the rule for two counters: it is a correction, with the first count's time.
	 */
	'countPaper.settle': call(
		{
			stocktakeId: z.string(),
			lineNo: z.number().int(),
			stands: z.enum(['first', 'second']),
			by: z.string().trim().max(80).default(''),
		},
		checks,
	),
};
