// Filters of a list of documents, kept in the address, so that going back finds the list unchanged.
import { filterNames } from '../../shared/document/document-calls.ts';
import type { AnyKind } from '../../shared/document/kit.ts';
import { comparedWith, type Period } from '../../shared/domain/period.ts';
import type { Query } from '../shell/route.svelte.ts';
import { PeriodChoice } from '../ui/period-choice.svelte.ts';

/**
 * What each choice offers, the usual first; null for any record or name, or none. A choice that cannot be blank is a
 * view of the list: it hides nothing that a person filtered for.
 */
type Choices = Readonly<Record<string, readonly string[] | null>>;

export class ListFilters {
	text = $state('');
	/** By the name of the choice; '' for any. */
	chosen = $state<Readonly<Record<string, string>>>({});
	readonly period = new PeriodChoice();
	readonly choices: Choices;

	constructor(choices: Choices, query: Query) {
		this.choices = choices;
		this.#take(query);
	}

	/** As in the address: only what differs from an unfiltered list. */
	readonly query: Query = $derived.by(() => {
		const chosen = Object.entries(this.chosen).filter(
			([name, value]) => value !== this.#usual(name),
		);
		const all = { text: this.text, ...Object.fromEntries(chosen), ...this.period.query };
		return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
	});

	/** Whether a filter is set. */
	readonly active = $derived(Object.keys(this.query).some((name) => !this.#isView(name)));

	choose(name: string, value: string): void {
		this.chosen = { ...this.chosen, [name]: value };
	}

	clear(): void {
		const kept = Object.entries(this.chosen).filter(([name]) => this.#isView(name));
		this.#take(Object.fromEntries(kept));
	}

	#take(query: Query): void {
		this.text = query['text'] ?? '';
		this.chosen = Object.fromEntries(
			Object.entries(this.choices).map(([name, offered]) => {
				const wanted = query[name] ?? '';
				const isOffered = offered === null || offered.includes(wanted);
				return [name, isOffered ? wanted : this.#usual(name)];
			}),
		);
		this.period.take(query);
	}

	/**
	 * As the bridge takes them: without what may be anything.
	 * @param today business date of the location
	 */
	asked(today: string, locale: string) {
		const chosen = Object.entries(this.chosen).filter(([, value]) => value !== '');
		return {
			...Object.fromEntries(chosen),
			text: this.text,
			...this.period.ends(today, locale),
		};
	}

	/** The period and its comparison period; null if open-ended. */
	compared(today: string, locale: string): { now: Period; before: Period } | null {
		const { from, to } = this.period.ends(today, locale);
		return from === null || to === null || from > to ? null : comparedWith({ from, to }, today);
	}

	#isView(name: string): boolean {
		return this.choices[name]?.includes('') === false;
	}

	#usual(name: string): string {
		return this.choices[name]?.[0] ?? '';
	}
}

/** The choices of a kind's list: state, the records that its fields refer to, and people. */
export const choicesOf = (kind: AnyKind): Choices => ({
	state: ['', ...statesOf(kind)],
	move: ['', ...movesOf(kind)],
	...Object.fromEntries(filterNames(kind).map((name) => [name, null])),
	enteredBy: null,
});

/** What a list of the kind can be filtered by, beside all. */
export const statesOf = ({ phases, steps, written }: AnyKind): readonly string[] => [
	'draft',
	...(written ? ['waiting', 'needs-you'] : []),
	...Object.keys(phases).filter((phase) => phase !== 'draft'),
	...(Object.values(steps).some(({ asks }) => asks === 'locked') ? ['locked'] : []),
];

/** Who can act next on a document of the kind. */
export const movesOf = ({ phases, written }: AnyKind): readonly string[] => [
	...new Set([...Object.values(phases), ...(written ? ['network'] : [])]),
];
