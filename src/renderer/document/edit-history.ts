// Undo and redo on a page: each action keeps the content before and after it.
import type { Failure } from '../../shared/bridge/reply.ts';
import type { Which } from '../ui/grid/turn.ts';

export interface Act<Content, Place> {
	readonly before: Content;
	readonly after: Content;
	/** Focused on undo or redo. */
	readonly at: Place;
}

/** An action that is undone or redone: `to` becomes the content. */
export interface Step<Content, Place> {
	readonly from: Content;
	readonly to: Content;
	readonly at: Place;
}

/** Looks for an entry without an answer: undefined if it was not saved, null if it changed nothing. */
type Find<Found> = () => Found | null | undefined | Promise<Found | null | undefined>;

export class EditHistory<Content, Place> {
	/** Latest last; what can be redone is under `redo`, next one last. */
	readonly #acts: Readonly<Record<Which, Act<Content, Place>[]>> = { undo: [], redo: [] };
	#last: Promise<unknown> = Promise.resolve();
	/** Finds each entry that got no answer. */
	readonly #lost: Find<Act<Content, Place>>[] = [];
	readonly #read: () => Promise<Failure | null>;

	/** @param read loads the saved content again; null if that worked */
	constructor(read = (): Promise<Failure | null> => Promise.resolve(null)) {
		this.#read = read;
	}

	/** Clears the redo list. */
	add(act: Act<Content, Place>): void {
		this.#acts.undo.push(act);
		this.#acts.redo.length = 0;
	}

	/** Undoes the last action, or redoes the one undone last. @returns null if there is none */
	step(which: Which): Step<Content, Place> | null {
		const act = this.#acts[which].pop();
		if (act === undefined) return null;
		this.#acts[opposite[which]].push(act);
		const { before, after, at } = act;
		return which === 'undo' ? { from: after, to: before, at } : { from: before, to: after, at };
	}

	/**
	 * As `step`, but it can be taken again if it failed, unless it failed for good. A step whose entry never arrived is
	 * forgotten, and the one before it is taken.
	 */
	async stepBy<Answer extends { readonly ok: boolean; readonly isFinal?: boolean }>(
		which: Which,
		take: (step: Step<Content, Place>) => Promise<Answer | 'never-made'>,
	): Promise<Answer | null> {
		for (let step = this.step(which); step !== null; step = this.step(which)) {
			const answer = await take(step);
			const forgets = answer === 'never-made' || answer.isFinal === true;
			if (forgets) this.#acts[opposite[which]].pop();
			else if (!answer.ok) this.step(opposite[which]);
			if (answer !== 'never-made') return answer;
		}
		return null;
	}

	/**
	 * After an entry that got no answer: loads the saved content now, or before the next entry if that fails.
	 * @returns whether the entry was saved
	 */
	async lose(find: Find<Act<Content, Place>>): Promise<boolean> {
		let isSaved = false;
		this.#lost.push(async () => {
			const act = await find();
			isSaved = act !== undefined;
			return act;
		});
		await this.findLost();
		return isSaved;
	}

	/** Loads the saved content if an entry got no answer. @returns why that failed */
	findLost(): Promise<Failure | null> {
		return this.#lost.length === 0 ? Promise.resolve(null) : this.load();
	}

	/** Loads the saved content. @returns why that failed */
	async load(read = this.#read): Promise<Failure | null> {
		const failure = await read();
		for (const find of failure === null ? this.#lost.splice(0) : []) {
			const act = await find();
			if (act) this.add(act);
		}
		return failure;
	}

	clear(): void {
		this.#acts.undo.length = this.#acts.redo.length = this.#lost.length = 0;
	}

	/** Runs entries, undos and redos one at a time, in the order in which they were made. */
	inTurn<Answer>(run: () => Promise<Answer>): Promise<Answer> {
		const answered = this.#last.then(run);
		this.#last = answered.catch(() => undefined);
		return answered;
	}
}

const opposite = { undo: 'redo', redo: 'undo' } as const;
