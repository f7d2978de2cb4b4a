// How a service keeps the instant of a test document: its precision, and whether it shows local time.
import { offsetAt } from '../../../shared/domain/wall-clock.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';

type Instants = ServiceProfile['instants'];

/** A recent instant with odd seconds and milliseconds, so that any rounding shows. */
export const tellingInstant = (now: number): number => Math.floor(now / 60_000) * 60_000 - 82_517;

/** An instant of the past year when location and UTC have different days; null if there is none. */
export function instantAway(now: number, timeZone: string): number | null {
	for (let months = 0; months <= 12; months += 1) {
		const midnight = Math.floor(now / day - 1 - months * 30) * day;
		const ahead = offsetAt(midnight, timeZone);
		if (ahead !== 0) return midnight - ahead / 2;
	}
	return null;
}

const day = 86_400_000;

/** What a shown instant reveals about the sent one; null if nothing. @param shown read as UTC without a zone */
export function judgeInstant(
	shown: number,
	sent: number,
	isZoned: boolean,
	timeZone: string,
): { precision: Instants['precision'] | null; zone: Instants['zone'] | null } {
	const ahead = isZoned ? 0 : offsetAt(sent, timeZone);
	const asUtc = Math.abs(shown - sent);
	const asLocal = Math.abs(shown - ahead - sent);
	const off = Math.min(asUtc, asLocal);
	const isDay =
		off >= 60_000 &&
		[shown, isZoned ? shown + offsetAt(shown, timeZone) : shown].some((at) => at % day === 0);
	if (isDay) {
		const dayOf = (at: number) => Math.floor(at / day);
		const isOther = dayOf(sent) !== dayOf(sent + ahead);
		const local = dayOf(shown) === dayOf(sent + ahead) ? 'location' : 'utc';
		return { precision: 'day', zone: isZoned ? 'utc' : isOther ? local : null };
	}
	const precision =
		off === 0 ? 'millisecond' : off < 1_000 ? 'second' : off < 60_000 ? 'minute' : null;
	const zone = isZoned ? 'utc' : ahead === 0 ? null : asLocal < asUtc ? 'location' : 'utc';
	return { precision, zone: precision === null ? null : zone };
}

/** The zone of a time the service set just now; null if it cannot be told. */
export function zoneOfNow(shown: number, now: number, timeZone: string): Instants['zone'] | null {
	const ahead = offsetAt(now, timeZone);
	if (ahead === 0) return null;
	const near = 600_000;
	if (Math.abs(shown - now) < near) return 'utc';
	return Math.abs(shown - ahead - now) < near ? 'location' : null;
}
