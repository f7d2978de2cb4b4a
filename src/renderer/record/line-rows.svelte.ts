// The lines of fields on screen. A line is identified by its key, and a key changes while somebody types it: the row
// keeps its place and its boxes all the same.

export interface LineRow {
	/** Of the row, as long as it is on screen. */
	readonly id: string;
	/** Of the line, as pointers name it. */
	readonly key: string;
}

/** The element of a row in the form. @param at of all lines */
export const lineElementId = (at: string, id: string): string => `line ${at}/${id}`;

/** @param before the rows when the line was added, and now */
export function focusNewRow(at: string, before: readonly LineRow[], now: readonly LineRow[]): void {
	const fresh = now.find(({ id }) => !before.some((row) => row.id === id));
	const row = fresh === undefined ? null : document.getElementById(lineElementId(at, fresh.id));
	row?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
}

export class LineRows {
	/** As they stood when somebody last changed a key here. */
	#kept = $state.raw<ReadonlyMap<string, readonly LineRow[]>>(new Map());

	/** Known rows first, in their order. @param keys of all lines now */
	of(at: string, keys: readonly string[]): readonly LineRow[] {
		const known = (this.#kept.get(at) ?? []).filter(({ key }) => keys.includes(key));
		const ids = new Set(known.map(({ id }) => id));
		const fresh = keys.filter((key) => !known.some((row) => row.key === key));
		return [...known, ...fresh.map((key) => ({ id: freeId(ids, key), key }))];
	}

	keep(at: string, rows: readonly LineRow[]): void {
		this.#kept = new Map([...this.#kept, [at, rows]]);
	}

	/** @param moved the new pointers of lines, by the old ones */
	rename(at: string, rows: readonly LineRow[], moved: ReadonlyMap<string, string>): void {
		const renamed = rows.map(({ id, key }) => {
			const to = moved.get(`${at}/${key}`);
			return { id, key: to === undefined ? key : to.slice(at.length + 1) };
		});
		const deeper = [...this.#kept].map(([each, kept]) => [movedAt(each, moved), kept] as const);
		this.#kept = new Map([...deeper, [at, renamed]]);
	}
}

/** A pointer after lines got other keys. */
export function movedAt(at: string, moved: ReadonlyMap<string, string>): string {
	for (const [from, to] of moved) {
		if (at === from || at.startsWith(`${from}/`)) return to + at.slice(from.length);
	}
	return at;
}

function freeId(taken: Set<string>, key: string): string {
	const id = taken.has(key) ? freeId(taken, `${key}'`) : key;
	taken.add(id);
	return id;
}
