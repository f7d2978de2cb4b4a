// A value for each key, of which whoever asks for one key hears alone. A SvelteMap tells of every key that comes all those
// who asked for a key that it lacks: in a grid, nearly all rows of the page, at every entry.
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

	/** @param none what a key has that was never set */
	constructor(none: Value) {
		this.#none = none;
	}

	get(key: string): Value {
		// Nothing is kept for those who only look.
		if (!this.#cells.has(key) && $effect.tracking()) this.#make(key, this.#none);
		const cell = this.#cells.get(key);
		return cell === undefined ? this.#none : cell.value;
	}

	set(key: string, value: Value): void {
		const cell = this.#cells.get(key);
		if (cell === undefined) this.#make(key, value);
		else cell.value = value;
	}

	/** As they are now: whoever asks for these hears of no change. */
	values(): Value[] {
		return untrack(() => [...this.#cells.values()].map(({ value }) => value));
	}

	/** Outside of whatever asks for it: what a derived value makes itself it does not listen to. */
	#make(key: string, value: Value): void {
		$effect.root(() => {
			this.#cells.set(key, new Cell(value));
		});
	}
}
