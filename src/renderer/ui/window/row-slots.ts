// Which row of the page shows which row of a long table. The rows of the page are used again: to draw one anew takes
// many times as long as to change what it says.

export type RowKey = string | number;

export class RowSlots {
	readonly #slotOf = new Map<RowKey, number>();
	/** The rows of the page from its top down. */
	#order: readonly number[] = [];
	readonly #given = new Set<number>();

	/**
	 * The row of the page for each of these, in their order. One that is drawn already keeps its row; if few are, all but
	 * the one in hand may get others, so that none of the page's rows needs another place.
	 * @param held the one whose row stays where it is in any case: it has the focus, which does not outlive a move
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

	/** The rows of the page that were given to others since this was asked last: their place may be another now. */
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
