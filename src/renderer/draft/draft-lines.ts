// What a draft of waste or of a transfer says, as it is written: its lines with a box by unit, what they come to and cost.
// Nothing here is changed in place, so that what stood before can be given back.
import type { Box, ItemUnitView, ItemView, TypedBox } from '../../shared/bridge/values.ts';
import { lineTotal } from '../../shared/domain/count-line.ts';
import {
	divideRatios,
	equalsRatio,
	isZero,
	ratioOf,
	truncateRatio,
	type DecimalText,
} from '../../shared/domain/decimal.ts';
import { lineCost } from '../../shared/domain/money.ts';
import { readBox } from '../../shared/domain/box-entry.ts';
import { unitsByColumn, type UnitColumn } from '../ui/grid/unit-columns.ts';

export interface DraftLine {
	readonly lineId: string;
	readonly item: ItemView;
	/** Those that are filled. */
	readonly boxes: readonly Box[];
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

/** The text that the box of a column shows at this moment. */
export type TextOf = (column: UnitColumn) => string;

const known = new WeakMap<ItemView, ReadonlyMap<UnitColumn, ItemUnitView>>();

/** The units of an item by the column of their box. */
export function unitsOf(item: ItemView): ReadonlyMap<UnitColumn, ItemUnitView> {
	const before = known.get(item);
	if (before !== undefined) return before;
	const units = unitsByColumn(item.units);
	known.set(item, units);
	return units;
}

/** The column in which a unit of an item is entered; undefined where the item has it no more. */
export const columnOf = (item: ItemView, unitId: string): UnitColumn | undefined =>
	[...unitsOf(item)].find(([, unit]) => unit.unitId === unitId)?.[0];

/** The text of a box as it was left; empty where nothing was typed. */
export const typedIn = (line: DraftLine, column: UnitColumn): string =>
	boxIn(line, column)?.typed ?? '';

const boxIn = ({ item, boxes }: DraftLine, column: UnitColumn): Box | undefined => {
	const unitId = unitsOf(item).get(column)?.unitId;
	return boxes.find((box) => box.unitId === unitId);
};

/** Boxes in units that the item has no more: nothing can be typed in them, and the line cannot go with them. */
export const strayBoxes = ({ item, boxes }: DraftLine): readonly Box[] =>
	boxes.filter(({ unitId }) => !item.units.some((unit) => unit.unitId === unitId));

/** A line after one of its boxes was typed in: an empty box goes, and with it those that are in no unit of the item. */
export function withBox(line: DraftLine, box: Box): DraftLine {
	const others = line.boxes.filter(({ unitId }) => unitId !== box.unitId);
	const filled = box.typed === '' ? others : [...others, box];
	const boxes = line.item.units.flatMap(({ unitId }) =>
		filled.filter((each) => each.unitId === unitId),
	);
	return { ...line, boxes };
}

/** A text that can be read in more than one way, and the column it stands in. */
export interface Ambiguity {
	readonly column: UnitColumn;
	/** What it could mean, likeliest first. */
	readonly readings: readonly DecimalText[];
}

export type LineSum =
	| { readonly kind: 'blank' }
	/** In base units. */
	| { readonly kind: 'total'; readonly total: DecimalText }
	/** A sum without the box that cannot be read would be a wrong sum. */
	| { readonly kind: 'unreadable'; readonly ambiguity: Ambiguity | null };

/** What the boxes of a line come to as they are shown. @param locale by which what is typed now is read. */
export function sumOf(line: DraftLine, textOf: TextOf, locale: string): LineSum {
	const boxes: Box[] = [];
	for (const [column, unit] of unitsOf(line.item)) {
		const typed = textOf(column);
		const kept = boxIn(line, column);
		// What was typed in another language stays what it was read as then.
		if (kept?.typed === typed && kept.quantity !== null) {
			boxes.push(kept);
			continue;
		}
		const entry = readBox(typed, locale, unit, line.item.units);
		if (entry.kind === 'problem') {
			const ambiguity = entry.code === 'ambiguous' ? { column, readings: entry.readings } : null;
			return { kind: 'unreadable', ambiguity };
		}
		if (entry.kind === 'quantity')
			boxes.push({ unitId: unit.unitId, typed, quantity: entry.quantity });
	}
	if (strayBoxes(line).length > 0) return { kind: 'unreadable', ambiguity: null };
	const total = lineTotal(boxes, line.item.units);
	return total === null ? { kind: 'blank' } : { kind: 'total', total };
}

/** Money of the currency; null while the quantity or the item's cost is not known. */
export function costOf({ item }: DraftLine, sum: LineSum, currency: string): DecimalText | null {
	const { unitCost } = item;
	return sum.kind !== 'total' || unitCost === null ? null : lineCost(sum.total, unitCost, currency);
}

/** A total in a unit, where it comes out even there: 1.5 cases are 18 singles. Null where it does not, or is nothing. */
export function equivalentIn(unit: ItemUnitView, total: DecimalText): DecimalText | null {
	if (isZero(total)) return null;
	const exact = divideRatios(ratioOf(total), unit.factor);
	const shown = truncateRatio(exact, unit.places);
	return equalsRatio(shown, exact) ? shown : null;
}

/** Boxes as a template has them, read as if they were typed now. */
export const readBoxes = (item: ItemView, boxes: readonly TypedBox[], locale: string): Box[] =>
	boxes
		.filter(({ typed }) => typed !== '')
		.map(({ unitId, typed }) => {
			const unit = item.units.find((each) => each.unitId === unitId);
			const entry = unit && readBox(typed, locale, unit, item.units);
			return { unitId, typed, quantity: entry?.kind === 'quantity' ? entry.quantity : null };
		});

/** The unit in which stock is kept: the one that cannot be mistaken for a bigger one. */
export function baseColumnOf(item: ItemView): UnitColumn | undefined {
	const base = item.units.find(({ factor }) => equalsRatio('1', factor)) ?? item.units[0];
	return base && columnOf(item, base.unitId);
}
