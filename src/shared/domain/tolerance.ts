// How far a count may differ from the book before it needs a recount or a reason.
import { abs, compare, isZero, multiply } from './decimal.ts';
import type { DecimalText } from './decimal.ts';

/**
 * An adjustment is outside only if it exceeds the largest limit set, so expensive items are judged by money and cheap
 * ones by quantity.
 */
export interface Tolerance {
	readonly quantity: DecimalText | null;
	/** Per cent of the book quantity. */
	readonly percent: DecimalText | null;
	/** Money in the location's currency. */
	readonly money: DecimalText | null;
}

export interface Tolerances {
	readonly all: Tolerance;
	readonly byCategory: Readonly<Record<string, Tolerance>>;
}

export const toleranceOf = ({ all, byCategory }: Tolerances, category: string): Tolerance =>
	Object.hasOwn(byCategory, category) ? (byCategory[category] ?? all) : all;

interface ComparedLine {
	readonly adjustment: DecimalText;
	readonly book: DecimalText;
	/** Money per base unit; null if unknown, which disables the money limit. */
	readonly unitCost: DecimalText | null;
}

/** Without limits any nonzero adjustment is outside; zero never is. Compares products, so nothing is rounded. */
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
