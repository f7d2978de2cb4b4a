import { expect, test } from 'vitest';
import { isAmbiguousDay, readDay, readingOf, readNumber } from './preview-numbers.ts';

test.each([
	['1,234.5', '.', '1234.5'],
	['1.234,5', ',', '1234.5'],
	['€ 1.234,50', ',', '1234.5'],
	['1,234.5', ',', null],
	['12,34.5', '.', null],
	['-.5', '.', '-0.5'],
	['−2', '.', '-2'],
	['١٬٢٣٤٫٥', ',', '1234.5'],
	['۱۲', '.', '12'],
	['1e3', '.', null],
	['', '.', null],
] as const)('%s is read with %s as %s', (text, sign, number) => {
	expect(readNumber(text, sign)).toBe(number);
});

test.each([
	['3/12/2026', 'day-month-year', '2026-12-03'],
	['3/12/26', 'month-day-year', '2026-03-12'],
	['26-12-3', 'year-month-day', '2026-12-03'],
	['2026-12-03', 'month-day-year', '2026-12-03'],
	['2026-12-03T00:00:00Z', 'day-month-year', '2026-12-03'],
	['٣/١٢/٢٠٢٦', 'day-month-year', '2026-12-03'],
	['31/2/2026', 'day-month-year', null],
	['3/12/026', 'day-month-year', null],
	['3/12/2026', 'year-month-day', null],
	['03 December', 'day-month-year', null],
] as const)('%s is read in the order %s as %s', (text, order, day) => {
	expect(readDay(text, order)).toBe(day);
});

test('a day that reads otherwise in another order is ambiguous', () => {
	expect(isAmbiguousDay('3/12/2026')).toBe(true);
	expect(isAmbiguousDay('13/12/2026')).toBe(false);
	expect(isAmbiguousDay('3/3/2026')).toBe(false);
});

test('a region tells how numbers and days are written', () => {
	expect(readingOf('en-US')).toEqual({ decimalSign: '.', dayOrder: 'month-day-year' });
	expect(readingOf('de-DE')).toEqual({ decimalSign: ',', dayOrder: 'day-month-year' });
	expect(readingOf('sv-SE')).toEqual({ decimalSign: ',', dayOrder: 'year-month-day' });
});
