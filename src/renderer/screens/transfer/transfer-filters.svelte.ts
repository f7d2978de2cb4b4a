// Filters of the transfer list, kept in the address, so that going back finds the list unchanged.
import { transferTag, type TransferFilter } from '../../../shared/bridge/transfer.ts';
import type { Query } from '../../shell/route.svelte.ts';
import { PeriodChoice } from '../../ui/period-choice.svelte.ts';

export class TransferFilters {
	show = $state<TransferFilter['show']>('open');
	text = $state('');
	/** Empty for any. */
	otherLocationId = $state('');
	/** One of `transferTag`; empty for any. */
	tag = $state('');
	readonly period = new PeriodChoice();

	constructor(query: Query) {
		this.show = query['show'] === 'all' ? 'all' : 'open';
		this.text = query['text'] ?? '';
		this.otherLocationId = query['other'] ?? '';
		this.tag = query['tag'] ?? '';
		this.period.take(query);
	}

	/** As in the address: only what differs from an unfiltered list. */
	readonly query: Query = $derived.by(() => {
		const all = {
			show: this.show === 'open' ? '' : this.show,
			text: this.text,
			other: this.otherLocationId,
			tag: this.tag,
			...this.period.query,
		};
		return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
	});

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
