// Remembers a grid's texts at the start of a scanner's burst, and what was saved since.

interface Cell {
	readonly key: string;
	readonly column: string;
}

interface OpenText {
	readonly at: Cell;
	readonly typed: string;
	/** The text when typing began. */
	readonly before: string;
}

/** A cell and the text it had when the burst began. */
interface Restored {
	readonly at: Cell;
	readonly text: string;
}

export class BurstUndo {
	#open: OpenText | null = null;
	#saved: Restored[] = [];

	mark(open: OpenText | null): void {
		this.#open = open === null ? null : { at: open.at, typed: open.typed, before: open.before };
		this.#saved = [];
	}

	/** A cell is being saved. @param before its text when typing began */
	saves(at: Cell, before: string): void {
		if (!this.#saved.some((each) => isSame(each.at, at)))
			this.#saved.push({ at, text: this.textOf({ at, before }) });
	}

	/** The text of a cell at the mark. @param cell.before its text when typing began, if that was later */
	textOf({ at, before }: Pick<OpenText, 'at' | 'before'>): string {
		return this.#open !== null && isSame(this.#open.at, at) ? this.#open.typed : before;
	}

	/** The cells saved since the mark, each once. */
	take(): readonly Restored[] {
		const saved = this.#saved;
		this.#saved = [];
		return saved;
	}
}

const isSame = (one: Cell, other: Cell): boolean =>
	one.key === other.key && one.column === other.column;
