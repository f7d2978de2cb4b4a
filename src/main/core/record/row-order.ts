// Keeps the order of long lists: sorting a hundred thousand names takes half a second, so only new rows are sorted.
type Compare<Row> = (a: Row, b: Row) => number;

interface Kept<Row> {
	readonly rows: readonly Row[];
	readonly sorted: readonly Row[];
}

export class RowOrder<Row extends object> {
	readonly #kept = new Map<string, Kept<Row>>();

	/**
	 * @param key of an order that depends on nothing outside the rows; null if it does
	 * @param rows the same object as long as a row is the same
	 */
	sorted(key: string | null, rows: readonly Row[], compare: Compare<Row>): readonly Row[] {
		if (key === null) return rows.toSorted(compare);
		const kept = this.#kept.get(key);
		if (kept?.rows === rows) return kept.sorted;
		const sorted = merged(kept?.sorted ?? [], rows, compare);
		this.#kept.set(key, { rows, sorted });
		return sorted;
	}
}

function merged<Row>(
	before: readonly Row[],
	rows: readonly Row[],
	compare: Compare<Row>,
): readonly Row[] {
	const now = new Set(rows);
	const stay = before.filter((row) => now.has(row));
	for (const row of stay) now.delete(row);
	const fresh = [...now].sort(compare);
	const all: Row[] = [];
	let next = 0;
	for (const row of stay) {
		for (let one = fresh[next]; one !== undefined && compare(one, row) < 0; one = fresh[next]) {
			all.push(one);
			next += 1;
		}
		all.push(row);
	}
	return all.concat(fresh.slice(next));
}
