// Exact decimals as text, for every quantity and amount of the program. Binary floats never hold one:
// 2.07 must not come back as 2.0700000000000003.
import Big from 'big.js';
import { z } from 'zod';

/**
 * An exact decimal in canonical text: no exponent, no `+`, no trailing zeros, no `-0`.
 * Functions here take any plain decimal text (`1.50`) and always give the canonical one (`1.5`).
 */
export type DecimalText = string;

/** An exact quotient, such as 1/12 of a case. It is rounded once, at the last step. */
export interface Ratio {
	readonly numerator: DecimalText;
	readonly denominator: DecimalText;
}

// Our own constructors: `DP` and `RM` of the shared one could be changed by anybody.
const Exact = Big();
Exact.RM = Big.roundHalfUp;
const Truncated = Big();
Truncated.RM = Big.roundDown;

const CANONICAL = /^(0|-?[1-9]\d*|-?(0|[1-9]\d*)\.\d*[1-9])$/;
const JSON_NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/;

/** The canonical text of a decimal. Throws when the text is not a number: use `readDecimal` for foreign text. */
export function decimalText(value: Big | string): DecimalText {
	if (typeof value === 'string') {
		// Most texts only have zeros to lose, and there are hundreds of thousands of them in a first pull.
		const short = value.includes('.') ? value.replace(/\.?0+$/, '') : value;
		if (CANONICAL.test(short)) return short;
	}
	const plain = new Exact(value).toFixed();
	return plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain;
}

/**
 * The canonical text of a number token as JSON writes it (`1.50`, `2E3`), or null when it is none.
 * Exponents of more than three digits are refused: their plain text would fill the memory.
 */
export function readDecimal(token: string): DecimalText | null {
	return JSON_NUMBER.test(token) ? decimalText(token) : null;
}

/** Whether the text is a decimal in canonical form. */
export function isDecimalText(text: string): boolean {
	return CANONICAL.test(text);
}

/** Accepts canonical decimals only. */
export const decimalTextSchema = z.string().refine(isDecimalText, 'not a canonical decimal');

/** The canonical text in the type that Intl takes: its formats keep every digit of a text, and none of a float. */
export function numeral(text: DecimalText): Intl.StringNumericLiteral {
	const canonical = decimalText(text);
	if (!isNumeral(canonical)) throw new RangeError(`not a decimal: ${text}`);
	return canonical;
}

function isNumeral(text: string): text is Intl.StringNumericLiteral {
	return CANONICAL.test(text);
}

export function add(a: DecimalText, b: DecimalText): DecimalText {
	return decimalText(new Exact(a).plus(b));
}

export function subtract(a: DecimalText, b: DecimalText): DecimalText {
	return decimalText(new Exact(a).minus(b));
}

export function multiply(a: DecimalText, b: DecimalText): DecimalText {
	return decimalText(new Exact(a).times(b));
}

/** a ÷ b, rounded half-up to `places`. Throws when b is zero. */
export function divide(a: DecimalText, b: DecimalText, places: number): DecimalText {
	if (isZero(b)) throw new RangeError('division by zero');
	Exact.DP = places;
	return decimalText(new Exact(a).div(b));
}

/** −1, 0 or 1: fit for `sort`. */
export function compare(a: DecimalText, b: DecimalText): -1 | 0 | 1 {
	return new Exact(a).cmp(b);
}

export function isZero(text: DecimalText): boolean {
	return new Exact(text).eq('0');
}

export function isNegative(text: DecimalText): boolean {
	return new Exact(text).lt('0');
}

export function negate(text: DecimalText): DecimalText {
	return decimalText(new Exact(text).neg());
}

export function abs(text: DecimalText): DecimalText {
	return decimalText(new Exact(text).abs());
}

/** The sum of all; `0` for none. */
export function sum(texts: Iterable<DecimalText>): DecimalText {
	let total = new Exact('0');
	for (const text of texts) total = total.plus(text);
	return decimalText(total);
}

/** Rounds half-up, away from zero: 2.5 → 3 and −2.5 → −3. */
export function roundTo(text: DecimalText, places: number): DecimalText {
	return decimalText(new Exact(text).round(places, Big.roundHalfUp));
}

/** Digits after the point in the canonical form: 2 for `1.250`. */
export function placesOf(text: DecimalText): number {
	const canonical = decimalText(text);
	const point = canonical.indexOf('.');
	return point === -1 ? 0 : canonical.length - point - 1;
}

export const ONE: Ratio = { numerator: '1', denominator: '1' };

export function ratioOf(text: DecimalText): Ratio {
	return { numerator: decimalText(text), denominator: '1' };
}

export function addRatios(a: Ratio, b: Ratio): Ratio {
	if (a.denominator === b.denominator) {
		return { numerator: add(a.numerator, b.numerator), denominator: a.denominator };
	}
	return {
		numerator: add(multiply(a.numerator, b.denominator), multiply(b.numerator, a.denominator)),
		denominator: multiply(a.denominator, b.denominator),
	};
}

export function negateRatio(ratio: Ratio): Ratio {
	return { numerator: negate(ratio.numerator), denominator: ratio.denominator };
}

export function multiplyRatios(a: Ratio, b: Ratio): Ratio {
	return {
		numerator: multiply(a.numerator, b.numerator),
		denominator: multiply(a.denominator, b.denominator),
	};
}

/** Throws when b is zero. */
export function divideRatios(a: Ratio, b: Ratio): Ratio {
	if (isZero(b.numerator)) throw new RangeError('division by zero');
	return multiplyRatios(a, { numerator: b.denominator, denominator: b.numerator });
}

/** −1, 0 or 1. */
export function compareRatios(a: Ratio, b: Ratio): -1 | 0 | 1 {
	const difference = addRatios(a, negateRatio(b));
	return isNegative(difference.denominator)
		? compare('0', difference.numerator)
		: compare(difference.numerator, '0');
}

/** The ratio as a decimal, rounded half-up once to `places`. */
export function roundRatio(ratio: Ratio, places: number): DecimalText {
	return divide(ratio.numerator, ratio.denominator, places);
}

/** The ratio as a decimal with the digits after `places` dropped, towards zero. */
export function truncateRatio(ratio: Ratio, places: number): DecimalText {
	Truncated.DP = places;
	return decimalText(new Truncated(ratio.numerator).div(ratio.denominator));
}

/** Whether a decimal is exactly the ratio, nothing lost by rounding. */
export function equalsRatio(text: DecimalText, ratio: Ratio): boolean {
	return compare(multiply(text, ratio.denominator), ratio.numerator) === 0;
}

/** text × ratio, rounded half-up once, at the end, to `places` (6 unless told). */
export function multiplyByRatio(text: DecimalText, ratio: Ratio, places = 6): DecimalText {
	return divide(multiply(text, ratio.numerator), ratio.denominator, places);
}
