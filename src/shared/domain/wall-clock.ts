// Converts between instants and a location's wall clock.
import { remembered } from './remembered.ts';

/** Date and time at an instant (epoch ms), as `2026-03-02T10:05:00.000`, in an IANA zone. */
export const wallClockAt = (instantMs: number, timeZone: string): string =>
	new Date(instantMs + offsetAt(instantMs, timeZone)).toISOString().slice(0, -1);

/**
 * Epoch ms; null if the text is invalid. A repeated hour means its first occurrence. A skipped hour is read as if the
 * clocks had not changed yet.
 */
export function instantOfWallClock(text: string, timeZone: string): number | null {
	const asIfUtc = Date.parse(`${text.includes('T') ? text : `${text}T00:00:00`}Z`);
	if (Number.isNaN(asIfUtc)) return null;
	// A day earlier the clocks have not changed yet, so this offset finds the first of two equal times.
	const before = asIfUtc - offsetAt(asIfUtc - DAY, timeZone);
	if (offsetAt(before, timeZone) === offsetAt(asIfUtc - DAY, timeZone)) return before;
	const after = asIfUtc - offsetAt(asIfUtc + DAY, timeZone);
	return offsetAt(after, timeZone) === offsetAt(asIfUtc + DAY, timeZone) ? after : before;
}

const DAY = 86_400_000;

/**
 * Milliseconds that the wall clock is ahead of UTC, in whole minutes; no zone has had seconds since 1972.
 * @throws RangeError for an unknown zone
 */
export function offsetAt(instantMs: number, timeZone: string): number {
	const shown = remembered(clocks, timeZone, () => clockOf(timeZone)).format(instantMs);
	const [, sign, hours, minutes] = /GMT([+-])(\d+):(\d+)/.exec(shown) ?? [];
	if (sign === undefined) return 0;
	const ahead = (Number(hours) * 60 + Number(minutes)) * 60_000;
	return sign === '-' ? -ahead : ahead;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Names the offset: `GMT+01:00`, or `GMT`. */
const clockOf = (timeZone: string) =>
	new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
