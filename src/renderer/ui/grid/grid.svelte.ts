// The state of a grid: focus, open cell, saves and visible rows. No key press walks all rows; only a change of the
// entries does.
import { untrack } from 'svelte';
import { keepBurstsOut } from '../burst-boxes.ts';
import { BurstUndo } from './burst-undo.ts';
import { ByKey } from './by-key.svelte.ts';
import type { Message } from '../../messages/message.ts';
import type { CellOutcome, CommitReply, GridColumn, GridEntry, GridSource } from './grid-types.ts';
import { keepPlace, takePlace, type KeptPlace } from './kept-place.ts';
import { layoutOf, roomAhead, type Layout } from './layout.ts';
import { moveIn, nearest, type Field, type Move, type Place } from './movement.ts';
import { RefusedTexts } from './refused-texts.ts';
import { RowWindow } from '../window/row-window.svelte.ts';

/** A cell by line and column key: stable when rows come and go. */
interface Position {
	readonly key: string;
	readonly column: string;
}

/** The open cell and its text. */
export class Draft {
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

/** Down, up, or a jump without direction. */
type Heading = 1 | -1 | 0;

/** Results of one line's texts, by column. */
type LineOutcomes = ReadonlyMap<string, CellOutcome>;

const noOutcomes: LineOutcomes = new Map();

/** The grid's requirements of the page. */
export interface GridStage {
	/** Focuses a cell once rendered. */
	focus(position: Position, caret: 'all' | 'end'): void;
	/** Calls back when the last change is on screen. */
	painted(then: () => void): void;
}

export class GridState<Line> {
	/** The current cell; null before the first focus. */
	at = $state.raw<Position | null>(null);
	/** `move`: typing replaces and arrows leave the cell. `edit`: arrows stay within the text. */
	mode = $state<'move' | 'edit'>('move');
	/** Announced to screen readers: why a cell was not saved. */
	announcement = $state.raw<Message | null>(null);
	/** The rendered rows. */
	readonly window: RowWindow = new RowWindow({
		tops: () => this.layout.tops,
		keyOf: (index) => this.entries[index]?.key ?? index,
		held: () => this.#held,
	});

	readonly #source: GridSource<Line>;
	/** Per line, like the current cell: an entry or step re-renders only its own lines. */
	readonly #outcomes = new ByKey<LineOutcomes>(noOutcomes);
	readonly #here = new ByKey<Position | null>(null);
	/** The last arrival from outside. */
	#entered = $state.raw<Position | null>(null);
	readonly #refused: RefusedTexts;
	readonly #underway = new Map<string, Promise<void>>();
	/** Sends a commit made by a moving key, after the next line is shown. */
	readonly #unsent: (() => void)[] = [];
	readonly #burst = new BurstUndo();
	#draft = $state.raw<Draft | null>(null);
	#stage: GridStage | null = null;
	/** The last step not yet followed by scrolling, and the scroll position at that time. */
	#step: { readonly by: Heading; readonly scrollTop: number } | null = null;
	#goal = 0;
	/** The column where the Tabs began: Enter goes to the next line there. */
	#runStart: number | null = null;

	readonly entries: readonly GridEntry<Line>[] = $derived.by(() => this.#source.entries());
	readonly columns: readonly GridColumn<Line>[] = $derived.by(() => this.#source.columns());
	readonly layout: Layout = $derived(
		layoutOf(this.entries, this.window.rowHeight, this.window.headingHeight),
	);
	readonly #held = $derived(
		this.at === null ? null : (this.layout.indexOf.get(this.at.key) ?? null),
	);
	/** The tab stop without a current cell: before the first focus, or after its line is gone. */
	readonly #entrance: Position | null = $derived.by(() => {
		const at = this.#entered === null ? null : untrack(() => this.at);
		if (at !== null && this.layout.indexOf.has(at.key)) return null;
		return this.#position({ line: 0, column: this.#stops(0)[0] ?? 0 });
	});

	constructor(source: GridSource<Line>) {
		this.#source = source;
		this.#refused = new RefusedTexts(source.document);
		for (const [cell, refused] of this.#refused.all()) this.#setOutcome(positionOf(cell), refused);
	}

	/** Mounts. Returns a cleanup function that saves the open cell. */
	mount(stage: GridStage): () => void {
		this.#stage = stage;
		const stop = keepBurstsOut(this);
		return () => {
			stop();
			this.leave();
			this.#stage = null;
		};
	}

	// What a cell shows

	/** A box's text: being typed, else pending or failed, else saved. */
	text(key: string, column: string): string {
		return textIn(this.draftOf(key), column) ?? this.restingText(key, column);
	}

	/** This line's open cell: read once per line, so that other lines do not re-render. */
	draftOf(key: string): Draft | null {
		return this.#draft?.at.key === key ? this.#draft : null;
	}

	/** A box's text when not being typed. */
	restingText(key: string, column: string): string {
		return unsavedIn(this.outcome(key, column)) ?? this.#savedText(key, column) ?? '';
	}

	/** This line's tab stop: the current cell, else the first. */
	tabStopOf(key: string): Position | null {
		return this.#here.get(key) ?? (this.#entrance?.key === key ? this.#entrance : null);
	}

	/** Whether a line is the one in hand. */
	isAt(key: string): boolean {
		return this.#here.get(key) !== null;
	}

	/** Results of a line's texts, by column: the same object until one changes. */
	outcomesOf(key: string): LineOutcomes {
		return this.#outcomes.get(key);
	}

	outcome(key: string, column: string): CellOutcome | null {
		return this.outcomesOf(key).get(column) ?? null;
	}

	/** The screen's value for a box; null if the line lacks it. */
	savedIn(line: Line, column: string): string | null {
		return this.columns[this.#columnNumber(column)]?.box?.(line)?.typed ?? null;
	}

	/** Whether the arrows stop at a cell. */
	canStand(line: Line, column: GridColumn<Line>): boolean {
		const box = column.box?.(line) ?? null;
		const stop = typeof column.stop === 'function' ? column.stop(line) : column.stop === true;
		return stop || (box !== null && box.disabled !== true);
	}

	problemOf(line: Line): string | null {
		return this.#source.problem?.(line) ?? null;
	}

	/** Whether any text is unsaved or refused. */
	get unsaved(): boolean {
		if (this.#draft !== null) return true;
		return this.#outcomes
			.values()
			.some((outcomes) => [...outcomes.values()].some(({ state }) => state !== 'saved'));
	}

	// What a person does

	/** A cell got the focus. Writes nothing. */
	arrive(key: string, column: string): void {
		const at = this.at;
		if (at?.key === key && at.column === column) return;
		this.leave();
		this.mode = 'move';
		this.#step = null;
		this.#stand({ key, column });
		this.#goal = this.#columnNumber(column);
		this.#runStart = null;
	}

	/** The person changed the text. */
	type(key: string, column: string, typed: string): void {
		const draft = this.#draft;
		if (draft !== null && draft.at.key === key && draft.at.column === column) {
			draft.typed = typed;
		} else {
			this.leave();
			this.#draft = new Draft({ key, column }, typed, this.restingText(key, column));
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
		await Promise.all(this.#underway.values());
	}

	/** A box lost the focus. */
	blur(): void {
		if (this.#draft !== null) this.leave();
	}

	/** Sends commits waiting for a paint: nothing a person does next may overtake them. */
	send(): void {
		for (const start of this.#unsent.splice(0)) start();
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
			draft.typed === this.#savedText(key, column) &&
			this.outcome(key, column)?.state !== 'saving'
		) {
			// Typed back to the saved text: clears the earlier refusal.
			this.#forget(draft.at);
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
		this.#forget(at);
		return true;
	}

	/** Retries a refused cell. Returns true if there was one. */
	retry(at: Position): boolean {
		const outcome = this.outcome(at.key, at.column);
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
		const line = this.#lineNumber(key);
		if (line === null) return false;
		const wished = column === undefined ? this.#goal : this.#columnNumber(column);
		this.#goTo({ line, column: nearest(this.#stops(line), wished) });
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
		const { lines } = this.layout;
		const here = this.at === null ? -1 : (this.#lineNumber(this.at.key) ?? -1);
		for (let distance = 1; distance <= lines.length; distance++) {
			const line = (here + step * distance + lines.length * 2) % lines.length;
			const entry = this.#entryOfLine(line);
			if (entry === null) continue;
			const failed = this.columns.find(
				(column) => this.outcome(entry.key, column.key)?.state === 'failed',
			);
			if (failed !== undefined) return this.focusRow(entry.key, failed.key);
			if (this.problemOf(entry.line) !== null) return this.focusRow(entry.key);
		}
		return false;
	}

	/** The first cell with refused text. */
	focusRefused(): boolean {
		for (let line = 0; line < this.layout.lines.length; line++) {
			const key = this.#entryOfLine(line)?.key;
			const refused = this.columns.find(
				(column) => key !== undefined && this.outcome(key, column.key)?.state === 'failed',
			);
			if (key !== undefined && refused !== undefined) return this.focusRow(key, refused.key);
		}
		return false;
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
				if (this.#draft !== null || this.#savedText(at.key, at.column) === null) return false;
				this.type(at.key, at.column, '');
				return true;
		}
		return false;
	}

	#enter(at: Position, by: 1 | -1): boolean {
		const boxed = this.#savedText(at.key, at.column) !== null;
		const line = this.#lineNumber(at.key);
		if (!boxed) {
			const entry = line === null ? null : this.#entryOfLine(line);
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
		const line = at === null ? null : this.#lineNumber(at.key);
		if (at === null || line === null) return false;
		const from = { line, column: this.#columnNumber(at.column) };
		const place = moveIn(this.#field, from, move, this.#goal);
		this.#leaveCell();
		const leads = place === null ? move.to === 'next' : move.to === 'line' && move.by === 1;
		const stays = place === null || place.line === line;
		if (leads && stays && this.#source.pastEnd?.() === true) return true;
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
		const position = this.#position(place);
		if (position === null) return;
		this.#leaveCell();
		this.mode = 'move';
		this.#stand(position);
		this.#goal = place.column;
		this.#runStart = null;
		const index = this.layout.indexOf.get(position.key) ?? 0;
		const by = headingFrom(from ?? place.line, place.line);
		if (from !== undefined && this.window.isInSight(index)) this.#followSoon(by);
		else this.#show(place.line, by);
		this.#stage?.focus(position, 'all');
	}

	/** A visible target is painted in place first; the window follows in its own frame. */
	#followSoon(by: Heading): void {
		const step = { by, scrollTop: this.window.scrollTop };
		this.#step = step;
		const follow = (): void => {
			// A later step follows itself; a manual scroll meanwhile wins.
			const line = this.at === null ? null : this.#lineNumber(this.at.key);
			if (this.#step !== step || line === null) return;
			if (Math.abs(this.window.scrollTop - step.scrollTop) < 1) this.#show(line, by);
		};
		if (this.#stage === null) follow();
		else this.#stage.painted(follow);
	}

	/** Scrolls just enough to show a line with the next ones, `by` direction. */
	#show(line: number, by: Heading): void {
		this.#step = null;
		const { tops, lines } = this.layout;
		const { rowHeight, headingHeight, visible } = this.window;
		const index = lines[line] ?? 0;
		// A section heading appears with its first line; the first line brings everything above it.
		const section = this.entries[index - 1]?.kind === 'section' ? headingHeight : 0;
		const head = line === 0 ? (tops[index] ?? 0) : section;
		// In a low window at most half of the room beside the line.
		const ahead = by === 0 ? 0 : roomAhead(this.layout, line, by, (visible - rowHeight) / 2);
		this.window.show(index, {
			above: by === -1 ? Math.max(ahead, head) : head,
			// Leaves room for a message under the cell.
			below: by === 1 ? Math.max(ahead, rowHeight) : rowHeight,
		});
	}

	#commit(at: Position, typed: string): void {
		const { commit } = this.#source;
		const entry = this.#entryOfKey(at.key);
		if (commit === undefined || entry === null) return;
		const cell = cellId(at.key, at.column);
		this.#setOutcome(at, { state: 'saving', typed });

		const attempt = async (): Promise<CommitReply> => {
			try {
				return await commit(entry.line, at.column, typed);
			} catch (error) {
				console.error(error);
				return { ok: false, message: { key: 'common.gridBug' } };
			}
		};
		const before = this.#underway.get(cell);
		const reply = before === undefined ? this.#soon(attempt) : before.then(attempt);
		const done: Promise<void> = reply.then((answer) => {
			// A later text of the same cell is pending: its answer counts.
			if (this.#underway.get(cell) !== done) return;
			this.#underway.delete(cell);
			if (answer.ok) {
				this.#setOutcome(at, { state: 'saved' });
				this.#refused.delete(cell);
			} else {
				const refused = { state: 'failed', typed, message: answer.message } as const;
				this.#setOutcome(at, refused);
				this.#refused.set(cell, refused);
				this.announcement = answer.message;
			}
		});
		this.#underway.set(cell, done);
	}

	/** Within a frame, so that the next line is focused before the request takes time. */
	#soon<T>(begin: () => Promise<T>): Promise<T> {
		const { promise, resolve } = Promise.withResolvers<T>();
		this.#unsent.push(() => {
			resolve(begin());
		});
		const stage = this.#stage;
		if (stage === null) this.send();
		else
			stage.painted(() => {
				this.send();
			});
		return promise;
	}

	#setOutcome({ key, column }: Position, outcome: CellOutcome): void {
		this.#outcomes.set(key, new Map(this.outcomesOf(key)).set(column, outcome));
	}

	/** A cell is saved: neither pending nor refused. */
	#forget({ key, column }: Position): void {
		const rest = [...this.outcomesOf(key)].filter(([each]) => each !== column);
		this.#outcomes.set(key, new Map(rest));
		this.#refused.delete(cellId(key, column));
	}

	// Numbers and keys

	get #field(): Field {
		return { lineCount: this.layout.lines.length, stops: (line) => this.#stops(line) };
	}

	#stops(line: number): readonly number[] {
		const entry = this.#entryOfLine(line);
		if (entry === null) return [0];
		const stops = this.columns.flatMap((column, number) =>
			this.canStand(entry.line, column) ? [number] : [],
		);
		return stops.length > 0 ? stops : [0];
	}

	#position({ line, column }: Place): Position | null {
		const key = this.#keyOfLine(line);
		const at = this.columns[column];
		return key === undefined || at === undefined ? null : { key, column: at.key };
	}

	#keyOfLine(line: number): string | undefined {
		return this.#entryOfLine(line)?.key;
	}

	#entryOfLine(line: number) {
		return this.#lineEntry(this.layout.lines[line]);
	}

	#entryOfKey(key: string) {
		return this.#lineEntry(this.layout.indexOf.get(key));
	}

	#lineEntry(index: number | undefined) {
		const entry = index === undefined ? undefined : this.entries[index];
		return entry?.kind === 'line' ? entry : null;
	}

	/** A line's number, by binary search: lines are in ascending order. */
	#lineNumber(key: string): number | null {
		const index = this.layout.indexOf.get(key);
		const { lines } = this.layout;
		if (index === undefined) return null;
		let low = 0;
		let high = lines.length - 1;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((lines[middle] ?? 0) < index) low = middle + 1;
			else high = middle;
		}
		return lines[low] === index ? low : null;
	}

	#columnNumber(key: string): number {
		return Math.max(
			this.columns.findIndex((column) => column.key === key),
			0,
		);
	}

	/** The screen's value for a box; null if the line lacks it. */
	#savedText(key: string, column: string): string | null {
		const entry = this.#entryOfKey(key);
		return entry === null ? null : this.savedIn(entry.line, column);
	}
}

/** The open text if it is in this column; null otherwise. */
export const textIn = (draft: Draft | null, column: string): string | null =>
	draft?.at.column === column ? draft.typed : null;

/** A box's unsaved text, pending or refused; null if the saved text shows. */
export const unsavedIn = (outcome: CellOutcome | null | undefined): string | null =>
	outcome?.state === undefined || outcome.state === 'saved' ? null : outcome.typed;

/** The worst state of a line's cells. */
export function worstOf(outcomes: LineOutcomes): CellOutcome['state'] | 'none' {
	const states = new Set([...outcomes.values()].map(({ state }) => state));
	return (['failed', 'saving', 'saved'] as const).find((state) => states.has(state)) ?? 'none';
}

const headingFrom = (line: number, to: number): Heading => (to > line ? 1 : to < line ? -1 : 0);

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'metaKey'>;

const cellId = (key: string, column: string) => `${key}\u0000${column}`;

function positionOf(cell: string): Position {
	const at = cell.lastIndexOf('\u0000');
	return { key: cell.slice(0, at), column: cell.slice(at + 1) };
}
