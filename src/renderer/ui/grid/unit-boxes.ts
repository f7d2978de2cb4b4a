// The boxes of a line of any sheet, by the column that each stands in: what they show, and what they come to while one types.
import { readBox } from '../../../shared/domain/box-entry.ts';
import type { Box, ItemUnitView, ItemView } from '../../../shared/bridge/values.ts';
import { lineTotal } from '../../../shared/domain/count-line.ts';
import {
	divideRatios,
	equalsRatio,
	isZero,
	ratioOf,
	truncateRatio,
	type DecimalText,
} from '../../../shared/domain/decimal.ts';
import { strays } from '../../../shared/domain/unit.ts';
import { unitsByColumn, type UnitColumn } from './unit-columns.ts';

export interface BoxedLine {
	readonly item: ItemView;
	/** Those that are filled. */
	readonly boxes: readonly Box[];
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
export const typedIn = (line: BoxedLine, column: UnitColumn): string =>
	boxIn(line, column)?.typed ?? '';

const boxIn = ({ item, boxes }: BoxedLine, column: UnitColumn): Box | undefined => {
	const unitId = unitsOf(item).get(column)?.unitId;
	return boxes.find((box) => box.unitId === unitId);
};

/** Boxes in units that the item has no more: nothing can be typed in them, and the line cannot go with them. */
export const strayBoxes = ({ item, boxes }: BoxedLine): readonly Box[] => strays(boxes, item.units);

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
export function sumOf(line: BoxedLine, textOf: TextOf, locale: string): LineSum {
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
			boxes.push({ unitId: unit.unitId, typed, locale, quantity: entry.quantity });
	}
	if (strayBoxes(line).length > 0) return { kind: 'unreadable', ambiguity: null };
	const total = lineTotal(boxes, line.item.units);
	return total === null ? { kind: 'blank' } : { kind: 'total', total };
}

/** A total in a unit, where it comes out even there: 1.5 cases are 18 singles. Null where it does not, or is nothing. */
export function equivalentIn(unit: ItemUnitView, total: DecimalText): DecimalText | null {
	if (isZero(total)) return null;
	const exact = divideRatios(ratioOf(total), unit.factor);
	const shown = truncateRatio(exact, unit.places);
	return equalsRatio(shown, exact) ? shown : null;
}
