// A reactive value per key that notifies only that key's readers. A SvelteMap notifies all readers of missing keys
// whenever any key is added: nearly every row of a grid, at every entry.
import { untrack } from 'svelte';

class Cell<Value> {
	value: Value;

	constructor(value: Value) {
		this.value = $state.raw(value);
	}
}

export class ByKey<Value> {
	readonly #cells = new Map<string, Cell<Value>>();
	readonly #none: Value;

	/** @param none value of a key never set */
	constructor(none: Value) {
		this.#none = none;
	}

	get(key: string): Value {
		// Readers alone allocate nothing.
		if (!this.#cells.has(key) && $effect.tracking()) this.#make(key, this.#none);
		const cell = this.#cells.get(key);
		return cell === undefined ? this.#none : cell.value;
	}

	set(key: string, value: Value): void {
		const cell = this.#cells.get(key);
		if (cell === undefined) this.#make(key, value);
		else cell.value = value;
	}

	/** The current entries, without reactivity. */
	values(): Value[] {
		return untrack(() => [...this.#cells.values()].map(({ value }) => value));
	}

	/** Untracked: a derived value does not react to state it creates itself. */
	#make(key: string, value: Value): void {
		$effect.root(() => {
			this.#cells.set(key, new Cell(value));
		});
	}
}
