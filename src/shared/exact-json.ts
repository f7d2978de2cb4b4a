// JSON without binary floats: the service writes quantities and money as JSON numbers, and every number keeps its
// digits.

/** A JSON number with its digits as written. */
export class ExactNumber {
	readonly text: string;
	constructor(text: string) {
		this.text = text;
	}
	/**
	 * The digits without an exponent, for decimal arithmetic; null if longer than any real quantity, which would only
	 * fill memory.
	 */
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

/** A JSON value with exact numbers. */
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
	return createReader(text, depth, exactly).readWhole();
}

/** Like `parseExact`, yielding between short pieces. */
export const parseExactInPieces = (
	text: string,
	depth = mostDepth,
): Generator<undefined, ExactJson> => inPieces(createReader(text, depth, exactly));

/** Far deeper than any record, far below the stack limit. */
const mostDepth = 500;

/** Writes JSON with the original digits of each `ExactNumber`. */
export function stringifyExact(value: ExactJson | undefined): string {
	return JSON.stringify(value);
}

/**
 * Parses JSON of a record that we wrote. A value becomes a plain number if that is exact (small integers in our
 * records), else it keeps its digits. Writing it again gives the same digits.
 * @throws SyntaxError if the text is not JSON.
 */
export function parseStored(text: string): unknown {
	return MAY_LOSE_DIGITS.test(text)
		? createReader(text, mostDepth, plainly).readWhole()
		: JSON.parse(text);
}

/** Like `parseStored`, yielding between short pieces. */
export const parseStoredInPieces = (text: string): Generator<undefined, unknown> =>
	inPieces(createReader(text, mostDepth, plainly));

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

/** RFC 8259, section 6. */
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

interface Reader<Numeral> {
	readWhole(): JsonOf<Numeral>;
	/** @returns the whole value; undefined if it continues after this character */
	readUntil(character: number): JsonOf<Numeral> | undefined;
}

/** A list or record being read. */
type Open<Numeral> =
	| { list: JsonOf<Numeral>[] }
	| { list: null; record: Record<string, JsonOf<Numeral>>; name: string };

function createReader<Numeral>(
	text: string,
	depth: number,
	numeral: (digits: string) => Numeral,
): Reader<Numeral> {
	type Json = JsonOf<Numeral>;
	let at = 0;
	/** Open lists and records, innermost last. */
	const around: Open<Numeral>[] = [];
	/** Index of the next backslash; past the end if none is left. */
	let backslash = 0;
	// JSON without line breaks, as services send it, contains no control character at all.
	const mayHoldControl = CONTROL_CHARACTER.test(text);

	const wrong = (): never => {
		throw new SyntaxError(`This is not JSON from character ${String(at + 1)} on.`);
	};

	/** Skips white space. @returns the next character's code, NaN at the end */
	const ahead = (): number => {
		let code = text.charCodeAt(at);
		while (code === SPACE || code === LINE_FEED || code === CARRIAGE_RETURN || code === TAB) {
			code = text.charCodeAt(++at);
		}
		return code;
	};

	const readWord = <Value>(word: string, value: Value): Value => {
		if (!text.startsWith(word, at)) wrong();
		at += word.length;
		return value;
	};

	const readNumber = (): Numeral => {
		NUMBER.lastIndex = at;
		if (!NUMBER.test(text)) wrong();
		const digits = text.slice(at, NUMBER.lastIndex);
		at = NUMBER.lastIndex;
		return numeral(digits);
	};

	const readString = (): string => {
		const from = at + 1;
		let end = text.indexOf('"', from);
		if (end < 0) wrong();
		if (backslash < from) {
			const next = text.indexOf('\\', from);
			backslash = next < 0 ? text.length : next;
		}
		if (end < backslash) {
			at = end + 1;
			const string = text.slice(from, end);
			return mayHoldControl && CONTROL_CHARACTER.test(string) ? wrong() : string;
		}
		for (end = backslash; text.charCodeAt(end) !== QUOTE; end++) {
			if (text.charCodeAt(end) === BACKSLASH) end++;
			if (end >= text.length) wrong();
		}
		const string: unknown = JSON.parse(text.slice(from - 1, end + 1));
		at = end + 1;
		return typeof string === 'string' ? string : wrong();
	};

	const readName = (): string => {
		if (ahead() !== QUOTE) wrong();
		const name = readString();
		if (ahead() !== COLON) wrong();
		at++;
		return name;
	};

	const open = (inner: Open<Numeral>): void => {
		if (around.length >= depth) {
			throw new SyntaxError(`This JSON is more than ${String(depth)} deep.`);
		}
		around.push(inner);
	};

	/** @returns undefined if a nonempty list or record begins */
	const readValue = (): Json | undefined => {
		switch (ahead()) {
			case QUOTE:
				return readString();
			case OPENING_BRACE: {
				const record: Record<string, Json> = {};
				at++;
				if (ahead() === CLOSING_BRACE) {
					at++;
					return record;
				}
				open({ list: null, record, name: readName() });
				return undefined;
			}
			case OPENING_BRACKET: {
				const list: Json[] = [];
				at++;
				if (ahead() === CLOSING_BRACKET) {
					at++;
					return list;
				}
				open({ list });
				return undefined;
			}
			case 0x74:
				return readWord('true', true);
			case 0x66:
				return readWord('false', false);
			case 0x6e:
				return readWord('null', null);
			default:
				return readNumber();
		}
	};

	/** Adds a value to its parent. @returns the outermost value completed by it; undefined if more follows */
	const put = (value: Json, inner: Open<Numeral>): Json | undefined => {
		if (inner.list !== null) inner.list.push(value);
		else setField(inner.record, inner.name, value);
		const code = ahead();
		if (code === COMMA) {
			at++;
			if (inner.list === null) inner.name = readName();
			return undefined;
		}
		if (code !== (inner.list === null ? CLOSING_BRACE : CLOSING_BRACKET)) wrong();
		at++;
		around.pop();
		return inner.list ?? inner.record;
	};

	const readUntil = (character: number): Json | undefined => {
		while (at < character) {
			let value = readValue();
			while (value !== undefined) {
				const inner = around[around.length - 1];
				if (inner === undefined) {
					ahead();
					return at < text.length ? wrong() : value;
				}
				value = put(value, inner);
			}
		}
		return undefined;
	};

	return {
		readUntil,
		readWhole() {
			const value = readUntil(Infinity);
			return value === undefined ? wrong() : value;
		},
	};
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
