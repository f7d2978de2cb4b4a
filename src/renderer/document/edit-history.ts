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
	readonly #takenBack: Act<Content, Place>[] = [];

	/** Clears the redo list. */
	add(act: Act<Content, Place>): void {
		this.#done.push(act);
		this.#takenBack.length = 0;
	}

	/** The undone action, whose `before` is now current. null if there is none. */
	undo(): Act<Content, Place> | null {
		return move(this.#done, this.#takenBack);
	}

	/** The redone action, whose `after` is now current. null if there is none. */
	redo(): Act<Content, Place> | null {
		return move(this.#takenBack, this.#done);
	}
}

function move<Each>(from: Each[], to: Each[]): Each | null {
	const last = from.pop();
	if (last === undefined) return null;
	to.push(last);
	return last;
}
