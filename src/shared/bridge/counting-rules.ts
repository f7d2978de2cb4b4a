// Settings: the tolerance between count and book, and the reasons for a variance.
import { z } from 'zod';
import { decimal } from './values.ts';

const limit = decimal.nullable();

/** Like the domain's `Tolerance`: base units, per cent of the book, money; null if not limited that way. */
export const tolerance = z.object({ quantity: limit, percent: limit, money: limit });

export const tolerances = z.object({
	all: tolerance,
	/** Keyed by the name of a category with its own tolerance. */
	byCategory: z.record(z.string(), tolerance),
});

export const countingRules = z.object({
	tolerances,
	/** The staff's reasons for a variance; empty uses the catalogue's. */
	reasons: z.array(z.string().trim().min(1).max(120)).max(30),
	/** Whether every line outside tolerance needs a reason before submitting. */
	reasonNeeded: z.boolean().default(false),
});
export type CountingRules = z.infer<typeof countingRules>;

/**
 * 5 % of the book or 5 in currency, whichever is more. No source gives these numbers: they are our default, meant to be
 * changed.
 */
export const defaultCountingRules: CountingRules = {
	tolerances: { all: { quantity: null, percent: '5', money: '5' }, byCategory: {} },
	reasons: [],
	reasonNeeded: false,
};
