// Undo and redo over a journal that only grows: taking back and putting back are acts of their own, written behind the
// others. What can be taken back is read from the journal, so it is the same after a restart.

export interface Act {
	readonly act: number;
	readonly kind: 'entry' | 'undo' | 'redo';
	/** The act that an `undo` took back or a `redo` put back; null for an `entry`. */
	readonly of: number | null;
}

interface UndoHistory {
	/** Acts that stand, the latest last. */
	readonly undo: readonly number[];
	/** Acts that were taken back and can be put back, the one to be put back first last. */
	readonly redo: readonly number[];
}

/** @param acts of one person, in the order in which they were done. */
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
