// Filters of a list of documents, kept in the address and while the program runs, so that going back finds the list
// unchanged.
import { filterNames } from '../../shared/document/document-calls.ts';
import type { AnyKind } from '../../shared/document/kit.ts';
import { comparedWith, type Period } from '../../shared/domain/period.ts';
import type { Query } from '../shell/route.svelte.ts';
import { PeriodChoice } from '../ui/period-choice.svelte.ts';
import type { AskedFilter } from './kind-calls.ts';

type State = AskedFilter['state'];

/** Each state that a list of the kind can be filtered by. */
export const statesOf = ({ phases, steps }: AnyKind): readonly State[] => [
	'all',
	'draft',
	'waiting',
	'needs-you',
	...phaseNames(phases),
	...(Object.values(steps).some(({ asks }) => asks === 'locked') ? (['locked'] as const) : []),
];

const phaseNames = (phases: AnyKind['phases']) =>
	(Object.keys(phases) as (keyof typeof phases)[]).filter((phase) => phase !== 'draft');

export class DocumentFilters {
	text = $state('');
	state = $state<State>('all');
	enteredBy = $state('');
	/** Chosen records by the name of the field; '' for any. */
	chosen = $state<Record<string, string>>({});
	readonly period = new PeriodChoice();
	readonly states: readonly State[];
	readonly #names: readonly string[];

	constructor(kind: AnyKind) {
		this.states = statesOf(kind);
		this.#names = filterNames(kind);
		this.clear();
	}

	/** As in the address: only what differs from an unfiltered list. */
	readonly query: Query = $derived.by(() => {
		const all = {
			text: this.text,
			state: this.state === 'all' ? '' : this.state,
			by: this.enteredBy,
			...this.chosen,
			...this.period.query,
		};
		return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
	});

	/** Whether a filter is set. */
	readonly active = $derived(Object.keys(this.query).length > 0);

	clear(): void {
		this.take({});
	}

	/** Sets the filters of an address. */
	take(query: Query): void {
		this.text = query['text'] ?? '';
		this.state = this.states.find((state) => state === query['state']) ?? 'all';
		this.enteredBy = query['by'] ?? '';
		this.chosen = Object.fromEntries(this.#names.map((name) => [name, query[name] ?? '']));
		this.period.take(query);
	}

	/** @param today business date of the location. */
	filter(today: string, locale: string): AskedFilter {
		return {
			...Object.fromEntries(this.#names.map((name) => [name, this.chosen[name] || null])),
			state: this.state,
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
