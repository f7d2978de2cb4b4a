// Suggests a name for a new count.
import type { Language } from '../../messages/language.svelte.ts';
import { addDays, type BusinessDate } from '../../../shared/domain/business-date.ts';

/** Counts on the last two days of a month, or the first of the next, are named after the month. */
export function suggestedName(
	today: BusinessDate,
	{ t, locale }: Pick<Language, 't' | 'locale'>,
): string {
	const month = monthEnding(today);
	const named = (date: BusinessDate, shape: Intl.DateTimeFormatOptions): string =>
		new Intl.DateTimeFormat(locale, { ...shape, calendar: 'gregory', timeZone: 'UTC' }).format(
			Date.parse(`${date}T00:00:00Z`),
		);
	return month === null
		? t('stocktake.nameOfDay', { date: named(today, { day: 'numeric', month: 'long' }) })
		: t('stocktake.nameOfMonth', { month: named(month, { month: 'long' }) });
}

/** A day of the month that is ending or just ended; null in mid-month. */
function monthEnding(today: BusinessDate): BusinessDate | null {
	const monthOf = (date: BusinessDate): string => date.slice(0, 7);
	if (monthOf(addDays(today, 2)) !== monthOf(today)) return today;
	const yesterday = addDays(today, -1);
	return monthOf(yesterday) === monthOf(today) ? null : yesterday;
}
