import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalText, isNegative } from './decimal.ts';
import { LONGEST_ENTRY, exactEntry, formatQuantity, parseEntry } from './quantity-entry.ts';

/** Every region that the settings offer. */
const offered =
	'en-AU en-CA en-IE en-IN en-ZA ar-AE ar-JO ar-KW ar-QA es-ES fr-CA it-IT nl-NL pt-BR ' +
	'tr-TR en-GB en-US fr-FR de-DE ar-EG ar-SA de-CH hi-IN pl-PL';
/** Others that a PC may be set to. */
const others = 'bn-BD fa-IR ar-MA';
const LOCALES = `${offered} ${others}`.split(' ');

function accepted(typed: string, locale: string): string | null {
	const entry = parseEntry(typed, locale);
	return entry.kind === 'quantity' ? entry.quantity : null;
}

function readings(typed: string, locale: string): readonly string[] | null {
	const entry = parseEntry(typed, locale);
	return entry.kind === 'problem' && entry.code === 'ambiguous' ? entry.readings : null;
}

function code(typed: string, locale = 'en-GB', options = {}): string {
	const entry = parseEntry(typed, locale, options);
	return entry.kind === 'problem' ? entry.code : entry.kind;
}

const decimal = fc
	.record({ coefficient: fc.bigInt(0n, 10n ** 15n), scale: fc.nat(6) })
	.map(({ coefficient, scale }) => decimalText(`${String(coefficient)}e-${String(scale)}`));

describe("number in the person's locale", () => {
	it.each([
		['12', 'en-GB', '12'],
		['1.5', 'en-GB', '1.5'],
		['.5', 'en-GB', '0.5'],
		['1,5', 'fr-FR', '1.5'],
		['1 234', 'fr-FR', '1234'],
		['1\u202f234,5', 'fr-FR', '1234.5'],
		['1.234,5', 'de-DE', '1234.5'],
		['1.234.567', 'de-DE', '1234567'],
		["1'234", 'de-CH', '1234'],
		['1’234.5', 'de-CH', '1234.5'],
		['1,234,567', 'en-US', '1234567'],
		['1,234.5', 'en-US', '1234.5'],
		['1,23,456', 'hi-IN', '123456'],
		['12 345', 'pl-PL', '12345'],
		['١٢٣', 'ar-EG', '123'],
		['١٬٢٣٤٫٥', 'ar-EG', '1234.5'],
		['۱۲۳٫۵', 'en-GB', '123.5'],
		['1.5', 'ar-EG', '1.5'],
		['1٫5', 'en-GB', '1.5'],
		['1٬234٫5', 'en-GB', '1234.5'],
		['5.', 'en-GB', '5'],
		['+5', 'en-GB', '5'],
	])('reads %s in %s as %s', (typed, locale, quantity) => {
		expect(parseEntry(typed, locale)).toEqual({
			kind: 'quantity',
			quantity,
		});
	});

	it.each(['', '   ', '\u00a0'])('reads %j as blank, which is not zero', (typed) => {
		expect(parseEntry(typed, 'en-GB')).toEqual({ kind: 'blank' });
		expect(accepted('0', 'en-GB')).toBe('0');
	});

	it('reads back what it writes for a box, in every locale', () => {
		fc.assert(
			fc.property(decimal, fc.constantFrom(...LOCALES), (quantity, locale) => {
				const written = formatQuantity(quantity, locale, { minus: 'screen', grouping: false });
				expect(accepted(written, locale)).toBe(quantity);
			}),
			{ numRuns: 500 },
		);
	});

	it('reads back what it writes with groups, or offers the right reading', () => {
		fc.assert(
			fc.property(decimal, fc.constantFrom(...LOCALES), (quantity, locale) => {
				const written = formatQuantity(quantity, locale, { minus: 'screen' });
				const entry = parseEntry(written, locale);
				const offered =
					entry.kind === 'quantity' ? [entry.quantity] : (readings(written, locale) ?? []);
				expect(offered).toContain(quantity);
			}),
			{ numRuns: 500 },
		);
	});

	it('refuses a negative quantity, whichever minus sign it is written with', () => {
		fc.assert(
			fc.property(decimal, fc.constantFrom(...LOCALES), (quantity, locale) => {
				const negative = decimalText(`-${quantity}`);
				for (const minus of ['screen', 'plain'] as const) {
					const written = formatQuantity(negative, locale, { minus, grouping: false });
					expect(code(written, locale)).toBe(negative === '0' ? 'quantity' : 'negative');
				}
			}),
		);
	});
});

describe('ambiguous separator', () => {
	it.each([
		['1,234', 'en-GB', ['1234', '1.234']],
		['1,5', 'en-GB', ['1.5', '15']],
		['0,500', 'en-GB', ['0.5', '500']],
		['1.5', 'fr-FR', ['1.5', '15']],
		['1.234', 'fr-FR', ['1234', '1.234']],
		['1.234', 'de-DE', ['1234', '1.234']],
		['1.5', 'de-DE', ['1.5', '15']],
		['1,5', 'de-CH', ['1.5', '15']],
		['١،٥', 'ar-EG', ['1.5', '15']],
		['1.234,5', 'en-GB', ['1234.5']],
		['1 234.5', 'fr-FR', ['1234.5']],
		['1,234+5', 'en-GB', ['1239', '6.234']],
		['2*1,5', 'en-GB', ['3', '30']],
		[',5', 'en-GB', ['0.5', '5']],
		['5,', 'en-GB', ['5']],
		['12,34,567', 'en-GB', ['1234567']],
		['1.234.567', 'en-GB', ['1234567']],
		['1,234,567.5', 'de-DE', ['1234567.5']],
		["1'234,5", 'de-CH', ['1234.5']],
	])('refuses %s in %s and offers %j', (typed, locale, offered) => {
		expect(readings(typed, locale)).toEqual(offered);
	});

	it("never accepts a single separator that is not the locale's decimal separator", () => {
		const digits = fc.integer({ min: 0, max: 99_999 }).map(String);
		fc.assert(
			fc.property(
				digits,
				digits,
				fc.constantFrom('en-GB', 'en-US', 'de-CH', 'hi-IN'),
				fc.constantFrom('fr-FR', 'de-DE', 'pl-PL', 'ar-MA'),
				(left, right, point, comma) => {
					expect(code(`${left},${right}`, point)).toBe('ambiguous');
					expect(code(`${left}.${right}`, comma)).toBe('ambiguous');
					expect(accepted(`${left}.${right}`, point)).toBe(decimalText(`${left}.${right}`));
					expect(accepted(`${left},${right}`, comma)).toBe(decimalText(`${left}.${right}`));
				},
			),
		);
	});

	it('does not offer a tenfold quantity when the likely reading is refused', () => {
		expect(code('1,5', 'en-GB', { places: 0 })).toBe('too-many-places');
		expect(parseEntry('1,234', 'en-GB', { places: 0 })).toMatchObject({ readings: ['1234'] });
	});

	it.each([
		['1 234', 'en-GB'],
		['12 34', 'fr-FR'],
		['1234 567', 'fr-FR'],
		['1 2345', 'fr-FR'],
		['1 234 5', 'fr-FR'],
		["1'234", 'en-GB'],
		["1'23", 'de-CH'],
		['1.2.3', 'en-GB'],
		['1,2,3', 'en-GB'],
		['1,23.5', 'en-GB'],
		['1.23.456', 'en-GB'],
		['123,45,678', 'hi-IN'],
		['1,23,4567', 'hi-IN'],
	])('refuses %j in %s outright', (typed, locale) => {
		expect(code(typed, locale)).toBe('not-a-number');
	});
});

describe('expression', () => {
	it.each([
		['3*12+4', '40'],
		['3x12 + 4', '40'],
		['3×12−4', '32'],
		['2·(1+2)', '6'],
		['9÷3', '3'],
		['1/3*3', '1'],
		['2--1', '3'],
		['2-+1', '1'],
		['(5)', '5'],
		['-5+6', '1'],
	])('evaluates %s to %s', (typed, quantity) => {
		expect(parseEntry(typed, 'en-GB')).toMatchObject({
			kind: 'quantity',
			quantity,
		});
	});

	it('computes exactly in every locale', () => {
		const cents = fc.integer({ min: 0, max: 99_999 });
		fc.assert(
			fc.property(cents, cents, cents, fc.constantFrom(...LOCALES), (a, b, c, locale) => {
				const text = (hundredths: number): string => decimalText(`${String(hundredths)}e-2`);
				const written = (hundredths: number): string =>
					formatQuantity(text(hundredths), locale, { minus: 'plain', grouping: false });
				// Integers in ten-thousandths, so that the expected sum is exact as well.
				const exact = BigInt(a) * BigInt(b) + BigInt(c) * 100n;
				const typed = `${written(a)}*${written(b)}+(${written(c)})`;
				expect(accepted(typed, locale)).toBe(decimalText(`${String(exact)}e-4`));
			}),
		);
	});

	it('reads its numbers by the locale', () => {
		expect(accepted('1,5*2', 'fr-FR')).toBe('3');
		expect(accepted('12 + 3', 'fr-FR')).toBe('15');
		expect(accepted('١٫٥×٢', 'ar-EG')).toBe('3');
	});

	it.each([
		['5/0', 'divide-by-zero', 2],
		['5/(2-2)', 'divide-by-zero', 2],
		['(1+2', 'unbalanced', 0],
		['1+2)', 'unbalanced', 3],
		[')', 'unbalanced', 0],
		['5/0+1', 'divide-by-zero', 2],
		['3*', 'not-a-number', 2],
		['*3', 'not-a-number', 0],
		['2(3)', 'not-a-number', 1],
		['(1 2)', 'not-a-number', 3],
		['abc', 'not-a-number', 0],
		['1+b', 'not-a-number', 2],
		['1e5', 'not-a-number', 1],
		['5%', 'not-a-number', 1],
		['.', 'not-a-number', 0],
		['1٢', 'not-a-number', 0],
	])('reports the problem in %s and its position', (typed, problem, at) => {
		expect(parseEntry(typed, 'en-GB')).toEqual({ kind: 'problem', code: problem, at });
	});

	it('refuses a negative result', () => {
		expect(code('3-5')).toBe('negative');
		expect(code('-0')).toBe('quantity');
	});

	it('refuses text over the maximum length, and handles the deepest nesting allowed', () => {
		expect(code('1'.repeat(LONGEST_ENTRY))).toBe('quantity');
		expect(code('1'.repeat(LONGEST_ENTRY + 1))).toBe('too-long');
		expect(code('('.repeat(LONGEST_ENTRY))).toBe('not-a-number');
		expect(code(`${'-'.repeat(LONGEST_ENTRY - 1)}1`)).toBe('negative');
	});

	it('handles any text, and never accepts a negative quantity', () => {
		const typing = fc.string({
			unit: fc.oneof(
				fc.constantFrom(...Array.from('0123456789.,+-*/() ٣٫٬x')),
				fc.string({ maxLength: 1 }),
			),
			maxLength: 70,
		});
		fc.assert(
			fc.property(typing, fc.constantFrom(...LOCALES), (typed, locale) => {
				const quantity = accepted(typed, locale);
				expect(quantity === null || !isNegative(quantity)).toBe(true);
			}),
			{ numRuns: 500 },
		);
	});

	it('agrees with exact fractions', () => {
		fc.assert(
			fc.property(expression, ({ text, top, bottom }) => {
				fc.pre(text.length <= LONGEST_ENTRY && bottom !== 0n);
				const negative = top < 0n !== bottom < 0n;
				const [n, d] = [top < 0n ? -top : top, bottom < 0n ? -bottom : bottom];
				const millionths = (2n * n * 1_000_000n + d) / (2n * d);
				const quantity = decimalText(`${String(millionths)}e-6`);
				const entry = parseEntry(text, 'en-GB');
				if (negative && n !== 0n) {
					expect(entry).toMatchObject({ code: 'negative' });
				} else if (n !== 0n && millionths === 0n) {
					expect(entry).toMatchObject({ code: 'too-many-places' });
				} else {
					expect(entry).toMatchObject({ kind: 'quantity', quantity });
				}
			}),
			{ numRuns: 500 },
		);
	});
});

/** An expression with its value as a BigInt fraction; bottom 0 means division by zero. */
interface Reckoned {
	text: string;
	top: bigint;
	bottom: bigint;
}

const number: fc.Arbitrary<Reckoned> = fc
	.record({ coefficient: fc.nat(99_999), scale: fc.nat(3) })
	.map(({ coefficient, scale }) => ({
		text: decimalText(`${String(coefficient)}e-${String(scale)}`),
		top: BigInt(coefficient),
		bottom: 10n ** BigInt(scale),
	}));

const { expression } = fc.letrec<{ expression: Reckoned }>((tie) => ({
	expression: fc.oneof(
		{ maxDepth: 3, withCrossShrink: true },
		number,
		tie('expression').map(({ text, top, bottom }) => ({ text: `-(${text})`, top: -top, bottom })),
		fc
			.tuple(tie('expression'), fc.constantFrom('+', '−', '×', '/'), tie('expression'))
			.map(([a, operator, b]) => combine(a, operator, b)),
	),
}));

function combine(a: Reckoned, operator: string, b: Reckoned): Reckoned {
	const text = `(${a.text})${operator}(${b.text})`;
	if (a.bottom === 0n || b.bottom === 0n) return { text, top: 0n, bottom: 0n };
	if (operator === '×') return { text, top: a.top * b.top, bottom: a.bottom * b.bottom };
	if (operator === '/') return { text, top: a.top * b.bottom, bottom: a.bottom * b.top };
	const sign = operator === '+' ? 1n : -1n;
	return { text, top: a.top * b.bottom + sign * b.top * a.bottom, bottom: a.bottom * b.bottom };
}

describe('decimal places of a unit', () => {
	it('refuses typed decimals that the unit does not allow', () => {
		expect(code('0.5', 'en-GB', { places: 0 })).toBe('too-many-places');
		expect(code('0.125', 'en-GB', { places: 2 })).toBe('too-many-places');
		expect(code('0.120', 'en-GB', { places: 2 })).toBe('quantity');
	});

	it('rounds the remainder of a division, but never in whole units', () => {
		expect(parseEntry('1/8', 'en-GB', { places: 2 })).toMatchObject({ quantity: '0.13' });
		expect(parseEntry('10/5', 'en-GB', { places: 0 })).toMatchObject({ quantity: '2' });
		expect(code('10/4', 'en-GB', { places: 0 })).toBe('too-many-places');
	});

	it('keeps at most six places, and never rounds a quantity to zero', () => {
		expect(parseEntry('2/3', 'en-GB')).toMatchObject({ quantity: '0.666667' });
		expect(parseEntry('0.1234567', 'en-GB')).toMatchObject({ quantity: '0.123457' });
		expect(code('1/10000000')).toBe('too-many-places');
	});
});

it.each([
	['1/3', '1', '3'],
	['1'.repeat(LONGEST_ENTRY), '1'.repeat(LONGEST_ENTRY), '1'],
])('keeps the exact value of %s', (typed, numerator, denominator) => {
	expect(exactEntry(typed, 'en-GB')).toEqual({ numerator, denominator });
});

it.each(['', 'abc', '1+', '1,5+2', '1'.repeat(LONGEST_ENTRY + 1)])(
	'%j has no exact value',
	(typed) => {
		expect(exactEntry(typed, 'en-GB')).toBeNull();
	},
);

describe('quantity on screen', () => {
	it('uses U+2212 as minus on screen, and a hyphen only in exports', () => {
		expect(formatQuantity('-1234.50', 'en-GB', { minus: 'screen' })).toBe('−1,234.5');
		expect(formatQuantity('-1234.5', 'en-GB', { minus: 'plain' })).toBe('-1,234.5');
		expect(formatQuantity('-5', 'ar-EG', { minus: 'plain' })).toBe('-٥');
		expect(formatQuantity('-5', 'fa-IR', { minus: 'plain' })).toBe('-۵');
	});

	it('shows the requested places, rounding half away from zero', () => {
		expect(formatQuantity('2.5', 'en-GB', { minus: 'screen', minPlaces: 3 })).toBe('2.500');
		expect(formatQuantity('-2.345', 'en-GB', { minus: 'plain', maxPlaces: 2 })).toBe('-2.35');
		expect(formatQuantity(`0.${'0'.repeat(100)}1`, 'en-GB', { minus: 'plain' })).toBe('0');
	});

	it('keeps every digit of a number too long for a float', () => {
		fc.assert(
			fc.property(fc.bigInt(-(10n ** 40n), 10n ** 40n), fc.nat(20), (coefficient, scale) => {
				const text = decimalText(`${String(coefficient)}e-${String(scale)}`);
				const written = formatQuantity(text, 'en-US', { minus: 'plain' });
				expect(written.replaceAll(',', '')).toBe(text);
			}),
		);
	});
});
