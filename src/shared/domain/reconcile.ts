// Computes the adjustment when stock moved between the book reading, the counting of a line, and the review.
import { add, subtract } from './decimal.ts';
import type { DecimalText } from './decimal.ts';

/**
 * `difference`: later movements stay valid (sold after the count, so gone). `counted`: they had already happened on the
 * shelf before counting, like a delivery booked late.
 */
export type Keep = 'difference' | 'counted';

interface CountedAgainstBook {
	/** All in base units. */
	readonly counted: DecimalText;
	readonly bookThen: DecimalText;
	readonly bookNow: DecimalText;
}

interface Reconciled {
	readonly variance: DecimalText;
	readonly movedSince: DecimalText;
	readonly adjustment: DecimalText;
	readonly stockAfter: DecimalText;
}

/** Both modes agree if nothing moved since counting. */
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
