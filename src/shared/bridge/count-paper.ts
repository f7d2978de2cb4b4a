// Paper count sheets: a second person types a line again, and someone decides where the two entries differ.
import { z } from 'zod';
import { call } from './call.ts';
import { decimal, instant, locale } from './values.ts';

const lineCheck = z.object({
	lineNo: z.number().int(),
	by: z.string(),
	first: decimal.nullable(),
	firstBy: z.string(),
	second: decimal.nullable(),
	/** `differs` until both quantities match or someone keeps the first. */
	outcome: z.enum(['agrees', 'differs', 'first-stands']),
});
export type LineCheck = z.infer<typeof lineCheck>;

const checks = z.object({ checks: z.array(lineCheck) });

export const countPaperCalls = {
	/** When the book was read that an earlier paper count is compared with; null uses the book at opening. */
	'countPaper.bookOf': call(
		{ stocktakeId: z.string(), countedAt: instant },
		{ asOf: instant.nullable() },
	),
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
	/** The kept second entry replaces everything on the line: it is a correction, with the first count's time. */
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
