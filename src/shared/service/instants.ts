// Instants on the wire: how exactly a service keeps them, and whether they are in UTC or by the clock of the location.
import { businessDate, instantOfBusinessDay } from '../domain/business-date.ts';
import { instantOfWallClock, wallClockAt } from '../domain/wall-clock.ts';
import type { ServiceProfile } from './profile.ts';

/** The clock of a location. */
export interface LocalClock {
	/** IANA name that Intl knows. */
	readonly timeZone: string;
	/** 0 to 23. */
	readonly dayStartHour: number;
}

/** The clock of a location; null asks for that of the location where this PC works. Null where it is not known. */
export type ClockOf = (locationId: string | null) => LocalClock | null;

type Instants = ServiceProfile['instants'];

const lengths = { millisecond: 1, second: 1_000, minute: 60_000 } as const;

/**
 * The instant of the service's text, in ISO 8601 with a zone; null where it is none. A text that names no zone is in the
 * zone of the profile. A day is the beginning of that business day.
 */
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
 * Our instant (ISO 8601 with a zone) as the service takes it, no more exact than it keeps. Of local days only the business
 * day is sent. Where days have a zone, the whole instant is sent: the service knows better which day it is there.
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

/** A zone at the end: Z, or the hours and minutes from UTC. */
const zoned = /T.*(?:[zZ]|[+-]\d\d(?::?\d\d)?)$/;

const isoOf = (instant: number): string => new Date(instant).toISOString();
