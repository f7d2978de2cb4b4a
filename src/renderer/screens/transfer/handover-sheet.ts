// A transfer being handed over: what came, or leaves, of each line, and what still stands in the way.
import type { TransferDocument, TransferLine } from '../../../shared/bridge/transfer.ts';
import type { Problem } from '../../../shared/bridge/reply.ts';
import { isZero, subtract } from '../../../shared/domain/decimal.ts';
import type { BoxedLine, LineSum } from '../../ui/grid/unit-boxes.ts';

/** A line with the boxes that are entered against it, beside which stand those it was asked for or sent by. */
export const enteredOf = ({ item, entry }: TransferLine): BoxedLine => ({
	item,
	boxes: entry?.boxes ?? [],
});

/**
 * What came, or left, of each line before this delivery, by line; null where it is the first one.
 * In base units; a line of which nothing did has zero.
 */
export function beforeOf({
	handover,
	lines,
}: Pick<TransferDocument, 'handover' | 'lines'>): ReadonlyMap<string, string> | null {
	const before = new Map(
		lines.map(({ lineId, requested, received, entry }) => {
			const left = entry === null ? '0' : subtract(requested ?? entry.due, entry.due);
			return [lineId, handover === 'fulfill' ? left : (received ?? '0')];
		}),
	);
	return [...before.values()].every(isZero) ? null : before;
}

/** What the boxes come to as they are shown − due; null while they come to nothing. */
export const differenceOf = ({ entry }: TransferLine, sum: LineSum): string | null =>
	sum.kind !== 'total' || entry === null ? null : subtract(sum.total, entry.due);

interface HandoverStanding {
	readonly lines: number;
	readonly entered: number;
	/** Lines of which something is due and nothing was entered. */
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

/**
 * Whether something can be said of what becomes of a line's difference: of one that was entered, and of the rest of a
 * line that came in part before.
 */
export const canSettle = (line: TransferLine): boolean =>
	entryDiffers(line) || (isBlank(line) && !isZero(line.received ?? '0'));

/** Whether what came is known to differ from what was sent. */
export const differs = ({ difference }: TransferLine): boolean =>
	difference !== null && !isZero(difference);

/** What stands in the way of a line, as the core says it, and the column to put it right in. */
export function problemOf(
	{ problems }: TransferDocument,
	{ lineId }: TransferLine,
): { problem: Problem; column: 'why' | 'box' } | null {
	const problem = problems.find(({ path }) => path.startsWith(`lines.${lineId}.`));
	if (problem === undefined) return null;
	return { problem, column: problem.path.endsWith('.reason') ? 'why' : 'box' };
}
