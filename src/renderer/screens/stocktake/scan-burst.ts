// A keyboard-wedge scanner types like a person, only faster. This tells the two apart by the gaps between keys.

/** No one types six keys in a row this fast; the slowest scanners do. */
const LONGEST_GAP_MS = 35;
const SHORTEST_CODE = 6;

/** What a key turned out to be: part of ordinary typing, part of what may be a scan, or the Enter that ends one. */
export type ScanStep =
	{ kind: 'typing' } | { kind: 'begins' } | { kind: 'goes-on' } | { kind: 'scan'; code: string };

export class ScanBurst {
	#code = '';
	#lastAt = Number.NEGATIVE_INFINITY;

	/** Takes the `key` and `timeStamp` (ms) of each keydown, in order. */
	take(key: string, at: number): ScanStep {
		const fast = at - this.#lastAt <= LONGEST_GAP_MS;
		this.#lastAt = at;
		if (key === 'Enter') {
			const code = fast ? this.#code : '';
			this.#code = '';
			return code.length >= SHORTEST_CODE ? { kind: 'scan', code } : { kind: 'typing' };
		}
		// Some scanners press Shift before a letter; it is part of the burst and not of the code.
		if (key === 'Shift') return { kind: 'typing' };
		if (!/^[0-9A-Za-z]$/.test(key)) {
			this.#code = '';
			return { kind: 'typing' };
		}
		const goesOn = fast && this.#code !== '';
		this.#code = goesOn ? this.#code + key : key;
		return { kind: goesOn ? 'goes-on' : 'begins' };
	}
}
