// The state of a grid: focus, open cell, saves and visible rows. No key press walks all rows; only a change of the
// entries does.
import { untrack } from 'svelte';
import { keepBurstsOut } from '../burst-boxes.ts';
import { BurstUndo } from './burst-undo.ts';
import { ByKey } from './by-key.svelte.ts';
import { GridCommits, unsavedIn, type LineOutcomes, type Position } from './grid-commits.svelte.ts';
import { GridLines } from './grid-lines.svelte.ts';
import { firstRefused, nextProblem } from './grid-problems.ts';
import type { CellOutcome, GridColumn, GridEntry, GridSource, GridStage } from './grid-types.ts';
import { keepPlace, takePlace, type KeptPlace } from './kept-place.ts';
import type { Layout } from './layout.ts';
import { LineFollower } from './line-follower.ts';
import { moveIn, nearest, type Move, type Place } from './movement.ts';
import { OpenCell, textIn } from './open-cell.svelte.ts';
import { RowWindow } from '../window/row-window.svelte.ts';

export class GridState<Line> {
	/** The current cell; null before the first focus. */
	at = $state.raw<Position | null>(null);
	/** `move`: typing replaces and arrows leave the cell. `edit`: arrows stay within the text. */
	mode = $state<'move' | 'edit'>('move');
	/** The rendered rows. */
	readonly window: RowWindow = new RowWindow({
		tops: () => this.layout.tops,
		keyOf: (index) => this.entries[index]?.key ?? index,
		held: () => this.#held,
	});

	readonly #source: GridSource<Line>;
	readonly lines: GridLines<Line>;
	readonly commits: GridCommits;
	/** Per line: a step re-renders only its own lines. */
	readonly #here = new ByKey<Position | null>(null);
	#entered = $state.raw<Position | null>(null);
	readonly #burst = new BurstUndo();
	#draft = $state.raw<OpenCell | null>(null);
	/** Undefined before it is mounted, null after it was unmounted: if its page is gone, no derived value may be read. */
	#stage: GridStage | null | undefined;
	/** Where to go if it is mounted again. */
	#wanted = (): void => undefined;
	readonly #follower: LineFollower;
	#goal = 0;
	/** The column where the Tabs began: Enter goes to the next line there. */
	#runStart: number | null = null;

	readonly #held = $derived(
		this.at === null ? null : (this.layout.indexOf.get(this.at.key) ?? null),
	);
	/** The tab stop without a current cell: before the first focus, or after its line is gone. */
	readonly #entrance: Position | null = $derived.by(() => {
		const at = this.#entered === null ? null : untrack(() => this.at);
		if (at !== null && this.layout.indexOf.has(at.key)) return null;
		return this.lines.position({ line: 0, column: this.lines.stops(0)[0] ?? 0 });
	});

	constructor(source: GridSource<Line>) {
		this.#source = source;
		this.lines = new GridLines(source, this.window);
		this.commits = new GridCommits(source.document, (then) => this.painted(then));
		this.#follower = new LineFollower(this, this.window);
	}

	get entries(): readonly GridEntry<Line>[] {
		return this.lines.entries;
	}

	get columns(): readonly GridColumn<Line>[] {
		return this.lines.columns;
	}

	get layout(): Layout {
		return this.lines.layout;
	}

	/** Mounts. Returns a cleanup function that saves the open cell. */
	mount(stage: GridStage): () => void {
		this.#stage = stage;
		const stop = keepBurstsOut(this);
		this.#wanted();
		this.#wanted = () => undefined;
		return () => {
			stop();
			this.leave();
			this.#stage = null;
		};
	}

	/** Calls back when the last change is on screen; at once while nothing is. */
	painted(then: () => void): void {
		if (this.#stage) this.#stage.painted(then);
		else then();
	}

	currentLine(): number | null {
		return this.at === null ? null : this.lines.lineNumber(this.at.key);
	}

	/** A box's text: being typed, else pending or failed, else saved. */
	text(key: string, column: string): string {
		return textIn(this.draftOf(key), column) ?? this.restingText(key, column);
	}

	/** This line's open cell: read once per line, so that other lines do not re-render. */
	draftOf(key: string): OpenCell | null {
		return this.#draft?.at.key === key ? this.#draft : null;
	}

	/** A box's text when not being typed. */
	restingText(key: string, column: string): string {
		return unsavedIn(this.outcome(key, column)) ?? this.lines.savedText({ key, column }) ?? '';
	}

	/** This line's tab stop: the current cell, else the first. */
	tabStopOf(key: string): Position | null {
		return this.#here.get(key) ?? (this.#entrance?.key === key ? this.#entrance : null);
	}

	isAt(key: string): boolean {
		return this.#here.get(key) !== null;
	}

	/** Results of a line's texts, by column: the same object until one changes. */
	outcomesOf(key: string): LineOutcomes {
		return this.commits.of(key);
	}

	outcome(key: string, column: string): CellOutcome | null {
		return this.commits.at({ key, column });
	}

	problemOf(line: Line) {
		return this.#source.problem?.(line) ?? null;
	}

	/** Whether any text is unsaved or refused. */
	get unsaved(): boolean {
		return this.#draft !== null || this.commits.unsaved;
	}

	// What a person does

	/** A cell got the focus. Writes nothing. */
	arrive(key: string, column: string): void {
		const at = this.at;
		if (at?.key === key && at.column === column) return;
		this.leave();
		this.mode = 'move';
		this.#follower.stay();
		this.#stand({ key, column });
		this.#goal = this.lines.columnNumber(column);
		this.#runStart = null;
	}

	/** The person changed the text. */
	type(key: string, column: string, typed: string): void {
		const draft = this.#draft;
		if (draft !== null && draft.at.key === key && draft.at.column === column) {
			draft.typed = typed;
		} else {
			this.leave();
			this.#draft = new OpenCell({ key, column }, typed, this.restingText(key, column));
		}
	}

	/**
	 * The last input is removed again. If nothing else was typed, nothing was entered: show the saved text, which may
	 * have changed.
	 */
	untype(key: string, column: string, left: string): void {
		if (this.draftOf(key)?.at.column === column && this.#draft?.before === left) this.#draft = null;
		else this.type(key, column, left);
	}

	/** F2, double click, or a click into the open cell: the caret moves within the text. */
	edit(): void {
		this.mode = 'edit';
	}

	/** Leaves the open cell: commits and sends a change. */
	leave(): void {
		this.#leaveCell();
		this.send();
	}

	/** Leaves the open cell. Resolves when everything is saved or refused. */
	async settle(): Promise<void> {
		this.leave();
		await this.commits.settled();
	}

	blur(): void {
		if (this.#draft !== null) this.leave();
	}

	/** Sends commits waiting for a paint: nothing a person does next may overtake them. */
	send(): void {
		this.commits.send();
	}

	#leaveCell(): void {
		const draft = this.#draft;
		// A page being destroyed blurs its box and then leaves it: commit once.
		if (draft === null || draft.left) return;
		draft.left = true;
		this.#draft = null;
		this.mode = 'move';
		const { key, column } = draft.at;
		if (draft.typed === this.restingText(key, column)) return;
		if (
			draft.typed === this.lines.savedText(draft.at) &&
			this.outcome(key, column)?.state !== 'saving'
		) {
			// Typed back to the saved text: clears the earlier refusal.
			this.commits.forget(draft.at);
			return;
		}
		this.#burst.saves(draft.at, draft.before);
		this.#commit(draft.at, draft.typed);
	}

	/** A scanner's burst may begin with the next key. */
	markBurst(): void {
		this.#burst.mark(this.#draft);
	}

	/** Removes the burst since the mark, also from boxes that were saved with a part of it. */
	takeBackBurst(): void {
		const draft = this.#draft;
		if (draft !== null) {
			const { key, column } = draft.at;
			this.untype(key, column, this.#burst.textOf(draft));
		}
		for (const { at, text } of this.#burst.take()) {
			if (this.restingText(at.key, at.column) !== text) this.#commit(at, text);
		}
		this.send();
	}

	/** Esc: restores. Returns true if there was something to restore. */
	restore(): boolean {
		if (this.#draft !== null || this.mode === 'edit') {
			this.#draft = null;
			this.mode = 'move';
			return true;
		}
		const at = this.at;
		if (at === null || this.outcome(at.key, at.column)?.state !== 'failed') return false;
		this.commits.forget(at);
		return true;
	}

	/** Retries a refused cell. Returns true if there was one. */
	retry(at: Position): boolean {
		const outcome = this.commits.at(at);
		if (this.#draft !== null || outcome?.state !== 'failed') return false;
		this.#commit(at, outcome.typed);
		return true;
	}

	/** px by which other entries moved the current line, if it still exists. */
	shiftOf(before: Layout, after: Layout): number {
		const key = this.at?.key ?? '';
		const [from, to] = [before.indexOf.get(key), after.indexOf.get(key)];
		if (from === undefined || to === undefined) return 0;
		return (after.tops[to] ?? 0) - (before.tops[from] ?? 0);
	}

	scrollBy(px: number): void {
		this.window.scrollTo(Math.max(this.window.scrollTop + px, 0));
	}

	/** Scrolls to a line and focuses the named column, else the nearest to the previous one. */
	focusRow(key: string, column?: string): boolean {
		if (this.#stage === null) this.#wanted = () => void this.focusRow(key, column);
		const line = this.#stage === null ? null : this.lines.lineNumber(key);
		if (line === null) return false;
		const wished = column === undefined ? this.#goal : this.lines.columnNumber(column);
		this.#goTo({ line, column: nearest(this.lines.stops(line), wished) });
		this.#goal = wished;
		return true;
	}

	/** From the current box to its line's name: keys continue there, and typing reaches no box. */
	stepOut(): void {
		this.leave();
		const { at } = this;
		const name = this.columns.find(({ rowHeader }) => rowHeader === true);
		if (at === null || name === undefined) return;
		this.mode = 'move';
		this.#runStart = null;
		const position = { key: at.key, column: name.key };
		this.#stand(position);
		this.#stage?.focus(position, 'all');
	}

	/** The page is going: keeps the current cell and its open text for the next one. */
	keepPlace(): void {
		const { document } = this.#source;
		if (document === undefined || this.at === null) return;
		keepPlace(document, { ...this.at, typed: textIn(this.#draft, this.at.column) });
	}

	/** The cell kept by the previous page, once; null if none. */
	keptPlace(): KeptPlace | null {
		const { document } = this.#source;
		return document === undefined ? null : takePlace(document);
	}

	/** Goes to the cell kept by the previous page, and opens its text. */
	resume({ key, column, typed }: KeptPlace): void {
		if (!this.focusRow(key, column) || typed === null || this.at?.column !== column) return;
		this.type(key, column, typed);
		this.edit();
		this.#stage?.focus({ key, column }, 'end');
	}

	/** The next or previous line with a problem or unsaved cell, wrapping around. */
	focusProblem(step: 1 | -1): boolean {
		const found = nextProblem(this, step);
		return found !== null && this.focusRow(found.key, found.column);
	}

	focusRefused(): boolean {
		const found = firstRefused(this);
		return found !== null && this.focusRow(found.key, found.column);
	}

	/** Enter or double click on a read-only cell. Returns false if it opens nothing. */
	open(line: Line, column: string): boolean {
		this.#source.open?.(line, column);
		return this.#source.open !== undefined;
	}

	/** A key in a cell. Returns true if the grid handled it. `direction` is the page's. */
	press(event: KeyPress, direction: 'ltr' | 'rtl'): boolean {
		const at = this.at;
		if (at === null || event.altKey || event.metaKey) return false;
		if (event.ctrlKey && event.key !== 'Home' && event.key !== 'End') return false;
		const forward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';

		switch (event.key) {
			case 'Escape': {
				const restored = this.restore();
				if (restored) this.#stage?.focus(at, 'all');
				return restored;
			}
			case 'F2':
				this.edit();
				this.#stage?.focus(at, 'end');
				return true;
			case 'F8':
				this.leave();
				return this.focusProblem(event.shiftKey ? -1 : 1);
			case 'Enter':
				return this.#enter(at, event.shiftKey ? -1 : 1);
			case 'Tab':
				return this.#tab(event.shiftKey ? 'previous' : 'next');
			case 'ArrowDown':
				return this.#move({ to: 'line', by: 1 });
			case 'ArrowUp':
				return this.#move({ to: 'line', by: -1 });
			case 'PageDown':
				return this.#move({ to: 'line', by: this.window.page });
			case 'PageUp':
				return this.#move({ to: 'line', by: -this.window.page });
		}
		if (this.mode === 'edit') return false;
		switch (event.key) {
			case 'ArrowLeft':
			case 'ArrowRight':
				return this.#move({ to: event.key === forward ? 'forward' : 'back' });
			case 'Home':
				return this.#move({ to: event.ctrlKey ? 'first' : 'line-start' });
			case 'End':
				return this.#move({ to: event.ctrlKey ? 'last' : 'line-end' });
			case 'Delete':
			case 'Backspace':
				if (this.#draft !== null || this.lines.savedText(at) === null) return false;
				this.type(at.key, at.column, '');
				return true;
		}
		return false;
	}

	#enter(at: Position, by: 1 | -1): boolean {
		const boxed = this.lines.savedText(at) !== null;
		const line = this.lines.lineNumber(at.key);
		if (!boxed) {
			const entry = line === null ? null : this.lines.entryOfLine(line);
			return entry !== null && this.open(entry.line, at.column);
		}
		this.retry(at);
		if (this.#runStart !== null) this.#goal = this.#runStart;
		return this.#move({ to: 'line', by });
	}

	#tab(to: 'next' | 'previous'): boolean {
		const start = this.#runStart ?? this.#goal;
		const moved = this.#move({ to });
		if (moved) this.#runStart = start;
		return moved;
	}

	#move(move: Move): boolean {
		const at = this.at;
		const line = this.currentLine();
		if (at === null || line === null) return false;
		const from = { line, column: this.lines.columnNumber(at.column) };
		const place = moveIn(this.lines, from, move, this.#goal);
		this.#leaveCell();
		const isTab = place === null && move.to === 'next';
		const isDown = place?.line === line && move.to === 'line' && move.by === 1;
		if ((isTab || isDown) && this.#source.pastEnd?.(isTab ? 'next' : 'line') === true) return true;
		if (place === null) return false;
		const goal = move.to === 'line' ? this.#goal : place.column;
		this.#goTo(place, line);
		this.#goal = goal;
		return true;
	}

	#stand(position: Position): void {
		if (this.#entrance !== null) this.#entered = position;
		if (this.at !== null) this.#here.set(this.at.key, null);
		this.#here.set(position.key, position);
		this.at = position;
	}

	/** @param from the line a key moves from; omitted for a jump. */
	#goTo(place: Place, from?: number): void {
		const position = this.lines.position(place);
		if (position === null) return;
		this.#leaveCell();
		this.mode = 'move';
		this.#stand(position);
		this.#goal = place.column;
		this.#runStart = null;
		this.#follower.goTo(place.line, from);
		this.#stage?.focus(position, 'all');
	}

	#commit(at: Position, typed: string): void {
		const { commit } = this.#source;
		const entry = this.lines.entryOfKey(at.key);
		if (commit === undefined || entry === null) return;
		this.commits.commit(at, typed, () => commit(entry.line, at.column, typed));
	}
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'metaKey'>;
