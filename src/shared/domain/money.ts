// Money as exact decimals in major units (`12.5` is twelve and a half), with each currency's decimal places.
import {
	compare,
	decimalText,
	divide,
	multiply,
	numeral,
	placesOf,
	roundTo,
	sum,
} from './decimal.ts';
import type { DecimalText } from './decimal.ts';
import { remembered } from './remembered.ts';

/** An ISO 4217 code, or the service's own name for it. */
export type Currency = string;

// ISO 4217, list one: currencies with a minor unit other than a hundredth.
const ZERO_PLACES = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(
	' ',
);
const THREE_PLACES = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');
const FOUR_PLACES = 'CLF UYW'.split(' ');

/** A small unit may cost less than the currency's smallest coin. No currency is divided further. */
const PRICE_PLACES = 6;

export interface StatedCurrency {
	readonly code: string;
	readonly decimals?: number | undefined;
}

// Global, because one account is in use at a time and every amount depends on it.
let readStated: () => Iterable<StatedCurrency> = () => [];
/** By code in capitals; null until an amount needs them. */
let statedPlaces: ReadonlyMap<string, number> | null = null;

/** From now on, the decimals that the service states come before those of ISO 4217. */
export function usePlacesOf(read: typeof readStated): void {
	readStated = read;
	statedPlaces = null;
}

const placesByCode = (currencies: Iterable<StatedCurrency>): ReadonlyMap<string, number> =>
	new Map(
		[...currencies].flatMap(({ code, decimals = -1 }) =>
			decimals >= 0 && decimals <= PRICE_PLACES ? [[code.toUpperCase(), decimals]] : [],
		),
	);

export function currencyPlaces(currency: Currency): number {
	const code = currency.toUpperCase();
	statedPlaces ??= placesByCode(readStated());
	const stated = statedPlaces.get(code);
	if (stated !== undefined) return stated;
	if (ZERO_PLACES.includes(code)) return 0;
	if (THREE_PLACES.includes(code)) return 3;
	return FOUR_PLACES.includes(code) ? 4 : 2;
}

/** What comes of rounding so many amounts, at most. */
export const roundingOf = (amounts: number, currency: Currency): DecimalText =>
	multiply(decimalText(`1e-${String(currencyPlaces(currency))}`), String(Math.max(1, amounts)));

/** Rounded half-up once to the currency's places; unit costs keep all places from the service. */
export function lineCost(
	baseQuantity: DecimalText,
	unitCost: DecimalText,
	currency: Currency,
): DecimalText {
	return roundTo(multiply(baseQuantity, unitCost), currencyPlaces(currency));
}

/** Cost of a unit that may come from any of these places: the mean by their stock; without stock, the plain mean. */
export function meanCost(
	places: readonly { readonly quantity: DecimalText; readonly unitCost: DecimalText }[],
): DecimalText {
	const stocked = places.filter(({ quantity }) => compare(quantity, '0') > 0);
	const counted = stocked.length > 0 ? stocked : places.map((each) => ({ ...each, quantity: '1' }));
	return divide(
		sum(counted.map(({ quantity, unitCost }) => multiply(quantity, unitCost))),
		sum(counted.map(({ quantity }) => quantity)),
		PRICE_PLACES,
	);
}

/** Sums rounded amounts, so that a total matches its lines. */
export function sumMoney(amounts: Iterable<DecimalText>): DecimalText {
	return sum(amounts);
}

export interface TotalCost {
	/** Sum of the known amounts; null if all are unknown. An empty list gives 0. */
	readonly cost: DecimalText | null;
	/** Number of unknown amounts, excluded from `cost`. */
	readonly costsUnknown: number;
}

/** @param amounts rounded; null for unknown. */
export function totalCost(amounts: readonly (DecimalText | null)[]): TotalCost {
	const known = amounts.flatMap((amount) => amount ?? []);
	return {
		cost: known.length === 0 && amounts.length > 0 ? null : sum(known),
		costsUnknown: amounts.length - known.length,
	};
}

/** What each of them leaves out, the sum leaves out too. */
export const sumOfTotals = (totals: readonly TotalCost[]): TotalCost => ({
	cost: totalCost(totals.map(({ cost }) => cost)).cost,
	costsUnknown: totals.reduce((all, { costsUnknown }) => all + costsUnknown, 0),
});

export const statedOr = (
	stated: DecimalText | undefined,
	lines: readonly { readonly cost: DecimalText | null }[],
): TotalCost =>
	stated === undefined
		? totalCost(lines.map(({ cost }) => cost))
		: { cost: decimalText(stated), costsUnknown: 0 };

/** An amount for the screen in the currency's places: −£1,234.50. Digits are exact; the minus is U+2212. */
export function formatMoney(amount: DecimalText, currency: Currency, locale: string): string {
	return written(amount, currency, currencyPlaces(currency), locale);
}

/** The price of one unit, with all of its decimals: quantity × price is what was billed. */
export function formatUnitPrice(price: DecimalText, currency: Currency, locale: string): string {
	const its = Math.min(placesOf(numeral(price)), PRICE_PLACES);
	return written(price, currency, Math.max(its, currencyPlaces(currency)), locale);
}

const written = (amount: DecimalText, currency: Currency, places: number, locale: string): string =>
	moneyFormat(currency, places, locale)(numeral(amount)).replace('-', '−');

type Format = (amount: Intl.StringNumericLiteral) => string;

const formatsKnown = new Map<string, Format>();

function moneyFormat(code: Currency, places: number, locale: string): Format {
	return remembered(formatsKnown, `${locale} ${code} ${String(places)}`, () => {
		const digits = {
			minimumFractionDigits: places,
			maximumFractionDigits: places,
			// A loss that is rounded to zero has no sign.
			signDisplay: 'negative' as const,
		};
		// Intl refuses names like "Dinar", which the service may send: show them verbatim.
		const listed = /^[A-Za-z]{3}$/.test(code);
		const style = listed ? { style: 'currency' as const, currency: code } : {};
		const numbers = new Intl.NumberFormat(locale, { ...style, ...digits });
		return (amount) =>
			listed ? numbers.format(amount) : `${numbers.format(amount)}\u00A0${code}`.trim();
	});
}
