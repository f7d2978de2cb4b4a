// Parses a typed quantity by the rules of the locale, and formats it back. Never guesses: an ambiguous separator is
// refused with both readings.
import {
	addRatios,
	compare,
	decimalText,
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

interface EntryOptions {
	/** Decimals the unit allows. More typed decimals are refused; if omitted, more than 6 are rounded. */
	readonly places?: number;
	/** Off by default: a count cannot be negative. */
	readonly allowNegative?: boolean;
}

type EntryProblemCode =
	'not-a-number' | 'divide-by-zero' | 'negative' | 'too-long' | 'too-many-places' | 'unbalanced';

export type Entry =
	| { readonly kind: 'blank' }
	| {
			readonly kind: 'quantity';
			readonly quantity: DecimalText;
			/** true for a calculation like `3*12+4`. */
			readonly expression: boolean;
			/** true if the exact result has too many decimals to keep. */
			readonly rounded: boolean;
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

/** Also bounds bracket depth and result size. */
export const LONGEST_ENTRY = 64;
const MOST_PLACES = 6;
/** Maximum decimals that Intl accepts. */
const INTL_PLACES = 100;

/**
 * Parses a quantity or expression (`+ − × ÷ ( )`, also `*`, `x`, `·` and `/`) with numbers as `locale` writes them.
 * Digits may be Latin, Arabic-Indic, extended Arabic-Indic or the locale's own; each kind brings the locale's
 * separators for it. Arithmetic is exact: `1/3*3` is 1. The result is rounded half-up once, to at most 6 places; the
 * result of a division to the unit's places, except in whole units, where a fraction is refused.
 *
 * A group separator that is a decimal separator elsewhere is accepted only if it cannot be one: `1,234,567` and
 * `1,234.5` are plain in English, `1,234` and `1,5` are ambiguous.
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

/**
 * The value before rounding: `1/3` is one third. null if `parseEntry` gives no quantity or finds an ambiguous
 * separator.
 */
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
	/** Rounds half-up to this many places; if omitted, shows every digit. */
	readonly maxPlaces?: number;
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

// Tokens: numbers as the locale writes them, operators and brackets.

type Operator = '+' | '-' | '*' | '/' | '(' | ')';
/** How to read an ambiguous separator: decimal point or group separator. */
type Reading = 'point' | 'group';
const POINT_FIRST: readonly Reading[] = ['point', 'group'];
const GROUP_FIRST: readonly Reading[] = ['group', 'point'];

type Token =
	| { readonly kind: 'operator'; readonly operator: Operator; readonly at: number }
	| { readonly kind: 'number'; readonly value: DecimalText; readonly at: number }
	| {
			readonly kind: 'ambiguous';
			readonly point: DecimalText;
			readonly group: DecimalText;
			readonly likely: Reading;
			readonly at: number;
	  };

interface Problem {
	readonly kind: 'problem';
	readonly code: EntryProblemCode;
	readonly at?: number;
}

interface Character {
	/** The character as typed, or its Latin equivalent. */
	readonly text: string;
	readonly at: number;
	/** The digit's numbering system; null for anything else. */
	readonly digitsOf: string | null;
}

const OPERATORS: ReadonlyMap<string, Operator> = new Map([
	['+', '+'],
	['-', '-'],
	['−', '-'],
	['–', '-'],
	['*', '*'],
	['×', '*'],
	['x', '*'],
	['X', '*'],
	['·', '*'],
	['/', '/'],
	['÷', '/'],
	['(', '('],
	[')', ')'],
]);

// Direction marks, which formatted Arabic and Persian numbers contain.
const DIRECTION_MARKS = /[\u061C\u200E\u200F]/g;
const SPACE = /\s/;

function tokenize(typed: string, locale: string): Token[] | Problem {
	const characters = readCharacters(typed, locale);
	const tokens: Token[] = [];
	let i = 0;
	for (let character = characters[i]; character !== undefined; character = characters[i]) {
		const operator = OPERATORS.get(character.text);
		if (operator !== undefined) {
			tokens.push({ kind: 'operator', operator, at: character.at });
			i++;
		} else if (SPACE.test(character.text)) {
			i++;
		} else {
			const end = endOfNumber(characters, i, locale);
			if (end === i) return { kind: 'problem', code: 'not-a-number', at: character.at };
			const number = readNumber(characters.slice(i, end), locale);
			if (number.kind === 'problem') return number;
			tokens.push(number);
			i = end;
		}
	}
	return tokens;
}

function readCharacters(typed: string, locale: string): Character[] {
	const digits = digitsFor(locale);
	const characters: Character[] = [];
	let at = 0;
	for (const text of typed) {
		const digit = digits.get(text);
		if (digit !== undefined) characters.push({ text: digit.latin, at, digitsOf: digit.system });
		else if (OPERATORS.has(text)) characters.push({ text, at, digitsOf: null });
		else if (text.search(DIRECTION_MARKS) === -1) {
			characters.push({ text: plainMark(text), at, digitsOf: null });
		}
		at += text.length;
	}
	return characters;
}

/** End of the number at `start`; `start` itself if there is none. */
function endOfNumber(characters: readonly Character[], start: number, locale: string): number {
	let i = start;
	for (let character = characters[i]; character !== undefined; character = characters[i]) {
		if (character.digitsOf !== null || ".,٫٬'".includes(character.text)) i++;
		else if (isGroupSpace(characters, start, i, locale)) i++;
		else break;
	}
	return i;
}

/** A space continues a number only between digits, in a locale that groups with spaces. */
function isGroupSpace(
	characters: readonly Character[],
	start: number,
	i: number,
	locale: string,
): boolean {
	if (i === start || !SPACE.test(characters[i]?.text ?? '')) return false;
	const system = characters[i - 1]?.digitsOf ?? null;
	if (system === null || separatorsFor(locale, system).group !== ' ') return false;
	return characters[i + 1]?.digitsOf === system;
}

/** A number split at its separators: `1.234,5` has the parts 1, 234, 5 and the marks `.` and `,`. */
interface Cut {
	readonly parts: readonly string[];
	readonly marks: readonly string[];
}

function readNumber(characters: readonly Character[], locale: string): Token | Problem {
	const at = characters[0]?.at ?? 0;
	const refused: Problem = { kind: 'problem', code: 'not-a-number', at };
	const system = characters.find(({ digitsOf }) => digitsOf !== null)?.digitsOf ?? null;
	if (system === null) return refused;
	if (characters.some(({ digitsOf }) => digitsOf !== null && digitsOf !== system)) return refused;

	// Fast path: nearly every count entry is digits only.
	if (characters.every(({ digitsOf }) => digitsOf !== null)) {
		return { kind: 'number', value: decimalText(characters.map(({ text }) => text).join('')), at };
	}

	const separators = separatorsFor(locale, system);
	const cut = cutAtSeparators(characters, separators);
	const own = valueOf(cut, separators.decimal, separators.group, separators.indian);
	if (own !== null && isPlain(cut, separators)) return { kind: 'number', value: own, at };

	const [mark] = cut.marks;
	if (cut.marks.length === 1 && (mark === '.' || mark === ',')) {
		const [left = '', right = ''] = cut.parts;
		return {
			kind: 'ambiguous',
			point: decimalText(`${left === '' ? '0' : left}.${right === '' ? '0' : right}`),
			group: decimalText(left + right),
			likely: isGrouped(cut.parts, false) ? 'group' : 'point',
			at,
		};
	}
	// Two kinds of marks, or one repeated, have one possible meaning, but not in this locale.
	const foreign =
		valueOf(cut, '.', ',', true) ??
		valueOf(cut, ',', '.', false) ??
		valueOf(cut, '.', separators.group, separators.indian) ??
		valueOf(cut, ',', separators.group, separators.indian);
	if (foreign === null) return refused;
	return { kind: 'ambiguous', point: foreign, group: foreign, likely: 'point', at };
}

function cutAtSeparators(characters: readonly Character[], separators: Separators): Cut {
	const parts: string[] = [];
	const marks: string[] = [];
	let part = '';
	for (const { text, digitsOf } of characters) {
		if (digitsOf !== null) {
			part += text;
			continue;
		}
		parts.push(part);
		marks.push(text === '٫' ? separators.decimal : text === '٬' ? separators.group : text);
		part = '';
	}
	return { parts: [...parts, part], marks };
}

/** The value with `decimal` as point and `group` between groups; null if it does not fit that form. */
function valueOf(
	{ parts, marks }: Cut,
	decimal: string,
	group: string,
	indian: boolean,
): DecimalText | null {
	const hasPoint = marks.at(-1) === decimal;
	const groupMarks = hasPoint ? marks.slice(0, -1) : marks;
	const whole = hasPoint ? parts.slice(0, -1) : parts;
	if (groupMarks.some((mark) => mark !== group)) return null;
	if (whole.length > 1 && !isGrouped(whole, indian)) return null;
	const fraction = hasPoint ? (parts.at(-1) ?? '') : '';
	const digits = whole.join('');
	if (digits === '' && fraction === '') return null;
	return decimalText(`${digits === '' ? '0' : digits}.${fraction === '' ? '0' : fraction}`);
}

/** 1–3 digits, then threes: 12 345 678. The Indian style has twos before the last three: 1,23,45,678. */
function isGrouped(parts: readonly string[], indian: boolean): boolean {
	const written = parts.join(' ');
	return (
		/^[1-9]\d{0,2}( \d{3})+$/.test(written) || (indian && /^[1-9]\d?( \d{2})* \d{3}$/.test(written))
	);
}

/** Plain means that the locale's rules leave one reading of the marks. */
function isPlain({ marks }: Cut, { decimal, group }: Separators): boolean {
	const groupMarks = marks.filter((mark) => mark === group).length;
	return groupMarks !== 1 || marks.includes(decimal) || (group !== '.' && group !== ',');
}

// Recursive descent over the tokens, in exact ratios.

interface Outcome {
	readonly kind: 'outcome';
	readonly value: Ratio;
	readonly expression: boolean;
	readonly divided: boolean;
}

function evaluate(tokens: readonly Token[], reading: Reading, end: number): Outcome | Problem {
	let i = 0;
	let divided = false;

	const operatorHere = (): Operator | null => {
		const token = tokens[i];
		return token?.kind === 'operator' ? token.operator : null;
	};
	const problemHere = (code: EntryProblemCode): Problem => ({
		kind: 'problem',
		code,
		at: tokens[i]?.at ?? end,
	});

	const addition = (): Ratio | Problem => {
		let total = multiplication();
		for (let sign = operatorHere(); sign === '+' || sign === '-'; sign = operatorHere()) {
			i++;
			const next = multiplication();
			if (isProblem(total)) return total;
			if (isProblem(next)) return next;
			total = addRatios(total, sign === '+' ? next : negateRatio(next));
		}
		return total;
	};

	const multiplication = (): Ratio | Problem => {
		let product = operand();
		for (let sign = operatorHere(); sign === '*' || sign === '/'; sign = operatorHere()) {
			i++;
			const divisor = i;
			const next = operand();
			if (isProblem(product)) return product;
			if (isProblem(next)) return next;
			if (sign === '*') {
				product = multiplyRatios(product, next);
			} else if (isZero(next.numerator)) {
				return { kind: 'problem', code: 'divide-by-zero', at: tokens[divisor]?.at ?? end };
			} else {
				product = divideRatios(product, next);
				divided = true;
			}
		}
		return product;
	};

	const operand = (): Ratio | Problem => {
		const token = tokens[i];
		if (token === undefined) return problemHere('not-a-number');
		if (token.kind === 'number' || token.kind === 'ambiguous') {
			i++;
			return ratioOf(token.kind === 'number' ? token.value : token[reading]);
		}
		switch (token.operator) {
			case '+':
				i++;
				return operand();
			case '-': {
				i++;
				const value = operand();
				return isProblem(value) ? value : negateRatio(value);
			}
			case '(': {
				i++;
				const value = addition();
				if (isProblem(value)) return value;
				if (operatorHere() === ')') {
					i++;
					return value;
				}
				return tokens[i] === undefined
					? { kind: 'problem', code: 'unbalanced', at: token.at }
					: problemHere('not-a-number');
			}
			default:
				return problemHere(token.operator === ')' ? 'unbalanced' : 'not-a-number');
		}
	};

	const value = addition();
	if (isProblem(value)) return value;
	if (i < tokens.length) return problemHere(operatorHere() === ')' ? 'unbalanced' : 'not-a-number');
	const [first] = tokens;
	const signs = first?.kind === 'operator' && first.operator !== '(' ? 1 : 0;
	return { kind: 'outcome', value, expression: tokens.length > signs + 1, divided };
}

function isProblem(value: Ratio | Problem): value is Problem {
	return 'kind' in value;
}

/** Rounds the result, or refuses it. */
function settle(outcome: Outcome | Problem, options: EntryOptions): Entry {
	if (outcome.kind === 'problem') return outcome;
	const { value, expression, divided } = outcome;
	const places = Math.min(options.places ?? MOST_PLACES, MOST_PLACES);
	const quantity = roundRatio(value, places);
	const rounded = !equalsRatio(quantity, value);
	if (options.allowNegative !== true && isBelowZero(value)) {
		return { kind: 'problem', code: 'negative' };
	}
	const mayRound = options.places === undefined || (divided && places > 0);
	// Zero is a quantity in its own right: nothing may round to it.
	if (rounded && (!mayRound || isZero(quantity)))
		return { kind: 'problem', code: 'too-many-places' };
	return { kind: 'quantity', quantity, expression, rounded };
}

function isBelowZero(ratio: Ratio): boolean {
	return compare(ratio.numerator, '0') * compare(ratio.denominator, '0') < 0;
}

// Locale data. Cached, because Intl objects are slow to create and a sheet formats thousands of numbers.

interface Separators {
	readonly decimal: string;
	readonly group: string;
	/** Groups of two above the last three digits. */
	readonly indian: boolean;
}

interface Digit {
	readonly latin: string;
	readonly system: string;
}

const separatorsKnown = new Map<string, Separators>();
const digitsKnown = new Map<string, ReadonlyMap<string, Digit>>();
const formatsKnown = new Map<string, Intl.NumberFormat>();

function separatorsFor(locale: string, numberingSystem: string): Separators {
	return remembered(separatorsKnown, `${locale} ${numberingSystem}`, () => {
		const parts = new Intl.NumberFormat(locale, { numberingSystem }).formatToParts(12345678.5);
		const mark = (type: 'decimal' | 'group'): string =>
			plainMark(parts.find((part) => part.type === type)?.value ?? '');
		return {
			decimal: mark('decimal'),
			group: mark('group'),
			indian: parts.filter((part) => part.type === 'group').length > 2,
		};
	});
}

/** Digits accepted in the locale: Latin, Arabic-Indic, extended Arabic-Indic and its own. */
export function digitsFor(locale: string): ReadonlyMap<string, Digit> {
	return remembered(digitsKnown, locale, () => {
		const own = new Intl.NumberFormat(locale).resolvedOptions().numberingSystem;
		const digits = new Map<string, Digit>();
		for (const system of new Set([own, 'latn', 'arab', 'arabext'])) {
			const format = new Intl.NumberFormat('en', { numberingSystem: system });
			for (let value = 0; value <= 9; value++) {
				digits.set(format.format(value), { latin: String(value), system });
			}
		}
		return digits;
	});
}

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
		});
	});
}

function remembered<T>(known: Map<string, T>, key: string, make: () => T): T {
	const before = known.get(key);
	if (before !== undefined) return before;
	const made = make();
	known.set(key, made);
	return made;
}

/** Maps variants of a mark to one: every space, both apostrophes, the Arabic comma. */
function plainMark(mark: string): string {
	if (mark === '’') return "'";
	if (mark === '،') return ',';
	return SPACE.test(mark) ? ' ' : mark;
}
