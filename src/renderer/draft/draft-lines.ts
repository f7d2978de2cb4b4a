// The content of a waste or transfer draft: lines with a box per unit, and their cost. Immutable, so that undo can
// restore it.
import type { Box, ItemView, TypedBox } from '../../shared/bridge/values.ts';
import { readBox } from '../../shared/domain/box-entry.ts';
import { equalsRatio, type DecimalText } from '../../shared/domain/decimal.ts';
import { lineCost } from '../../shared/domain/money.ts';
import { columnOf, type BoxedLine, type LineSum } from '../ui/grid/unit-boxes.ts';
import type { UnitColumn } from '../ui/grid/unit-columns.ts';

export interface DraftLine extends BoxedLine {
	readonly lineId: string;
	readonly note: string;
	/** Waste only. */
	readonly reasonId: string | null;
	/** Waste only: the location's label for the reason, if chosen. */
	readonly label: string;
}

export interface DraftContent {
	readonly description: string;
	/** Transfers only: the other end. */
	readonly otherLocationId: string | null;
	readonly lines: readonly DraftLine[];
}

/** The line after typing in a box. Removes an empty box, and all boxes in units the item lacks. */
export function withBox(line: DraftLine, box: Box): DraftLine {
	const others = line.boxes.filter(({ unitId }) => unitId !== box.unitId);
	const filled = box.typed === '' ? others : [...others, box];
	const boxes = line.item.units.flatMap(({ unitId }) =>
		filled.filter((each) => each.unitId === unitId),
	);
	return { ...line, boxes };
}

/** Money in the currency; null while the quantity or the item's cost is unknown. */
export function costOf({ item }: DraftLine, sum: LineSum, currency: string): DecimalText | null {
	const { unitCost } = item;
	return sum.kind !== 'total' || unitCost === null ? null : lineCost(sum.total, unitCost, currency);
}

/** Template boxes, read as if typed now. */
export const readBoxes = (item: ItemView, boxes: readonly TypedBox[], locale: string): Box[] =>
	boxes
		.filter(({ typed }) => typed !== '')
		.map(({ unitId, typed }) => {
			const unit = item.units.find((each) => each.unitId === unitId);
			const entry = unit && readBox(typed, locale, unit, item.units);
			return {
				unitId,
				typed,
				locale,
				quantity: entry?.kind === 'quantity' ? entry.quantity : null,
			};
		});

/** The base unit's column, which cannot be mistaken for a bigger unit. */
export function baseColumnOf(item: ItemView): UnitColumn | undefined {
	const base = item.units.find(({ factor }) => equalsRatio('1', factor)) ?? item.units[0];
	return base && columnOf(item, base.unitId);
}
