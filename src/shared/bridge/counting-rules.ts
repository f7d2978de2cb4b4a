// What is tolerated between a count and the book, and the words for why it is off. Both are settings.
import { z } from 'zod';
import { decimal } from './values.ts';

const limit = decimal.nullable();

/** As the domain's `Tolerance`: base units, per cent of the book, money; null where that way says nothing. */
export const tolerance = z.object({ quantity: limit, percent: limit, money: limit });

export const tolerances = z.object({
	all: tolerance,
	/** By the names of categories that have their own. */
	byCategory: z.record(z.string(), tolerance),
});

export const countingRules = z.object({
	tolerances,
	/** Why a line is off, in the words of the staff; empty: the catalogue's own words. */
	reasons: z.array(z.string().trim().min(1).max(120)).max(30),
	/** Whether a count waits for a reason for each line that is outside tolerance. */
	reasonNeeded: z.boolean().default(false),
});
export type CountingRules = z.infer<typeof countingRules>;

/**
 * Five per cent of the book or five of the currency, whichever is more: what a kitchen does not look at twice. No source
 * says so; it is set to be changed.
 */
export const defaultCountingRules: CountingRules = {
	tolerances: { all: { quantity: null, percent: '5', money: '5' }, byCategory: {} },
	reasons: [],
	reasonNeeded: false,
};
