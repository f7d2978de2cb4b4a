// A transfer being received or handed over: quantities per line, and remaining problems.
import type { TransferDocument, TransferLine } from '../../../shared/bridge/transfer.ts';
import type { Problem } from '../../../shared/bridge/reply.ts';
import { isZero, subtract } from '../../../shared/domain/decimal.ts';
import { baseColumnOf } from '../../document/draft-lines.ts';
import { columnOf, type BoxedLine, type LineSum } from '../../ui/grid/unit-boxes.ts';

/** A line with its entry boxes beside those requested or sent. */
export const enteredOf = ({ item, entry }: TransferLine): BoxedLine => ({
	item,
	boxes: entry?.boxes ?? [],
});

/**
 * Base units received or handed over before this delivery, by line (0 if none of a line); null for the first delivery.
 */
export function beforeOf({
	lines,
}: Pick<TransferDocument, 'lines'>): ReadonlyMap<string, string> | null {
	const before = new Map(lines.map(({ lineId, entry }) => [lineId, entry?.before ?? '0']));
	return [...before.values()].every(isZero) ? null : before;
}

/** Total of the boxes as shown − due; null if they have no total. */
export const differenceOf = ({ entry }: TransferLine, sum: LineSum): string | null =>
	sum.kind !== 'total' || entry === null ? null : subtract(sum.total, entry.due);

interface HandoverStanding {
	readonly lines: number;
	readonly entered: number;
	/** Lines with a quantity due and nothing entered. */
	readonly blank: number;
	readonly differing: number;
}

export function standingOf({ lines }: TransferDocument): HandoverStanding {
	const blank = lines.filter(isBlank).length;
	return {
		lines: lines.length,
		entered: lines.filter(({ entry }) => entry !== null && entry.total !== null).length,
		blank,
		differing: lines.filter(entryDiffers).length,
	};
}

export const isBlank = ({ entry }: TransferLine): boolean =>
	entry?.boxes.length === 0 && !isZero(entry.due);

export const entryDiffers = ({ entry }: TransferLine): boolean => !isZero(entry?.difference ?? '0');

/** Whether a line's difference can be settled: one entered, or the rest after a partial receipt. */
export const canSettle = (line: TransferLine): boolean =>
	entryDiffers(line) || (isBlank(line) && !isZero(line.entry?.before ?? '0'));

/** Whether the quantity received is known to differ from the quantity sent. */
export const differs = ({ difference }: TransferLine): boolean =>
	difference !== null && !isZero(difference);

/** A line's problem as the core reports it, and the column to fix it in: a filled box rather than a blank one. */
export function problemOf(
	{ problems }: Pick<TransferDocument, 'problems'>,
	line: TransferLine,
): { problem: Problem; column: string } | null {
	const { lineId, item, entry } = line;
	const problem = problems.find(({ path }) => path.startsWith(`lines.${lineId}.`));
	if (problem === undefined) return null;
	const boxes = entry?.boxes ?? [];
	const box = boxes.find(({ quantity }) => !isZero(quantity ?? '0')) ?? boxes[0];
	const boxColumn = (box && columnOf(item, box.unitId)) ?? baseColumnOf(item) ?? 'item';
	return { problem, column: problem.path.endsWith('.reason') ? 'why' : boxColumn };
}

/** An impossible quantity is reported at once, a missing one only after an attempt or F8. */
export const isShown = ({ message }: Problem, tried: boolean): boolean =>
	tried || message !== 'missing';

/** Whether more was entered than can be received or sent: no reason settles that. */
export const isTooMuch = (document: Pick<TransferDocument, 'problems'>, line: TransferLine) => {
	const message = problemOf(document, line)?.problem.message;
	return message === 'over-tolerance' || message === 'more-than-asked';
};

/** Drafts that this receipt would create, at most one per kind. */
export const draftsOf = ({ lines }: TransferDocument): readonly string[] => [
	...new Set(
		lines.flatMap(({ entry }) =>
			entry === null || entry.settlement === 'none' ? [] : [entry.settlement],
		),
	),
];
