// Instants and business dates of documents.
import { businessDate } from '../../../shared/domain/business-date.ts';
import type { Payload } from '../../../shared/service/operation.ts';
import type { DraftRow } from '../store/drafts.ts';
import type { Location } from '../store/locations.ts';

/** A day, which is read in UTC, or a time that names its zone. */
const inZone = /^\d{4}-\d\d-\d\d(T.*(z|[+-]\d\d(:?\d\d)?))?$/i;

/**
 * The instant of the first text that is one, epoch ms. A time without a zone got that of the location or of UTC when it was
 * read (shared/service/instants.ts); what names none here is no instant, and never one by the clock of this PC.
 */
export function instantOf(texts: readonly (string | undefined)[], otherwise: number): number {
	for (const text of texts) {
		const instant = text !== undefined && inZone.test(text) ? Date.parse(text) : Number.NaN;
		if (!Number.isNaN(instant)) return instant;
	}
	return otherwise;
}

export const businessDateAt = ({ timeZone, dayStartHour }: Location, instant: number): string =>
	businessDate(instant, timeZone, dayStartHour);

/**
 * The instant that is sent as the date of a draft: now, while the business day lasts in which it was begun, and
 * otherwise the moment it was begun, so that the service puts it on the day that the screen shows.
 */
export function sentDate(draft: DraftRow, location: Location, now: number): string {
	const sameDay = businessDateAt(location, now) === draft.business_date;
	return new Date(sameDay ? now : draft.created_at).toISOString();
}

/**
 * A document with its business date in the place of its instant: a service may keep the day alone, and what is submitted
 * at two PCs goes with two instants of one day.
 */
export function onItsDay(record: Payload, place: Location): Payload {
	const { date } = record;
	if (typeof date !== 'string') return record;
	return { ...record, date: businessDateAt(place, instantOf([date], 0)) };
}
