// An arrival being received: what came of each line, box by box, and what still stands in the way.
import type { TransferDocument, TransferLine } from '../../../shared/bridge/transfer.ts';
import type { ItemUnitView } from '../../../shared/bridge/values.ts';
import { isZero, subtract } from '../../../shared/domain/decimal.ts';
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

/** What was typed in a line's box, word for word; empty when nothing was. */
export const typedIn = (line: TransferLine, column: BoxColumn): string => {
	const unit = unitIn(line, column);
	return line.receivedBoxes.find(({ unitId }) => unitId === unit?.unitId)?.typed ?? '';
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

/** received − sent; null while either is not known. */
export const differenceOf = (line: TransferLine, received: string | null): string | null =>
	received === null || line.sent === null ? null : subtract(received, line.sent);

export interface ReceiptStanding {
	readonly lines: number;
	readonly received: number;
	readonly blank: number;
	readonly differing: number;
	/** Lines that differ and say no reason. */
	readonly unexplained: number;
}

export function standingOfReceipt({ lines }: TransferDocument): ReceiptStanding {
	const differing = lines.filter((line) => differs(line));
	const blank = lines.filter(({ received }) => received === null).length;
	return {
		lines: lines.length,
		received: lines.length - blank,
		blank,
		differing: differing.length,
		unexplained: differing.filter(({ differenceReason }) => differenceReason === '').length,
	};
}

export const differs = ({ difference }: TransferLine): boolean =>
	difference !== null && !isZero(difference);

/** What a line still needs before it can be received; null when nothing. */
export function needOf(line: TransferLine): 'blank' | 'reason' | null {
	if (line.received === null) return 'blank';
	return differs(line) && line.differenceReason === '' ? 'reason' : null;
}
