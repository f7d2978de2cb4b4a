import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	ExactNumber,
	parseExact,
	parseExactInPieces,
	parseStored,
	stringifyExact,
	type ExactJson,
} from './exact-json.ts';

/** JSON text and its value. */
interface Written {
	text: string;
	says: ExactJson;
}

const number = fc
	.tuple(
		fc.constantFrom('', '-'),
		fc.oneof(
			fc.constantFrom(
				'0',
				'7',
				'10',
				'999999999999999',
				'1234567890123456789012345678901234567890',
			),
			fc.nat().map(String),
		),
		fc.oneof(
			fc.constantFrom('', '.0', '.10', '.000000001', '.3500'),
			fc.nat().map((n) => `.${n}`),
		),
		fc.constantFrom('', '', '', 'e3', 'E+12', 'e-400', 'e0'),
	)
	.map((parts): Written => ({ text: parts.join(''), says: new ExactNumber(parts.join('')) }));

const string = fc
	.oneof(
		fc.string(),
		fc.string({ unit: 'binary' }),
		fc.constantFrom('__proto__', 'constructor', '1', '', '\\', '"', '":1.50,"', '\u2028', '\n'),
	)
	.map((says) => ({ text: JSON.stringify(says), says }));

const space = fc.constantFrom('', '', '', ' ', '\n\t', '\r\n  ');

/** Random white space, numbers in any form, and duplicate names. */
const { value: json } = fc.letrec<{ value: Written }>((tie) => {
	const spaced = fc
		.tuple(space, tie('value'), space)
		.map(([before, { text, says }, after]) => ({ text: before + text + after, says }));
	const member = fc.tuple(space, string, space, spaced).map(([before, name, after, value]) => ({
		text: `${before}${name.text}${after}:${value.text}`,
		says: [name.says, value.says] as const,
	}));
	const textOf = (parts: readonly { text: string }[]) => parts.map(({ text }) => text).join(',');
	return {
		value: fc.oneof(
			{ maxDepth: 4, depthSize: 'small' },
			number,
			string,
			fc.constantFrom<Written>(
				{ text: 'true', says: true },
				{ text: 'false', says: false },
				{ text: 'null', says: null },
				{ text: '[ ]', says: [] },
				{ text: '{\t}', says: {} },
			),
			fc.array(spaced, { maxLength: 5 }).map((parts) => ({
				text: `[${textOf(parts)}]`,
				says: parts.map(({ says }) => says),
			})),
			fc.array(member, { maxLength: 5 }).map((parts) => ({
				text: `{${textOf(parts)}}`,
				says: Object.fromEntries(parts.map(({ says }) => says)),
			})),
		),
	};
});

describe('parseExact', () => {
	test('reads JSON with the digits of every number', () => {
		fc.assert(
			fc.property(json, ({ text, says }) => {
				const read = parseExact(text);
				expect(read).toEqual(says);
				// toEqual ignores the order of fields; this does not.
				expect(stringifyExact(read)).toBe(stringifyExact(says));
			}),
			{ numRuns: 2_000 },
		);
	});

	test('refuses what the engine refuses', () => {
		const broken = fc
			.tuple(
				json,
				fc.nat(),
				fc.nat(3),
				fc.constantFrom('', '"', ',', '}', ']', '0', '-', '.', '\\'),
			)
			.map(([{ text }, place, taken, put]) => {
				const at = place % (text.length + 1);
				return text.slice(0, at) + put + text.slice(at + taken);
			});
		const isRead = (read: () => unknown): boolean => {
			try {
				read();
				return true;
			} catch (error) {
				expect(error).toBeInstanceOf(SyntaxError);
				return false;
			}
		};
		fc.assert(
			fc.property(broken, (text) => {
				expect(isRead(() => parseExact(text))).toBe(isRead(() => JSON.parse(text)));
			}),
			{ numRuns: 5_000 },
		);
	});

	test.each([
		'',
		' ',
		'01',
		'1.',
		'.5',
		'+1',
		'1e',
		'--1',
		'NaN',
		'tru',
		'truely',
		'[1,]',
		'{"a"}',
	])('refuses %j', (text) => {
		expect(() => parseExact(text)).toThrow(SyntaxError);
	});

	test('keeps a field called __proto__ as a field', () => {
		const read = parseExact('{"__proto__":{"isAdmin":true}}') as Record<string, ExactJson>;
		expect(Object.keys(read)).toEqual(['__proto__']);
		expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
	});

	test('distinguishes two short names with escapes, which the engine does not always', () => {
		for (const name of ['\\', '"', '\n']) {
			const text = JSON.stringify({ '': '', [name]: {} });
			expect(Object.keys(parseExact(text) ?? {})).toEqual(['', name]);
		}
	});

	test('writes the digits it read', () => {
		const text = '{"quantity":2.3500,"big":12345678901234567890.10,"small":1E-7}';
		expect(stringifyExact(parseExact(text))).toBe(text);
	});
});

describe('parseStored', () => {
	test('returns numbers if they are exact, and loses no digit of the others', () => {
		fc.assert(
			fc.property(json, ({ says }) => {
				const text = stringifyExact(says);
				expect(JSON.stringify(parseStored(text))).toBe(text);
			}),
		);
		expect(parseStored('{"uomId":3,"count":-0,"till":9007199254740993,"rate":1.5}')).toEqual({
			uomId: 3,
			count: new ExactNumber('-0'),
			till: new ExactNumber('9007199254740993'),
			rate: 1.5,
		});
	});
});

describe('parseExactInPieces', () => {
	test('reads a long text piece by piece, pausing after each', () => {
		const rows = Array.from(
			{ length: 20_000 },
			(_, id) => `{"id":"${String(id)}","quantity":1.50}`,
		);
		const text = `{"rows":[${rows.join(',')}]}`;
		const pieces = parseExactInPieces(text);
		let pauses = 0;
		for (;;) {
			const { done, value } = pieces.next();
			if (done === true) {
				expect(value).toEqual(parseExact(text));
				break;
			}
			pauses += 1;
		}
		expect(pauses).toBe(Math.floor(text.length / (256 * 1024)));
	});

	test('refuses a truncated long text', () => {
		const pieces = parseExactInPieces(`[${'1,'.repeat(300_000)}`);
		expect(() => {
			while (pieces.next().done !== true);
		}).toThrow(SyntaxError);
	});
});

describe('limits on a text', () => {
	test('deep nesting is refused before the stack overflows', () => {
		for (const opened of ['[', '{"a":', '[{"a":']) {
			expect(() => parseExact(opened.repeat(100_000))).toThrow(SyntaxError);
		}
		expect(parseExact(`${'['.repeat(400)}1${']'.repeat(400)}`)).toBeInstanceOf(Array);
		expect(() => parseExact('[[[1]]]', 2)).toThrow(SyntaxError);
		// Only nesting is limited, not the number of siblings.
		expect(parseExact('[[1],[{"a":[]}],{},[2]]', 3)).toHaveLength(4);
	});

	test.each([
		'1e999',
		'-1e-999',
		'1e99999999999999999999',
		'9'.repeat(500),
		`0.${'1'.repeat(500)}`,
	])('%s is not a decimal, and keeps its digits', (text) => {
		const number = new ExactNumber(text);
		expect(number.decimal).toBeNull();
		expect(stringifyExact(parseExact(text))).toBe(text);
	});
});
