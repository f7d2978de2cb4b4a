import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from './business-date.ts';
import { dayForm, dayInNumbers, readDay } from './day-entry.ts';

const locales = [
	'en-GB',
	'en-US',
	'en-CA',
	'ar-AE',
	'ar-EG',
	'ar-JO',
	'ar-SA',
	'ar-MA',
	'de-CH',
	'de-DE',
	'es-ES',
	'fr-CA',
	'fr-FR',
	'it-IT',
	'nl-NL',
	'pl-PL',
	'pt-BR',
	'tr-TR',
	'sv-SE',
	'hu-HU',
	'fa-IR',
];
const today = '2026-11-21';
const anyDay = fc.integer({ min: 0, max: 30_000 }).map((days) => addDays('2000-01-01', days));

it('reads every day as its locale writes it, in numbers and with month names', () => {
	const shown = (day: string, locale: string, month: 'short' | 'long') =>
		new Intl.DateTimeFormat(locale, {
			calendar: 'gregory',
			timeZone: 'UTC',
			day: 'numeric',
			month,
			year: 'numeric',
		}).format(Date.parse(day));
	fc.assert(
		fc.property(anyDay, fc.constantFrom(...locales), (day, locale) => {
			expect(readDay(dayInNumbers(day, locale), locale, today)).toBe(day);
			expect(readDay(shown(day, locale, 'short'), locale, today)).toBe(day);
			expect(readDay(shown(day, locale, 'long'), locale, today)).toBe(day);
			expect(readDay(day, locale, today)).toBe(day);
		}),
	);
});

it("reads numbers in the locale's order", () => {
	expect(readDay('3/12/2026', 'en-GB', today)).toBe('2026-12-03');
	expect(readDay('3/12/2026', 'en-US', today)).toBe('2026-03-12');
	expect(readDay('3.12.26', 'de-DE', today)).toBe('2026-12-03');
	expect(readDay('٣/١٢/٢٠٢٦', 'ar-EG', today)).toBe('2026-12-03');
	expect(readDay('3 12', 'en-GB', today)).toBe('2026-12-03');
	expect(readDay('3.12.2026', 'sv-SE', today)).toBe('2026-12-03');
	expect(readDay('26-12-03', 'sv-SE', today)).toBe('2026-12-03');
	expect(readDay('3 de 12 de 2026', 'pt-BR', today)).toBe('2026-12-03');
});

it.each([
	['3 Sep 2026', 'en-GB', '2026-09-03'],
	['3 decem', 'en-GB', '2026-12-03'],
	['3 oc', 'en-GB', null],
	['3 ember', 'en-GB', null],
	['3 styczeń 2027', 'pl-PL', '2027-01-03'],
	['3 آب 2026', 'ar-JO', '2026-08-03'],
	['3 تشرين الثاني', 'ar-JO', '2026-11-03'],
	['3 كانون 2026', 'ar-JO', null],
])('reads the month of %s in %s by its name or its first three letters', (typed, locale, day) => {
	expect(readDay(typed, locale, today)).toBe(day);
});

it('picks the year that brings the day nearest', () => {
	expect(readDay('20 Nov', 'en-GB', '2026-11-21')).toBe('2026-11-20');
	expect(readDay('december 30', 'en-US', '2027-01-04')).toBe('2026-12-30');
	expect(readDay('2/1', 'en-GB', '2026-12-30')).toBe('2027-01-02');
	expect(readDay('29/2', 'en-GB', '2027-01-10')).toBe('2028-02-29');
	expect(readDay('1/7', 'en-GB', '2026-01-01')).toBe('2026-07-01');
});

it('rejects text that is not a day', () => {
	for (const typed of [
		'31/2/2026',
		'0/5/2026',
		'5/13/2026',
		'12',
		'12/',
		'1/2/3/4',
		'3 Dec Nov 2026',
		'ju 3',
		'x 3',
		'x 3/12/2026',
		'3/12/20261',
		'3/121/2026',
		'3+4/2026',
		'1/2/202',
		'12345/2',
		'3 Dec 26 5',
		'١٢',
	])
		expect(readDay(typed, 'en-GB', today), typed).toBeNull();
});

it('knows how the locale writes a day', () => {
	expect(dayForm('en-US')).toEqual({ order: ['month', 'day', 'year'], separator: '/' });
	expect(dayForm('ar-EG')).toEqual({ order: ['day', 'month', 'year'], separator: '/' });
	expect(dayForm('de-DE')).toEqual({ order: ['day', 'month', 'year'], separator: '.' });
});
