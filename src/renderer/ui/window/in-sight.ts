// Which rows of a long table are visible, and what to render; rows may differ in height.

/** Rendered rows, ascending, and the empty heights around them. */
export interface Drawn {
	readonly indexes: readonly number[];
	/** px above the first, in the gap between them, and below the last. */
	readonly gaps: { readonly top: number; readonly middle: number; readonly bottom: number };
	/** Number of rows above the gap; all if there is none. */
	readonly aboveMiddle: number;
}

/** Index of the row at a height, clamped. */
export function rowAt(tops: Float64Array, y: number): number {
	let low = 0;
	let high = Math.max(tops.length - 2, 0);
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if ((tops[middle] ?? 0) <= y) low = middle;
		else high = middle - 1;
	}
	return low;
}

/**
 * Rows from `first` to `last`, plus the current row: it holds the focus and perhaps half a number, so it always stays
 * rendered.
 * @param tops of each row in px, and the total height last
 */
export function rowsToDraw(
	tops: Float64Array,
	first: number,
	last: number,
	held: number | null,
): Drawn {
	const total = tops.length - 1;
	const end = Math.min(last, total - 1);
	const heightBetween = (from: number, to: number) => (tops[to] ?? 0) - (tops[from] ?? 0);
	const rows = Array.from({ length: Math.max(end - first + 1, 0) }, (_, by) => first + by);
	const [top, bottom] = [heightBetween(0, first), heightBetween(end + 1, total)];

	if (held !== null && held < first) {
		return {
			indexes: [held, ...rows],
			gaps: { top: heightBetween(0, held), middle: heightBetween(held + 1, first), bottom },
			aboveMiddle: 1,
		};
	}
	if (held !== null && held > end && held < total) {
		return {
			indexes: [...rows, held],
			gaps: { top, middle: heightBetween(end + 1, held), bottom: heightBetween(held + 1, total) },
			aboveMiddle: rows.length,
		};
	}
	return { indexes: rows, gaps: { top, middle: 0, bottom }, aboveMiddle: rows.length };
}

/**
 * The nearest scroll position that shows a row with so many px above and below it; the present one if it already does.
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
