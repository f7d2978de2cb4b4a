import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	add,
	addRatios,
	addTo,
	compare,
	compareRatios,
	decimalText,
	divide,
	divideRatios,
	isNegative,
	isZero,
	larger,
	multiply,
	multiplyByRatio,
	negate,
	notBelowZero,
	placesOf,
	roundTo,
	smaller,
	subtract,
	sum,
	truncateRatio,
} from './decimal.ts';

/** A decimal as coefficient × 10^−scale in BigInt: an independent arithmetic to compare with. */
interface Scaled {
	coefficient: bigint;
	scale: number;
}

/** Everyday sizes, around the largest safe integer, and far beyond. */
const magnitudes = [100_000n, 2n ** 53n + 2n, 10n ** 24n];

const scaled = fc.record({
	coefficient: fc.oneof(...magnitudes.map((most) => fc.bigInt(-most, most))),
	scale: fc.nat(12),
});

function textOf({ coefficient, scale }: Scaled): string {
	const digits = (coefficient < 0n ? -coefficient : coefficient)
		.toString()
		.padStart(scale + 1, '0');
	const whole = digits.slice(0, digits.length - scale);
	const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
	const text = fraction === '' ? whole : `${whole}.${fraction}`;
	return coefficient < 0n ? `-${text}` : text;
}

function at(value: Scaled, scale: number): bigint {
	return value.coefficient * 10n ** BigInt(scale - value.scale);
}

/** numerator ÷ denominator, half away from zero. */
function halfUp(numerator: bigint, denominator: bigint): bigint {
	const negative = numerator < 0n !== denominator < 0n;
	const n = numerator < 0n ? -numerator : numerator;
	const d = denominator < 0n ? -denominator : denominator;
	const rounded = (2n * n + d) / (2n * d);
	return negative ? -rounded : rounded;
}

describe('canonical text', () => {
	it.each([
		['1.50', '1.5'],
		['-0', '0'],
		['-0.000', '0'],
		['100', '100'],
		['1e3', '1000'],
		['1E-7', '0.0000001'],
		['007', '7'],
		['.50', '0.5'],
		['-5.', '-5'],
	])('writes %s as %s', (given, canonical) => {
		expect(decimalText(given)).toBe(canonical);
	});

	it('keeps every digit of a long number', () => {
		fc.assert(
			fc.property(scaled, (value) => {
				expect(decimalText(textOf(value))).toBe(textOf(value));
			}),
		);
	});
});

describe('arithmetic', () => {
	it('adds, subtracts, multiplies and compares without losing a digit', () => {
		fc.assert(
			fc.property(scaled, scaled, (a, b) => {
				const scale = Math.max(a.scale, b.scale);
				const [x, y] = [at(a, scale), at(b, scale)];
				expect(add(textOf(a), textOf(b))).toBe(textOf({ coefficient: x + y, scale }));
				expect(subtract(textOf(a), textOf(b))).toBe(textOf({ coefficient: x - y, scale }));
				expect(multiply(textOf(a), textOf(b))).toBe(
					textOf({ coefficient: a.coefficient * b.coefficient, scale: a.scale + b.scale }),
				);
				expect(compare(textOf(a), textOf(b))).toBe(x < y ? -1 : x > y ? 1 : 0);
			}),
		);
	});

	it('agrees with big.js and accepts the same texts', () => {
		fc.assert(
			fc.property(scaled, scaled, (a, b) => {
				const [x, y] = [textOf(a), `${textOf(b)}e-3`];
				expect(add(x, y)).toBe(decimalText(new Big(x).plus(y)));
				expect(subtract(x, y)).toBe(decimalText(new Big(x).minus(y)));
				expect(multiply(x, y)).toBe(decimalText(new Big(x).times(y)));
				expect(compare(x, y)).toBe(new Big(x).cmp(y));
			}),
		);
		expect(() => add('1', 'many')).toThrow();
		for (const text of ['', '-', '.', '-.', '1.2.3', '1x2'])
			expect(() => compare(text, text), text).toThrow();
	});

	it('sums a list', () => {
		expect(sum(['0.1', '0.2', '-0.3'])).toBe('0');
		expect(sum([])).toBe('0');
		expect(sum(Array.from({ length: 19 }, () => '999999999999999'))).toBe('18999999999999981');
		expect(negate('0')).toBe('0');
	});

	it('sums by key', () => {
		const sums = new Map([['milk', '1.5']]);
		expect([addTo(sums, 'milk', '0.25'), addTo(sums, 'butter', '2')]).toEqual(['1.75', '2']);
		expect([...sums]).toEqual([
			['milk', '1.75'],
			['butter', '2'],
		]);
	});

	it('finds the smaller, the larger, and nothing below zero, by value', () => {
		expect([smaller('10', '9'), smaller('-2', '1'), larger('10', '9'), larger('-2', '1')]).toEqual([
			'9',
			'-2',
			'10',
			'1',
		]);
		expect(['-0.5', '0', '3'].map(notBelowZero)).toEqual(['0', '0', '3']);
	});

	it('divides with one rounding, half away from zero', () => {
		fc.assert(
			fc.property(scaled, scaled, fc.nat(8), (a, b, places) => {
				fc.pre(b.coefficient !== 0n);
				const numerator = a.coefficient * 10n ** BigInt(b.scale + places);
				const denominator = b.coefficient * 10n ** BigInt(a.scale);
				const coefficient = halfUp(numerator, denominator);
				expect(divide(textOf(a), textOf(b), places)).toBe(textOf({ coefficient, scale: places }));
			}),
		);
	});

	it('refuses to divide by zero', () => {
		const [one, none] = [
			{ numerator: '1', denominator: '1' },
			{ numerator: '0', denominator: '0.00' },
		];
		for (const dividing of [
			() => divide('1', '0.00', 2),
			() => divideRatios(one, none),
			() => truncateRatio(none, 2),
		])
			expect(dividing).toThrow('division by zero');
	});

	it.each([
		['0', true, false, 0],
		['-0.00', true, false, 0],
		[`0.${'0'.repeat(20)}`, true, false, 0],
		['-0.050', false, true, 2],
		['12', false, false, 0],
		['1.250', false, false, 2],
	])(
		'of %s knows whether it is zero or negative, and its places',
		(text, zero, negative, places) => {
			expect([isZero(text), isNegative(text), placesOf(text)]).toEqual([zero, negative, places]);
		},
	);
});

describe('rounding', () => {
	it.each([
		['2.5', 0, '3'],
		['-2.5', 0, '-3'],
		['2.4', 0, '2'],
		['-0.4', 0, '0'],
		['2.675', 2, '2.68'],
		['1.005', 2, '1.01'],
		['9.9999', 3, '10'],
		['1', 25, '1'],
	])('rounds %s at %d places to %s', (text, places, rounded) => {
		expect(roundTo(text, places)).toBe(rounded);
	});

	it('rounds like BigInt arithmetic', () => {
		fc.assert(
			fc.property(scaled, fc.nat(12), (value, places) => {
				const coefficient = halfUp(
					value.coefficient * 10n ** BigInt(places),
					10n ** BigInt(value.scale),
				);
				expect(roundTo(textOf(value), places)).toBe(textOf({ coefficient, scale: places }));
			}),
		);
	});
});

describe('ratios', () => {
	it('multiplies by a ratio and rounds once at the end', () => {
		expect(multiplyByRatio('36', { numerator: '1', denominator: '12' })).toBe('3');
		expect(multiplyByRatio('1', { numerator: '1', denominator: '3' })).toBe('0.333333');
		expect(multiplyByRatio('2', { numerator: '1', denominator: '3' }, 2)).toBe('0.67');
	});

	it('truncates towards zero, never past the exact value', () => {
		fc.assert(
			fc.property(scaled, scaled, fc.nat(6), (a, b, places) => {
				fc.pre(b.coefficient !== 0n);
				const ratio = { numerator: textOf(a), denominator: textOf(b) };
				const numerator = a.coefficient * 10n ** BigInt(b.scale + places);
				const coefficient = numerator / (b.coefficient * 10n ** BigInt(a.scale));
				expect(truncateRatio(ratio, places)).toBe(textOf({ coefficient, scale: places }));
			}),
		);
	});

	it('adds parts of the same size without another size', () => {
		const third = { numerator: '1', denominator: '3' };
		expect(addRatios(third, third)).toEqual({ numerator: '2', denominator: '3' });
	});

	it('compares by value, whatever the signs and terms', () => {
		expect(
			compareRatios({ numerator: '1', denominator: '-2' }, { numerator: '-2', denominator: '4' }),
		).toBe(0);
		expect(
			compareRatios({ numerator: '1', denominator: '3' }, { numerator: '-1', denominator: '-2' }),
		).toBe(-1);
	});
});
