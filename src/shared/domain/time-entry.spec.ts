import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTime } from './time-entry.ts';

test('reads a time with the digits and words of its locale', () => {
	const read: [typed: string, locale: string, time: string][] = [
		['9', 'en-GB', '09:00'],
		['9:30', 'en-GB', '09:30'],
		['0930', 'en-GB', '09:30'],
		['930', 'en-GB', '09:30'],
		['21.30', 'de', '21:30'],
		['12:10 am', 'en-US', '00:10'],
		['12 p.m.', 'en-US', '12:00'],
		['9:30 PM', 'en-US', '21:30'],
		['٩:٣٠ م', 'ar', '21:30'],
		['٩:٣٠ ص', 'ar', '09:30'],
		['9:30 pm', 'ar', '21:30'],
	];
	for (const [typed, locale, time] of read)
		expect([typed, readTime(typed, locale)]).toEqual([typed, time]);
});

test('rejects text that is not a time', () => {
	for (const typed of ['', 'soon', '24:00', '9:60', '13 pm', '0 am', '9:3', '9:30:00', '9 o', '-9'])
		expect([typed, readTime(typed, 'en-GB')]).toEqual([typed, null]);
});

test('reads back a time as a locale shows it', () => {
	const minutes = fc.record({ hour: fc.nat({ max: 23 }), minute: fc.nat({ max: 59 }) });
	fc.assert(
		fc.property(
			minutes,
			fc.constantFrom('en-GB', 'en-US', 'ar', 'ar-SA', 'de', 'fr'),
			(of, locale) => {
				const shown = new Intl.DateTimeFormat(locale, {
					timeStyle: 'short',
					timeZone: 'UTC',
				}).format(Date.UTC(2001, 0, 1, of.hour, of.minute));
				const digits = [of.hour, of.minute].map((part) => String(part).padStart(2, '0'));
				expect(readTime(shown, locale)).toBe(digits.join(':'));
			},
		),
	);
});
