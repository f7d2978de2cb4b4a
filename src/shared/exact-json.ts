// JSON in which no number passes through a binary float. The service writes quantities and money as JSON numbers;
// here every number keeps the digits it was written with.

/** A JSON number by its digits, as they stand in the text. */
export class ExactNumber {
	readonly text: string;
	constructor(text: string) {
		this.text = text;
	}
	/** The digits without exponent, so that decimal arithmetic and comparison can take them as text. */
	get decimal(): string {
		return withoutExponent(this.text);
	}
	toString(): string {
		return this.text;
	}
	/** So that JSON.stringify writes these digits wherever the number stands. */
	toJSON(): object {
		return JSON.rawJSON(this.text);
	}
}

/** A JSON value whose numbers are exact. */
export type ExactJson =
	| null
	| boolean
	| string
	| ExactNumber
	| readonly ExactJson[]
	| { readonly [key: string]: ExactJson | undefined };

// Both are part of ECMAScript 2026 (JSON.parse source text access) and of the engines we run in (Node 24, Chromium),
// but not of TypeScript's library yet.
declare global {
	interface JSON {
		rawJSON(text: string): object;
		parse(
			text: string,
			reviver: (this: unknown, key: string, value: unknown, context: { source: string }) => unknown,
		): unknown;
	}
}

/**
 * Parses JSON, each number as an `ExactNumber`.
 * @throws SyntaxError where the text is not JSON.
 */
export function parseExact(text: string): ExactJson {
	return JSON.parse(text, (_key, value, context) =>
		typeof value === 'number' ? new ExactNumber(context.source) : value,
	) as ExactJson; // The reviver leaves no number behind, and JSON has no other kinds.
}

/** Writes JSON, each `ExactNumber` with the digits it was made of. */
export function stringifyExact(value: ExactJson | undefined): string {
	return JSON.stringify(value);
}

function withoutExponent(text: string): string {
	const match = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d+)$/.exec(text);
	if (!match) return text;
	const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
	const digits = whole + fraction;
	const point = whole.length + Number(exponent);
	// A number of more digits than this is no quantity; its digits would only fill the memory.
	if (Math.abs(point) > 400) throw new RangeError(`The number ${text} is out of range.`);
	if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
	if (point >= digits.length) return `${sign}${digits}${'0'.repeat(point - digits.length)}`;
	return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
