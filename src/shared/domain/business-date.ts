// Business dates: calendar days that begin at the location's own hour, so a count at 01:30 belongs to the evening
// before. A business date is not an instant and cannot be converted to one.
import { remembered } from './remembered.ts';

/** `YYYY-MM-DD`. */
export type BusinessDate = string;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * @param dayStartHour 0 to 23. Reads the wall clock instead of subtracting hours, so that days of 23 and 25 hours are
 * right. @throws RangeError for an unknown zone
 */
export function businessDate(
	instantMs: number,
	timeZone: string,
	dayStartHour: number,
): BusinessDate {
	const wall = wallClock(instantMs, timeZone);
	return wall.hour < dayStartHour ? addDays(wall.date, -1) : wall.date;
}

/** The first instant (epoch ms) of a business day; the instant of the jump if the clocks skip the start hour. */
export function instantOfBusinessDay(
	date: BusinessDate,
	timeZone: string,
	dayStartHour: number,
): number {
	// Zones lie between UTC−12 and UTC+14. The business date never decreases, so a binary search finds its first
	// instant.
	const asIfUtc = Date.parse(`${date}T00:00:00Z`) + dayStartHour * HOUR;
	let before = asIfUtc - 15 * HOUR;
	let from = asIfUtc + 13 * HOUR;
	while (from - before > 1) {
		const middle = Math.floor((before + from) / 2);
		if (businessDate(middle, timeZone, dayStartHour) < date) before = middle;
		else from = middle;
	}
	return from;
}

export function addDays(date: BusinessDate, days: number): BusinessDate {
	return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** Whether Intl knows the zone, so that it can be stored for a location. */
export function isTimeZone(timeZone: string): boolean {
	try {
		clockOf(timeZone);
		return true;
	} catch {
		return false;
	}
}

interface WallClock {
	readonly date: BusinessDate;
	readonly hour: number;
}

function wallClock(instantMs: number, timeZone: string): WallClock {
	const fields = new Map<string, string>();
	for (const { type, value } of clockOf(timeZone).formatToParts(instantMs)) fields.set(type, value);
	const field = (type: string, width: number): string =>
		(fields.get(type) ?? '').padStart(width, '0');
	return {
		date: `${field('year', 4)}-${field('month', 2)}-${field('day', 2)}`,
		hour: Number(field('hour', 2)),
	};
}

const clocksKnown = new Map<string, Intl.DateTimeFormat>();

const clockOf = (timeZone: string): Intl.DateTimeFormat =>
	remembered(
		clocksKnown,
		timeZone,
		() =>
			new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
				timeZone,
				hourCycle: 'h23',
				year: 'numeric',
				month: '2-digit',
				day: '2-digit',
				hour: '2-digit',
			}),
	);
