// JSON without binary floats: the service writes quantities and money as JSON numbers, and every number keeps its
// digits.

export class ExactNumber {
	readonly text: string;
	constructor(text: string) {
		this.text = text;
	}
	/** Without an exponent; null if longer than any real quantity, which would only fill memory. */
	get decimal(): string | null {
		return withoutExponent(this.text);
	}
	toString(): string {
		return this.text;
	}
	/** Makes JSON.stringify write these digits. */
	toJSON(): object {
		return JSON.rawJSON(this.text);
	}
}

type JsonOf<Numeral> =
	| null
	| boolean
	| string
	| Numeral
	| readonly JsonOf<Numeral>[]
	| { readonly [key: string]: JsonOf<Numeral> | undefined };

export type ExactJson = JsonOf<ExactNumber>;

// In ECMAScript 2026 and our engines (Node 24, Chromium), but not in TypeScript's library yet.
declare global {
	interface JSON {
		rawJSON(text: string): object;
	}
}

/**
 * Parses JSON with each number as an `ExactNumber`. Has its own parser, because `JSON.parse` gives number digits only
 * to a reviver, which is four times slower. (Also, V8 13.6 confuses the name `"\""` with `"\\"` after meeting it in the
 * same place.)
 * @param depth maximum nesting
 * @throws SyntaxError if the text is not JSON, or nested deeper.
 */
export function parseExact(text: string, depth = mostDepth): ExactJson {
	return new Reader(text, depth, exactly).readWhole();
}

export const parseExactInPieces = (
	text: string,
	depth = mostDepth,
): Generator<undefined, ExactJson> => inPieces(new Reader(text, depth, exactly));

/** Far deeper than any record, far below the stack limit. */
const mostDepth = 500;

export function stringifyExact(value: ExactJson | undefined): string {
	return JSON.stringify(value);
}

/**
 * A value becomes a plain number if that is exact (small integers in our records), else it keeps its digits.
 * @throws SyntaxError
 */
export function parseStored(text: string): unknown {
	return MAY_LOSE_DIGITS.test(text)
		? new Reader(text, mostDepth, plainly).readWhole()
		: JSON.parse(text);
}

/** Like `parseStored`, yielding between short pieces. */
export const parseStoredInPieces = (text: string): Generator<undefined, unknown> =>
	inPieces(new Reader(text, mostDepth, plainly));

/** A number of 16 digits or more, a fraction, an exponent or a negative zero. May also match inside a string. */
const MAY_LOSE_DIGITS = /(?:^|[:[,])\s*(?:-?(?:\d{16}|\d+[.eE])|-0)/;

const exactly = (digits: string): ExactNumber => new ExactNumber(digits);

function plainly(digits: string): number | ExactNumber {
	const number = Number(digits);
	return String(number) === digits ? number : new ExactNumber(digits);
}

/** A few milliseconds of work per piece. */
const pieceLength = 256 * 1024;

function* inPieces<Numeral>(reader: Reader<Numeral>): Generator<undefined, JsonOf<Numeral>> {
	for (let until = pieceLength; ; until += pieceLength) {
		const value = reader.readUntil(until);
		if (value !== undefined) return value;
		yield;
	}
}

/** On either side of the point. */
const mostDigits = 400;

function withoutExponent(text: string): string | null {
	const match = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d+)$/.exec(text);
	if (!match) return text.length > mostDigits ? null : text;
	const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
	const digits = whole + fraction;
	const point = whole.length + Number(exponent);
	if (Math.abs(point) > mostDigits || digits.length > mostDigits) return null;
	if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
	if (point >= digits.length) return `${sign}${digits}${'0'.repeat(point - digits.length)}`;
	return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Any character below the space. */
const CONTROL_CHARACTER = /[^ -\uffff]/;

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

type Open<Numeral> =
	| { list: JsonOf<Numeral>[] }
	| { list: null; record: Record<string, JsonOf<Numeral>>; name: string };

class Reader<Numeral> {
	readonly #text: string;
	readonly #depth: number;
	readonly #numeral: (digits: string) => Numeral;
	#at = 0;
	/** Open lists and records, innermost last. */
	readonly #around: Open<Numeral>[] = [];
	/** Index of the next backslash; past the end if none is left. */
	#backslash = 0;
	/** JSON without line breaks, as services send it, contains no control character at all. */
	readonly #mayHoldControl: boolean;

	constructor(text: string, depth: number, numeral: (digits: string) => Numeral) {
		this.#text = text;
		this.#depth = depth;
		this.#numeral = numeral;
		this.#mayHoldControl = CONTROL_CHARACTER.test(text);
	}

	readWhole(): JsonOf<Numeral> {
		const value = this.readUntil(Infinity);
		return value === undefined ? this.#wrong() : value;
	}

	/** @returns the whole value; undefined if it continues after this character */
	readUntil(character: number): JsonOf<Numeral> | undefined {
		while (this.#at < character) {
			let value = this.#readValue();
			while (value !== undefined) {
				const inner = this.#around[this.#around.length - 1];
				if (inner === undefined) {
					this.#ahead();
					return this.#at < this.#text.length ? this.#wrong() : value;
				}
				value = this.#put(value, inner);
			}
		}
		return undefined;
	}

	#wrong(): never {
		throw new SyntaxError(`This is not JSON from character ${String(this.#at + 1)} on.`);
	}

	/** Skips white space. @returns the next character's code, NaN at the end */
	#ahead(): number {
		let code = this.#text.charCodeAt(this.#at);
		while (code === SPACE || code === LINE_FEED || code === CARRIAGE_RETURN || code === TAB) {
			code = this.#text.charCodeAt(++this.#at);
		}
		return code;
	}

	/** @returns undefined if a nonempty list or record begins */
	#readValue(): JsonOf<Numeral> | undefined {
		switch (this.#ahead()) {
			case QUOTE:
				return this.#readString();
			case OPENING_BRACE: {
				const record: Record<string, JsonOf<Numeral>> = {};
				this.#at++;
				if (this.#ends(CLOSING_BRACE)) return record;
				this.#open({ list: null, record, name: this.#readName() });
				return undefined;
			}
			case OPENING_BRACKET: {
				const list: JsonOf<Numeral>[] = [];
				this.#at++;
				if (this.#ends(CLOSING_BRACKET)) return list;
				this.#open({ list });
				return undefined;
			}
			case 0x74:
				return this.#readWord('true', true);
			case 0x66:
				return this.#readWord('false', false);
			case 0x6e:
				return this.#readWord('null', null);
			default:
				return this.#readNumber();
		}
	}

	#ends(closing: number): boolean {
		if (this.#ahead() !== closing) return false;
		this.#at++;
		return true;
	}

	#readWord<Value>(word: string, value: Value): Value {
		if (!this.#text.startsWith(word, this.#at)) this.#wrong();
		this.#at += word.length;
		return value;
	}

	#readNumber(): Numeral {
		NUMBER.lastIndex = this.#at;
		if (!NUMBER.test(this.#text)) this.#wrong();
		const digits = this.#text.slice(this.#at, NUMBER.lastIndex);
		this.#at = NUMBER.lastIndex;
		return this.#numeral(digits);
	}

	#readString(): string {
		const text = this.#text;
		const from = this.#at + 1;
		let end = text.indexOf('"', from);
		if (end < 0) this.#wrong();
		if (this.#backslash < from) {
			const next = text.indexOf('\\', from);
			this.#backslash = next < 0 ? text.length : next;
		}
		if (end < this.#backslash) {
			this.#at = end + 1;
			const string = text.slice(from, end);
			return this.#mayHoldControl && CONTROL_CHARACTER.test(string) ? this.#wrong() : string;
		}
		for (end = this.#backslash; text.charCodeAt(end) !== QUOTE; end++) {
			if (text.charCodeAt(end) === BACKSLASH) end++;
			if (end >= text.length) this.#wrong();
		}
		const string: unknown = JSON.parse(text.slice(from - 1, end + 1));
		this.#at = end + 1;
		return typeof string === 'string' ? string : this.#wrong();
	}

	#readName(): string {
		if (this.#ahead() !== QUOTE) this.#wrong();
		const name = this.#readString();
		if (this.#ahead() !== COLON) this.#wrong();
		this.#at++;
		return name;
	}

	#open(inner: Open<Numeral>): void {
		if (this.#around.length >= this.#depth) {
			throw new SyntaxError(`This JSON is more than ${String(this.#depth)} deep.`);
		}
		this.#around.push(inner);
	}

	/** Adds a value to its parent. @returns the list or record completed by it; undefined if more follows */
	#put(value: JsonOf<Numeral>, inner: Open<Numeral>): JsonOf<Numeral> | undefined {
		if (inner.list !== null) inner.list.push(value);
		else setField(inner.record, inner.name, value);
		const code = this.#ahead();
		if (code === COMMA) {
			this.#at++;
			if (inner.list === null) inner.name = this.#readName();
			return undefined;
		}
		if (code !== (inner.list === null ? CLOSING_BRACE : CLOSING_BRACKET)) this.#wrong();
		this.#at++;
		this.#around.pop();
		return inner.list ?? inner.record;
	}
}

function setField<Value>(record: Record<string, Value>, name: string, value: Value): void {
	if (name === '__proto__') {
		// Assigning `__proto__` would set the prototype instead.
		const own = { value, writable: true, enumerable: true, configurable: true };
		Object.defineProperty(record, name, own);
	} else {
		record[name] = value;
	}
}
