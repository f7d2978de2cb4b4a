// Assigns page rows to rows of a long table. Page rows are reused: creating one takes many times as long as changing
// it.

export type RowKey = string | number;

export class RowSlots {
	readonly #slotOf = new Map<RowKey, number>();
	/** Page rows from top to bottom. */
	#order: readonly number[] = [];
	readonly #given = new Set<number>();

	/**
	 * The page row for each of these, in order. A rendered row keeps its page row; if few are rendered, all but the
	 * current one may be reassigned, so that no page row must move.
	 * @param held keeps its page row in any case: the focus does not survive a move
	 */
	assign(keys: readonly RowKey[], held: RowKey | null): readonly number[] {
		const stay = this.#thatStay(keys, held);
		const taken = new Set(keys.filter((key) => stay.has(key)).map((key) => this.#slotOf.get(key)));
		const free = this.#order.filter((slot) => !taken.has(slot)).values();
		let unused = 0;
		const order = keys.map((key) => {
			const own = stay.has(key) ? this.#slotOf.get(key) : undefined;
			if (own !== undefined) return own;
			let slot = free.next().value;
			if (slot === undefined) {
				while (taken.has(unused) || this.#order.includes(unused)) unused++;
				slot = unused++;
			}
			this.#given.add(slot);
			return slot;
		});
		this.#slotOf.clear();
		for (const [place, key] of keys.entries()) this.#slotOf.set(key, order[place] ?? place);
		this.#order = order;
		return order;
	}

	/** Page rows reassigned since the last call: their position may have changed. */
	takeGiven(): ReadonlySet<number> {
		const given = new Set(this.#given);
		this.#given.clear();
		return given;
	}

	#thatStay(keys: readonly RowKey[], held: RowKey | null): ReadonlySet<RowKey> {
		const drawn = keys.filter((key) => this.#slotOf.has(key));
		const places = drawn.map((key) => this.#order.indexOf(this.#slotOf.get(key) ?? -1));
		const inOrder = places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0));
		if (inOrder && drawn.length * 2 >= keys.length) return new Set(drawn);
		return new Set(drawn.filter((key) => key === held));
	}
}
