// Undo and redo on a page: each action keeps the content before and after it.
import type { Which } from '../ui/grid/turn.ts';

interface Act<Content, Place> {
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

export class EditHistory<Content, Place> {
	/** Latest last; what can be redone is under `redo`, next one last. */
	readonly #acts: Readonly<Record<Which, Act<Content, Place>[]>> = { undo: [], redo: [] };

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

	/** As `step`, but it can be taken again if it failed. */
	async stepBy<Answer extends { readonly ok: boolean }>(
		which: Which,
		take: (step: Step<Content, Place>) => Promise<Answer>,
	): Promise<Answer | null> {
		const step = this.step(which);
		if (step === null) return null;
		const answer = await take(step);
		if (!answer.ok) this.step(opposite[which]);
		return answer;
	}
}

const opposite = { undo: 'redo', redo: 'undo' } as const;
