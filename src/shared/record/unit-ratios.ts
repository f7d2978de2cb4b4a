// How the units of an item relate: exactly, by their factors to the base unit.
import { compare, divideRatios, equalsRatio, roundRatio, roundTo } from '../domain/decimal.ts';
import { statedFactor } from '../domain/unit.ts';
import { keyOfLine, linesIn, textOf } from './merge.ts';
import type { Plain } from './record-kit.ts';
import type { Facts, Problem } from './rules.ts';

export interface StatedUnit {
	readonly uomId: number;
	readonly name: string;
	/** Not always one of ours. */
	readonly type: string;
	readonly factor: string;
}

/** A number of a unit; not exact if it has no end, as a third. */
export interface UnitCount {
	readonly name: string;
	readonly count: string;
	readonly isExact: boolean;
}

const number = /^\d+(\.\d+)?$/;

/** Those with a factor. */
export const statedUnits = (lines: readonly Plain[]): readonly StatedUnit[] =>
	lines.flatMap(({ uomId, name, type, conversionFactor }) =>
		typeof uomId === 'number' &&
		typeof conversionFactor === 'string' &&
		number.test(conversionFactor) &&
		compare(conversionFactor, '0') > 0
			? [{ uomId, name: textOf(name), type: textOf(type), factor: conversionFactor }]
			: [],
	);

/** The biggest unit in all the others: 1 case = 6 pack = 24 each = 12 kg. */
export function unitChain(units: readonly StatedUnit[]): readonly UnitCount[] {
	const inOrder = units.toSorted((a, b) => compare(b.factor, a.factor));
	const [biggest] = inOrder;
	return biggest === undefined ? [] : inOrder.map((unit) => countOf(biggest, unit));
}

function countOf(biggest: StatedUnit, { name, factor }: StatedUnit): UnitCount {
	const ratio = divideRatios(statedFactor(biggest.factor), statedFactor(factor));
	const count = roundRatio(ratio, 4);
	return { name, count, isExact: equalsRatio(count, ratio) };
}

/** Bigger boxes hold whole smaller ones. */
const rank: Readonly<Record<string, number>> = { case: 3, pack: 2, each: 1 };

interface Measured {
	readonly baseUomId?: number;
	/** A draft may have none yet. */
	readonly units?: readonly Plain[] | undefined;
}

/** A case of 24 each cannot hold packs of 5. What the service already has so is left alone. */
export function unevenUnits(
	{ baseUomId, units: lines = [] }: Measured,
	{ before }: Pick<Facts, 'before'>,
): readonly Problem[] {
	const units = statedUnits(lines);
	const base = units.find(({ uomId }) => uomId === baseUomId)?.name ?? '';
	const old = statedUnits(linesIn(before?.['units']));
	const isNew = ({ uomId, factor, type }: StatedUnit) =>
		!old.some((each) => each.uomId === uomId && each.factor === factor && each.type === type);
	return units.flatMap((bigger) =>
		units
			.filter((smaller) => (rank[bigger.type] ?? 0) > (rank[smaller.type] ?? Infinity))
			.filter((smaller) => isNew(bigger) || isNew(smaller))
			.flatMap((smaller): Problem[] => {
				const { count, isExact } = countOf(bigger, smaller);
				return isExact && compare(roundTo(count, 0), count) === 0
					? []
					: [
							{
								// At the one that was just entered.
								at: factorAt((isNew(bigger) ? bigger : smaller).uomId),
								code: 'uneven-units',
								args: {
									unit: bigger.name,
									count,
									other: smaller.name,
									from: bigger.factor,
									to: smaller.factor,
									base,
								},
							},
						];
			}),
	);
}

/** Old counts and documents would mean another amount. */
export function changedFactors(
	{ units: lines = [] }: Measured,
	{ before }: Pick<Facts, 'before'>,
): readonly Problem[] {
	const old = linesIn(before?.['units']);
	return statedUnits(lines).flatMap(({ uomId, factor }): Problem[] => {
		const was = statedUnits(old).find((unit) => unit.uomId === uomId);
		return was === undefined || compare(was.factor, factor) === 0
			? []
			: [{ at: factorAt(uomId), code: 'factor-changed', args: { from: was.factor } }];
	});
}

const factorAt = (uomId: number): string =>
	`units/${keyOfLine({ kind: 'lines', key: ['uomId'] }, { uomId })}/conversionFactor`;
