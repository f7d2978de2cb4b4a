// Instants and business dates of documents.
import {
	addDays,
	businessDate,
	instantOfBusinessDay,
} from '../../../shared/domain/business-date.ts';
import type { Payload } from '../../../shared/service/operation.ts';
import type { DraftRow } from '../store/drafts.ts';
import type { Location } from '../store/locations.ts';

/** A date (read as UTC), or a time with a zone. */
const inZone = /^\d{4}-\d\d-\d\d(T.*(z|[+-]\d\d(:?\d\d)?))?$/i;

/** The first instant, epoch ms. Times still without a zone are skipped: they would be read in this PC's zone. */
export function instantOf(texts: readonly (string | undefined)[], otherwise: number): number {
	for (const text of texts) {
		const instant = text !== undefined && inZone.test(text) ? Date.parse(text) : Number.NaN;
		if (!Number.isNaN(instant)) return instant;
	}
	return otherwise;
}

export const businessDateAt = ({ timeZone, dayStartHour }: Location, instant: number): string =>
	businessDate(instant, timeZone, dayStartHour);

/** The business day of the first text that has one. A date without a time is that day, in every zone. */
export function dayOf(
	location: Location,
	texts: readonly (string | undefined)[],
	otherwise: number,
): string {
	const first = texts.find((text) => !Number.isNaN(instantOf([text], Number.NaN)));
	if (first?.length === '2026-11-20'.length) return first;
	return businessDateAt(location, instantOf([first], otherwise));
}

/** Epoch ms; `until` is exclusive. */
export interface Span {
	readonly from: number;
	readonly until: number;
}

export const spanOf = ({ timeZone, dayStartHour }: Location, from: string, to: string): Span => ({
	from: instantOfBusinessDay(from, timeZone, dayStartHour),
	until: instantOfBusinessDay(addDays(to, 1), timeZone, dayStartHour),
});

/** The date to send: now, if still on the draft's business day, else when it was begun, so it keeps the day shown. */
export function sentDate(draft: DraftRow, location: Location, now: number): string {
	const sameDay = businessDateAt(location, now) === draft.business_date;
	return new Date(sameDay ? now : draft.created_at).toISOString();
}

/** Replaces the date by its business day, for comparing: two PCs submit one document at different times of a day. */
export function onItsDay(record: Payload, location: Location): Payload {
	const { date } = record;
	if (typeof date !== 'string') return record;
	return { ...record, date: dayOf(location, [date], 0) };
}
