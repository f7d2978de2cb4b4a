// Tells a keyboard-wedge scanner from a person. Judges the whole burst: its speed and rhythm, what ends it, the check
// digit, and the scanner's prefix if set.
import type { Settings } from '../../shared/bridge/app.ts';
import {
	gtinCheckDigitValid,
	normaliseBarcode,
	withLatinDigits,
} from '../../shared/domain/barcode.ts';

/** ms between keys after which a new burst begins: slow scanners need up to 120, and a wireless one adds jitter. */
export const burstBreakMs = 200;
/** Mean gap, ms. No one types six keys this fast; a fast typist needs 83. */
const fastMs = 60;
/** The same for words, where fingers roll over the keys. */
const fastWordMs = 35;
/** Mean gap, ms, that only a machine keeps this steadily. */
const steadyMs = 80;
/** Part of the mean gap by which the gaps of a steady burst differ. */
const steadiness = 0.2;
const shortestCode = 6;
/** A prefix identifies a scan, so that a short code counts too. */
const shortestAfterPrefix = 3;

/** `quantity`: a box for numbers. `search`: a box that finds items. `text`: any other control. `none`: no control. */
export type ScanPlace = 'quantity' | 'search' | 'text' | 'none';

/**
 * The meaning of a key: typing, part of a possible scan, or the end of one. `maybe` is a scan if the code is known,
 * else typing.
 */
export type ScanStep =
	| { kind: 'typing' }
	| { kind: 'begins' }
	| { kind: 'goes-on' }
	| { kind: 'scan' | 'maybe'; code: string };

export type ScannerKeys = Pick<Settings['scanner'], 'prefix' | 'suffix'>;

/** What the burst needs of a keydown. */
export interface ScanKey {
	readonly key: string;
	/** The event's own `timeStamp`, ms: a busy page sees it later. */
	readonly at: number;
	readonly repeat?: boolean;
}

const typing: ScanStep = { kind: 'typing' };

export class ScanBurst {
	readonly #keys: () => ScannerKeys;
	#typed = '';
	#times: number[] = [];
	#place: ScanPlace = 'none';

	/** @param keys prefix and suffix of a scan; by default Enter after it. */
	constructor(keys: () => ScannerKeys = () => ({ prefix: '', suffix: 'enter' })) {
		this.#keys = keys;
	}

	/** Takes each keydown, in order. @param place where it is typed */
	take({ key, at, repeat = false }: ScanKey, place: ScanPlace = 'quantity'): ScanStep {
		// Some scanners press Shift before a letter; it belongs to the burst, not to the code.
		if (key === 'Shift' || key === 'CapsLock') return typing;
		const goesOn = this.#typed !== '' && at - (this.#times.at(-1) ?? 0) <= burstBreakMs;
		if (key === 'Enter' || key === 'Tab') {
			const step = goesOn && !repeat ? this.#judged([...this.#times, at]) : typing;
			this.#clear();
			return step;
		}
		const { prefix } = this.#keys();
		const restarts = prefix !== '' && key === prefix[0] && !this.#typed.startsWith(key);
		if (repeat || [...key].length !== 1) {
			this.#clear();
			return typing;
		}
		if (goesOn && !restarts) {
			this.#typed += withLatinDigits(key);
			this.#times.push(at);
			return { kind: 'goes-on' };
		}
		this.#typed = withLatinDigits(key);
		this.#times = [at];
		this.#place = place;
		return { kind: 'begins' };
	}

	/** Call after a pause longer than a scanner's without a suffix: judges a burst that no key ends. */
	rest(): ScanStep {
		const step = this.#judged(this.#times);
		this.#clear();
		return step;
	}

	#clear(): void {
		this.#typed = '';
		this.#times = [];
	}

	/** @param times of all keys, with the one that ends the burst */
	#judged(times: readonly number[]): ScanStep {
		const { prefix } = this.#keys();
		if (prefix !== '' && this.#typed.startsWith(prefix)) {
			const code = this.#typed.slice(prefix.length);
			return code.length >= shortestAfterPrefix ? { kind: 'scan', code } : typing;
		}
		const code = this.#typed;
		if (code.length < shortestCode || !codes.test(code)) return typing;
		const takesWords = this.#place === 'text' || this.#place === 'search';
		if (isMachine(times, takesWords && !/^\d+$/.test(code))) return { kind: 'scan', code };
		if (this.#place === 'text') return typing;
		if (gtinCheckDigitValid(normaliseBarcode(code))) return { kind: 'scan', code };
		if (this.#place === 'search') return typing;
		return { kind: isLabel(code) ? 'scan' : 'maybe', code };
	}
}

/** Letters and digits, after the symbology that some scanners send: `]E0`. */
const codes = /^(\][A-Za-z][0-9A-Za-z])?[0-9A-Za-z]+$/;

/** Digits with a letter, like a kitchen's own label. A word has too few digits, and `3x12` is a quantity. */
const isLabel = (code: string): boolean =>
	/[^\dxX]/.test(code) && code.replaceAll(/\D/g, '').length >= 3;

/** @param words whether it may be a word, which people type faster than numbers */
function isMachine(times: readonly number[], words: boolean): boolean {
	const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at));
	if (gaps.length === 0) return false;
	const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
	if (mean <= (words ? fastWordMs : fastMs)) return true;
	if (words) return false;
	return mean <= steadyMs && Math.max(...gaps) - Math.min(...gaps) <= mean * steadiness;
}
