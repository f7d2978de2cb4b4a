// What a draft of waste or of a transfer says, as it is written: its lines with a box by unit, and what they cost.
// Nothing here is changed in place, so that what stood before can be given back.
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
	/** Waste only: the location's own words for the reason, where they were chosen. */
	readonly label: string;
}

export interface DraftContent {
	readonly description: string;
	/** Transfers only: where it goes to, or comes from. */
	readonly otherLocationId: string | null;
	readonly lines: readonly DraftLine[];
}

/** A line after one of its boxes was typed in: an empty box goes, and with it those that are in no unit of the item. */
export function withBox(line: DraftLine, box: Box): DraftLine {
	const others = line.boxes.filter(({ unitId }) => unitId !== box.unitId);
	const filled = box.typed === '' ? others : [...others, box];
	const boxes = line.item.units.flatMap(({ unitId }) =>
		filled.filter((each) => each.unitId === unitId),
	);
	return { ...line, boxes };
}

/** Money of the currency; null while the quantity or the item's cost is not known. */
export function costOf({ item }: DraftLine, sum: LineSum, currency: string): DecimalText | null {
	const { unitCost } = item;
	return sum.kind !== 'total' || unitCost === null ? null : lineCost(sum.total, unitCost, currency);
}

/** Boxes as a template has them, read as if they were typed now. */
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

/** The unit in which stock is kept: the one that cannot be mistaken for a bigger one. */
export function baseColumnOf(item: ItemView): UnitColumn | undefined {
	const base = item.units.find(({ factor }) => equalsRatio('1', factor)) ?? item.units[0];
	return base && columnOf(item, base.unitId);
}
