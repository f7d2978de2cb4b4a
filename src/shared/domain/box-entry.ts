// One box of a count line. Whole-number units take whole numbers; an open case takes a part: half a case of 12 is 6.
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

/** An eighth has three decimals. */
const PART_PLACES = 3;

/** Accepts a part of a multi-piece unit if it is exact in base units: a third of a case of 12, but not of 5. */
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

export interface KeptBox {
	readonly typed: string;
	readonly quantity: DecimalText;
	/** The locale that reads `typed`; omitted if only the quantity counts. */
	readonly locale?: string | undefined;
}

const DIVISION = /[/÷]/;

/** A part of a case is re-read from the typed text, so that three thirds make a case. */
export function exactQuantity({ typed, quantity, locale }: KeptBox, unit: ItemUnit): Ratio {
	const divided = locale !== undefined && holdsSeveral(unit) && DIVISION.test(typed);
	return (divided ? exactEntry(typed, locale) : null) ?? ratioOf(quantity);
}

const isWhole = (ratio: Ratio): boolean => equalsRatio(roundRatio(ratio, 0), ratio);

export const holdsSeveral = ({ factor }: Pick<ItemUnit, 'factor'>): boolean =>
	compareRatios(factor, ONE) > 0;
