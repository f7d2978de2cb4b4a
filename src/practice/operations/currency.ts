// Costs that cross from a location of one currency to one of another, at made-up rates that never change.
import { divide, multiply } from '../../shared/domain/decimal.ts';

/** Units of the currency in one euro. */
const perEuro: Readonly<Record<string, string>> = { EUR: '1', AED: '4.25' };

/** A unit cost in another currency, to 4 places. Throws for a currency that the data does not have. */
export function converted(cost: string, from: string, to: string): string {
	if (from === to) return cost;
	return divide(multiply(cost, rateOf(to)), rateOf(from), 4);
}

function rateOf(currency: string): string {
	const rate = perEuro[currency];
	if (rate === undefined) throw new RangeError(`no rate for ${currency}`);
	return rate;
}
