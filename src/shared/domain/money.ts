// Money as exact decimals in major units (`12.5` is twelve and a half), with each currency's own places.
import { decimalText, multiply, numeral, roundTo, sum } from './decimal.ts';
import type { DecimalText } from './decimal.ts';

/** An ISO 4217 code, or a code with the decimal places that the service's own currency record states. */
export type Currency = string | { readonly code: string; readonly places: number };

// ISO 4217, list one: the currencies whose minor unit is not a hundredth.
const ZERO_PLACES = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(
	' ',
);
const THREE_PLACES = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');
const FOUR_PLACES = 'CLF UYW'.split(' ');

/** Decimal places of an amount in this currency: as stated, else by ISO 4217, 2 for a code unknown to it. */
export function currencyPlaces(currency: Currency): number {
	if (typeof currency !== 'string') return currency.places;
	if (ZERO_PLACES.includes(currency)) return 0;
	if (THREE_PLACES.includes(currency)) return 3;
	return FOUR_PLACES.includes(currency) ? 4 : 2;
}

/**
 * What a quantity in base units comes to at a cost per base unit, rounded half-up once to the currency's places.
 * Unit costs keep all the places the service gave; only the product is rounded.
 */
export function lineCost(
	baseQuantity: DecimalText,
	unitCost: DecimalText,
	currency: Currency,
): DecimalText {
	return roundTo(multiply(baseQuantity, unitCost), currencyPlaces(currency));
}

/** The sum of amounts that are rounded already, so that a total agrees with the lines above it. */
export function sumMoney(amounts: Iterable<DecimalText>): DecimalText {
	return sum(amounts);
}

/** A total of amounts that may not all be known. An unknown amount is never taken for zero. */
export interface TotalCost {
	/** The sum of the known amounts; null where there are amounts and none is known. */
	readonly cost: DecimalText | null;
	/** Amounts that are not known, and so not in `cost`. */
	readonly costsUnknown: number;
}

/** @param amounts rounded already; null for an amount that is not known. */
export function totalCost(amounts: readonly (DecimalText | null)[]): TotalCost {
	const known = amounts.flatMap((amount) => amount ?? []);
	return {
		cost: known.length === 0 && amounts.length > 0 ? null : sum(known),
		costsUnknown: amounts.length - known.length,
	};
}

/** The total that a document states; else that of its lines. */
export const statedOr = (
	stated: DecimalText | undefined,
	lines: readonly { readonly cost: DecimalText | null }[],
): TotalCost =>
	stated === undefined
		? totalCost(lines.map(({ cost }) => cost))
		: { cost: decimalText(stated), costsUnknown: 0 };

/** An amount for the screen, in the currency's places: −£1,234.50. Digits are exact; the minus is U+2212. */
export function formatMoney(amount: DecimalText, currency: Currency, locale: string): string {
	return moneyFormat(currency, locale)(numeral(amount)).replace('-', '−');
}

type Format = (amount: Intl.StringNumericLiteral) => string;

const formatsKnown = new Map<string, Format>();

function moneyFormat(currency: Currency, locale: string): Format {
	const code = typeof currency === 'string' ? currency : currency.code;
	const places = currencyPlaces(currency);
	const key = `${locale} ${code} ${String(places)}`;
	const known = formatsKnown.get(key);
	if (known !== undefined) return known;

	const digits = { minimumFractionDigits: places, maximumFractionDigits: places };
	// The service may name a currency in a way that Intl refuses ("Dinar"): it is shown word for word.
	const listed = /^[A-Za-z]{3}$/.test(code);
	const style = listed ? { style: 'currency' as const, currency: code } : {};
	const numbers = new Intl.NumberFormat(locale, { ...style, ...digits });
	const format: Format = (amount) =>
		listed ? numbers.format(amount) : `${numbers.format(amount)}\u00A0${code}`.trim();
	formatsKnown.set(key, format);
	return format;
}
