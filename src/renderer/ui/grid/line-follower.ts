// Scrolls a grid so that the current line and the next ones are visible.
import type { RowWindow } from '../window/row-window.svelte.ts';
import { roomAhead, type Layout } from './layout.ts';

/** Down, up, or a jump without direction. */
type Heading = 1 | -1 | 0;

/** The grid's part: its rows, its current line, and when the last change is on screen. */
interface Followed {
	readonly entries: readonly { readonly kind: 'line' | 'section' }[];
	readonly layout: Layout;
	currentLine(): number | null;
	painted(then: () => void): void;
}

export class LineFollower {
	readonly #grid: Followed;
	readonly #window: RowWindow;
	/** The last step not yet followed by scrolling, and the scroll position at that time. */
	#step: { readonly by: Heading; readonly scrollTop: number } | null = null;

	constructor(grid: Followed, window: RowWindow) {
		this.#grid = grid;
		this.#window = window;
	}

	/** The person chose a line that is visible: nothing scrolls. */
	stay(): void {
		this.#step = null;
	}

	/** @param from the line a key moves from; omitted for a jump. */
	goTo(line: number, from?: number): void {
		const index = this.#grid.layout.lines[line] ?? 0;
		const by = headingFrom(from ?? line, line);
		if (from !== undefined && this.#window.isInSight(index)) this.#followSoon(by);
		else this.#show(line, by);
	}

	/** A visible target is painted in place first; the window follows in its own frame. */
	#followSoon(by: Heading): void {
		const step = { by, scrollTop: this.#window.scrollTop };
		this.#step = step;
		this.#grid.painted(() => {
			// A later step follows itself; a manual scroll meanwhile wins.
			const line = this.#grid.currentLine();
			if (this.#step !== step || line === null) return;
			if (Math.abs(this.#window.scrollTop - step.scrollTop) < 1) this.#show(line, by);
		});
	}

	/** Scrolls just enough to show a line with the next ones, `by` direction. */
	#show(line: number, by: Heading): void {
		this.#step = null;
		const { layout, entries } = this.#grid;
		const { rowHeight, headingHeight, visible } = this.#window;
		const index = layout.lines[line] ?? 0;
		// A section heading appears with its first line; the first line brings everything above it.
		const section = entries[index - 1]?.kind === 'section' ? headingHeight : 0;
		const head = line === 0 ? (layout.tops[index] ?? 0) : section;
		// In a low window at most half of the room beside the line.
		const ahead = by === 0 ? 0 : roomAhead(layout, line, by, (visible - rowHeight) / 2);
		this.#window.show(index, {
			above: by === -1 ? Math.max(ahead, head) : head,
			// Leaves room for a message under the cell.
			below: by === 1 ? Math.max(ahead, rowHeight) : rowHeight,
		});
	}
}

const headingFrom = (line: number, to: number): Heading => (to > line ? 1 : to < line ? -1 : 0);
