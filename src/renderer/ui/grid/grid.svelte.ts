// The state of a grid: where one stands, what is being typed, what became of what was typed, what is in sight.
// Nothing here walks all rows when a key is pressed; only a change of the entries themselves does.
import { untrack } from 'svelte';
import { ByKey } from './by-key.svelte.ts';
import type { Message } from '../../messages/message.ts';
import type { CellOutcome, CommitReply, GridColumn, GridEntry, GridSource } from './grid-types.ts';
import { layoutOf, roomAhead, type Layout } from './layout.ts';
import { moveIn, nearest, type Field, type Move, type Place } from './movement.ts';
import { RefusedTexts } from './refused-texts.ts';
import { RowWindow } from '../window/row-window.svelte.ts';

/** A cell by the keys of its line and column: it stays the same cell when rows come and go. */
interface Position {
	readonly key: string;
	readonly column: string;
}

/** The one cell that is open, and what it says now. */
export class Draft {
	readonly at: Position;
	typed = $state('');
	/** What the box showed when the first of it was typed. */
	readonly before: string;
	/** No state: while a page goes, Svelte reads a state as it was before what the same turn made of it. */
	left = false;

	constructor(at: Position, typed: string, before: string) {
		this.at = at;
		this.typed = typed;
		this.before = before;
	}
}

/** Down, up, or to a place that says nothing of where one goes next. */
type Heading = 1 | -1 | 0;

/** What became of the texts of one line, by column. */
type LineOutcomes = ReadonlyMap<string, CellOutcome>;

const noOutcomes: LineOutcomes = new Map();

/** What the grid needs of the page. */
export interface GridStage {
	/** Puts the focus into a cell, once it is drawn. */
	focus(position: Position, caret: 'all' | 'end'): void;
	/** Calls back when what changed last is on the screen. */
	painted(then: () => void): void;
}

export class GridState<Line> {
	/** Where one stands; null before the first arrival. */
	at = $state.raw<Position | null>(null);
	/** `move`: typing replaces and arrows leave the cell. `edit`: arrows stay within the text. */
	mode = $state<'move' | 'edit'>('move');
	/** Said to screen readers: why a cell was not saved. */
	announcement = $state.raw<Message | null>(null);
	/** What of it is drawn. */
	readonly window: RowWindow = new RowWindow({
		tops: () => this.layout.tops,
		keyOf: (index) => this.entries[index]?.key ?? index,
		held: () => this.#held,
	});

	readonly #source: GridSource<Line>;
	/** By line, as where one stands: an entry and a step to another line are news to their own lines alone. */
	readonly #outcomes = new ByKey<LineOutcomes>(noOutcomes);
	readonly #here = new ByKey<Position | null>(null);
	/** The last arrival from nowhere. */
	#entered = $state.raw<Position | null>(null);
	readonly #refused: RefusedTexts;
	readonly #underway = new Map<string, Promise<void>>();
	/** Starts what was committed by a key that leads on: the line it leads to is shown first. */
	readonly #unsent: (() => void)[] = [];
	#draft = $state.raw<Draft | null>(null);
	#stage: GridStage | null = null;
	/** The last step that the window has not followed yet, and where it was scrolled to then. */
	#step: { readonly by: Heading; readonly scrollTop: number } | null = null;
	#goal = 0;
	/** The column where a run of Tabs began: Enter goes to the next line at that column. */
	#runStart: number | null = null;

	readonly entries: readonly GridEntry<Line>[] = $derived.by(() => this.#source.entries());
	readonly columns: readonly GridColumn<Line>[] = $derived.by(() => this.#source.columns());
	readonly layout: Layout = $derived(
		layoutOf(this.entries, this.window.rowHeight, this.window.headingHeight),
	);
	readonly #held = $derived(
		this.at === null ? null : (this.layout.indexOf.get(this.at.key) ?? null),
	);
	/** The cell that Tab reaches from outside while one stands nowhere: before the first arrival, or with the line gone. */
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

	/** The page is there. Returns what to do when it goes: what is open is saved. */
	mount(stage: GridStage): () => void {
		this.#stage = stage;
		return () => {
			this.leave();
			this.#stage = null;
		};
	}

	// What a cell shows

	/** What a box shows: what is being typed, else what is on its way or failed, else what is saved. */
	text(key: string, column: string): string {
		return textIn(this.draftOf(key), column) ?? this.restingText(key, column);
	}

	/** The open cell, if it is one of this line's: asked once per line, so that other lines have nothing to redraw. */
	draftOf(key: string): Draft | null {
		return this.#draft?.at.key === key ? this.#draft : null;
	}

	/** What a box shows when nobody types in it. */
	restingText(key: string, column: string): string {
		return unsavedIn(this.outcome(key, column)) ?? this.#savedText(key, column) ?? '';
	}

	/** The cell of a line that Tab reaches from outside, if it is one of this line's: where one stands, else the first. */
	tabStopOf(key: string): Position | null {
		return this.#here.get(key) ?? (this.#entrance?.key === key ? this.#entrance : null);
	}

	/** Whether a line is the one in hand. */
	isAt(key: string): boolean {
		return this.#here.get(key) !== null;
	}

	/** What became of the texts of a line, by column: the same object until one of them changes. */
	outcomesOf(key: string): LineOutcomes {
		return this.#outcomes.get(key);
	}

	outcome(key: string, column: string): CellOutcome | null {
		return this.outcomesOf(key).get(column) ?? null;
	}

	/** What the screen holds for a box of a line; null when the line has no such box. */
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

	/** Whether anything is typed and not yet saved, or was refused. */
	get unsaved(): boolean {
		if (this.#draft !== null) return true;
		return this.#outcomes
			.values()
			.some((outcomes) => [...outcomes.values()].some(({ state }) => state !== 'saved'));
	}

	// What a person does

	/** A cell got the focus, by whatever way. Writes nothing. */
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

	/** The text of a cell changed under the person's hands. */
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
	 * What was typed in a cell last is taken out again. Where nothing else had been typed, nobody entered anything: what is
	 * saved shows, which may be another by now.
	 */
	untype(key: string, column: string, left: string): void {
		if (this.draftOf(key)?.at.column === column && this.#draft?.before === left) this.#draft = null;
		else this.type(key, column, left);
	}

	/** F2, a double click, or a click into the open cell: the caret moves within the text. */
	edit(): void {
		this.mode = 'edit';
	}

	/** The open cell is left: what changed is committed and sent, nothing else. */
	leave(): void {
		this.#leaveCell();
		this.send();
	}

	/** Leaves the open cell. Fulfilled once all that was left is saved or refused. */
	async settle(): Promise<void> {
		this.leave();
		await Promise.all(this.#underway.values());
	}

	/** A box lost the focus. */
	blur(): void {
		if (this.#draft !== null) this.leave();
	}

	/** Sends what was left by a key and waits to be painted: nothing that a person does next may come before it. */
	send(): void {
		for (const start of this.#unsent.splice(0)) start();
	}

	#leaveCell(): void {
		const draft = this.#draft;
		// A page that goes takes the focus from its box and then leaves it: it is committed once.
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
			// Typed back to what is saved: the refusal before it is void.
			this.#forget(draft.at);
			return;
		}
		this.#commit(draft.at, draft.typed);
	}

	/** Esc: what was there before. True when there was something to give back. */
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

	/** Tries once more to save a cell that was refused. True when there was one. */
	retry(at: Position): boolean {
		const outcome = this.outcome(at.key, at.column);
		if (this.#draft !== null || outcome?.state !== 'failed') return false;
		this.#commit(at, outcome.typed);
		return true;
	}

	/** px by which other entries moved the line in hand, if it was and is among them. */
	shiftOf(before: Layout, after: Layout): number {
		const key = this.at?.key ?? '';
		const [from, to] = [before.indexOf.get(key), after.indexOf.get(key)];
		if (from === undefined || to === undefined) return 0;
		return (after.tops[to] ?? 0) - (before.tops[from] ?? 0);
	}

	scrollBy(px: number): void {
		this.window.scrollTo(Math.max(this.window.scrollTop + px, 0));
	}

	/** Scrolls to a line and puts the focus into it: in the column named, else the nearest to where one was. */
	focusRow(key: string, column?: string): boolean {
		const line = this.#lineNumber(key);
		if (line === null) return false;
		const wished = column === undefined ? this.#goal : this.#columnNumber(column);
		this.#goTo({ line, column: nearest(this.#stops(line), wished) });
		this.#goal = wished;
		return true;
	}

	/** Out of the box in hand onto the name of its line: keys go on from there, and what is typed is for no box. */
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

	/** The next (or previous) line with a problem or cell that was not saved, round the end. */
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

	/** The first cell with a text that was not taken, which stands over what is saved. */
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

	/** Enter or a double click on a cell that is read. False when the screen opens nothing. */
	open(line: Line, column: string): boolean {
		this.#source.open?.(line, column);
		return this.#source.open !== undefined;
	}

	/** A key went down in a cell. True when the grid took it. `direction` is that of the page. */
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

	/** @param from the line that a key leads on from; without it, it is a jump. */
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

	/** What a key leads to in sight is painted where it stands: the window follows in a frame of its own. */
	#followSoon(by: Heading): void {
		const step = { by, scrollTop: this.window.scrollTop };
		this.#step = step;
		const follow = (): void => {
			// A later step follows by itself, and what was scrolled by hand meanwhile stays where it is.
			const line = this.at === null ? null : this.#lineNumber(this.at.key);
			if (this.#step !== step || line === null) return;
			if (Math.abs(this.window.scrollTop - step.scrollTop) < 1) this.#show(line, by);
		};
		if (this.#stage === null) follow();
		else this.#stage.painted(follow);
	}

	/** Scrolls no further than to show a line with what comes next, `by` the way one went. */
	#show(line: number, by: Heading): void {
		this.#step = null;
		const { tops, lines } = this.layout;
		const { rowHeight, headingHeight, visible } = this.window;
		const index = lines[line] ?? 0;
		// The head of a section comes into sight with its first line; the first line brings all that stands above it.
		const section = this.entries[index - 1]?.kind === 'section' ? headingHeight : 0;
		const head = line === 0 ? (tops[index] ?? 0) : section;
		// In a low window no more than half of what the line itself leaves.
		const ahead = by === 0 ? 0 : roomAhead(this.layout, line, by, (visible - rowHeight) / 2);
		this.window.show(index, {
			above: by === -1 ? Math.max(ahead, head) : head,
			// A message under the cell has room.
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
			// A later text of the same cell is on its way: its answer counts.
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

	/** Within a frame: whoever counts sees the next line in hand before the request takes its time. */
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

	/** A cell is as it is saved: neither on its way nor refused. */
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

	/** The number of a line among the lines, found by halving: the lines lie in ascending order. */
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

	/** What the screen holds for a box; null when the line has no such box. */
	#savedText(key: string, column: string): string | null {
		const entry = this.#entryOfKey(key);
		return entry === null ? null : this.savedIn(entry.line, column);
	}
}

/** What is typed in a column of the line that a draft belongs to; null when another cell is open, or none. */
export const textIn = (draft: Draft | null, column: string): string | null =>
	draft?.at.column === column ? draft.typed : null;

/** What a box shows that is not saved: on its way, or refused. Null where what is saved shows. */
export const unsavedIn = (outcome: CellOutcome | null | undefined): string | null =>
	outcome?.state === undefined || outcome.state === 'saved' ? null : outcome.typed;

/** The worst of a line's cells. */
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
