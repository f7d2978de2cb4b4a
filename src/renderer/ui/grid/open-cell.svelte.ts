// The cell that a person is typing in.
import type { Position } from './grid-commits.svelte.ts';

/** The open cell and its text. */
export class OpenCell {
	readonly at: Position;
	typed = $state('');
	/** The text when typing began. */
	readonly before: string;
	/** Not reactive: while a page is destroyed, Svelte returns a state's old value within the same turn. */
	left = false;

	constructor(at: Position, typed: string, before: string) {
		this.at = at;
		this.typed = typed;
		this.before = before;
	}
}

/** The open text if it is in this column; null otherwise. */
export const textIn = (draft: OpenCell | null, column: string): string | null =>
	draft?.at.column === column ? draft.typed : null;
