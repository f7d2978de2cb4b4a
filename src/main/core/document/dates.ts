// Instants and business dates of documents.
import { businessDate } from '../../../shared/domain/business-date.ts';
import type { Payload } from '../../../shared/service/operation.ts';
import type { DraftRow } from '../store/drafts.ts';
import type { Location } from '../store/locations.ts';

/** A date (read as UTC), or a time with a zone. */
const inZone = /^\d{4}-\d\d-\d\d(T.*(z|[+-]\d\d(:?\d\d)?))?$/i;

/**
 * The first text that is an instant, epoch ms. Times without a zone got one when they were read
 * (shared/service/instants.ts). Any that remain are skipped, because they would be read in this PC's zone.
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
 * The date to send for a draft: now, if still on its business day; otherwise when it was begun, so that the service
 * books it on the day shown here.
 */
export function sentDate(draft: DraftRow, location: Location, now: number): string {
	const sameDay = businessDateAt(location, now) === draft.business_date;
	return new Date(sameDay ? now : draft.created_at).toISOString();
}

/**
 * Replaces the instant with the business date, for comparing documents: a service may keep only the day, and two PCs
 * submit the same document at different instants.
 */
export function onItsDay(record: Payload, place: Location): Payload {
	const { date } = record;
	if (typeof date !== 'string') return record;
	return { ...record, date: businessDateAt(place, instantOf([date], 0)) };
}
