import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, businessDate, instantOfBusinessDay, isTimeZone } from './business-date.ts';

const HOUR = 3_600_000;
const ZONES = [
	'Europe/Paris',
	'America/New_York',
	'Asia/Riyadh',
	'Africa/Cairo',
	'Australia/Lord_Howe',
	'Pacific/Kiritimati',
	'Asia/Kathmandu',
];

function at(instant: string, zone: string, startHour: number): string {
	return businessDate(Date.parse(instant), zone, startHour);
}

describe('business date', () => {
	it('belongs to the previous evening until the day begins', () => {
		expect(at('2026-06-11T01:59:00Z', 'Europe/Paris', 4)).toBe('2026-06-10');
		expect(at('2026-06-11T02:00:00Z', 'Europe/Paris', 4)).toBe('2026-06-11');
	});

	it("uses the location's date, not UTC", () => {
		expect(at('2026-01-01T02:00:00Z', 'America/New_York', 0)).toBe('2025-12-31');
		expect(at('0001-01-01T12:00:00Z', 'Asia/Riyadh', 0)).toBe('0001-01-01');
		expect(at('2025-12-31T21:00:00Z', 'Asia/Riyadh', 0)).toBe('2026-01-01');
	});

	it('follows the wall clock in the 23-hour night', () => {
		// Paris jumps from 02:00 to 03:00 at 01:00Z on 29 March 2026; New York at 07:00Z on 8 March.
		expect(at('2026-03-29T00:59:59Z', 'Europe/Paris', 3)).toBe('2026-03-28');
		expect(at('2026-03-29T01:00:00Z', 'Europe/Paris', 3)).toBe('2026-03-29');
		expect(at('2026-03-08T06:59:59Z', 'America/New_York', 3)).toBe('2026-03-07');
		expect(at('2026-03-08T07:00:00Z', 'America/New_York', 3)).toBe('2026-03-08');
	});

	it('follows the wall clock in the 25-hour night', () => {
		// Paris falls from 03:00 back to 02:00 at 01:00Z on 25 October 2026: 02:30 occurs twice.
		expect(at('2026-10-25T00:30:00Z', 'Europe/Paris', 3)).toBe('2026-10-24');
		expect(at('2026-10-25T01:30:00Z', 'Europe/Paris', 3)).toBe('2026-10-24');
		expect(at('2026-10-25T02:00:00Z', 'Europe/Paris', 3)).toBe('2026-10-25');
		expect(at('2026-11-01T06:30:00Z', 'America/New_York', 2)).toBe('2026-10-31');
		expect(at('2026-11-01T07:00:00Z', 'America/New_York', 2)).toBe('2026-11-01');
	});

	it('adds days across months, years and leap days', () => {
		expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
		expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
		expect(at('2028-03-01T00:30:00Z', 'Asia/Riyadh', 5)).toBe('2028-02-29');
	});
});

describe('first instant of a business day', () => {
	it.each([
		['2026-06-11', 'Europe/Paris', 4, '2026-06-11T02:00:00Z'],
		['2026-06-11', 'Asia/Riyadh', 0, '2026-06-10T21:00:00Z'],
		// 02:00 to 03:00 does not exist: the day begins with the jump.
		['2026-03-29', 'Europe/Paris', 2, '2026-03-29T01:00:00Z'],
		['2026-03-08', 'America/New_York', 2, '2026-03-08T07:00:00Z'],
		// 02:00 occurs twice: the day begins with the first.
		['2026-10-25', 'Europe/Paris', 2, '2026-10-25T00:00:00Z'],
	])('of %s in %s from %d:00 is %s', (date, zone, hour, instant) => {
		expect(new Date(instantOfBusinessDay(date, zone, hour)).toISOString()).toBe(
			new Date(instant).toISOString(),
		);
	});

	it('is where the date changes, on every day of two years in every zone', () => {
		const day = fc.integer({ min: 0, max: 730 }).map((days) => addDays('2025-01-01', days));
		fc.assert(
			fc.property(day, fc.constantFrom(...ZONES), fc.nat(23), (date, zone, hour) => {
				const first = instantOfBusinessDay(date, zone, hour);
				expect(businessDate(first, zone, hour)).toBe(date);
				expect(businessDate(first - 1, zone, hour)).toBe(addDays(date, -1));
				const length = instantOfBusinessDay(addDays(date, 1), zone, hour) - first;
				expect(length).toBeGreaterThanOrEqual(23 * HOUR);
				expect(length).toBeLessThanOrEqual(25 * HOUR);
			}),
			{ numRuns: 300 },
		);
	});
});

it('accepts real time zones only', () => {
	expect(isTimeZone('Asia/Riyadh')).toBe(true);
	expect(isTimeZone('Mars/Olympus')).toBe(false);
});
