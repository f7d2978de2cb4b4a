// Ctrl Z while receiving or sending: it first restores the box being typed in, then undoes one entry at a time.
import { tick } from 'svelte';
import type { App } from '../app.svelte.ts';
import { isKey } from '../keys/keys.ts';
import type { GridState } from '../ui/grid/grid.svelte.ts';
import { hasOpenText, turn, type Which } from '../ui/grid/turn.ts';
import { holdKeysUntil } from '../ui/held-keys.ts';
import { ReachedText } from '../ui/reached-text.ts';
import type { Place, ReceivingEntries } from './receiving-entries.ts';
import type { ReceivingDocument, ReceivingLine } from './receiving-sheet.ts';
import type { ReceivingWalk } from './receiving-walk.ts';

interface Sheet {
	readonly entries: Pick<ReceivingEntries<ReceivingDocument>, 'turn'>;
	readonly grid: GridState<ReceivingLine>;
	readonly walk: ReceivingWalk;
	readonly toInvoice: (box: string) => void;
}

export class ReceivingUndo {
	readonly #app: App;
	readonly #sheet: Sheet;
	readonly #reached = new ReachedText();

	constructor(app: App, sheet: Sheet) {
		this.#app = app;
		this.#sheet = sheet;
	}

	onfocusin = this.#reached.mark;

	/** null leaves the key to the browser. */
	commandOf(event: KeyboardEvent): (() => Promise<void>) | null {
		const which = (['undo', 'redo'] as const).find((each) => isKey(event, each));
		if (which === undefined || !this.#isForSheet()) return null;
		return () => holdKeysUntil(this.#turn(which));
	}

	/** Unfinished text beside the lines is the browser's. */
	#isForSheet(): boolean {
		const box = document.activeElement;
		if (!(box instanceof HTMLInputElement) || isInGrid(box)) return true;
		return box.closest('main') !== null && this.#reached.isIn(box);
	}

	async #turn(which: Which): Promise<void> {
		const { entries, grid, walk, toInvoice } = this.#sheet;
		const { at } = grid;
		if (at !== null && isInGrid(document.activeElement) && hasOpenText(grid)) {
			if (which === 'undo' && grid.restore()) grid.focusRow(at.key, at.column);
			return;
		}
		const { lines } = walk;
		const goTo = (place: Place) =>
			place.key === 'invoice' ? toInvoice(place.column) : walk.toEntry(place, lines);
		await turn(this.#app, grid, which, () => entries.turn(which, goTo));
		await tick();
		this.#reached.mark();
	}
}

const isInGrid = (box: Element | null): boolean => Boolean(box?.closest('[role=grid]'));
