// State of a virtual table: rendered rows, their page rows, and the scroll position. Used by the entry grid and the
// list; RowWindow.svelte renders it.
import { untrack } from 'svelte';
import { on } from 'svelte/events';
import { whenPainted } from '../painted.ts';
import { rowAt, rowsToDraw, scrollToShow, type Drawn } from './in-sight.ts';
import { RowSlots, type RowKey } from './row-slots.ts';

export interface RowWindowSource {
	/** Top of each row in px from the first; the extra last element is the total height. */
	tops(): Float64Array;
	/** Unique and stable when rows come and go. */
	keyOf(index: number): RowKey;
	/** The row with, or last with, the focus: stays rendered wherever it is scrolled. */
	held(): number | null;
}

/** A numbered page row and the table row it shows. */
export interface SlotRow {
	readonly slot: number;
	readonly index: number;
}

/** Rows rendered beyond the visible ones: ahead, enough for a few wheel turns; and behind. */
const beyond = { ahead: 10, behind: 3 };

export class RowWindow {
	/** px, measured on the page. */
	viewportHeight = $state(0);
	headHeight = $state(30);
	rowHeight = $state(34);
	headingHeight = $state(26);
	readonly #source: RowWindowSource;
	readonly #slots = new RowSlots();
	#viewport: HTMLElement | null = null;
	#scrollTop = 0;
	/** The scroll position rows are rendered for, and the extra rows above and below. */
	#drawnAt = $state(0);
	#above = $state(0);
	#below = $state(0);
	#settling = false;
	/** The last content of each page row: unchanged ones do not re-render. */
	readonly #rows: SlotRow[] = [];

	constructor(source: RowWindowSource) {
		this.#source = source;
	}

	/** px between the head and the window's end. */
	readonly visible = $derived(Math.max(this.viewportHeight - this.headHeight, this.rowHeight));
	/** A constant number of rows, so that scrolling adds or removes none. */
	readonly #count = $derived(
		Math.ceil(this.visible / Math.max(this.rowHeight, 1)) + 1 + this.#above + this.#below,
	);
	/** First rendered row beside the current one; and the last. */
	readonly first = $derived.by(() => {
		const tops = this.#source.tops();
		const wanted = rowAt(tops, this.#drawnAt) - this.#above;
		return Math.max(Math.min(wanted, tops.length - 1 - this.#count), 0);
	});
	readonly last = $derived.by(() => {
		const tops = this.#source.tops();
		const wanted = rowAt(tops, this.#drawnAt + this.visible) + this.#below;
		return Math.min(Math.max(wanted, this.first + this.#count - 1), tops.length - 2);
	});
	/** The current row if outside that range: a step to a neighbour renders nothing. */
	readonly #beyond = $derived.by(() => {
		const held = this.#source.held();
		return held === null || (held >= this.first && held <= this.last) ? null : held;
	});
	readonly drawn: Drawn = $derived.by(() =>
		rowsToDraw(this.#source.tops(), this.first, this.last, this.#beyond),
	);
	/** The rendered rows, top to bottom. */
	readonly rows: readonly SlotRow[] = $derived.by(() => {
		const { indexes } = this.drawn;
		const held = untrack(() => this.#source.held());
		const slots = this.#slots.assign(
			indexes.map((index) => this.#source.keyOf(index)),
			held === null ? null : this.#source.keyOf(held),
		);
		return indexes.map((index, place) => this.#row(slots[place] ?? place, index));
	});
	/** The same by page row number: a constant order, so that none is moved. */
	readonly slots: readonly SlotRow[] = $derived(this.rows.toSorted((a, b) => a.slot - b.slot));

	/** px. Visible rows render at once, those beyond after painting. */
	get scrollTop(): number {
		return this.#scrollTop;
	}

	set scrollTop(top: number) {
		if (top === this.#scrollTop) return;
		this.#scrollTop = top;
		if (this.#isDrawn(top)) this.#settleSoon();
		else this.#drawnAt = top;
	}

	/** Fully visible rows, less one that stays when paging. */
	get page(): number {
		return Math.max(Math.floor(this.visible / Math.max(this.rowHeight, 1)) - 1, 1);
	}

	/** Where a key leads from a row, of `count` rows; undefined for another key, or beyond the ends. */
	rowOfKey(
		event: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>,
		at: number,
		count: number,
	): number | undefined {
		if (event.altKey || event.ctrlKey || event.metaKey) return undefined;
		const to = {
			ArrowDown: at + 1,
			ArrowUp: at - 1,
			PageDown: Math.min(at + this.page, count - 1),
			PageUp: Math.max(at - this.page, 0),
			Home: 0,
			End: count - 1,
		}[event.key];
		return to === undefined || to < 0 || to >= count ? undefined : to;
	}

	/** The page row of a table row; null if not rendered. */
	slotOf(index: number): number | null {
		return this.rows.find((row) => row.index === index)?.slot ?? null;
	}

	takeGiven(): ReadonlySet<number> {
		return this.#slots.takeGiven();
	}

	/** Whether a row is whole in sight. */
	isInSight(index: number): boolean {
		const tops = this.#source.tops();
		return scrollToShow(tops, index, this.scrollTop, this.visible, 0, 0) === this.scrollTop;
	}

	/** Scrolls just enough to show a whole row, with so many px above and below. */
	show(index: number, { above = 0, below = 0 } = {}): void {
		const tops = this.#source.tops();
		this.scrollTo(scrollToShow(tops, index, this.scrollTop, this.visible, above, below));
	}

	scrollTo(top: number): void {
		if (top === this.scrollTop) return;
		this.scrollTop = top;
		if (this.#viewport !== null) this.#viewport.scrollTop = top;
	}

	/** Mounts the scrolling element. Returns a cleanup function. */
	attach(viewport: HTMLElement): () => void {
		this.#viewport = viewport;
		this.#settleSoon();
		const stop = on(viewport, 'scroll', () => (this.scrollTop = viewport.scrollTop));
		return () => {
			// A scroll that is still to be told would reach a page that has gone.
			stop();
			this.#viewport = null;
		};
	}

	#isDrawn(top: number): boolean {
		const tops = this.#source.tops();
		const last = Math.min(rowAt(tops, top + this.visible), tops.length - 2);
		return rowAt(tops, top) >= this.first && last <= this.last;
	}

	/** Renders the rows beyond the visible ones, after painting. */
	#settleSoon(): void {
		if (this.#settling || this.#viewport === null) return;
		this.#settling = true;
		whenPainted(() => {
			this.#settling = false;
			const upwards = this.#scrollTop < this.#drawnAt;
			this.#above = upwards ? beyond.ahead : beyond.behind;
			this.#below = upwards ? beyond.behind : beyond.ahead;
			this.#drawnAt = this.#scrollTop;
		});
	}

	#row(slot: number, index: number): SlotRow {
		const before = this.#rows[slot];
		if (before?.index === index) return before;
		return (this.#rows[slot] = { slot, index });
	}
}
