// What was typed in one box of a count line. A unit of whole numbers is counted in whole numbers, and a case that is
// open in parts of it: half of a case of 12 is 6.
import {
	ONE,
	compareRatios,
	equalsRatio,
	multiplyRatios,
	ratioOf,
	roundRatio,
	type DecimalText,
	type Ratio,
} from './decimal.ts';
import { exactEntry, parseEntry, type Entry } from './quantity-entry.ts';
import { isBase, type ItemUnit } from './unit.ts';

/** Decimals of a part of a case: an eighth has three. */
const PART_PLACES = 3;

/**
 * Reads a box of `unit`, one of the item's `units`, as `parseEntry` does. A part of a unit that holds more than one base
 * unit is taken where it comes out even in the base unit: a third of a case of 12, but not of a case of 5. Where the
 * base unit has decimals of its own, such as kg, any part comes out even.
 */
export function readBox(
	typed: string,
	locale: string,
	unit: ItemUnit,
	units: readonly ItemUnit[],
): Entry {
	if (!holdsSeveral(unit)) return parseEntry(typed, locale, { places: unit.places });
	const part = parseEntry(typed, locale, { places: Math.max(unit.places, PART_PLACES) });
	const [quantity] =
		part.kind === 'quantity'
			? [part.quantity]
			: part.kind === 'problem' && part.code === 'ambiguous'
				? part.readings
				: [];
	if (quantity === undefined) return part;
	const exact = exactEntry(typed, locale) ?? ratioOf(quantity);
	if (isWhole(exact) || (units.find(isBase)?.places ?? 0) > 0) return part;
	return isWhole(multiplyRatios(exact, unit.factor))
		? part
		: { kind: 'problem', code: 'too-many-places' };
}

/** A box as it is kept. */
export interface KeptBox {
	readonly typed: string;
	readonly quantity: DecimalText;
	/** By which `typed` is read; left out where nothing but the quantity counts. */
	readonly locale?: string | undefined;
}

const DIVISION = /[/÷]/;

/**
 * What a box holds in its unit, exactly. A part of a case is kept as it was typed, so that three thirds of a case are a
 * case; in any other unit the quantity is what the box shows.
 */
export function exactQuantity({ typed, quantity, locale }: KeptBox, unit: ItemUnit): Ratio {
	const divided = locale !== undefined && holdsSeveral(unit) && DIVISION.test(typed);
	return (divided ? exactEntry(typed, locale) : null) ?? ratioOf(quantity);
}

const isWhole = (ratio: Ratio): boolean => equalsRatio(roundRatio(ratio, 0), ratio);

/** Whether one of the unit holds more than a base unit, so that a part of it can be left. */
export const holdsSeveral = ({ factor }: Pick<ItemUnit, 'factor'>): boolean =>
	compareRatios(factor, ONE) > 0;
