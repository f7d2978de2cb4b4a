import { expect, test } from 'vitest';
import { dayOf, instantOf } from './dates.ts';

test('a time without a zone is never read in the zone of this PC', () => {
	const otherwise = 7;
	for (const text of ['2026-11-20T10:00:00', '2026-11-20 10:00', '11/20/2026', '20 Nov 2026'])
		expect(instantOf([text], otherwise), text).toBe(otherwise);
	const at = Date.UTC(2026, 10, 20, 10);
	expect(instantOf(['2026-11-20T10:00:00', '2026-11-20T10:00:00Z'], otherwise)).toBe(at);
	expect(instantOf(['2026-11-20T05:00:00-05:00'], otherwise)).toBe(at);
	expect(instantOf(['2026-11-20'], otherwise)).toBe(Date.UTC(2026, 10, 20));
});

test.each([
	['a date alone', ['2026-11-20'], '2026-11-20'],
	['before the day begins', ['2026-11-20T04:59:00Z'], '2026-11-19'],
	['a time that has no zone yet', ['2026-11-18T12:00:00', '2026-11-20'], '2026-11-20'],
	['nothing', [undefined], '2026-11-17'],
])('the business day of %s', (_what, texts, day) => {
	const location = {
		locationId: 'L-1',
		name: '',
		currency: 'EUR',
		timeZone: 'Europe/Dublin',
		dayStartHour: 5,
	};
	expect(dayOf(location, texts, Date.UTC(2026, 10, 17, 12))).toBe(day);
});
