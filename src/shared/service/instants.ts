// Instants on the wire: their precision, and whether they are UTC or the location's clock.
import { businessDate, instantOfBusinessDay } from '../domain/business-date.ts';
import { instantOfWallClock, wallClockAt } from '../domain/wall-clock.ts';
import type { ServiceProfile } from './profile.ts';

export interface LocalClock {
	/** IANA name that Intl knows. */
	readonly timeZone: string;
	/** 0 to 23. */
	readonly dayStartHour: number;
}

/** A location's clock; null asks for this PC's location. Returns null if unknown. */
export type ClockOf = (locationId: string | null) => LocalClock | null;

type Instants = ServiceProfile['instants'];

const lengths = { millisecond: 1, second: 1_000, minute: 60_000 } as const;

/** Null if invalid. A text without a zone is in the profile's zone. A bare day is the start of that business day. */
export function readInstant(
	text: string,
	{ zone }: Instants,
	clock: LocalClock | null,
): string | null {
	if (zoned.test(text)) return Number.isNaN(Date.parse(text)) ? null : text;
	const local = zone === 'location' ? clock : null;
	const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
	const plain = text.replace(' ', 'T');
	if (isDay && local !== null && !Number.isNaN(Date.parse(text))) {
		return isoOf(instantOfBusinessDay(text, local.timeZone, local.dayStartHour));
	}
	const instant = instantOfWallClock(plain, local?.timeZone ?? 'UTC');
	return instant === null ? null : isoOf(instant);
}

/**
 * For local days sends only the business day; for zoned days the instant, because the service knows the day in its own
 * zone.
 */
export function writeInstant(
	text: string,
	{ precision, zone }: Instants,
	clock: LocalClock | null,
): string {
	const instant = Date.parse(text);
	if (Number.isNaN(instant)) return text;
	const local = zone === 'location' ? clock : null;
	if (precision === 'day') {
		return local === null ? text : businessDate(instant, local.timeZone, local.dayStartHour);
	}
	if (precision === 'millisecond' && local === null) return text;
	const cut = Math.floor(instant / lengths[precision]) * lengths[precision];
	const wall = local === null ? isoOf(cut) : wallClockAt(cut, local.timeZone);
	return precision === 'millisecond' ? wall : wall.replace(/\.\d+/, '');
}

/** The day on the location's wall clock, as its start in UTC; unchanged if the service's times are UTC. */
export function readDay(text: string, instants: Instants, clock: LocalClock | null): string | null {
	const read = readInstant(text, instants, clock);
	if (read === null || instants.zone === 'utc' || clock === null) return read;
	return `${dayOf(wallClockAt(Date.parse(read), clock.timeZone))}T00:00:00Z`;
}

/** A service with local times gets the start of the day by the location's clock. */
export function writeDay(text: string, instants: Instants, clock: LocalClock | null): string {
	if (instants.zone === 'utc' || clock === null) return writeInstant(text, instants, clock);
	if (instants.precision === 'day') return dayOf(text);
	const start = instantOfWallClock(dayOf(text), clock.timeZone);
	return start === null ? text : writeInstant(isoOf(start), instants, clock);
}

const dayOf = (text: string): string => text.slice(0, 10);

const zoned = /T.*(?:[zZ]|[+-]\d\d(?::?\d\d)?)$/;

const isoOf = (instant: number): string => new Date(instant).toISOString();
