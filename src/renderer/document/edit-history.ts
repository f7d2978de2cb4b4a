// Undo and redo on a page: each action keeps the content before and after it.

export interface Act<Content, Place> {
	readonly before: Content;
	readonly after: Content;
	/** Focused on undo or redo. */
	readonly at: Place;
}

export class EditHistory<Content, Place> {
	/** Latest last. */
	readonly #done: Act<Content, Place>[] = [];
	/** Next redo last. */
	readonly #undone: Act<Content, Place>[] = [];

	/** Clears the redo list. */
	add(act: Act<Content, Place>): void {
		this.#done.push(act);
		this.#undone.length = 0;
	}

	/** Undoes the last action: its `before` is now current. @returns it, or null if there is none */
	undo(): Act<Content, Place> | null {
		return move(this.#done, this.#undone);
	}

	/** Redoes the action undone last: its `after` is now current. @returns it, or null if there is none */
	redo(): Act<Content, Place> | null {
		return move(this.#undone, this.#done);
	}
}

function move<Each>(from: Each[], to: Each[]): Each | null {
	const last = from.pop();
	if (last === undefined) return null;
	to.push(last);
	return last;
}
