// A transfer being handed over: what came, or leaves, of each line, box by box, and what still stands in the way.
import type { TransferDocument, TransferLine } from '../../../shared/bridge/transfer.ts';
import type { ItemUnitView } from '../../../shared/bridge/values.ts';
import type { Problem } from '../../../shared/bridge/reply.ts';
import {
	isZero,
	subtract,
	truncateRatio,
	divideRatios,
	equalsRatio,
	ratioOf,
} from '../../../shared/domain/decimal.ts';
import { parseEntry } from '../../../shared/domain/quantity-entry.ts';
import { toBase } from '../../../shared/domain/unit.ts';

/** The columns of boxes: cases, packs, and what is counted or weighed singly. */
export type BoxColumn = 'case' | 'pack' | 'loose';
const boxColumns: readonly BoxColumn[] = ['case', 'pack', 'loose'];

const columnOf = ({ kind }: ItemUnitView): BoxColumn =>
	kind === 'case' || kind === 'pack' ? kind : 'loose';

/** The unit of a line's box in a column; undefined where the item has none. */
export const unitIn = (line: TransferLine, column: BoxColumn): ItemUnitView | undefined =>
	line.item.units.find((unit) => columnOf(unit) === column);

/** The column in which a unit of a line is entered; undefined where none is. */
export const columnIn = (line: TransferLine, unitId: string): BoxColumn | undefined =>
	boxColumns.find((column) => unitIn(line, column)?.unitId === unitId);

/** What was typed in a line's box, word for word; empty when nothing was. */
export const typedIn = (line: TransferLine, column: BoxColumn): string => {
	const unit = unitIn(line, column);
	return line.entry?.boxes.find(({ unitId }) => unitId === unit?.unitId)?.typed ?? '';
};

/** The columns that any of the lines has a box in, in their order. */
export const columnsOf = (lines: readonly TransferLine[]): readonly BoxColumn[] =>
	boxColumns.filter((column) => lines.some((line) => unitIn(line, column) !== undefined));

/**
 * What the boxes of a line come to in base units as they are shown at this moment; null while all are blank or one
 * cannot be read.
 */
export function liveTotal(
	line: TransferLine,
	shown: (column: BoxColumn) => string,
	locale: string,
): string | null {
	const quantities: { unitId: string; quantity: string }[] = [];
	for (const column of boxColumns) {
		const unit = unitIn(line, column);
		if (unit === undefined) continue;
		const entry = parseEntry(shown(column), locale, { places: unit.places });
		if (entry.kind === 'problem') return null;
		if (entry.kind === 'quantity')
			quantities.push({ unitId: unit.unitId, quantity: entry.quantity });
	}
	return quantities.length === 0 ? null : toBase(quantities, line.item.units);
}

/**
 * What the line's total would be in a box that is still blank, to stand there greyed: 1.5 cases, and the box of singles
 * shows 18. Null where nothing was entered, or it does not come out even.
 */
export function equivalentIn(line: TransferLine, column: BoxColumn): string | null {
	const unit = unitIn(line, column);
	const total = line.entry?.total ?? null;
	if (unit === undefined || total === null || isZero(total)) return null;
	const exact = divideRatios(ratioOf(total), unit.factor);
	const shown = truncateRatio(exact, unit.places);
	return equalsRatio(shown, exact) ? shown : null;
}

/** total − due as the boxes are shown at this moment; null while they come to nothing. */
export const differenceOf = ({ entry }: TransferLine, total: string | null): string | null =>
	total === null || entry === null ? null : subtract(total, entry.due);

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
	entry?.total === null && !isZero(entry.due);

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
