// The lines of a review by what a person does with them: look at the differences, decide about the uncounted.
import type { Review, ReviewLine } from '../../../shared/bridge/count-review.ts';
import { abs, compare, isZero } from '../../../shared/domain/decimal.ts';

export type ReviewPart = 'different' | 'uncounted' | 'flagged' | 'all';

export interface ReviewParts {
	/** Counted lines whose quantity is not the book's, the dearest first. */
	readonly different: readonly ReviewLine[];
	readonly uncounted: readonly ReviewLine[];
	/** Counted lines that a guard asks about. */
	readonly flagged: readonly ReviewLine[];
	readonly all: readonly ReviewLine[];
	/** Counted lines without a book quantity: there is nothing to compare them with, so nothing to post. */
	readonly withoutBook: number;
}

export function reviewParts({ lines }: Pick<Review, 'lines'>): ReviewParts {
	const counted = lines.filter((line) => line.state !== 'uncounted');
	return {
		different: counted
			.filter(({ variance }) => variance !== null && !isZero(variance))
			.sort(dearestFirst),
		uncounted: lines.filter((line) => line.state === 'uncounted'),
		flagged: counted.filter(({ guards }) => guards.length > 0).sort(dearestFirst),
		all: lines,
		withoutBook: counted.filter(({ book }) => book === null).length,
	};
}

/** By the money of the difference, gained or lost; lines without a cost after those that have one, in walking order. */
export function dearestFirst(a: ReviewLine, b: ReviewLine): number {
	if (a.varianceCost === null || b.varianceCost === null)
		return Number(a.varianceCost === null) - Number(b.varianceCost === null) || a.lineNo - b.lineNo;
	return compare(abs(b.varianceCost), abs(a.varianceCost)) || a.lineNo - b.lineNo;
}
