// How much to order of an item: what is needed less what there is, rounded to whole units of the order.
import {
	addRatios,
	compare,
	compareRatios,
	divideRatios,
	equalsRatio,
	isNegative,
	isZero,
	multiply,
	multiplyRatios,
	negateRatio,
	ratioOf,
	roundRatio,
	subtract,
	sum,
	truncateRatio,
	type DecimalText,
	type Ratio,
} from '../domain/decimal.ts';
import { BASE_PLACES } from '../domain/unit.ts';
import type { Rounding } from './tables.ts';

/** In base units; null if not stated. */
export interface Demand {
	readonly par: DecimalText | null;
	/** The least that should be left. */
	readonly minimum: DecimalText | null;
	/** What was used in how many days, negative if more was counted than can be there; null without two counts. */
	readonly usage: { readonly used: DecimalText; readonly days: number } | null;
	/** Until the delivery after this one; null if its day is not known. */
	readonly daysToCover: number | null;
	/** Always ordered, in the unit of the order. */
	readonly standing: DecimalText | null;
}

/** Until the delivery, in base units. */
export interface Supply {
	/** null if the stock is not known. */
	readonly onHand: DecimalText | null;
	/** To come from suppliers until then. */
	readonly due: DecimalText;
	/** To come from other locations. */
	readonly arriving: DecimalText;
	/** Promised to others. */
	readonly leaving: DecimalText;
}

export interface OrderUnit {
	/** Base units per unit; null if the item does not have the unit. */
	readonly factor: Ratio | null;
	/** Decimals of its quantities. */
	readonly places: number;
	readonly minimum: DecimalText | null;
	readonly multiple: DecimalText | null;
	readonly rounding: Rounding;
}

export const noSuggestions = [
	'no-factor',
	'no-need',
	'no-next-delivery',
	'no-stock',
	'negative-usage',
] as const;
export type NoSuggestion = (typeof noSuggestions)[number];

/** Every term, so that a person can check the sum. Base units, except in `quantity`, `exact` and `standing`. */
export interface Suggested {
	readonly kind: 'suggested';
	/** In the unit of the order; 0 if there is enough. */
	readonly quantity: DecimalText;
	/** Before rounding, with six decimals at most. */
	readonly exact: DecimalText;
	readonly need: DecimalText;
	readonly have: DecimalText;
	readonly by: 'par' | 'usage' | 'standing';
	readonly rounding: Rounding;
	/** What raised it above the rounded need. */
	readonly raised: 'standing' | 'minimum' | 'multiple' | null;
}

export type Suggestion = Suggested | { readonly kind: 'none'; readonly because: NoSuggestion };

const none = (because: NoSuggestion): Suggestion => ({ kind: 'none', because });

export function suggest(demand: Demand, supply: Supply, unit: OrderUnit): Suggestion {
	if (unit.factor === null || compareRatios(unit.factor, ratioOf('0')) <= 0)
		return none('no-factor');
	const need = needOf(demand);
	const standing = demand.standing === null ? null : upTo(ratioOf(demand.standing), unit.places);
	if (typeof need === 'string' || supply.onHand === null) {
		const because = typeof need === 'string' ? need : 'no-stock';
		return isZero(standing ?? '0') ? none(because) : standingOnly(standing ?? '0', unit);
	}
	const have = subtract(sum([supply.onHand, supply.due, supply.arriving]), supply.leaving);
	const exact = divideRatios(addRatios(need, negateRatio(ratioOf(have))), unit.factor);
	const rounded = roundedBy(exact, unit);
	return {
		kind: 'suggested',
		...raisedTo(rounded, standing, unit),
		exact: roundRatio(exact, BASE_PLACES),
		need: roundRatio(need, BASE_PLACES),
		have,
		by: demand.par === null ? 'usage' : 'par',
		rounding: unit.rounding,
	};
}

/** A standing order needs no stock figure. */
const standingOnly = (standing: DecimalText, unit: OrderUnit): Suggested => ({
	kind: 'suggested',
	...raisedTo('0', standing, unit),
	exact: standing,
	need: '0',
	have: '0',
	by: 'standing',
	rounding: unit.rounding,
});

function needOf({ par, minimum, usage, daysToCover }: Demand): Ratio | NoSuggestion {
	if (par !== null) return ratioOf(par);
	if (usage === null || usage.days <= 0) return 'no-need';
	if (isNegative(usage.used)) return 'negative-usage';
	if (daysToCover === null) return 'no-next-delivery';
	return addRatios(usedIn(usage, daysToCover), ratioOf(minimum ?? '0'));
}

/** Exact: a week's usage is a fraction of days. */
export const usedIn = ({ used, days }: NonNullable<Demand['usage']>, daysToCover: number): Ratio =>
	multiplyRatios(ratioOf(used), {
		numerator: String(daysToCover),
		denominator: String(days),
	});

/** To the decimals of the unit; 0 if there is enough. */
function roundedBy(exact: Ratio, { rounding, places }: OrderUnit): DecimalText {
	if (compareRatios(exact, ratioOf('0')) <= 0) return '0';
	if (rounding === 'nearest') return roundRatio(exact, places);
	const known = ratioOf(roundRatio(exact, places + LEFTOVER_PLACES));
	return rounding === 'down' ? truncateRatio(known, places) : upTo(known, places);
}

/** Parts of a case have six decimals at the service: the remainder that this leaves adds no pack. */
const LEFTOVER_PLACES = 3;

export function upTo(exact: Ratio, places: number): DecimalText {
	const below = truncateRatio(exact, places);
	if (equalsRatio(below, exact)) return below;
	return sum([below, places === 0 ? '1' : `0.${'1'.padStart(places, '0')}`]);
}

function raisedTo(
	rounded: DecimalText,
	standing: DecimalText | null,
	{ minimum, multiple }: OrderUnit,
): Pick<Suggested, 'quantity' | 'raised'> {
	let quantity = rounded;
	let raised: Suggested['raised'] = null;
	if (standing !== null && compare(quantity, standing) < 0) {
		[quantity, raised] = [standing, 'standing'];
	}
	if (isZero(quantity)) return { quantity, raised };
	if (minimum !== null && compare(quantity, minimum) < 0) {
		[quantity, raised] = [minimum, 'minimum'];
	}
	if (multiple !== null && !isMultiple(quantity, multiple)) {
		const times = truncateRatio({ numerator: quantity, denominator: multiple }, 0);
		[quantity, raised] = [multiply(sum([times, '1']), multiple), 'multiple'];
	}
	return { quantity, raised };
}

export const isMultiple = (quantity: DecimalText, multiple: DecimalText): boolean => {
	if (isZero(multiple) || isNegative(multiple)) return true;
	const times = truncateRatio({ numerator: quantity, denominator: multiple }, 0);
	return compare(multiply(times, multiple), quantity) === 0;
};

/** Compared with the last order: at most half, or at least double. */
export function farFrom(quantity: DecimalText, last: DecimalText | null): 'half' | 'double' | null {
	if (last === null || isZero(last) || isZero(quantity)) return null;
	if (compare(multiply(quantity, '2'), last) <= 0) return 'half';
	return compare(quantity, multiply(last, '2')) >= 0 ? 'double' : null;
}
