// An item's units (case, pack, each…) and conversion between boxes and base units.
import {
	ONE,
	addRatios,
	compareRatios,
	decimalText,
	divideRatios,
	isNegative,
	isZero,
	multiply,
	multiplyRatios,
	negate,
	placesOf,
	ratioOf,
	roundRatio,
	roundTo,
	subtract,
	truncateRatio,
} from './decimal.ts';
import type { DecimalText, Ratio } from './decimal.ts';

export type UnitKind = 'case' | 'pack' | 'each' | 'weight' | 'other';

export interface ItemUnit {
	readonly unitId: string;
	readonly name: string;
	readonly kind: UnitKind;
	/** Base units per unit: 12/1 for a case of twelve, 1/1 for the base unit. */
	readonly factor: Ratio;
	/** Decimal places allowed in entries: 0 for each, 3 for kilograms. */
	readonly places: number;
}

export const isBase = ({ factor }: Pick<ItemUnit, 'factor'>): boolean =>
	compareRatios(factor, ONE) === 0;

/** A factor with this many decimals may be a rounded fraction. */
const ROUNDED_PLACES = 5;
const MOST_PARTS = 144;

/**
 * A service can state a twelfth only as 0.083333: a long decimal that equals a rounded fraction with a denominator up
 * to 144 becomes that fraction, so that twelve twelfths make one.
 */
export function statedFactor(decimal: DecimalText): Ratio {
	const places = placesOf(decimal);
	if (places < ROUNDED_PLACES) return ratioOf(decimal);
	for (let parts = 2; parts <= MOST_PARTS; parts += 1) {
		const denominator = String(parts);
		const fraction = { numerator: roundTo(multiply(decimal, denominator), 0), denominator };
		if (!isZero(fraction.numerator) && roundRatio(fraction, places) === decimalText(decimal))
			return fraction;
	}
	return ratioOf(decimal);
}

export interface UnitQuantity {
	readonly unitId: string;
	readonly quantity: DecimalText;
}

/** Decimal places of base quantities, for factors like 1/3 that force rounding. */
export const BASE_PLACES = 6;

/** Exact until one rounding (half-up, 6 places). @throws if a quantity has a unit outside `units` */
export function toBase(
	quantities: Iterable<UnitQuantity>,
	units: readonly ItemUnit[],
): DecimalText {
	let total: Ratio = ratioOf('0');
	for (const { unitId, quantity } of quantities) {
		const unit = units.find((candidate) => candidate.unitId === unitId);
		if (unit === undefined) throw new RangeError(`no unit ${unitId} among the item's units`);
		total = addRatios(total, multiplyRatios(ratioOf(quantity), unit.factor));
	}
	return roundRatio(total, BASE_PLACES);
}

/** Decimals of base quantities on screen; undefined for all of them, as where whole pieces are counted. */
export function shownPlaces(units: readonly ItemUnit[]): number | undefined {
	const places = units.find(isBase)?.places ?? 0;
	return places > 0 ? places : undefined;
}

/**
 * Decimals that show a quantity: `places`, or all (undefined) if it is not 0 but would read 0. Lists, filters, colours
 * and bookings go by the exact quantity, so what reads 0 must be 0.
 */
export function placesToShow(
	quantity: DecimalText | null,
	places: number | undefined,
): number | undefined {
	if (quantity === null || places === undefined || isZero(quantity)) return places;
	return isZero(roundTo(quantity, places)) ? undefined : places;
}

/** A quantity as it reads with these places: what reads the same must not be called different, above or below. */
export function asShown(quantity: DecimalText, places: number | undefined): DecimalText {
	const shown = placesToShow(quantity, places);
	return shown === undefined ? decimalText(quantity) : roundTo(quantity, shown);
}

export const strays = <Stated extends { readonly unitId: string }>(
	quantities: readonly Stated[],
	units: readonly Pick<ItemUnit, 'unitId'>[],
): Stated[] => quantities.filter(({ unitId }) => !units.some((unit) => unit.unitId === unitId));

/** A base quantity split over units. `toBase(parts)` + `residual` equals it exactly. */
interface UnitSplit {
	/** Biggest unit first, without zeros, but never empty. */
	readonly parts: readonly UnitQuantity[];
	/** Base units that the smallest unit's places cannot express; nearly always `0`. */
	readonly residual: DecimalText;
}

/**
 * Biggest first: 41 → 3 cases (of 12) and 5 each. The smallest unit takes the rest to its places. Skips factors ≤ 0.
 */
export function splitIntoUnits(base: DecimalText, units: readonly ItemUnit[]): UnitSplit {
	const sized = units
		.filter((unit) => isPositive(unit.factor))
		.sort((a, b) => compareRatios(b.factor, a.factor));
	const smallest = sized.at(-1);
	if (smallest === undefined) return { parts: [], residual: base };

	const parts: UnitQuantity[] = [];
	let rest: Ratio = ratioOf(base);
	for (const unit of sized) {
		const places = unit === smallest ? unit.places : 0;
		const quantity = truncateRatio(divideRatios(rest, unit.factor), places);
		if (isZero(quantity)) continue;
		parts.push({ unitId: unit.unitId, quantity });
		rest = addRatios(rest, multiplyRatios(ratioOf(negate(quantity)), unit.factor));
	}
	if (parts.length === 0) parts.push({ unitId: smallest.unitId, quantity: '0' });
	return { parts, residual: subtract(base, toBase(parts, units)) };
}

/**
 * Adds up exactly: split over the units, or entirely in base units if the split has a residual. Empty if there is no
 * unit for it.
 */
export function exactParts(base: DecimalText, units: readonly ItemUnit[]): readonly UnitQuantity[] {
	const { parts, residual } = splitIntoUnits(base, units);
	if (isZero(residual)) return parts;
	const whole = units.find(({ factor }) => compareRatios(factor, ONE) === 0);
	return whole === undefined ? [] : [{ unitId: whole.unitId, quantity: base }];
}

const isPositive = ({ numerator, denominator }: Ratio): boolean =>
	!isZero(numerator) && !isZero(denominator) && isNegative(numerator) === isNegative(denominator);
