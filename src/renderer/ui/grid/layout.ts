// Positions of grid rows. Rows have two heights: lines and section headings.

export interface Layout {
	/** Top of each entry in px from the first; the extra last element is the total height. */
	readonly tops: Float64Array;
	/** Indexes of line entries, in order. */
	readonly lines: Int32Array;
	/** Index of an entry by its key. */
	readonly indexOf: ReadonlyMap<string, number>;
}

interface Entry {
	readonly kind: 'line' | 'section';
	readonly key: string;
}

/** Walks all entries; called only when they change. */
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

/** Lines kept visible ahead of the current one: the next to count. */
const linesAhead = 3;

/**
 * px from a line to the end of the third one ahead, including headings; of fewer if three exceed `most`, or at the end
 * of the sheet.
 * @param by 1 downwards, -1 upwards
 * @param most px
 */
export function roomAhead({ tops, lines }: Layout, line: number, by: 1 | -1, most: number): number {
	const from = lines[line] ?? 0;
	for (let count = linesAhead; count > 0; count--) {
		const to = line + by * count;
		const px =
			by === 1
				? (tops[(lines[to] ?? tops.length - 2) + 1] ?? 0) - (tops[from + 1] ?? 0)
				: (tops[from] ?? 0) - (to > 0 ? (tops[lines[to] ?? 0] ?? 0) : 0);
		if (px <= most) return px;
	}
	return 0;
}
