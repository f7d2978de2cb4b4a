// What was typed in one box of a count line. A unit of whole numbers is counted in whole numbers, and a case that is
// open in parts of it: half of a case of 12 is 6.
import { ONE, compareRatios, placesOf } from './decimal.ts';
import { parseEntry, type Entry } from './quantity-entry.ts';
import { toBase, type ItemUnit } from './unit.ts';

/** Decimals of a part of a case: an eighth has three. */
const PART_PLACES = 3;

/**
 * Reads a box of `unit`, one of the item's `units`, as `parseEntry` does. In a unit that holds more than one base unit
 * a part is taken beyond the unit's own places where it comes out even in the base unit: ½ of a case of 12, but not of
 * a case of 5. Where the base unit has decimals of its own, such as kg, any part comes out even.
 */
export function readBox(
	typed: string,
	locale: string,
	unit: ItemUnit,
	units: readonly ItemUnit[],
): Entry {
	const entry = parseEntry(typed, locale, { places: unit.places });
	const tooFine = entry.kind === 'problem' && entry.code === 'too-many-places';
	if (!tooFine || !holdsSeveral(unit)) return entry;

	const part = parseEntry(typed, locale, { places: Math.max(unit.places, PART_PLACES) });
	const [quantity] =
		part.kind === 'quantity'
			? [part.quantity]
			: part.kind === 'problem' && part.code === 'ambiguous'
				? part.readings
				: [];
	if (quantity === undefined) return entry;
	const base = units.find(({ factor }) => compareRatios(factor, ONE) === 0);
	const places = placesOf(toBase([{ unitId: unit.unitId, quantity }], units));
	return (base?.places ?? 0) > 0 || places === 0 ? part : entry;
}

/** Whether one of the unit holds more than a base unit, so that a part of it can be left. */
export const holdsSeveral = ({ factor }: Pick<ItemUnit, 'factor'>): boolean =>
	compareRatios(factor, ONE) > 0;
