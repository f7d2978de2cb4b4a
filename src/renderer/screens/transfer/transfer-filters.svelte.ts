// Filters of the transfer list, kept while the program runs, so that going back finds the list unchanged.
import { transferTag, type TransferFilter } from '../../../shared/bridge/transfer.ts';
import { PeriodChoice } from '../../ui/period-choice.svelte.ts';

export class TransferFilters {
	show = $state<TransferFilter['show']>('open');
	text = $state('');
	/** Empty for any. */
	otherLocationId = $state('');
	/** One of `transferTag`; empty for any. */
	tag = $state('');
	readonly period = new PeriodChoice();

	/** Whether any filter beside open/all is set. */
	readonly active = $derived(
		this.text !== '' || this.otherLocationId !== '' || this.tag !== '' || this.period.active,
	);

	clear(): void {
		this.text = '';
		this.otherLocationId = '';
		this.tag = '';
		this.period.clear();
	}

	/** @param today business date of the location. */
	filter(today: string, locale: string): TransferFilter {
		return {
			show: this.show,
			text: this.text,
			otherLocationId: this.otherLocationId === '' ? null : this.otherLocationId,
			tag: transferTag.options.find((tag) => tag === this.tag) ?? null,
			...this.period.ends(today, locale),
		};
	}
}

export const transferFilters = new TransferFilters();
