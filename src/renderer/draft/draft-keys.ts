// The keys of the sheet of a draft: those that act on the document, and those that lead on from a box in another way than
// the grid would.
import { tick } from 'svelte';
import type { App } from '../app.svelte.ts';
import type { BoxedLines } from '../ui/grid/boxed-lines.svelte.ts';
import type { DraftLine } from './draft-lines.ts';
import type { DraftSending } from './draft-sending.svelte.ts';
import type { DraftWalk } from './draft-walk.svelte.ts';

interface Sheet {
	readonly walk: DraftWalk;
	readonly boxes: BoxedLines<DraftLine>;
	readonly sending: DraftSending;
	/** The column that is still needed once the quantity of a line is there; null when none is. */
	readonly needs: (line: DraftLine) => string | null;
}

export class DraftKeys {
	readonly #app: App;
	readonly #sheet: Sheet;
	/** What a box outside of the grid held when it was reached. */
	#reached = '';

	constructor(app: App, sheet: Sheet) {
		this.#app = app;
		this.#sheet = sheet;
	}

	/** The focus came to another place. */
	onfocusin = (): void => {
		const box = document.activeElement;
		this.#reached = box instanceof HTMLInputElement ? box.value : '';
	};

	/** Heard before the grid, which would go to the line below. */
	onkeydowncapture = (event: KeyboardEvent): void => {
		if (event.isComposing || event.altKey || isInDialog()) return;
		const command = this.#before(event);
		if (command === null) return;
		event.preventDefault();
		event.stopPropagation();
		command();
	};

	onkeydown = (event: KeyboardEvent): void => {
		if (event.defaultPrevented || event.isComposing || isInDialog()) return;
		const command = this.#commandOf(event) ?? this.#sheet.boxes.commandOf(event);
		if (command === null) return;
		event.preventDefault();
		command();
	};

	/** What a key does in place of what the grid does with it; null where it is the grid's. */
	#before(event: KeyboardEvent): (() => void) | null {
		const { walk, boxes, needs } = this.#sheet;
		if (event.key === 'F8') {
			return () => {
				walk.grid?.leave();
				walk.toProblem(event.shiftKey ? -1 : 1);
			};
		}
		if (event.key !== 'Enter' && event.key !== 'ArrowDown') return null;
		if (event.ctrlKey || event.metaKey || event.shiftKey) return null;
		const { grid } = walk;
		const at = grid?.at;
		const line = walk.line();
		if (grid === null || !at || line === null) return null;
		if (!boxes.columns.some((column) => column === at.column)) return null;
		const needed = event.key === 'Enter' ? needs(line) : null;
		if (needed === null && line !== walk.draft.lines.at(-1)) return null;
		return () => {
			grid.leave();
			grid.retry(at);
			if (needed === null) walk.toAdding();
			else grid.focusRow(line.lineId, needed);
		};
	}

	/** The place of a key, not its letter: on an Arabic keyboard the same key writes another one. */
	#commandOf({
		code,
		key,
		ctrlKey,
		metaKey,
		altKey,
		shiftKey,
	}: KeyboardEvent): (() => void) | null {
		if (!(ctrlKey || metaKey) || altKey) return null;
		if (key === 'Enter') {
			return () => {
				// What is being typed is taken over by leaving its box.
				if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
				void this.#sheet.sending.submit();
			};
		}
		if (!this.#nothingOpen()) return null;
		if (code === 'KeyZ') return () => void this.#turn(shiftKey ? 'redo' : 'undo');
		if (code === 'KeyY' && !shiftKey) return () => void this.#turn('redo');
		return null;
	}

	/** Takes the last act back, or puts the last one back, and goes to where it was. */
	async #turn(which: 'undo' | 'redo'): Promise<void> {
		const { t, notices } = this.#app;
		const { walk } = this.#sheet;
		walk.grid?.leave();
		const place = walk.draft.turn(which);
		if (place === undefined) notices.show(t(`draft.nothingTo-${which}`), 'sea');
		else if (place !== null) await walk.to(place);
		await tick();
		this.onfocusin();
	}

	/** Nothing is half typed where the focus is, so that Ctrl Z is the sheet's and not the box's. */
	#nothingOpen(): boolean {
		const box = document.activeElement;
		if (!(box instanceof HTMLInputElement)) return true;
		const { grid, page } = this.#sheet.walk;
		if (page?.contains(box) !== true) return false;
		const open = grid?.at && box.inputMode === 'decimal' ? grid.draftOf(grid.at.key) : undefined;
		if (open === undefined) return box.value === this.#reached;
		return open === null || open.typed === grid?.restingText(open.at.key, open.at.column);
	}
}

const isInDialog = (): boolean => document.querySelector('.dialog') !== null;
