import fc from 'fast-check';
import { expect, it } from 'vitest';
import { instantOfWallClock, wallClockAt } from './wall-clock.ts';

const ZONES = [
	'UTC',
	'Europe/Paris',
	'America/New_York',
	'Asia/Dubai',
	'Australia/Lord_Howe',
	'Asia/Kathmandu',
];

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

it("shows the location's date and time, to the millisecond", () => {
	const at = Date.parse('2026-03-02T23:30:01.007Z');
	expect(wallClockAt(at, 'Asia/Dubai')).toBe('2026-03-03T03:30:01.007');
	expect(wallClockAt(at, 'America/New_York')).toBe('2026-03-02T18:30:01.007');
	expect(wallClockAt(at, 'America/St_Johns')).toBe('2026-03-02T20:00:01.007');
});

it('finds the instant of a wall clock time, except for the repeated hour', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2030-01-01') }),
			fc.constantFrom(...ZONES),
			(at, zone) => {
				const shown = wallClockAt(at, zone);
				const found = instantOfWallClock(shown, zone);
				expect(wallClockAt(found ?? 0, zone)).toBe(shown);
				expect(Math.abs((found ?? 0) - at)).toBeLessThanOrEqual(3_600_000);
			},
		),
	);
});

it('uses the first of a repeated hour, and reads a skipped hour as before the jump', () => {
	expect(iso(instantOfWallClock('2026-10-25T02:30', 'Europe/Paris'))).toBe(
		'2026-10-25T00:30:00.000Z',
	);
	expect(iso(instantOfWallClock('2026-03-29T02:30', 'Europe/Paris'))).toBe(
		'2026-03-29T01:30:00.000Z',
	);
});

it('reads a bare date as midnight, and rejects anything else', () => {
	expect(iso(instantOfWallClock('2026-03-02', 'Asia/Dubai'))).toBe('2026-03-01T20:00:00.000Z');
	expect(instantOfWallClock('next week', 'UTC')).toBeNull();
});
