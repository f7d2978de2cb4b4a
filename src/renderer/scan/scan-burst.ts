// A keyboard-wedge scanner types like a person, only faster. This tells the two apart by the gaps between keys, and by
// the prefix and suffix that the scanner was set to, where it was.
import type { Settings } from '../../shared/bridge/app.ts';

/** No one types six keys in a row this fast; the slowest scanners do. */
export const LONGEST_GAP_MS = 35;
const SHORTEST_CODE = 6;
/** A prefix says that it is a scan, so that a short code is one too. */
const SHORTEST_AFTER_PREFIX = 3;

/** What a key turned out to be: part of ordinary typing, part of what may be a scan, or the end of one. */
type ScanStep =
	{ kind: 'typing' } | { kind: 'begins' } | { kind: 'goes-on' } | { kind: 'scan'; code: string };

export type ScannerKeys = Pick<Settings['scanner'], 'prefix' | 'suffix'>;

export class ScanBurst {
	readonly #keys: () => ScannerKeys;
	#typed = '';
	#lastAt = Number.NEGATIVE_INFINITY;

	/** @param keys what the scanner sends around a code; by default Enter after it. */
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
		// Some scanners press Shift before a letter; it is part of the burst and not of the code.
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

	/** No key came for longer than a scanner waits: the code of one that sends nothing behind it, else null. */
	rest(): string | null {
		const code = this.#keys().suffix === 'none' ? this.#code() : null;
		this.#typed = '';
		return code;
	}

	/** The code in what was typed, without its prefix; null where it is none. */
	#code(): string | null {
		const { prefix } = this.#keys();
		if (!this.#typed.startsWith(prefix)) return null;
		const code = this.#typed.slice(prefix.length);
		return code.length >= (prefix === '' ? SHORTEST_CODE : SHORTEST_AFTER_PREFIX) ? code : null;
	}
}
