// Undo and redo over an append-only journal: both are actions of their own. The history is derived from the journal, so
// it survives a restart.

export interface Act {
	readonly act: number;
	readonly kind: 'entry' | 'undo' | 'redo';
	/** The action that an `undo` or `redo` refers to; null for an `entry`. */
	readonly of: number | null;
}

interface UndoHistory {
	/** Actions that can be undone, latest last. */
	readonly undo: readonly number[];
	/** Actions that can be redone, next one last. */
	readonly redo: readonly number[];
}

export function undoHistory(acts: Iterable<Act>): UndoHistory {
	const undo: number[] = [];
	let redo: number[] = [];
	for (const { act, kind, of } of acts) {
		switch (kind) {
			case 'entry':
				undo.push(act);
				redo = [];
				break;
			case 'undo':
				remove(undo, of);
				if (of !== null) redo.push(of);
				break;
			case 'redo':
				remove(redo, of);
				if (of !== null) undo.push(of);
		}
	}
	return { undo, redo };
}

function remove(acts: number[], act: number | null): void {
	const at = act === null ? -1 : acts.lastIndexOf(act);
	if (at !== -1) acts.splice(at, 1);
}
