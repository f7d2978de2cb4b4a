// Keys of a draft's sheet: document commands, and box navigation that differs from the grid's.
import { tick } from 'svelte';
import type { App } from '../app.svelte.ts';
import { isDialogOpen, isKey } from '../keys/keys.ts';
import { holdKeysUntil } from '../ui/held-keys.ts';
import { takeTyped } from '../ui/keep-focus.ts';
import type { BoxedLines } from '../ui/grid/boxed-lines.svelte.ts';
import type { Which } from '../ui/grid/turn.ts';
import { ReachedText } from '../ui/reached-text.ts';
import type { DraftLine } from './draft-lines.ts';
import type { DraftSending } from './draft-sending.svelte.ts';
import type { DraftWalk } from './draft-walk.svelte.ts';

interface Sheet {
	readonly walk: DraftWalk;
	readonly boxes: BoxedLines<DraftLine>;
	readonly sending: DraftSending;
	/** The column still required once a line's quantity is there; null if none. */
	readonly needs: (line: DraftLine) => string | null;
}

export class DraftKeys {
	readonly #app: App;
	readonly #sheet: Sheet;
	readonly #reached = new ReachedText();

	constructor(app: App, sheet: Sheet) {
		this.#app = app;
		this.#sheet = sheet;
	}

	/** Focus moved. */
	onfocusin = this.#reached.mark;

	/** Before the grid, which would go to the next line. */
	onkeydowncapture = (event: KeyboardEvent): void => {
		if (event.isComposing || event.altKey || isDialogOpen()) return;
		const command = this.#before(event);
		if (command === null) return;
		event.preventDefault();
		event.stopPropagation();
		command();
	};

	onkeydown = (event: KeyboardEvent): void => {
		if (event.defaultPrevented || event.isComposing || isDialogOpen()) return;
		const command = this.#commandOf(event) ?? this.#sheet.boxes.commandOf(event);
		if (command === null) return;
		event.preventDefault();
		command();
	};

	/** The action of a key instead of the grid's; null leaves it to the grid. */
	#before(event: KeyboardEvent): (() => void) | null {
		const { walk, boxes, sending, needs } = this.#sheet;
		const problem = isKey(event, 'nextProblem') ? 1 : isKey(event, 'previousProblem') ? -1 : null;
		if (problem !== null) return () => void holdKeysUntil(sending.toProblem(problem));
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

	#commandOf(event: KeyboardEvent): (() => void) | null {
		if (isKey(event, 'finish')) {
			return () => {
				// A key still held down from another page does nothing.
				if (event.repeat) return;
				// Leaving the box commits what is being typed.
				takeTyped();
				void this.#sheet.sending.submit();
			};
		}
		if (!this.#nothingOpen()) return null;
		if (isKey(event, 'undo')) return () => void this.#turn('undo');
		if (isKey(event, 'redo')) return () => void this.#turn('redo');
		return null;
	}

	/** Undoes or redoes, and goes to the place. */
	async #turn(which: Which): Promise<void> {
		const { t, notices } = this.#app;
		const { walk } = this.#sheet;
		walk.grid?.leave();
		const place = walk.draft.turn(which);
		if (place === undefined) notices.show(t(`common.nothingTo-${which}`), 'sea');
		else if (place !== null) await walk.to(place);
		await tick();
		this.#reached.mark();
	}

	/** The focused box has no unfinished text, so Ctrl Z belongs to the sheet. */
	#nothingOpen(): boolean {
		const box = document.activeElement;
		if (!(box instanceof HTMLInputElement)) return true;
		const { grid, page } = this.#sheet.walk;
		if (page?.contains(box) !== true) return false;
		const open = grid?.at && box.inputMode === 'decimal' ? grid.draftOf(grid.at.key) : undefined;
		if (open === undefined) return this.#reached.isIn(box);
		return open === null || open.typed === grid?.restingText(open.at.key, open.at.column);
	}
}
