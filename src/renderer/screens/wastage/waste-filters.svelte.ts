// Filters of the waste list, kept while the program runs, so that going back finds the list unchanged.
import type { WasteFilter } from '../../../shared/bridge/wastage.ts';
import { comparedWith, type Period } from '../../../shared/domain/period.ts';
import { PeriodChoice } from '../../ui/period-choice.svelte.ts';

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

export class WasteFilters {
	text = $state('');
	state = $state<WasteFilter['state']>('all');
	reasonId = $state('');
	enteredBy = $state('');
	readonly period = new PeriodChoice();

	/** Whether a filter is set. */
	readonly active = $derived(
		this.text !== '' ||
			this.state !== 'all' ||
			this.reasonId !== '' ||
			this.enteredBy !== '' ||
			this.period.active,
	);

	clear(): void {
		this.text = '';
		this.state = 'all';
		this.reasonId = '';
		this.enteredBy = '';
		this.period.clear();
	}

	/** @param today business date of the location. */
	filter(today: string, locale: string): WasteFilter {
		return {
			state: this.state,
			reasonId: this.reasonId === '' ? null : this.reasonId,
			...this.period.ends(today, locale),
			text: this.text,
			enteredBy: this.enteredBy === '' ? null : this.enteredBy,
		};
	}

	/** The period and its comparison period; null if open-ended. */
	compared(today: string, locale: string): { now: Period; before: Period } | null {
		const { from, to } = this.period.ends(today, locale);
		return from === null || to === null || from > to ? null : comparedWith({ from, to }, today);
	}
}

export const wasteFilters = new WasteFilters();
