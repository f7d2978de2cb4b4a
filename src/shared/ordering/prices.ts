// Compares prices paid to suppliers over time, and asks whether one may be for another unit.
import { addDays, type BusinessDate } from '../domain/business-date.ts';
import {
	abs,
	add,
	compare,
	compareRatios,
	decimalText,
	divideRatios,
	isNegative,
	isZero,
	multiply,
	multiplyRatios,
	ratioOf,
	roundRatio,
	subtract,
	sum,
	type DecimalText,
	type Ratio,
} from '../domain/decimal.ts';
import { roundingOf, type Currency } from '../domain/money.ts';
import type { ItemUnit } from '../domain/unit.ts';
import type { ServiceProfile } from '../service/profile.ts';

export interface PaidPrice {
	readonly on: BusinessDate;
	readonly price: DecimalText;
}

/** Decimals of a mean. */
const MEAN_PLACES = 6;
const FOUR_WEEKS = 28;

export interface PriceHistory<Paid extends PaidPrice> {
	readonly last: Paid | null;
	/** The price paid before the last one. */
	readonly before: Paid | null;
	/** Of what was paid in the four weeks up to the last one, without it; null if nothing was. */
	readonly mean: DecimalText | null;
}

/** @param paid in any order; of those on one day, the later ones last */
export function historyOf<Paid extends PaidPrice>(paid: readonly Paid[]): PriceHistory<Paid> {
	const inOrder = paid.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0));
	const last = inOrder.at(-1) ?? null;
	const earlier = inOrder.slice(0, -1);
	const recent =
		last === null ? [] : earlier.filter(({ on }) => on >= addDays(last.on, -FOUR_WEEKS));
	const mean =
		recent.length === 0
			? null
			: roundRatio(
					{
						numerator: sum(recent.map(({ price }) => price)),
						denominator: String(recent.length),
					},
					MEAN_PLACES,
				);
	return { last, before: earlier.at(-1) ?? null, mean };
}

/** Per cent above (or below) another price, with one decimal; null without a price to compare with. */
export const percentOver = (price: DecimalText, other: DecimalText | null): DecimalText | null =>
	other === null || isZero(other)
		? null
		: roundRatio({ numerator: multiply(subtract(price, other), '100'), denominator: other }, 1);

/** A rise is amber only above so many of the currency's smallest unit. */
const LEAST_RISE = 2;

/** Only a rise is marked, by the percentages of the profile. */
export function riseOf(
	price: DecimalText,
	other: DecimalText | null,
	currency: Currency,
	{
		priceAmberPercent,
		priceRedPercent,
	}: Pick<ServiceProfile['purchasing'], 'priceAmberPercent' | 'priceRedPercent'>,
): 'amber' | 'red' | null {
	if (other === null) return null;
	const rise = subtract(price, other);
	if (compare(rise, '0') <= 0) return null;
	const isOver = (percent: number) =>
		compare(multiply(rise, '100'), multiply(decimalText(String(percent)), abs(other))) > 0;
	if (isOver(priceRedPercent)) return 'red';
	return isOver(priceAmberPercent) && compare(rise, roundingOf(LEAST_RISE, currency)) > 0
		? 'amber'
		: null;
}

/** How near the ratio of two prices is to the ratio of two units to look like a mistake. */
const NEAR_PERCENT = '15';

/**
 * The unit that a price is probably for, if it is not the one named: a price twelve times as high as usual for "each"
 * is the price of a case of twelve. null if the price fits.
 */
export function likelierUnit(
	price: DecimalText,
	usual: DecimalText | null,
	unit: Pick<ItemUnit, 'unitId' | 'factor'>,
	units: readonly Pick<ItemUnit, 'unitId' | 'factor'>[],
): string | null {
	if (usual === null || isZero(usual) || isZero(price) || isNegative(price)) return null;
	const found = units.find(
		({ unitId, factor }) =>
			unitId !== unit.unitId && isApart(factor, unit.factor) && isNear(price, usual, factor, unit),
	);
	return found?.unitId ?? null;
}

/** Packs of nearly the same size cannot be told apart by their price. */
function isApart(one: Ratio, other: Ratio): boolean {
	const ratio = divideRatios(one, other);
	const double = { numerator: '2', denominator: '1' };
	const half = { numerator: '1', denominator: '2' };
	return compareRatios(ratio, double) >= 0 || compareRatios(ratio, half) <= 0;
}

function isNear(
	price: DecimalText,
	usual: DecimalText,
	factor: Ratio,
	unit: Pick<ItemUnit, 'factor'>,
): boolean {
	const expected = multiplyRatios(ratioOf(usual), divideRatios(factor, unit.factor));
	const bound = (percent: DecimalText) =>
		multiplyRatios(expected, { numerator: percent, denominator: '100' });
	return (
		compareRatios(ratioOf(price), bound(subtract('100', NEAR_PERCENT))) >= 0 &&
		compareRatios(ratioOf(price), bound(add('100', NEAR_PERCENT))) <= 0
	);
}
