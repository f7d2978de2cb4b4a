// The results of a grid's texts, and the saves underway.
import { SvelteSet } from 'svelte/reactivity';
import type { MessageKey } from '../../messages/catalogue.ts';
import type { Message } from '../../messages/message.ts';
import { ByKey } from './by-key.svelte.ts';
import type { CellOutcome, CommitReply } from './grid-types.ts';
import { RefusedTexts } from './refused-texts.ts';

/** A cell by line and column key: stable when rows come and go. */
export interface Position {
	readonly key: string;
	readonly column: string;
}

/** Results of one line's texts, by column. */
export type LineOutcomes = ReadonlyMap<string, CellOutcome>;

export class GridCommits {
	/** Announced to screen readers: why a cell was not saved. */
	announcement = $state.raw<Message | null>(null);
	/** Cells with a refused text. */
	readonly refused = new SvelteSet<string>();
	/** Per line: an entry re-renders only its own line. */
	readonly #outcomes = new ByKey<LineOutcomes>(new Map());
	readonly #refused: RefusedTexts;
	readonly #underway = new Map<string, Promise<void>>();
	/** Sends a commit made by a moving key, after the next line is shown. */
	readonly #unsent: (() => void)[] = [];
	readonly #painted: (then: () => void) => void;

	/**
	 * @param document owner of refused texts
	 * @param painted calls back when the last change is on screen
	 */
	constructor(document: string | undefined, painted: (then: () => void) => void) {
		this.#painted = painted;
		this.#refused = new RefusedTexts(document);
		for (const [cell, refused] of this.#refused.all()) this.#setOutcome(positionOf(cell), refused);
	}

	/** Results of a line's texts: the same object until one changes. */
	of(key: string): LineOutcomes {
		return this.#outcomes.get(key);
	}

	at({ key, column }: Position): CellOutcome | null {
		return this.of(key).get(column) ?? null;
	}

	/** Whether any text is pending or refused. */
	get unsaved(): boolean {
		return this.#outcomes
			.values()
			.some((outcomes) => [...outcomes.values()].some(({ state }) => state !== 'saved'));
	}

	/** Resolves when everything sent is saved or refused. */
	async settled(): Promise<void> {
		await Promise.all(this.#underway.values());
	}

	/** Sends commits waiting for a paint: nothing a person does next may overtake them. */
	send(): void {
		for (const start of this.#unsent.splice(0)) start();
	}

	commit(at: Position, typed: string, save: () => Promise<CommitReply>): void {
		const cell = cellId(at);
		this.#setOutcome(at, { state: 'saving', typed });
		// Replaced: a later page must not show it again.
		this.#refused.delete(cell);

		const attempt = async (): Promise<CommitReply> => {
			try {
				return await save();
			} catch (error) {
				console.error(error);
				return { ok: false, message: { key: 'common.gridBug' } };
			}
		};
		const before = this.#underway.get(cell);
		const reply = before === undefined ? this.#soon(attempt) : before.then(attempt);
		const done: Promise<void> = reply.then((answer) => {
			// A later text of the same cell is pending: its answer counts.
			if (this.#underway.get(cell) !== done) return;
			this.#underway.delete(cell);
			if (answer.ok) {
				this.#setOutcome(at, { state: 'saved' });
				this.#refused.delete(cell);
			} else {
				const refused = { state: 'failed', typed, message: answer.message } as const;
				this.#setOutcome(at, refused);
				this.#refused.set(cell, refused);
				this.announcement = answer.message;
			}
		});
		this.#underway.set(cell, done);
	}

	/** Within a frame, so that the next line is focused before the request takes time. */
	#soon<T>(begin: () => Promise<T>): Promise<T> {
		const { promise, resolve } = Promise.withResolvers<T>();
		this.#unsent.push(() => resolve(begin()));
		this.#painted(() => this.send());
		return promise;
	}

	/** The page is going: keeps the texts without an answer for the next one. */
	keepUnanswered(): void {
		for (const cell of this.#underway.keys()) {
			const outcome = this.at(positionOf(cell));
			if (outcome?.state !== 'saving') continue;
			const message = { key: 'common.leftUnanswered' } as const;
			this.#refused.set(cell, { state: 'failed', typed: outcome.typed, message });
		}
	}

	/** What got no answer may have been saved: forgets the texts that are. */
	forgetSaved(savedText: (at: Position) => string | null): void {
		for (const at of [...this.refused].map(positionOf)) {
			const outcome = this.at(at);
			if (outcome?.state !== 'failed' || !unanswered.has(outcome.message.key)) continue;
			if (outcome.typed === savedText(at)) this.forget(at);
		}
	}

	/** A text is saved after all; another may have been typed in its place. */
	forgetText(at: Position, typed: string): void {
		const outcome = this.at(at);
		if (outcome?.state === 'failed' && outcome.typed === typed) this.forget(at);
	}

	#setOutcome({ key, column }: Position, outcome: CellOutcome): void {
		if (outcome.state === 'failed') this.refused.add(cellId({ key, column }));
		else this.refused.delete(cellId({ key, column }));
		this.#outcomes.set(key, new Map(this.of(key)).set(column, outcome));
	}

	/** A cell is saved: neither pending nor refused. */
	forget({ key, column }: Position): void {
		const rest = [...this.of(key)].filter(([each]) => each !== column);
		this.#outcomes.set(key, new Map(rest));
		this.refused.delete(cellId({ key, column }));
		this.#refused.delete(cellId({ key, column }));
	}
}

const unanswered = new Set<MessageKey>(['errors.unreachable', 'common.leftUnanswered']);

/** A box's unsaved text, pending or refused; null if the saved text shows. */
export const unsavedIn = (outcome: CellOutcome | null | undefined): string | null =>
	outcome?.state === undefined || outcome.state === 'saved' ? null : outcome.typed;

export function worstOf(outcomes: LineOutcomes): CellOutcome['state'] | 'none' {
	const states = new Set([...outcomes.values()].map(({ state }) => state));
	return (['failed', 'saving', 'saved'] as const).find((state) => states.has(state)) ?? 'none';
}

const cellId = ({ key, column }: Position) => `${key}\u0000${column}`;

export function positionOf(cell: string): Position {
	const at = cell.lastIndexOf('\u0000');
	return { key: cell.slice(0, at), column: cell.slice(at + 1) };
}
