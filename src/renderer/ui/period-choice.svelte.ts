// A list's date filter: a named period, or dates.
import { businessDate } from '../../shared/bridge/values.ts';
import { periodNames, periodOf, type PeriodName } from '../../shared/domain/period.ts';

export const periodChoices = ['any', ...periodNames, 'dates'] as const;

export class PeriodChoice {
	name = $state<(typeof periodChoices)[number]>('any');
	/** Business dates of `dates`; '' leaves that end open. */
	from = $state('');
	to = $state('');

	/** Whether any day is left out. */
	readonly active = $derived(this.name !== 'any');

	/** As in an address; empty texts say nothing. */
	get query(): { period: string; from: string; to: string } {
		const dates = this.name === 'dates';
		return {
			period: this.active ? this.name : '',
			from: dates ? this.from : '',
			to: dates ? this.to : '',
		};
	}

	/** Takes an address; without a period, any day. */
	take({ period, from = '', to = '' }: Readonly<Record<string, string>>): void {
		this.name = periodChoices.find((each) => each === period) ?? 'any';
		this.from = isDay(from) ? from : '';
		this.to = isDay(to) ? to : '';
	}

	/**
	 * The resulting business dates, inclusive; null for an open end.
	 * @param today business date of the location.
	 * @param locale BCP 47 tag, which decides the first day of the week.
	 */
	ends(today: string, locale: string): { from: string | null; to: string | null } {
		if (this.name === 'any') return { from: null, to: null };
		if (this.name === 'dates') return { from: this.from || null, to: this.to || null };
		return periodOf(this.name satisfies PeriodName, today, weekStartOf(locale));
	}
}

const isDay = (text: string): boolean => businessDate.safeParse(text).success;

/** First day of the week in the region: 1 for Monday to 7 for Sunday. */
function weekStartOf(tag: string): number {
	const locale = new Intl.Locale(tag);
	return knowsWeeks(locale) ? locale.getWeekInfo().firstDay : 1;
}

/** Supported by our engines, but not yet typed by TypeScript. */
const knowsWeeks = (
	locale: Intl.Locale,
): locale is Intl.Locale & { getWeekInfo(): { readonly firstDay: number } } =>
	'getWeekInfo' in locale;
