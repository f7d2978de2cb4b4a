// Keeps a list made of copies and a little work on this PC as the same array while both stay the same: the order, the
// filters and the texts of a hundred thousand rows are remembered by it.
interface Kept<Row> {
	readonly copies: readonly unknown[];
	readonly work: string;
	readonly rows: readonly Row[];
}

export class KeptRows<Row> {
	readonly #kept = new Map<string, Kept<Row>>();

	/** @param work compared by its content */
	of(
		list: string,
		copies: readonly unknown[],
		work: unknown,
		make: () => readonly Row[],
	): readonly Row[] {
		const now = JSON.stringify(work);
		const kept = this.#kept.get(list);
		if (kept?.copies === copies && kept.work === now) return kept.rows;
		const rows = make();
		this.#kept.set(list, { copies, work: now, rows });
		return rows;
	}
}
