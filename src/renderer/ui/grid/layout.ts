// Where each row of the grid lies. Rows have two heights: a line's and a section's.

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
