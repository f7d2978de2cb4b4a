// Taking back and putting back what was written on a page: each act keeps what stood before it and what stood after it.

export interface Act<Content, Place> {
	readonly before: Content;
	readonly after: Content;
	/** Where it was done; one goes there when it is taken back or put back. */
	readonly at: Place;
}

export class EditHistory<Content, Place> {
	/** The latest last. */
	readonly #done: Act<Content, Place>[] = [];
	/** The one to be put back first last. */
	readonly #takenBack: Act<Content, Place>[] = [];

	/** What was taken back before cannot be put back any more. */
	add(act: Act<Content, Place>): void {
		this.#done.push(act);
		this.#takenBack.length = 0;
	}

	/** The act that is taken back: its `before` stands now. Null when there is none. */
	undo(): Act<Content, Place> | null {
		return move(this.#done, this.#takenBack);
	}

	/** The act that is put back: its `after` stands now. Null when there is none. */
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
