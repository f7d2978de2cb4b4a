// How far a count may lie from the book before somebody counts again.
import { abs, compare, isZero, multiply } from './decimal.ts';
import type { DecimalText } from './decimal.ts';

/**
 * Three ways to say how much is too little to ask about; null where that way says nothing. An adjustment is outside only
 * when it is more than the largest of those that are set, so a dear item is judged by its money and a cheap one by its
 * quantity.
 */
export interface Tolerance {
	/** Base units of the item. */
	readonly quantity: DecimalText | null;
	/** Per cent of the book quantity. */
	readonly percent: DecimalText | null;
	/** Money of the location's currency. */
	readonly money: DecimalText | null;
}

/** The tolerance of a location: one for all, and those of categories that have their own. */
export interface Tolerances {
	readonly all: Tolerance;
	readonly byCategory: Readonly<Record<string, Tolerance>>;
}

export const toleranceOf = ({ all, byCategory }: Tolerances, category: string): Tolerance =>
	Object.hasOwn(byCategory, category) ? (byCategory[category] ?? all) : all;

interface ComparedLine {
	/** What would be booked, in base units. */
	readonly adjustment: DecimalText;
	/** Base units. */
	readonly book: DecimalText;
	/** Money per base unit; null where the service says none, and then money says nothing. */
	readonly unitCost: DecimalText | null;
}

/**
 * Whether an adjustment is more than is tolerated. Where nothing is set, any is; an adjustment of zero never is.
 * Products are compared, so nothing is rounded.
 */
export function isOutside(
	{ adjustment, book, unitCost }: ComparedLine,
	tolerance: Tolerance,
): boolean {
	if (isZero(adjustment)) return false;
	const off = abs(adjustment);
	const exceeds = (side: DecimalText, limit: DecimalText): boolean => compare(side, limit) > 0;
	const { quantity, percent, money } = tolerance;
	return (
		(quantity === null || exceeds(off, quantity)) &&
		(percent === null || exceeds(multiply(off, '100'), multiply(percent, abs(book)))) &&
		(money === null || unitCost === null || exceeds(multiply(off, abs(unitCost)), money))
	);
}
