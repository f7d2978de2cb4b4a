// Doubts about a readable number: ask before it is saved.
import { gtinCheckDigitValid, withLatinDigits } from './barcode.ts';
import { compare, multiply, type DecimalText } from './decimal.ts';

/** `barcode`: the text is one with a valid check digit. `tenfold`: at least ten times the usual. */
export type Doubt = 'barcode' | 'tenfold';

interface Doubted {
	readonly typed: string;
	/** Base units; null if the line is uncounted. */
	readonly total: DecimalText | null;
	/** Base units; null if unknown or hidden. */
	readonly usual: DecimalText | null;
}

export function doubtOf({ typed, total, usual }: Doubted): Doubt | null {
	if (gtinCheckDigitValid(withLatinDigits(typed.trim()))) return 'barcode';
	if (total === null || usual === null || compare(usual, '0') <= 0) return null;
	return compare(total, multiply(usual, '10')) >= 0 ? 'tenfold' : null;
}
