import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from './business-date.ts';
import { comparedWith, periodNames, periodOf, type Period } from './period.ts';

const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days));
const weekStart = fc.integer({ min: 1, max: 7 });
const daysOf = ({ from, to }: Period): number => Date.parse(to) - Date.parse(from);

it('respects the first day of the week', () => {
	// A Friday.
	expect(periodOf('this-week', '2026-11-20', 1)).toEqual({ from: '2026-11-16', to: '2026-11-22' });
	expect(periodOf('this-week', '2026-11-20', 7)).toEqual({ from: '2026-11-15', to: '2026-11-21' });
	expect(periodOf('last-week', '2026-11-20', 6)).toEqual({ from: '2026-11-07', to: '2026-11-13' });
});

it.each([
	['today', '2026-11-20', '2026-11-20'],
	['last-90-days', '2026-08-23', '2026-11-20'],
] as const)('ends %s today', (name, from, to) => {
	expect(periodOf(name, '2026-11-20', 1)).toEqual({ from, to });
});

it('knows the length of months', () => {
	expect(periodOf('this-month', '2024-02-10', 1)).toEqual({ from: '2024-02-01', to: '2024-02-29' });
	expect(periodOf('last-month', '2026-01-31', 1)).toEqual({ from: '2025-12-01', to: '2025-12-31' });
});

it('compares the days elapsed with as many days before', () => {
	const week = periodOf('this-week', '2026-11-17', 1);
	expect(comparedWith(week, '2026-11-17')).toEqual({
		now: { from: '2026-11-16', to: '2026-11-17' },
		before: { from: '2026-11-09', to: '2026-11-10' },
	});
	expect(comparedWith(week, '2026-11-16').before).toEqual({ from: '2026-11-09', to: '2026-11-09' });
	expect(comparedWith(week, '2026-11-15').now).toEqual(week);
	expect(comparedWith(periodOf('last-month', '2026-03-15', 1), '2026-03-15').before).toEqual({
		from: '2026-01-01',
		to: '2026-01-31',
	});
	for (const [today, before] of [
		['2026-03-10', '2026-02-10'],
		['2026-03-30', '2026-02-28'],
		['2026-03-31', '2026-02-28'],
	] as const)
		expect(comparedWith(periodOf('this-month', today, 1), today).before.to).toBe(before);
});

it('compares with earlier days, as many unless a month is shorter', () => {
	fc.assert(
		fc.property(fc.constantFrom(...periodNames), day, weekStart, (name, today, start) => {
			const { now, before } = comparedWith(periodOf(name, today, start), today);
			expect(before.to < now.from).toBe(true);
			if (!name.endsWith('month')) expect(daysOf(before)).toBe(daysOf(now));
		}),
	);
});
