// Splits a typed quantity into numbers, as the locale writes them, operators and brackets.
import { decimalText, type DecimalText } from './decimal.ts';
import { remembered } from './remembered.ts';

export type EntryProblemCode =
	'not-a-number' | 'divide-by-zero' | 'negative' | 'too-long' | 'too-many-places' | 'unbalanced';

export type Operator = '+' | '-' | '*' | '/' | '(' | ')';
export type Reading = 'point' | 'group';

export type Token =
	| { readonly kind: 'operator'; readonly operator: Operator; readonly at: number }
	| { readonly kind: 'number'; readonly value: DecimalText; readonly at: number }
	| {
			readonly kind: 'ambiguous';
			readonly point: DecimalText;
			readonly group: DecimalText;
			readonly likely: Reading;
			readonly at: number;
	  };

export interface Problem {
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
export const DIRECTION_MARKS = /[\u061C\u200E\u200F]/g;
const SPACE = /\s/;

export function tokenize(typed: string, locale: string): Token[] | Problem {
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
		else if (isGroupSpace(characters, i, locale)) i++;
		else break;
	}
	return i;
}

/** A space continues a number only between digits, in a locale that groups with spaces. */
function isGroupSpace(characters: readonly Character[], i: number, locale: string): boolean {
	if (!SPACE.test(characters[i]?.text ?? '')) return false;
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
			point: decimalText(`${left}.${right}`),
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
	return decimalText(`${digits}.${fraction}`);
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
	return marks.length !== 1 || marks[0] === decimal || (group !== '.' && group !== ',');
}

// Locale data. Cached, because Intl objects are slow to create and a sheet formats thousands of numbers.

interface Separators {
	readonly decimal: string;
	readonly group: string;
	readonly indian: boolean;
}

interface Digit {
	readonly latin: string;
	readonly system: string;
}

const separatorsKnown = new Map<string, Separators>();
const digitsKnown = new Map<string, ReadonlyMap<string, Digit>>();

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

export function inLatinDigits(typed: string, locale: string): string {
	const digits = digitsFor(locale);
	return Array.from(typed, (text) => digits.get(text)?.latin ?? text).join('');
}

/** Digits accepted in the locale: Latin, Arabic-Indic, extended Arabic-Indic and its own. */
function digitsFor(locale: string): ReadonlyMap<string, Digit> {
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

/** Maps variants of a mark to one: every space, both apostrophes, the Arabic comma. */
function plainMark(mark: string): string {
	if (mark === '’') return "'";
	if (mark === '،') return ',';
	return SPACE.test(mark) ? ' ' : mark;
}
