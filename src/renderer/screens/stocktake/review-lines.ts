// Review lines by task: filter, order, groups with sums, and problems.
import type { Review, ReviewLine, ReviewProblem } from '../../../shared/bridge/count-review.ts';
import { abs, compare, isZero, sum } from '../../../shared/domain/decimal.ts';
import type { NameOrder } from '../../../shared/domain/name-order.ts';

export const reviewPartNames = [
	'different',
	'uncounted',
	'outside',
	'flagged',
	'recounted',
	'all',
] as const;
export type ReviewPart = (typeof reviewPartNames)[number];
export type ReviewOrder = 'money' | 'name' | 'walk';
export type ReviewGrouping = 'none' | 'category' | 'area';

export interface ReviewParts extends Readonly<Record<ReviewPart, readonly ReviewLine[]>> {
	/** Lines with an adjustment. */
	readonly booked: readonly ReviewLine[];
	/** Counted lines without a book quantity: nothing to compare with, so nothing to post. */
	readonly withoutBook: number;
}

/** Problems by priority: those that block submitting first. */
export const problemOrder: readonly ReviewProblem[] = [
	'undecided',
	'recount-open',
	'reason-missing',
	'outside',
	'moved',
	'same-person',
	'question',
	'book-not-then',
	'no-book',
	'uncounted',
];
export const blocks = (problem: ReviewProblem): boolean =>
	problem === 'undecided' || problem === 'recount-open' || problem === 'reason-missing';

/** In walking order, as in the review. */
export function reviewParts({ lines }: Pick<Review, 'lines'>): ReviewParts {
	const counted = lines.filter((line) => line.state !== 'uncounted');
	return {
		different: counted.filter(({ variance }) => variance !== null && !isZero(variance)),
		uncounted: lines.filter((line) => line.state === 'uncounted'),
		outside: counted.filter(({ outside }) => outside),
		flagged: counted.filter(({ guards }) => guards.length > 0),
		recounted: lines.filter(({ attempts }) => attempts.length > 0),
		all: lines,
		booked: counted.filter(({ adjustment }) => adjustment !== null && !isZero(adjustment)),
		withoutBook: counted.filter(({ book }) => book === null).length,
	};
}

/** Number of lines per problem, by priority, without zeros. */
export function problemCounts(
	lines: readonly ReviewLine[],
): { readonly problem: ReviewProblem; readonly count: number }[] {
	const counts = new Map<ReviewProblem, number>();
	for (const { problems } of lines)
		for (const problem of problems) counts.set(problem, (counts.get(problem) ?? 0) + 1);
	return problemOrder.flatMap((problem) => {
		const count = counts.get(problem);
		return count === undefined ? [] : [{ problem, count }];
	});
}

/**
 * The next or previous line with a problem, wrapping around.
 * @param lines as shown
 * @param inHand number of a line; null before the first
 */
export function nextWithProblem(
	lines: readonly ReviewLine[],
	inHand: number | null,
	by: 1 | -1,
): ReviewLine | null {
	const at = lines.findIndex(({ lineNo }) => lineNo === inHand);
	const [before, after] = [lines.slice(0, Math.max(at, 0)), lines.slice(at + 1)];
	const here = at === -1 ? [] : lines.slice(at, at + 1);
	const asks = ({ problems }: ReviewLine): boolean => problems.length > 0;
	return (
		(by === 1
			? [...after, ...before, ...here].find(asks)
			: [...here, ...after, ...before].findLast(asks)) ?? null
	);
}

/** Blank lines that need a reason once counted as zero, if the settings require one. */
export const wantZeroReason = (lines: readonly ReviewLine[]): ReviewLine[] =>
	lines.filter(({ outsideAsZero, reason }) => outsideAsZero && reason === '');

/** Lines to recount: counted, outside, and neither recounted nor being recounted. */
export const toRecount = (lines: readonly ReviewLine[]): ReviewLine[] =>
	lines.filter(
		({ outside, attempts, problems }) =>
			outside && attempts.length === 0 && !problems.includes('recount-open'),
	);

/** A line's boxes as typed, each with its unit. */
export const enteredIn = ({
	boxes,
	units,
}: Pick<ReviewLine, 'boxes' | 'units'>): { typed: string; unit: string; by: string }[] =>
	boxes
		.filter(({ typed }) => typed !== '')
		.map(({ unitId, typed, by }) => {
			const unit = units.find((candidate) => candidate.unitId === unitId);
			return { typed, unit: unit?.name ?? '', by };
		});

/** Number of people who filled a line's boxes. */
export const peopleOf = ({ boxes }: Pick<ReviewLine, 'boxes'>): number =>
	new Set(boxes.map(({ by }) => by)).size;

export interface LineGroup {
	/** Category or area; empty if ungrouped. */
	readonly name: string;
	readonly lines: readonly ReviewLine[];
	/** Sum of variances in money; null if no line has one. */
	readonly adjustmentCost: string | null;
	/** Lines with an adjustment of unknown cost, which the sum leaves out. */
	readonly costsUnknown: number;
}

/** Groups by name, with lines in the given order. */
export function groupLines(
	lines: readonly ReviewLine[],
	grouping: ReviewGrouping,
	order: ReviewOrder,
	areaName: (areaId: string) => string,
	names: NameOrder,
): LineGroup[] {
	const ordered = inOrder(lines, order, names);
	if (grouping === 'none') return [groupOf('', ordered)];
	const groups = Map.groupBy(ordered, ({ category, areaId }) =>
		grouping === 'category' ? category : areaName(areaId),
	);
	return [...groups]
		.toSorted(([a], [b]) => names(a, b))
		.map(([name, itsLines]) => groupOf(name, itsLines));
}

function groupOf(name: string, lines: readonly ReviewLine[]): LineGroup {
	const costs = lines.flatMap(({ adjustmentCost }) => adjustmentCost ?? []);
	const costsUnknown = lines.filter(
		({ adjustment, adjustmentCost }) =>
			adjustmentCost === null && adjustment !== null && !isZero(adjustment),
	).length;
	return { name, lines, adjustmentCost: costs.length === 0 ? null : sum(costs), costsUnknown };
}

function inOrder(
	lines: readonly ReviewLine[],
	order: ReviewOrder,
	names: NameOrder,
): readonly ReviewLine[] {
	switch (order) {
		case 'money':
			return lines.toSorted(dearestFirst);
		case 'name':
			return lines.toSorted((a, b) => names(a.name, b.name));
		case 'walk':
			return lines;
	}
}

/** By money gained or lost; lines without a cost last, in walking order. */
export function dearestFirst(a: ReviewLine, b: ReviewLine): number {
	if (a.adjustmentCost === null || b.adjustmentCost === null)
		return (
			Number(a.adjustmentCost === null) - Number(b.adjustmentCost === null) || a.lineNo - b.lineNo
		);
	return compare(abs(b.adjustmentCost), abs(a.adjustmentCost)) || a.lineNo - b.lineNo;
}
