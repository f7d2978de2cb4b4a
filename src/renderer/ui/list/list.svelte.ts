// State of a long list: visible, loaded and selected rows. Loads and renders only what is visible, so twenty thousand
// rows are as fast as twenty.
import { SvelteMap } from 'svelte/reactivity';
import type { Failure, Reply } from '../../../shared/bridge/reply.ts';
import { RowWindow } from '../window/row-window.svelte.ts';

interface ListOptions<Row> {
	/** Rows from a position; `total` is the count. Called whenever more become visible. */
	ask(from: number, limit: number): Promise<Reply<{ rows: readonly Row[]; total: number }>>;
	keyOf(row: Row): string;
	/** Enter or double click on a row. */
	open(row: Row): void;
	/** Whether rows can be selected for bulk actions. */
	canChoose?: boolean;
	/** A selection survives another filter: what is done with it goes by its ids. */
	keepsChosen?: boolean;
	/** Whether a row is a heading, which cannot be focused. */
	isHeading?(index: number): boolean;
}

export interface Column {
	readonly key: string;
	readonly label: string;
	readonly width?: string;
	readonly align?: 'end';
	/** The list cannot be sorted by it. */
	readonly isFixed?: boolean;
}

/** The current row, and where the list is scrolled. */
export interface ListPlace {
	readonly key: string | null;
	readonly index: number;
	readonly scrollTop: number;
}

/** Rows per request. */
const pageSize = 100;
/** Maximum rows selected at once. */
export const mostChosen = 500;

interface Stage {
	focusRow(index: number): void;
	/** Takes the focus along, if it is in the row. */
	followRow(from: number, to: number): void;
}

export class ListState<Row> {
	readonly #options: ListOptions<Row>;
	total = $state(0);
	failure = $state.raw<Failure | null>(null);
	/** False until the first rows came. */
	loaded = $state(false);
	/** Loaded rows by position. */
	#rows = $state.raw<ReadonlyMap<number, Row>>(new Map());
	readonly #askedPages = new Set<number>();
	/** How often it was asked. */
	#version = 0;
	/** The version of the rows. */
	#shown = 0;
	/** How often it became another list. */
	#restarts = 0;
	/** `#restarts` when the rows came. */
	#shownRestarts = 0;

	/** The rendered rows. */
	readonly window = new RowWindow({
		tops: () => this.#tops,
		keyOf: (index) => index,
		held: () => (this.at < this.total ? this.at : null),
	});
	/** Position of the current row: with, or last with, the focus. */
	at = $state(0);
	#anchor = 0;
	/** The place to return to, until it is shown. */
	#resumed: ListPlace | null = null;
	readonly chosen = new SvelteMap<string, Row>();
	#stage: Stage | null = null;

	constructor(options: ListOptions<Row>) {
		this.#options = options;
	}

	get canChoose(): boolean {
		return this.#options.canChoose ?? false;
	}

	/** Selected rows that the list does not show now. */
	get outOfView(): number {
		const shown = new Set([...this.#rows.values()].map((row) => this.#options.keyOf(row)));
		return [...this.chosen.keys()].filter((key) => !shown.has(key)).length;
	}

	isHeading(index: number): boolean {
		return this.#options.isHeading?.(index) ?? false;
	}

	readonly #tops = $derived.by(() => {
		const tops = new Float64Array(this.total + 1);
		for (let index = 1; index <= this.total; index++) tops[index] = index * this.window.rowHeight;
		return tops;
	});

	/** null while loading. */
	rowAt(index: number): Row | null {
		return this.#rows.get(index) ?? null;
	}

	keyAt(index: number): string | null {
		const row = this.rowAt(index);
		return row === null ? null : this.#options.keyOf(row);
	}

	mount(stage: Stage): () => void {
		this.#stage = stage;
		return () => (this.#stage = null);
	}

	get place(): ListPlace {
		return { key: this.keyAt(this.at), index: this.at, scrollTop: this.window.scrollTop };
	}

	/** Before the first load: it will find this row again. */
	resume(place: ListPlace): void {
		if (this.#version > 0) return;
		this.#resumed = place;
		this.at = place.index;
	}

	/** Scrolls to the row that was found again, once there are rows on the page. */
	showResumed(): void {
		if (this.#resumed === null) return;
		this.window.scrollTo(this.#resumed.scrollTop);
		this.window.show(this.at);
		this.#resumed = null;
	}

	/** Reloads visible rows. `restart`: another list, shown from the top. */
	async load(restart = false): Promise<void> {
		if (restart) this.#restarts += 1;
		if (restart && this.#version > 0) {
			this.at = 0;
			this.#resumed = null;
			if (this.#options.keepsChosen !== true) this.chosen.clear();
			this.window.scrollTo(0);
		}
		const version = ++this.#version;
		const restarts = this.#restarts;
		const first = this.#resumed?.index ?? (restart ? 0 : this.window.first);
		const from = Math.floor(first / pageSize) * pageSize;
		const reply = await this.#options.ask(from, pageSize);
		// Events may ask faster than answers come: an earlier answer is shown until the last one is here.
		if (restarts !== this.#restarts || version < this.#shown) return;
		if (!reply.ok && version !== this.#version) return;
		if (!reply.ok) {
			this.failure = reply;
			return;
		}
		const isAnother = this.#shownRestarts !== restarts;
		const key = this.#resumed?.key ?? (isAnother ? null : this.keyAt(this.at));
		this.loaded = true;
		this.#shown = version;
		this.#shownRestarts = restarts;
		this.failure = null;
		this.#askedPages.clear();
		this.#askedPages.add(from / pageSize);
		this.total = reply.value.total;
		this.#rows = new Map(reply.value.rows.map((row, offset) => [from + offset, row]));
		const again = reply.value.rows.findIndex((row) => this.#options.keyOf(row) === key);
		const at = this.#landing(again < 0 ? this.at : from + again, 1);
		if (again >= 0 && at !== this.at) {
			this.#stage?.followRow(this.at, at);
			this.#anchor += at - this.at;
		}
		this.at = at;
		for (const [key] of this.chosen) {
			const now = reply.value.rows.find((row) => this.#options.keyOf(row) === key);
			if (now !== undefined) this.chosen.set(key, now);
		}
		// Visible rows may span two pages.
		if (this.#stage !== null) await this.fill();
	}

	/** Requests visible pages not requested yet. */
	async fill(): Promise<void> {
		if (!this.loaded || this.total === 0) return;
		const firstPage = Math.floor(this.window.first / pageSize);
		const lastPage = Math.floor(Math.max(this.window.last, 0) / pageSize);
		const version = this.#shown;
		for (let page = firstPage; page <= lastPage; page++) {
			if (this.#askedPages.has(page)) continue;
			this.#askedPages.add(page);
			const reply = await this.#options.ask(page * pageSize, pageSize);
			if (version !== this.#shown) return;
			if (!reply.ok) {
				this.#askedPages.delete(page);
				this.failure = reply;
				return;
			}
			const rows = new Map(this.#rows);
			for (const [offset, row] of reply.value.rows.entries())
				rows.set(page * pageSize + offset, row);
			this.#rows = rows;
		}
	}

	/** @returns whether the key was for the list */
	press(
		event: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>,
	): boolean {
		if (event.altKey || this.total === 0) return false;
		const command = event.ctrlKey || event.metaKey;
		const { page } = this.window;
		const target = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[event.key];
		if (target !== undefined && !command) {
			this.#move(this.at + target, event.shiftKey);
			return true;
		}
		switch (event.key) {
			case 'Home':
				this.#move(0, event.shiftKey);
				return true;
			case 'End':
				this.#move(this.total - 1, event.shiftKey);
				return true;
			case 'Enter': {
				const row = this.rowAt(this.at);
				if (row !== null && !command) this.#options.open(row);
				return row !== null && !command;
			}
			case ' ':
				if (!this.canChoose) return false;
				this.toggle(this.at);
				return true;
			case 'Escape':
				if (this.chosen.size === 0) return false;
				this.chosen.clear();
				return true;
			default:
				return false;
		}
	}

	/** A click focuses the row; Shift extends from the last one, Ctrl adds it. */
	click(index: number, event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): void {
		if (event.shiftKey && this.canChoose) this.#move(index, true);
		else {
			this.#move(index, false);
			if (event.ctrlKey || event.metaKey) this.toggle(index);
		}
	}

	openAt(index: number): void {
		const row = this.rowAt(index);
		if (row !== null) this.#options.open(row);
	}

	toggle(index: number): void {
		const row = this.rowAt(index);
		if (row === null) return;
		this.#anchor = index;
		const key = this.#options.keyOf(row);
		if (!this.chosen.delete(key) && this.chosen.size < mostChosen) this.chosen.set(key, row);
	}

	/** Selects the whole list, up to the maximum. */
	async chooseAll(): Promise<void> {
		const restarts = this.#restarts;
		const reply = await this.#options.ask(0, mostChosen);
		// Another list: select nothing.
		if (restarts !== this.#restarts || !reply.ok) return;
		for (const row of reply.value.rows) this.chosen.set(this.#options.keyOf(row), row);
	}

	#move(to: number, extend: boolean): void {
		const index = this.#landing(to, to < this.at ? -1 : 1);
		if (extend && this.canChoose) {
			const [from, until] = [Math.min(this.#anchor, index), Math.max(this.#anchor, index)];
			this.chosen.clear();
			for (let each = from; each <= until && this.chosen.size < mostChosen; each++) {
				const row = this.rowAt(each);
				if (row !== null) this.chosen.set(this.#options.keyOf(row), row);
			}
		} else {
			this.#anchor = index;
		}
		this.at = index;
		// A heading becomes visible with its row.
		const above = this.isHeading(index - 1) ? this.window.rowHeight : 0;
		this.window.show(index, { above });
		this.#stage?.focusRow(index);
	}

	/** The nearest row in that direction that is not a heading. */
	#landing(to: number, step: 1 | -1): number {
		const index = Math.max(Math.min(to, this.total - 1), 0);
		for (const by of [step, -step]) {
			let at = index;
			while (at >= 0 && at < this.total && this.isHeading(at)) at += by;
			if (at >= 0 && at < this.total) return at;
		}
		return index;
	}
}
