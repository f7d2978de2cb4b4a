// Items that are bought by the piece and weighed: a piece has a nominal weight only. A line counts in the measure that
// it was ordered in, and the other one stands beside it.
import {
	abs,
	compare,
	compareRatios,
	decimalText,
	divideRatios,
	multiply,
	multiplyByRatio,
	subtract,
	type DecimalText,
	type Ratio,
} from './decimal.ts';
import { BASE_PLACES, type ItemUnit } from './unit.ts';

export interface Weighed {
	/** The measure beside the one that was ordered. */
	readonly measure: 'weight' | 'pieces';
	readonly unit: ItemUnit;
	/** Nominal quantity of it per base unit of `units`. */
	readonly nominal: Ratio;
}

interface WeighedUnits {
	/** The units of the measure that was ordered; the smallest is their base. */
	readonly units: readonly ItemUnit[];
	readonly weighed: Weighed;
}

/**
 * Null for an item that has no unit of weight, or none of count.
 *
 * @param orderedIn the unit of the line @param billedIn a unit of weight; null for the smallest
 */
export function weighedUnits(
	all: readonly ItemUnit[],
	orderedIn: string,
	billedIn: string | null,
): WeighedUnits | null {
	const smallFirst = [...all].sort((a, b) => compareRatios(a.factor, b.factor));
	const weights = smallFirst.filter(({ kind }) => kind === 'weight');
	const counts = smallFirst.filter(({ kind }) => kind !== 'weight');
	const ordered = smallFirst.find(({ unitId }) => unitId === orderedIn);
	const weight = weights.find(({ unitId }) => unitId === billedIn) ?? weights[0];
	const [count] = counts;
	if (ordered === undefined || weight === undefined || count === undefined) return null;
	const isByWeight = ordered.kind === 'weight';
	const [base, other] = isByWeight ? [weights[0] ?? weight, count] : [count, weight];
	const units = isByWeight ? weights : counts;
	return {
		units: all
			.filter((unit) => units.includes(unit))
			.map((unit) => ({ ...unit, factor: divideRatios(unit.factor, base.factor) })),
		weighed: {
			measure: isByWeight ? 'pieces' : 'weight',
			unit: other,
			nominal: divideRatios(base.factor, other.factor),
		},
	};
}

/** @param quantity in base units of the line */
export const nominalOf = ({ nominal }: Weighed, quantity: DecimalText): DecimalText =>
	multiplyByRatio(quantity, nominal, BASE_PLACES);

/** Whether two quantities are this close: exact at the limit. */
export const isWithin = (percent: number, quantity: DecimalText, expected: DecimalText): boolean =>
	compare(
		multiply(abs(subtract(quantity, expected)), '100'),
		multiply(abs(expected), decimalText(String(percent))),
	) <= 0;
