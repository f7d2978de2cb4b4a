// An item's units (case, pack, each…) and the way between boxes filled in them and one quantity in base units.
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
	/** Base units in one of this unit: 12/1 for a case of twelve, 1/1 for the base unit itself. */
	readonly factor: Ratio;
	/** Decimal places that may be entered in this unit: 0 for each, 3 for kilograms. */
	readonly places: number;
}

/** Whether the item is kept in this unit. */
export const isBase = ({ factor }: Pick<ItemUnit, 'factor'>): boolean =>
	compareRatios(factor, ONE) === 0;

/** A factor with so many decimals may be a rounded fraction. */
const ROUNDED_PLACES = 5;
const MOST_PARTS = 144;

/**
 * The factor that a service states as a decimal. It can write a twelfth only as 0.083333: a long decimal that a
 * fraction of at most 144 parts rounds to is that fraction, so that twelve of twelve are one.
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

/** A quantity in a named unit. */
export interface UnitQuantity {
	readonly unitId: string;
	readonly quantity: DecimalText;
}

/** Decimal places of a quantity in base units, where factors such as 1/3 make rounding unavoidable. */
export const BASE_PLACES = 6;

/**
 * The sum of the quantities in base units, exact until one rounding (half-up, 6 places) at the end.
 * Throws when a quantity names a unit that is not among `units`: a document keeps the units it was made with.
 */
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

/** Those in a unit that the item does not have, or has no more: nothing says what they come to. */
export const strays = <Stated extends { readonly unitId: string }>(
	quantities: readonly Stated[],
	units: readonly Pick<ItemUnit, 'unitId'>[],
): Stated[] => quantities.filter(({ unitId }) => !units.some((unit) => unit.unitId === unitId));

/** A base quantity spread over units. `toBase(parts)` + `residual` is the base quantity again, exactly. */
interface UnitSplit {
	/** Biggest unit first; units that get nothing are left out, but never all of them. */
	readonly parts: readonly UnitQuantity[];
	/** Base units that the places of the smallest unit cannot express; `0` nearly always. */
	readonly residual: DecimalText;
}

/**
 * Spreads a base quantity over the units, biggest first: 41 → 3 cases (of 12) and 5 each. Bigger units take whole
 * numbers, the smallest takes the rest to its places. Units whose factor is not positive are passed over.
 */
export function splitIntoUnits(base: DecimalText, units: readonly ItemUnit[]): UnitSplit {
	const sized = units
		.filter((unit) => factorProblem(unit.factor) === null)
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
 * A base quantity as boxes that add up to it exactly: spread over the units, or where their places cannot express it, all
 * of it in base units, such as 1.5 each of an item counted in whole pieces. None where there is no unit to write it in.
 */
export function exactParts(base: DecimalText, units: readonly ItemUnit[]): readonly UnitQuantity[] {
	const { parts, residual } = splitIntoUnits(base, units);
	if (isZero(residual)) return parts;
	const whole = units.find(({ factor }) => compareRatios(factor, ONE) === 0);
	return whole === undefined ? [] : [{ unitId: whole.unitId, quantity: base }];
}

type UnitProblemCode =
	| 'missing-factor'
	| 'zero-factor'
	| 'negative-factor'
	/** Two units of one id or name disagree, or a case holds less than a pack or a pack less than one each. */
	| 'inconsistent-factor'
	/** No unit has the factor 1: nothing says what the base quantity is counted in. */
	| 'no-base-unit';

interface UnitProblem {
	readonly code: UnitProblemCode;
	/** The unit at fault; null for `no-base-unit`. */
	readonly unitId: string | null;
	/** For `inconsistent-factor`: the unit that it disagrees with. */
	readonly otherUnitId: string | null;
}

/** A unit as a record states it, before anybody has checked it. */
export type StatedUnit = Omit<ItemUnit, 'factor'> & { readonly factor: Ratio | null };

/** All that is wrong with an item's units; an empty list means they can be counted in. */
export function checkUnits(units: readonly StatedUnit[]): UnitProblem[] {
	const problems: UnitProblem[] = [];
	const sound: ItemUnit[] = [];
	for (const unit of units) {
		const code = factorProblem(unit.factor);
		if (code !== null) problems.push({ code, unitId: unit.unitId, otherUnitId: null });
		else if (unit.factor !== null) sound.push({ ...unit, factor: unit.factor });
	}
	sound.forEach((unit, index) => {
		for (const earlier of sound.slice(0, index)) {
			if (agree(earlier, unit)) continue;
			problems.push({
				code: 'inconsistent-factor',
				unitId: unit.unitId,
				otherUnitId: earlier.unitId,
			});
		}
	});
	if (!sound.some((unit) => compareRatios(unit.factor, ONE) === 0)) {
		problems.push({ code: 'no-base-unit', unitId: null, otherUnitId: null });
	}
	return problems;
}

function factorProblem(
	factor: Ratio | null,
): 'missing-factor' | 'zero-factor' | 'negative-factor' | null {
	if (factor === null || isZero(factor.denominator)) return 'missing-factor';
	if (isZero(factor.numerator)) return 'zero-factor';
	return isNegative(factor.numerator) === isNegative(factor.denominator) ? null : 'negative-factor';
}

const RANK: Partial<Record<UnitKind, number>> = { each: 1, pack: 2, case: 3 };

function agree(a: ItemUnit, b: ItemUnit): boolean {
	const order = compareRatios(a.factor, b.factor);
	if (a.unitId === b.unitId || a.name === b.name) return order === 0;
	const rankA = RANK[a.kind];
	const rankB = RANK[b.kind];
	if (rankA === undefined || rankB === undefined || rankA === rankB) return true;
	return rankA < rankB ? order <= 0 : order >= 0;
}
