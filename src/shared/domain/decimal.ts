// Exact decimals as text, for every quantity and amount. Binary floats never hold one: 2.07 must not become
// 2.0700000000000003.
import Big from 'big.js';

/**
 * No exponent, no `+`, no trailing zeros, no `-0`. Functions accept any plain decimal text (`1.50`) and return this one
 * (`1.5`).
 */
export type DecimalText = string;

/** An exact quotient, like 1/12 of a case. Rounded once, at the last step. */
export interface Ratio {
	readonly numerator: DecimalText;
	readonly denominator: DecimalText;
}

const CANONICAL = /^(0|-?[1-9]\d*|-?(0|[1-9]\d*)\.\d*[1-9])$/;

export function decimalText(value: Big | string): DecimalText {
	if (typeof value === 'string') {
		// Fast path: most texts only have trailing zeros, and a first pull has hundreds of thousands of them.
		const short = value.includes('.') ? value.replace(/\.?0+$/, '') : value;
		if (CANONICAL.test(short)) return short;
	}
	return new Big(value).toFixed();
}

/** The canonical text in Intl's string type: formatting a text keeps every digit, a float does not. */
export function numeral(text: DecimalText): Intl.StringNumericLiteral {
	const canonical = decimalText(text);
	if (!isNumeral(canonical)) throw new RangeError(`not a decimal: ${text}`);
	return canonical;
}

function isNumeral(text: string): text is Intl.StringNumericLiteral {
	return CANONICAL.test(text);
}

/**
 * A number while safe, else a bigint: a review computes with a hundred thousand, and bigint is several times slower.
 */
type Whole = number | bigint;

function plus(a: Whole, b: Whole): Whole {
	if (typeof a === 'number' && typeof b === 'number') {
		const total = a + b;
		if (Number.isSafeInteger(total)) return total;
	}
	return BigInt(a) + BigInt(b);
}

function times(a: Whole, b: Whole): Whole {
	if (typeof a === 'number' && typeof b === 'number') {
		const product = a * b;
		if (Number.isSafeInteger(product)) return product;
	}
	return BigInt(a) * BigInt(b);
}

const powers: Whole[] = [];
const powerOfTen = (places: number): Whole =>
	(powers[places] ??= places <= SHORT ? Number(`1e${places}`) : 10n ** BigInt(places));

interface Scaled {
	readonly digits: Whole;
	readonly places: number;
}

const PLAIN = /^-?\d+(\.\d+)?$/;

function scaled(text: DecimalText): Scaled {
	const read = readShort(text);
	if (read !== null) return read;
	const plain = PLAIN.test(text) ? text : decimalText(text);
	const point = plain.indexOf('.');
	if (point === -1) return { digits: BigInt(plain), places: 0 };
	return {
		digits: BigInt(plain.slice(0, point) + plain.slice(point + 1)),
		places: plain.length - point - 1,
	};
}

/** This many digits are always a safe integer. */
const SHORT = 15;
/** Codes of `0`, `.` and `-`. */
const [ZERO, POINT, MINUS] = [48, 46, 45];

/** Fast path for short plain text; null otherwise. */
function readShort(text: DecimalText): Scaled | null {
	const { length } = text;
	if (length > SHORT) return null;
	const first = text.charCodeAt(0) === MINUS ? 1 : 0;
	let digits = 0;
	let point = length;
	for (let index = first; index < length; index += 1) {
		const code = text.charCodeAt(index);
		const digit = code - ZERO;
		if (digit >= 0 && digit <= 9) digits = digits * 10 + digit;
		else if (code === POINT && point === length) point = index;
		else return null;
	}
	if (length === first || point === length - 1) return null;
	return { digits: first === 1 ? -digits : digits, places: Math.max(0, length - point - 1) };
}

function textOf(digits: Whole, places: number): DecimalText {
	if (places === 0) return String(digits);
	const all = String(digits < 0 ? -digits : digits).padStart(places + 1, '0');
	const point = all.length - places;
	let end = all.length;
	while (end > point && all[end - 1] === '0') end -= 1;
	const plain =
		end === point ? all.slice(0, point) : `${all.slice(0, point)}.${all.slice(point, end)}`;
	return digits < 0 ? `-${plain}` : plain;
}

/** The digits scaled to at least as many places. */
const at = ({ digits, places }: Scaled, more: number): Whole =>
	more === places ? digits : times(digits, powerOfTen(more - places));

/** numerator ÷ denominator, half away from zero. */
function halfUp(numerator: Whole, denominator: Whole): Whole {
	if (denominator === 1) return numerator;
	const negative = numerator < 0 !== denominator < 0;
	const [n, d] = [
		numerator < 0 ? -numerator : numerator,
		denominator < 0 ? -denominator : denominator,
	];
	const rounded = quotient(plus(times(2, n), d), times(2, d));
	return negative ? -rounded : rounded;
}

function quotient(n: Whole, d: Whole): Whole {
	if (typeof n === 'number' && typeof d === 'number') return (n - (n % d)) / d;
	return BigInt(n) / BigInt(d);
}

const isNone = ({ digits }: Scaled): boolean => digits === 0 || digits === 0n;

export function add(a: DecimalText, b: DecimalText): DecimalText {
	return sum([a, b]);
}

export function subtract(a: DecimalText, b: DecimalText): DecimalText {
	const [x, y] = [scaled(a), scaled(b)];
	const places = Math.max(x.places, y.places);
	return textOf(plus(at(x, places), -at(y, places)), places);
}

export function multiply(a: DecimalText, b: DecimalText): DecimalText {
	const [x, y] = [scaled(a), scaled(b)];
	return textOf(times(x.digits, y.digits), x.places + y.places);
}

/** a ÷ b, rounded half-up to `places`. Throws if b is zero. */
export function divide(a: DecimalText, b: DecimalText, places: number): DecimalText {
	const [x, y] = [scaled(a), scaled(b)];
	if (isNone(y)) throw new RangeError('division by zero');
	return textOf(
		halfUp(times(x.digits, powerOfTen(y.places + places)), times(y.digits, powerOfTen(x.places))),
		places,
	);
}

/** −1, 0 or 1, for `sort`. */
export function compare(a: DecimalText, b: DecimalText): -1 | 0 | 1 {
	const [x, y] = [scaled(a), scaled(b)];
	const places = Math.max(x.places, y.places);
	const [left, right] = [at(x, places), at(y, places)];
	return left < right ? -1 : left > right ? 1 : 0;
}

export function isZero(text: DecimalText): boolean {
	return text === '0' || isNone(scaled(text));
}

export function isNegative(text: DecimalText): boolean {
	return text.startsWith('-') && scaled(text).digits < 0;
}

export function negate(text: DecimalText): DecimalText {
	const { digits, places } = scaled(text);
	return textOf(-digits, places);
}

export function abs(text: DecimalText): DecimalText {
	return isNegative(text) ? negate(text) : decimalText(text);
}

export const smaller = (a: DecimalText, b: DecimalText): DecimalText => (compare(a, b) < 0 ? a : b);

export const larger = (a: DecimalText, b: DecimalText): DecimalText => (compare(a, b) < 0 ? b : a);

export const notBelowZero = (text: DecimalText): DecimalText => (isNegative(text) ? '0' : text);

/** @returns the new sum of the key */
export function addTo<Key>(sums: Map<Key, DecimalText>, key: Key, more: DecimalText): DecimalText {
	const all = add(sums.get(key) ?? '0', more);
	sums.set(key, all);
	return all;
}

/** `0` for an empty list. */
export function sum(texts: Iterable<DecimalText>): DecimalText {
	let total: Scaled = { digits: 0, places: 0 };
	for (const text of texts) {
		const next = scaled(text);
		const places = Math.max(total.places, next.places);
		total = { digits: plus(at(total, places), at(next, places)), places };
	}
	return textOf(total.digits, total.places);
}

/** Rounds half away from zero: 2.5 → 3 and −2.5 → −3. */
export function roundTo(text: DecimalText, places: number): DecimalText {
	return divide(text, '1', places);
}

/** Decimal places in canonical form: 2 for `1.250`. */
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

/** Throws if b is zero. */
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

/** Rounds half-up once to `places`. */
export function roundRatio(ratio: Ratio, places: number): DecimalText {
	return divide(ratio.numerator, ratio.denominator, places);
}

/** Truncates to `places`, towards zero. */
export function truncateRatio(ratio: Ratio, places: number): DecimalText {
	const [x, y] = [scaled(ratio.numerator), scaled(ratio.denominator)];
	if (isNone(y)) throw new RangeError('division by zero');
	const whole = times(x.digits, powerOfTen(y.places + places));
	return textOf(quotient(whole, times(y.digits, powerOfTen(x.places))), places);
}

/** Whether a decimal equals the ratio exactly. */
export function equalsRatio(text: DecimalText, ratio: Ratio): boolean {
	return compare(multiply(text, ratio.denominator), ratio.numerator) === 0;
}

/** text × ratio, rounded half-up once at the end to `places` (default 6). */
export function multiplyByRatio(text: DecimalText, ratio: Ratio, places = 6): DecimalText {
	return divide(multiply(text, ratio.numerator), ratio.denominator, places);
}
