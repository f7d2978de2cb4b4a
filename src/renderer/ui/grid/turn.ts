// Undo and redo on a sheet: saves first, turns one step, and goes to its place.
import type { App } from '../../app.svelte.ts';
import { isKey } from '../../keys/keys.ts';
import type { GridState } from './grid.svelte.ts';

export type Which = 'undo' | 'redo';

/** An undone or redone step. */
export type Turned =
	| {
			readonly ok: true;
			/** Goes to its place. */
			readonly go: () => void;
			/** Names of the lines that stay as they are, because they were changed elsewhere. */
			readonly left?: readonly string[];
	  }
	| {
			readonly ok: false;
			readonly message: string;
			/** It can never be undone or redone: the next key goes on with another. */
			readonly isFinal?: boolean;
	  };

const filledLines = 'filled lines';

/** Until something is undone. */
export const tellFilled = (notices: App['notices'], words: string): void =>
	notices.show(words, 'thyme', filledLines);

/** The current box shows text that is neither saved nor being saved. */
export function hasOpenText<Line>(grid: GridState<Line>): boolean {
	const { at } = grid;
	const saved = at && grid.lines.savedText(at);
	if (at === null || saved === null) return false;
	const text = grid.text(at.key, at.column);
	const outcome = grid.commits.at(at);
	const isSaving = outcome?.state === 'saving' && outcome.typed === text;
	return text !== saved && !isSaving;
}

/** Undo or redo, if it is the sheet's: in text being typed, and in other boxes, it is the browser's. */
export function turnOf<Line>(event: KeyboardEvent, grid: GridState<Line>): Which | null {
	const which = (['undo', 'redo'] as const).find((each) => isKey(event, each));
	const box = document.activeElement;
	const isBeside = box instanceof HTMLInputElement && box.closest('[role=grid]') === null;
	return which === undefined || isBeside || hasOpenText(grid) ? null : which;
}

/** @param step null if there is nothing to undo or redo; `told` if it failed and the person was told why */
export async function turn<Line>(
	{ t, format, notices }: Pick<App, 't' | 'format' | 'notices'>,
	grid: GridState<Line>,
	which: Which,
	step: () => Promise<Turned | 'told' | null>,
): Promise<void> {
	const from = { cell: grid.at, element: document.activeElement };
	const refused = grid.commits.refused.size;
	// The entry on its way is the one to undo.
	await grid.settle();
	// It was refused, and its box says so: undo nothing else.
	if (grid.commits.refused.size > refused) return;
	const turned = await step();
	if (turned === 'told') return;
	if (turned === null) {
		notices.show(t(`common.nothingTo-${which}`), 'sea');
	} else if (turned.ok) {
		const { go, left = [] } = turned;
		if (which === 'undo') notices.dismissAbout(filledLines);
		if (left.length > 0)
			notices.show(t(`common.changed-${which}`, { names: format.list(left) }), 'amber');
		// Stay with a person who moved on or typed: the next digit would land on another line.
		const isThere = document.activeElement === from.element || from.element?.isConnected === false;
		if (grid.at === from.cell && isThere && !hasOpenText(grid)) go();
	} else {
		notices.show(turned.message, 'rust');
	}
}
