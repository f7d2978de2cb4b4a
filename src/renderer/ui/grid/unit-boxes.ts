// A line's boxes by column on any sheet: texts, and totals while typing.
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
	/** Filled boxes. */
	readonly boxes: readonly Box[];
}

/** A column's current text. */
export type TextOf = (column: UnitColumn) => string;

const known = new WeakMap<ItemView, ReadonlyMap<UnitColumn, ItemUnitView>>();

/** An item's units by box column. */
export function unitsOf(item: ItemView): ReadonlyMap<UnitColumn, ItemUnitView> {
	const before = known.get(item);
	if (before !== undefined) return before;
	const units = unitsByColumn(item.units);
	known.set(item, units);
	return units;
}

/** A unit's column; undefined if the item no longer has it. */
export const columnOf = (item: ItemView, unitId: string): UnitColumn | undefined =>
	[...unitsOf(item)].find(([, unit]) => unit.unitId === unitId)?.[0];

/** A box's committed text; empty if none. */
export const typedIn = (line: BoxedLine, column: UnitColumn): string =>
	boxIn(line, column)?.typed ?? '';

const boxIn = ({ item, boxes }: BoxedLine, column: UnitColumn): Box | undefined => {
	const unitId = unitsOf(item).get(column)?.unitId;
	return boxes.find((box) => box.unitId === unitId);
};

/** Boxes in units the item no longer has: they cannot be edited, and the line cannot be sent with them. */
export const strayBoxes = ({ item, boxes }: BoxedLine): readonly Box[] => strays(boxes, item.units);

/** An ambiguous text and its column. */
export interface Ambiguity {
	readonly column: UnitColumn;
	/** Its readings, likeliest first. */
	readonly readings: readonly DecimalText[];
}

export type LineSum =
	| { readonly kind: 'blank' }
	/** In base units. */
	| { readonly kind: 'total'; readonly total: DecimalText }
	/** A sum without the unreadable box would be wrong. */
	| { readonly kind: 'unreadable'; readonly ambiguity: Ambiguity | null };

/** Total of a line's boxes as shown. @param locale reads the open text. */
export function sumOf(line: BoxedLine, textOf: TextOf, locale: string): LineSum {
	const boxes: Box[] = [];
	for (const [column, unit] of unitsOf(line.item)) {
		const typed = textOf(column);
		const kept = boxIn(line, column);
		// Text typed in another language keeps its reading.
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

/** A total in a unit, if exact: 1.5 cases are 18 singles. null otherwise, or if zero. */
export function equivalentIn(unit: ItemUnitView, total: DecimalText): DecimalText | null {
	if (isZero(total)) return null;
	const exact = divideRatios(ratioOf(total), unit.factor);
	const shown = truncateRatio(exact, unit.places);
	return equalsRatio(shown, exact) ? shown : null;
}
