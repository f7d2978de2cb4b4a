// Suggests a name for a new count: its day or month, and what it counts if that is not everything.
import type { CountScope } from '../../../shared/bridge/count-plan.ts';
import { addDays, type BusinessDate } from '../../../shared/domain/business-date.ts';
import type { Language } from '../../messages/language.svelte.ts';

type Words = Pick<Language, 't' | 'locale'>;

/** More names than this are counted. */
const mostNames = 3;
/** As the core accepts it. */
const mostLetters = 120;

/**
 * Counts on the last two days of a month, or the first of the next, are named after the month.
 * @param counted names of the counted areas, categories or items; none for everything
 */
export function suggestedName(
	today: BusinessDate,
	counted: readonly string[],
	words: Words,
): string {
	const { t, locale } = words;
	const month = monthEnding(today);
	const name =
		month === null
			? t('stocktake.nameOfDay', { date: dayIn(today, words) })
			: t('stocktake.nameOfMonth', { month: dateIn(month, { month: 'long' }, locale) });
	if (counted.length === 0) return name;
	const shown = counted.length > mostNames ? counted.slice(0, mostNames - 1) : counted;
	const names = new Intl.ListFormat(locale, { type: 'unit' }).format(shown);
	const more = counted.length - shown.length;
	const what = more === 0 ? names : t('stocktake.namesMore', { names, count: more });
	return t('stocktake.nameOf', { name, what }).slice(0, mostLetters);
}

/** A count from a template has the template's name and its day. */
export const nameFromTemplate = (template: string, today: BusinessDate, words: Words): string =>
	words.t('stocktake.nameOfTemplate', { template, date: dayIn(today, words) });

/** The counted areas or categories by name; none for everything. */
export function countedNames(
	scope: CountScope,
	areas: readonly { readonly areaId: string; readonly name: string }[],
	t: Words['t'],
): readonly string[] {
	switch (scope.kind) {
		case 'full':
			return [];
		case 'areas':
			return areas.filter(({ areaId }) => scope.areaIds.includes(areaId)).map(({ name }) => name);
		case 'categories':
			return scope.categories;
		case 'classes':
			return scope.classes;
		case 'items':
			return [t('common.items', { count: scope.itemIds.length })];
		case 'due':
			return scope.frequency === null ? [] : [scope.frequency];
	}
}

const dayIn = (date: BusinessDate, { locale }: Words): string =>
	dateIn(date, { day: 'numeric', month: 'long' }, locale);

const dateIn = (date: BusinessDate, shape: Intl.DateTimeFormatOptions, locale: string): string =>
	new Intl.DateTimeFormat(locale, { ...shape, calendar: 'gregory', timeZone: 'UTC' }).format(
		Date.parse(`${date}T00:00:00Z`),
	);

/** A day of the month that is ending or just ended; null in mid-month. */
function monthEnding(today: BusinessDate): BusinessDate | null {
	const monthOf = (date: BusinessDate): string => date.slice(0, 7);
	if (monthOf(addDays(today, 2)) !== monthOf(today)) return today;
	const yesterday = addDays(today, -1);
	return monthOf(yesterday) === monthOf(today) ? null : yesterday;
}
