// Parses a typed quantity by the rules of the locale, and formats it back. Never guesses: an ambiguous separator is
// refused with both readings.
import {
	addRatios,
	compare,
	divideRatios,
	equalsRatio,
	isZero,
	multiplyRatios,
	negateRatio,
	numeral,
	placesOf,
	ratioOf,
	roundRatio,
} from './decimal.ts';
import type { DecimalText, Ratio } from './decimal.ts';
import { remembered } from './remembered.ts';
import {
	DIRECTION_MARKS,
	tokenize,
	type EntryProblemCode,
	type Operator,
	type Problem,
	type Reading,
	type Token,
} from './typed-number.ts';

interface EntryOptions {
	/** Decimals the unit allows. More typed decimals are refused; if omitted, more than 6 are rounded. */
	readonly places?: number;
}

export type Entry =
	| { readonly kind: 'blank' }
	| {
			readonly kind: 'quantity';
			readonly quantity: DecimalText;
	  }
	| {
			readonly kind: 'problem';
			readonly code: 'ambiguous';
			/** Possible meanings, likeliest first: one or two, each valid. */
			readonly readings: readonly DecimalText[];
	  }
	| {
			readonly kind: 'problem';
			readonly code: EntryProblemCode;
			/** Index in the typed text where the problem begins, if it has one. */
			readonly at?: number;
	  };

const POINT_FIRST: readonly Reading[] = ['point', 'group'];
const GROUP_FIRST: readonly Reading[] = ['group', 'point'];

/** Also bounds bracket depth and result size. */
export const LONGEST_ENTRY = 64;
const MOST_PLACES = 6;
const INTL_PLACES = 100;

/**
 * Numbers, `+ − × ÷ ( )`, `*`, `x`, `·` and `/`. Digits may be Latin, Arabic-Indic, extended Arabic-Indic or the
 * locale's own; each kind brings its separators. Exact: `1/3*3` is 1. Rounded half-up once, to at most 6 places; the
 * result of a division to the unit's places, except in whole units, where a fraction is refused. A group separator that
 * is a decimal separator elsewhere is accepted only if it cannot be one: `1,234,567` and `1,234.5` are plain in
 * English, `1,234` and `1,5` are ambiguous.
 */
export function parseEntry(typed: string, locale: string, options: EntryOptions = {}): Entry {
	if (typed.length > LONGEST_ENTRY) return { kind: 'problem', code: 'too-long', at: LONGEST_ENTRY };
	const tokens = tokenize(typed, locale);
	if (!Array.isArray(tokens)) return tokens;
	if (tokens.length === 0) return { kind: 'blank' };

	const ambiguous = tokens.find((token) => token.kind === 'ambiguous');
	if (ambiguous === undefined) return settle(evaluate(tokens, 'point', typed.length), options);

	// Read every ambiguous separator the same way: nobody mixes 1,5 and 1,500 in two conventions.
	const order = ambiguous.likely === 'group' ? GROUP_FIRST : POINT_FIRST;
	const outcomes = order.map((reading) => settle(evaluate(tokens, reading, typed.length), options));
	// Offering only 15 for 1,5 because the unit is whole would invite a tenfold slip.
	const [likeliest] = outcomes;
	if (likeliest?.kind === 'problem') return likeliest;
	const readings = outcomes.flatMap((outcome) =>
		outcome.kind === 'quantity' ? [outcome.quantity] : [],
	);
	return { kind: 'problem', code: 'ambiguous', readings: [...new Set(readings)] };
}

export function exactEntry(typed: string, locale: string): Ratio | null {
	if (typed.length > LONGEST_ENTRY) return null;
	const tokens = tokenize(typed, locale);
	if (!Array.isArray(tokens) || tokens.length === 0) return null;
	if (tokens.some(({ kind }) => kind === 'ambiguous')) return null;
	const outcome = evaluate(tokens, 'point', typed.length);
	return outcome.kind === 'problem' ? null : outcome.value;
}

interface QuantityFormat {
	/** `screen` writes the real minus sign (U+2212); `plain`, for exports, a hyphen and no direction marks. */
	readonly minus: 'screen' | 'plain';
	readonly minPlaces?: number;
	readonly maxPlaces?: number | undefined;
	/** Off for entry boxes: `parseEntry` reads the text back as the same quantity. */
	readonly grouping?: boolean;
}

/** Formats a decimal in the locale, digit for digit: the text never becomes a float. */
export function formatQuantity(
	text: DecimalText,
	locale: string,
	{ minus, minPlaces = 0, maxPlaces, grouping = true }: QuantityFormat,
): string {
	const canonical = numeral(text);
	const most = Math.max(maxPlaces ?? Math.min(placesOf(canonical), INTL_PLACES), minPlaces);
	const written = numberFormat(locale, minPlaces, most, grouping).format(canonical);
	return minus === 'screen'
		? written.replace('-', '−')
		: written.replace('−', '-').replace(DIRECTION_MARKS, '');
}

/** As a person types it into a box. */
export const asTyped = (text: DecimalText, locale: string): string =>
	formatQuantity(text, locale, { minus: 'plain', grouping: false });

// Recursive descent over the tokens, in exact ratios.

interface Outcome {
	readonly kind: 'outcome';
	readonly value: Ratio;
	readonly divided: boolean;
}

const evaluate = (tokens: readonly Token[], reading: Reading, end: number): Outcome | Problem =>
	new Evaluation(tokens, reading, end).outcome();

class Evaluation {
	readonly #tokens: readonly Token[];
	readonly #reading: Reading;
	readonly #end: number;
	#next = 0;
	#divided = false;

	constructor(tokens: readonly Token[], reading: Reading, end: number) {
		this.#tokens = tokens;
		this.#reading = reading;
		this.#end = end;
	}

	outcome(): Outcome | Problem {
		const value = this.#addition();
		if (isProblem(value)) return value;
		if (this.#next < this.#tokens.length) {
			return this.#problem(this.#operator() === ')' ? 'unbalanced' : 'not-a-number');
		}
		return { kind: 'outcome', value, divided: this.#divided };
	}

	#addition(): Ratio | Problem {
		let total = this.#multiplication();
		for (let sign = this.#operator(); sign === '+' || sign === '-'; sign = this.#operator()) {
			this.#next++;
			const next = this.#multiplication();
			if (isProblem(total)) return total;
			if (isProblem(next)) return next;
			total = addRatios(total, sign === '+' ? next : negateRatio(next));
		}
		return total;
	}

	#multiplication(): Ratio | Problem {
		let product = this.#operand();
		for (let sign = this.#operator(); sign === '*' || sign === '/'; sign = this.#operator()) {
			this.#next++;
			const divisor = this.#next;
			const next = this.#operand();
			if (isProblem(product)) return product;
			if (isProblem(next)) return next;
			if (sign === '*') {
				product = multiplyRatios(product, next);
			} else if (isZero(next.numerator)) {
				return this.#problem('divide-by-zero', divisor);
			} else {
				product = divideRatios(product, next);
				this.#divided = true;
			}
		}
		return product;
	}

	#operand(): Ratio | Problem {
		const token = this.#tokens[this.#next];
		if (token === undefined) return this.#problem('not-a-number');
		if (token.kind === 'number' || token.kind === 'ambiguous') {
			this.#next++;
			return ratioOf(token.kind === 'number' ? token.value : token[this.#reading]);
		}
		switch (token.operator) {
			case '+':
				this.#next++;
				return this.#operand();
			case '-': {
				this.#next++;
				const value = this.#operand();
				return isProblem(value) ? value : negateRatio(value);
			}
			case '(':
				return this.#inBrackets();
			default:
				return this.#problem(token.operator === ')' ? 'unbalanced' : 'not-a-number');
		}
	}

	#inBrackets(): Ratio | Problem {
		const opening = this.#next;
		this.#next++;
		const value = this.#addition();
		if (isProblem(value)) return value;
		if (this.#operator() === ')') {
			this.#next++;
			return value;
		}
		return this.#tokens[this.#next] === undefined
			? this.#problem('unbalanced', opening)
			: this.#problem('not-a-number');
	}

	#operator(): Operator | null {
		const token = this.#tokens[this.#next];
		return token?.kind === 'operator' ? token.operator : null;
	}

	#problem(code: EntryProblemCode, place = this.#next): Problem {
		return { kind: 'problem', code, at: this.#tokens[place]?.at ?? this.#end };
	}
}

function isProblem(value: Ratio | Problem): value is Problem {
	return 'kind' in value;
}

function settle(outcome: Outcome | Problem, options: EntryOptions): Entry {
	if (outcome.kind === 'problem') return outcome;
	const { value, divided } = outcome;
	const places = Math.min(options.places ?? MOST_PLACES, MOST_PLACES);
	const quantity = roundRatio(value, places);
	const rounded = !equalsRatio(quantity, value);
	if (isBelowZero(value)) return { kind: 'problem', code: 'negative' };
	const mayRound = options.places === undefined || (divided && places > 0);
	// Zero is a quantity in its own right: nothing may round to it.
	if (rounded && (!mayRound || isZero(quantity)))
		return { kind: 'problem', code: 'too-many-places' };
	return { kind: 'quantity', quantity };
}

function isBelowZero(ratio: Ratio): boolean {
	return compare(ratio.numerator, '0') * compare(ratio.denominator, '0') < 0;
}

const formatsKnown = new Map<string, Intl.NumberFormat>();

function numberFormat(
	locale: string,
	least: number,
	most: number,
	grouping: boolean,
): Intl.NumberFormat {
	const key = `${locale} ${String(least)} ${String(most)} ${String(grouping)}`;
	return remembered(formatsKnown, key, () => {
		return new Intl.NumberFormat(locale, {
			minimumFractionDigits: least,
			maximumFractionDigits: most,
			useGrouping: grouping,
			// As in `formatMoney`: what is rounded to zero has no sign.
			signDisplay: 'negative',
		});
	});
}
