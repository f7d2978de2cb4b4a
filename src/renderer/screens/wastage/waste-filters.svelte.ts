// What the waste list is filtered by. It stays while the program is open, so that coming back from a document finds the
// list as it was left.
import type { WasteFilter } from '../../../shared/bridge/wastage.ts';
import {
	comparedWith,
	periodOf,
	periodNames,
	type Period,
	type PeriodName,
} from '../../../shared/domain/period.ts';

export const wasteStates = [
	'all',
	'draft',
	'waiting',
	'needs-you',
	'submitted',
	'approved',
	'rejected',
	'locked',
] as const satisfies readonly WasteFilter['state'][];

export const periodChoices = ['any', ...periodNames, 'dates'] as const;
export type PeriodChoice = (typeof periodChoices)[number];

export class WasteFilters {
	text = $state('');
	state = $state<WasteFilter['state']>('all');
	reasonId = $state('');
	enteredBy = $state('');
	period = $state<PeriodChoice>('any');
	/** Business dates of `dates`; '' leaves that end open. */
	from = $state('');
	to = $state('');

	/** Whether anything is left out of the list. */
	readonly active = $derived(
		this.text !== '' ||
			this.state !== 'all' ||
			this.reasonId !== '' ||
			this.enteredBy !== '' ||
			this.period !== 'any',
	);

	clear(): void {
		this.text = '';
		this.state = 'all';
		this.reasonId = '';
		this.enteredBy = '';
		this.period = 'any';
		this.from = '';
		this.to = '';
	}

	/** @param today business date of the location. */
	filter(today: string, locale: string): WasteFilter {
		const { from, to } = this.#ends(today, locale);
		return {
			state: this.state,
			reasonId: this.reasonId === '' ? null : this.reasonId,
			from,
			to,
			text: this.text,
			enteredBy: this.enteredBy === '' ? null : this.enteredBy,
		};
	}

	/** The days that are added up and those they are set against; null where the dates have no end. */
	compared(today: string, locale: string): { now: Period; before: Period } | null {
		const { from, to } = this.#ends(today, locale);
		return from === null || to === null || from > to ? null : comparedWith({ from, to }, today);
	}

	#ends(today: string, locale: string): { from: string | null; to: string | null } {
		if (this.period === 'any') return { from: null, to: null };
		if (this.period === 'dates') return { from: this.from || null, to: this.to || null };
		return periodOf(this.period satisfies PeriodName, today, weekStartOf(locale));
	}
}

/** The day a week begins on in the region: 1 for Monday to 7 for Sunday. */
export function weekStartOf(tag: string): number {
	const locale = new Intl.Locale(tag);
	return knowsWeeks(locale) ? locale.getWeekInfo().firstDay : 1;
}

/** In every engine that shows these screens; TypeScript does not know it yet. */
const knowsWeeks = (
	locale: Intl.Locale,
): locale is Intl.Locale & { getWeekInfo(): { readonly firstDay: number } } =>
	'getWeekInfo' in locale;

export const wasteFilters = new WasteFilters();
