// Tells a keyboard-wedge scanner from a person by the gaps between keys, and by the scanner's prefix and suffix if set.
import type { Settings } from '../../shared/bridge/app.ts';

/** No one types six keys this fast; the slowest scanners do. */
export const LONGEST_GAP_MS = 35;
const SHORTEST_CODE = 6;
/** A prefix identifies a scan, so that a short code counts too. */
const SHORTEST_AFTER_PREFIX = 3;

/** The meaning of a key: typing, part of a possible scan, or the end of a scan. */
type ScanStep =
	{ kind: 'typing' } | { kind: 'begins' } | { kind: 'goes-on' } | { kind: 'scan'; code: string };

export type ScannerKeys = Pick<Settings['scanner'], 'prefix' | 'suffix'>;

export class ScanBurst {
	readonly #keys: () => ScannerKeys;
	#typed = '';
	#lastAt = Number.NEGATIVE_INFINITY;

	/** @param keys prefix and suffix of a scan; by default Enter after it. */
	constructor(keys: () => ScannerKeys = () => ({ prefix: '', suffix: 'enter' })) {
		this.#keys = keys;
	}

	/** Takes the `key` and `timeStamp` (ms) of each keydown, in order. */
	take(key: string, at: number): ScanStep {
		const { prefix, suffix } = this.#keys();
		const fast = at - this.#lastAt <= LONGEST_GAP_MS;
		this.#lastAt = at;
		if (key === 'Enter' || key === 'Tab') {
			const code = fast && suffix === key.toLowerCase() ? this.#code() : null;
			this.#typed = '';
			return code === null ? { kind: 'typing' } : { kind: 'scan', code };
		}
		// Some scanners press Shift before a letter; it belongs to the burst, not to the code.
		if (key === 'Shift') return { kind: 'typing' };
		const goesOn = fast && this.#typed !== '';
		const fits = goesOn && prefix !== '' ? /^[!-~]$/.test(key) : /^[0-9A-Za-z]$/.test(key);
		if (!fits && !(key !== '' && prefix.startsWith(key))) {
			this.#typed = '';
			return { kind: 'typing' };
		}
		this.#typed = goesOn ? this.#typed + key : key;
		return { kind: goesOn ? 'goes-on' : 'begins' };
	}

	/** Call after a pause longer than a scanner's: returns the code of a scanner without suffix, else null. */
	rest(): string | null {
		const code = this.#keys().suffix === 'none' ? this.#code() : null;
		this.#typed = '';
		return code;
	}

	/** The typed code without prefix; null if there is none. */
	#code(): string | null {
		const { prefix } = this.#keys();
		if (!this.#typed.startsWith(prefix)) return null;
		const code = this.#typed.slice(prefix.length);
		return code.length >= (prefix === '' ? SHORTEST_CODE : SHORTEST_AFTER_PREFIX) ? code : null;
	}
}
