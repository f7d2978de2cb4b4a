// Currencies, and cost conversion between locations.
import { compare, divide, multiply } from '../../shared/domain/decimal.ts';
import { NOT_ACCEPTED, checkQuantity } from './document.ts';
import { done, refuse } from './handler.ts';
import type { Fields, HandlersOf, Practice } from './handler.ts';

/** Fictional initial rates: units of the currency per euro. */
export const firstRates: Readonly<Record<string, string>> = { EUR: '1', AED: '4.25' };

export const currencyHandlers = {
	'currency.update': ({ body }, { records }) => {
		const before = records.get('currency', body.id);
		if (before === undefined) return refuse(404, 'No currency has this identifier.');
		const fields: Fields = {};
		if (body.rate !== undefined) checkQuantity(body.rate, 'above-zero', 'rate', fields);
		if (Object.keys(fields).length > 0) return refuse(400, NOT_ACCEPTED, fields);
		if (before.code === 'EUR' && body.rate !== undefined && !isOne(body.rate)) {
			return refuse(422, NOT_ACCEPTED, { rate: 'All rates are told by the euro.' });
		}
		const changed = { ...before, ...body };
		records.update('currency', changed);
		return done(null);
	},

	'currency.exchangeRate': ({ query }, practice) => {
		const fields: Fields = {};
		for (const end of ['from', 'to'] as const) {
			const code = query[end];
			if (code === undefined) fields[end] = 'A currency is needed.';
			else if (rateOf(code, practice) === undefined) fields[end] = 'No such currency is known.';
		}
		const { from, to } = query;
		if (from === undefined || to === undefined || Object.keys(fields).length > 0) {
			return refuse(400, NOT_ACCEPTED, fields);
		}
		return done({ from, to, rate: converted('1', from, to, practice, 6) });
	},
} satisfies HandlersOf<'currency'>;

const isOne = (rate: string) => compare(rate, '1') === 0;

export const isKnownCurrency = (code: string, practice: Practice): boolean =>
	rateOf(code, practice) !== undefined;

/** A unit cost in another currency, to 4 places by default. Throws for an unknown currency. */
export function converted(
	cost: string,
	from: string,
	to: string,
	practice: Practice,
	places = 4,
): string {
	if (from === to) return cost;
	const [there, here] = [rateOf(to, practice), rateOf(from, practice)];
	if (there === undefined || here === undefined) throw new RangeError(`no rate ${from} to ${to}`);
	return divide(multiply(cost, there), here, places);
}

const rateOf = (code: string, { records }: Practice): string | undefined =>
	records.all('currency').find((each) => each.code === code)?.rate ?? firstRates[code];
