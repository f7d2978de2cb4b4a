import { describe, expect, it } from 'vitest';
import { Format } from './format.svelte.ts';
import { Language } from './language.svelte.ts';

const english = new Format(new Language('en'));
const arabic = new Format(new Language('ar'));

describe('differences', () => {
	it('have a sign above and below zero, and none at zero', () => {
		expect(english.difference('4')).toBe('+4');
		expect(english.difference('-7.5')).toBe('−7.5');
		expect(english.difference('0.00')).toBe(english.quantity('0'));
		expect(english.moneyDifference('12', 'GBP')).toBe('+£12.00');
	});

	it('have at most the decimals of their unit, but never read 0 above or below zero', () => {
		expect(english.difference('-10.0004', 3)).toBe('−10');
		expect(english.difference('10.0005', 3)).toBe('+10.001');
		expect(english.difference('-0.0004', 3)).toBe('−0.0004');
		expect(english.difference('0.0004', 3)).toBe('+0.0004');
		expect(english.quantity('0.00', 3)).toBe('0');
	});

	it('put plus and minus in the same position in every locale', () => {
		expect(arabic.difference('4')).toBe(arabic.difference('-4').replace('−', '+'));
	});
});

/** Of the same amount: a quantity, money, and the differences of both. */
it.each([
	['0', '0', '€0.00', '0', '€0.00'],
	['-0.00', '0', '€0.00', '0', '€0.00'],
	['0.004', '0.004', '€0.00', '+0.004', '€0.00'],
	['-0.004', '−0.004', '€0.00', '−0.004', '€0.00'],
	['0.005', '0.005', '€0.01', '+0.005', '+€0.01'],
	['-0.005', '−0.005', '−€0.01', '−0.005', '−€0.01'],
	['2.345', '2.345', '€2.35', '+2.345', '+€2.35'],
	['-2.345', '−2.345', '−€2.35', '−2.345', '−€2.35'],
	['9.995', '9.995', '€10.00', '+9.995', '+€10.00'],
	['-1234567.5', '−1,234,567.5', '−€1,234,567.50', '−1,234,567.5', '−€1,234,567.50'],
] as const)('writes %s with its sign and decimals', (text, ...written) => {
	const { quantity, money, difference, moneyDifference } = english;
	expect([
		quantity(text),
		money(text, 'EUR'),
		difference(text),
		moneyDifference(text, 'EUR'),
	]).toEqual(written);
});

describe('the price of a unit', () => {
	it('has the decimals of its currency, and all of its own', () => {
		expect(english.unitPrice('7.5', 'EUR')).toBe('€7.50');
		expect(english.unitPrice('0.0125', 'EUR')).toBe('€0.0125');
		expect(english.unitPrice('120', 'JPY')).toBe('JP¥120');
		expect(english.unitPrice('1.5', 'KWD')).toBe('KWD\u00A01.500');
		expect(english.unitPrice('10.90909091', 'EUR')).toBe('€10.909091');
	});
});

it('writes a moment with its day unless that is today, so that no time of yesterday reads as to come', () => {
	const now = new Date(2026, 10, 20, 9, 30).getTime();
	const before = (hours: number) => english.moment(now - hours * 3_600_000, now);
	expect(before(9)).toBe('0:30');
	expect(before(10)).toBe('Thu 19 Nov, 23:30');
	expect(before(23)).toBe('Thu 19 Nov, 10:30');
	expect(english.atMoment(now, now)).toBe('at 9:30');
	expect(english.atMoment(now - 10 * 3_600_000, now)).toBe('on Thu 19 Nov, 23:30');
});

it('writes a percentage as the language does, with its own digits', () => {
	expect(english.percentage('5.8')).toBe('5.8%');
	expect(english.percentageDifference('5.8')).toBe('+5.8%');
	expect(english.percentageDifference('-10.95')).toBe('−10.95%');
	expect(english.percentage('6')).toBe(english.percent(0.06));
	expect(arabic.percentage('6')).toBe(arabic.percent(0.06));
	expect(new Format(new Language('en', 'de-DE')).percentage('5.8')).toBe('5,8\u00a0%');
});

describe('lists', () => {
	it("are joined in the screens' language, whatever the region", () => {
		expect(english.list(['a', 'b', 'c'])).toBe('a, b and c');
		expect(new Format(new Language('ar', 'en-GB')).list(['a', 'b'])).toBe('a وb');
	});
});

describe('dates', () => {
	it("name the business date itself, whatever this PC's time zone", () => {
		expect(english.day('2026-11-20')).toBe('Fri 20 Nov');
		expect(english.date('2026-01-01')).toBe('1 Jan 2026');
		expect(english.shortDay('2026-01-02')).toBe('02/01');
	});

	it('use the Gregorian calendar in Saudi Arabia', () => {
		expect(arabic.date('2026-11-20')).toContain('٢٠٢٦');
	});

	it("show the time by this PC's clock", () => {
		expect(english.time(new Date(2026, 10, 20, 12, 42).getTime())).toBe('12:42');
	});
});

describe('ages', () => {
	it('use the largest full unit', () => {
		const now = Date.UTC(2026, 10, 20);
		expect(english.age(now - 59_000, now)).toBeNull();
		expect(english.age(now - 61_000, now)).toBe('1 minute ago');
		expect(english.age(now - 5 * 3_600_000, now)).toBe('5 hours ago');
		expect(english.age(now - 41 * 3_600_000, now)).toBe('1 day ago');
		expect(english.age(now - 49 * 3_600_000, now)).toBe('2 days ago');
	});

	it("are in the screens' language, whatever the region", () => {
		const german = new Format(new Language('en', 'de-DE'));
		expect(german.age(0, 61_000)).toBe('1 minute ago');
		expect(german.duration(3 * 3_600_000)).toBe('3 hours');
		expect(new Format(new Language('ar', 'en-GB')).age(0, 61_000)).toMatch(/^قبل/);
	});
});
