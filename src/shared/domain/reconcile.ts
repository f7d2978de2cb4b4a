// What becomes of the stock when goods moved between the reading of the book, the counting of a line, and the review.
import { add, subtract } from './decimal.ts';
import type { DecimalText } from './decimal.ts';

/**
 * `difference`: what was missing or too much when the line was counted is booked, and what moved since stands: sold
 * after the count, it is gone. `counted`: the stock becomes what was counted, and what the book shows as moved since
 * was on the shelf, or off it, already: a delivery that was typed in late.
 */
export type Keep = 'difference' | 'counted';

interface CountedAgainstBook {
	/** All in base units. */
	readonly counted: DecimalText;
	/** What the book said when the line was counted. */
	readonly bookThen: DecimalText;
	/** What the book says now. */
	readonly bookNow: DecimalText;
}

interface Reconciled {
	/** counted − book at the time of counting. */
	readonly variance: DecimalText;
	/** What the book moved by since the line was counted. */
	readonly movedSince: DecimalText;
	/** What is to be booked. */
	readonly adjustment: DecimalText;
	/** What the book will say afterwards. */
	readonly stockAfter: DecimalText;
}

/** Both outcomes agree when nothing moved since. */
export function reconcile(
	{ counted, bookThen, bookNow }: CountedAgainstBook,
	keep: Keep,
): Reconciled {
	const variance = subtract(counted, bookThen);
	const adjustment = keep === 'counted' ? subtract(counted, bookNow) : variance;
	return {
		variance,
		movedSince: subtract(bookNow, bookThen),
		adjustment,
		stockAfter: add(bookNow, adjustment),
	};
}
