// Where each row of the grid lies and which rows are in sight. Rows have two heights: a line's and a section's.

export interface Layout {
	/** Top of each entry in px from the first one's; one more than there are entries, the last is the whole height. */
	readonly tops: Float64Array;
	/** The entries that are lines, by their index, in order. */
	readonly lines: Int32Array;
	/** Index of an entry by its key. */
	readonly indexOf: ReadonlyMap<string, number>;
}

interface Entry {
	readonly kind: 'line' | 'section';
	readonly key: string;
}

/** Walks all entries once; asked again only when the entries themselves change. */
export function layoutOf(
	entries: readonly Entry[],
	lineHeight: number,
	sectionHeight: number,
): Layout {
	const tops = new Float64Array(entries.length + 1);
	const lines = new Int32Array(entries.length);
	const indexOf = new Map<string, number>();
	let top = 0;
	let lineCount = 0;
	for (const [index, entry] of entries.entries()) {
		tops[index] = top;
		indexOf.set(entry.key, index);
		if (entry.kind === 'line') lines[lineCount++] = index;
		top += entry.kind === 'line' ? lineHeight : sectionHeight;
	}
	tops[entries.length] = top;
	return { tops, lines: lines.subarray(0, lineCount), indexOf };
}

/** Index of the entry that lies at a height, clamped to those there are. */
export function entryAt(tops: Float64Array, y: number): number {
	let low = 0;
	let high = Math.max(tops.length - 2, 0);
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if ((tops[middle] ?? 0) <= y) low = middle;
		else high = middle - 1;
	}
	return low;
}

/** Something to draw: an entry, or the empty height between entries that are drawn. */
export type Drawn =
	| { readonly kind: 'entry'; readonly index: number }
	| { readonly kind: 'gap'; readonly id: string; readonly height: number };

const entryRows: Drawn[] = [];

/** The same object for the same row each time, so that a row that stays in sight is not drawn again. */
const entryRow = (index: number): Drawn => (entryRows[index] ??= { kind: 'entry', index });

/**
 * The entries from `first` to `last`, and the row in hand wherever it is: it holds the focus and perhaps half a number,
 * so it is never taken off the page. In ascending order always, or the browser would lose the focus by moving it.
 */
export function drawnRows(
	tops: Float64Array,
	first: number,
	last: number,
	held: number | null,
): Drawn[] {
	const total = tops.length - 1;
	const drawn: Drawn[] = [];
	const end = Math.min(last, total - 1);
	const heightBetween = (from: number, to: number) => (tops[to] ?? 0) - (tops[from] ?? 0);

	if (held !== null && held < first) {
		drawn.push({ kind: 'gap', id: 'top', height: heightBetween(0, held) });
		drawn.push(entryRow(held));
		drawn.push({ kind: 'gap', id: 'above', height: heightBetween(held + 1, first) });
	} else {
		drawn.push({ kind: 'gap', id: 'top', height: heightBetween(0, first) });
	}
	for (let index = first; index <= end; index++) drawn.push(entryRow(index));
	if (held !== null && held > end && held < total) {
		drawn.push({ kind: 'gap', id: 'below', height: heightBetween(end + 1, held) });
		drawn.push(entryRow(held));
		drawn.push({ kind: 'gap', id: 'bottom', height: heightBetween(held + 1, total) });
	} else {
		drawn.push({ kind: 'gap', id: 'bottom', height: heightBetween(end + 1, total) });
	}
	return drawn;
}

/**
 * The nearest scroll position at which an entry is whole in sight, with so many px above and below it; the present one
 * when it is already.
 */
export function scrollToShow(
	tops: Float64Array,
	index: number,
	scrollTop: number,
	visible: number,
	above: number,
	below: number,
): number {
	const top = tops[index] ?? 0;
	const bottom = tops[index + 1] ?? top;
	if (top - above < scrollTop) return Math.max(top - above, 0);
	const end = Math.min(bottom + below, tops.at(-1) ?? bottom);
	if (end > scrollTop + visible) return end - visible;
	return scrollTop;
}
