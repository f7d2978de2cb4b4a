// A stranger's dates and times: UTC, with an offset, or by the location's clock, at its precision.
import type { Composition } from './composition.ts';
import { Misread } from './misread.ts';

/** A location's offset from UTC in minutes at an instant; null for a record without one. */
export type MinutesAhead = (at: number, locationId: string | null) => number;

export interface Instants {
	write(iso: string, place: string | null): string;
	/** Parses a client's instant, with its zone or the location's. @throws Misread */
	read(said: string, path: string, place: string | null): string;
}

const minute = 60_000;

export function instantsOf(
	{ instants: { zone, precision } }: Composition,
	minutesAhead: MinutesAhead,
): Instants {
	return {
		write(iso, place) {
			const at = Date.parse(iso);
			if (Number.isNaN(at)) return iso;
			const ahead = zone === 'z' ? 0 : minutesAhead(at, place);
			const wall = new Date(at + ahead * minute).toISOString();
			const shown = {
				millisecond: wall.slice(0, 23),
				second: wall.slice(0, 19),
				minute: `${wall.slice(0, 16)}:00`,
				day: `${wall.slice(0, 10)}T00:00:00`,
			}[precision];
			if (zone === 'z') return `${shown}Z`;
			return zone === 'local' ? shown : shown + offsetText(ahead);
		},
		read(said, path, place) {
			const isBare = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(said);
			let at = Date.parse(isBare ? `${said}Z` : said);
			if (Number.isNaN(at)) throw new Misread(path, 'A date and time is needed.');
			if (isBare) at -= minutesAhead(at, place) * minute;
			return new Date(at).toISOString();
		},
	};
}

/** Cached: zone lookups are slow, and needed for every date of every row. */
const aheadByHour = new Map<string, number>();

/** A zone's offset from UTC in minutes at an instant. */
export function zoneAhead(timeZone: string, at: number): number {
	const key = `${timeZone} ${String(Math.floor(at / 3_600_000))}`;
	const known = aheadByHour.get(key);
	if (known !== undefined) return known;
	const said = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
		.formatToParts(at)
		.find(({ type }) => type === 'timeZoneName')?.value;
	const match = /^GMT([+-])(\d\d):(\d\d)$/.exec(said ?? '');
	const size = match === null ? 0 : Number(match[2]) * 60 + Number(match[3]);
	const ahead = match?.[1] === '-' ? -size : size;
	aheadByHour.set(key, ahead);
	return ahead;
}

function offsetText(minutes: number): string {
	const two = (number: number) => String(number).padStart(2, '0');
	const size = Math.abs(minutes);
	return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
