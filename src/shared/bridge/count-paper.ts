// Count sheets on paper that are typed back in: a second person types a line again, and where the two differ somebody
// decides which one stands.
import { z } from 'zod';
import { call } from './call.ts';
import { box, decimal, instant, locale } from './values.ts';

/** A line that was typed a second time. */
const lineCheck = z.object({
	lineNo: z.number().int(),
	at: instant,
	by: z.string(),
	/** What the line comes to now, in base units; null while it is uncounted. */
	first: decimal.nullable(),
	/** Who counted it; empty while it is uncounted. */
	firstBy: z.string(),
	/** What was typed the second time, and what that comes to. */
	boxes: z.array(box),
	second: decimal.nullable(),
	/** `differs` until the two come to the same, or somebody says that the first stands. */
	outcome: z.enum(['agrees', 'differs', 'first-stands']),
});
export type LineCheck = z.infer<typeof lineCheck>;

const checks = z.object({ checks: z.array(lineCheck) });

export const countPaperCalls = {
	/**
	 * With which book a sheet is compared that was counted at an earlier moment: when that was read from the service; null
	 * where this PC does not remember it, so that the lines are compared with the book of the opening.
	 */
	'countPaper.bookOf': call(
		z.object({ stocktakeId: z.string(), countedAt: instant }),
		z.object({ asOf: instant.nullable() }),
	),
	/** The last check of each line that was checked, in the order of the checks. */
	'countPaper.list': call(z.object({ stocktakeId: z.string() }), checks),
	/**
	 * Writes down what somebody typed a second time and changes nothing of the count. Fails with `not-a-quantity`, as
	 * `stocktake.enter` does.
	 */
	'countPaper.check': call(
		z.object({
			stocktakeId: z.string(),
			lineNo: z.number().int(),
			boxes: z.array(z.object({ unitId: z.string(), typed: z.string().max(64) })).max(20),
			/** As in `stocktake.enterMany`, where the line was left blank the first time. */
			countedAt: instant.optional(),
			locale,
			by: z.string().trim().max(80).default(''),
		}),
		z.object({ check: lineCheck }),
	),
	/**
	 * Decides about a line on which the two differ. Where the second stands it takes the place of everything on the line,
	 * whatever becomes of two counts otherwise: it is a correction, not a second count, and was counted when the first was.
	 */
	'countPaper.settle': call(
		z.object({
			stocktakeId: z.string(),
			lineNo: z.number().int(),
			stands: z.enum(['first', 'second']),
			by: z.string().trim().max(80).default(''),
		}),
		checks,
	),
};
