// The window on a long table: what of it is drawn, in which rows of the page, and where it is scrolled to. The grid to
// count in and the list to choose from each have one; RowWindow.svelte shows it.
import { untrack } from 'svelte';
import { whenPainted } from '../painted.ts';
import { rowAt, rowsToDraw, scrollToShow, type Drawn } from './in-sight.ts';
import { RowSlots, type RowKey } from './row-slots.ts';

export interface RowWindowSource {
	/** The top of each row in px from the first one's; one more than there are rows, the last is the whole height. */
	tops(): Float64Array;
	/** Stays with a row when others come or go; unique in the table. */
	keyOf(index: number): RowKey;
	/** The row that has or had the focus: it stays on the page wherever it was scrolled to. */
	held(): number | null;
}

/** A row of the page, by its number, and the row of the table that it shows. */
export interface SlotRow {
	readonly slot: number;
	readonly index: number;
}

/** Rows drawn beyond what is in sight: where one scrolls to, so many that a few turns of the wheel draw none; and behind. */
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
	/** The scroll position for which rows are drawn, and how many above and below what is in sight there. */
	#drawnAt = $state(0);
	#above = $state(0);
	#below = $state(0);
	#settling = false;
	/** The last one of each row of the page: what is the same again is not drawn again. */
	readonly #rows: SlotRow[] = [];

	constructor(source: RowWindowSource) {
		this.#source = source;
	}

	/** px between the head and the end of the window. */
	readonly visible = $derived(Math.max(this.viewportHeight - this.headHeight, this.rowHeight));
	/** As many rows at every place, so that none comes or goes while one scrolls. */
	readonly #count = $derived(
		Math.ceil(this.visible / Math.max(this.rowHeight, 1)) + 1 + this.#above + this.#below,
	);
	/** The first row that is drawn, but for the one in hand; and the last. */
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
	/** The row in hand, where it is not among those: a step to another one beside it draws nothing. */
	readonly #beyond = $derived.by(() => {
		const held = this.#source.held();
		return held === null || (held >= this.first && held <= this.last) ? null : held;
	});
	readonly drawn: Drawn = $derived.by(() =>
		rowsToDraw(this.#source.tops(), this.first, this.last, this.#beyond),
	);
	/** What is drawn, from the top down. */
	readonly rows: readonly SlotRow[] = $derived.by(() => {
		const { indexes } = this.drawn;
		const held = untrack(() => this.#source.held());
		const slots = this.#slots.assign(
			indexes.map((index) => this.#source.keyOf(index)),
			held === null ? null : this.#source.keyOf(held),
		);
		return indexes.map((index, place) => this.#row(slots[place] ?? place, index));
	});
	/** The same by the numbers of the page's rows: an order that never changes, so that none of them is taken out of it. */
	readonly slots: readonly SlotRow[] = $derived(this.rows.toSorted((a, b) => a.slot - b.slot));

	/** px. What comes into sight is there at once; the rows beyond it are drawn when that is painted. */
	get scrollTop(): number {
		return this.#scrollTop;
	}

	set scrollTop(top: number) {
		if (top === this.#scrollTop) return;
		this.#scrollTop = top;
		if (this.#isDrawn(top)) this.#settleSoon();
		else this.#drawnAt = top;
	}

	/** Rows that are whole in sight, less one that stays when a page is turned. */
	get page(): number {
		return Math.max(Math.floor(this.visible / Math.max(this.rowHeight, 1)) - 1, 1);
	}

	/** The row of the page that shows a row of the table; null while it is not drawn. */
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

	/** Scrolls no further than to show a row whole, with so many px above and below it. */
	show(index: number, { above = 0, below = 0 } = {}): void {
		const tops = this.#source.tops();
		this.scrollTo(scrollToShow(tops, index, this.scrollTop, this.visible, above, below));
	}

	scrollTo(top: number): void {
		if (top === this.scrollTop) return;
		this.scrollTop = top;
		if (this.#viewport !== null) this.#viewport.scrollTop = top;
	}

	/** The element that scrolls is there. Returns what to do when it goes. */
	attach(viewport: HTMLElement): () => void {
		this.#viewport = viewport;
		this.#settleSoon();
		return () => {
			this.#viewport = null;
		};
	}

	#isDrawn(top: number): boolean {
		const tops = this.#source.tops();
		const last = Math.min(rowAt(tops, top + this.visible), tops.length - 2);
		return rowAt(tops, top) >= this.first && last <= this.last;
	}

	/** Draws the rows beyond what is in sight, once that is painted. */
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
