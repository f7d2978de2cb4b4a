import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvOf, defused } from './csv.ts';
import type { ReportTable } from './report.ts';

const parse = (csv: string): string[][] =>
	Papa.parse<string[]>(csv.replace(/\r\n$/, ''), { delimiter: ',', newline: '\r\n' }).data;

/** What is left of a text when apostrophes, ours or not, and what no file holds are taken out. */
const bare = (text: string) => text.replace(/['\0\cZ\uFEFF\p{Cs}]/gu, '');

/**
 * Cells as read by an importer that splits at this separator and ignores quotes, without leading characters it drops.
 */
const cellsAt = (separator: string, csv: string) =>
	csv.split(new RegExp(`[${separator}\\r\\n]`)).map((cell) => cell.replace(/^[\s\p{C}"]+/u, ''));

/** The first line as the heading, and the last as the totals where there are three. */
const table = ([heading = [], ...rows]: string[][]): ReportTable => ({
	name: 'Waste',
	columns: heading.map((label) => ({ kind: 'text', label })),
	...(rows.length < 2 ? { rows } : { rows: rows.slice(0, -1), totals: rows.at(-1) ?? [] }),
});

/** Characters at which some importers begin another line. */
const breaks = ['\v', '\f', '\x1C', '\x1D', '\x1E', '\x1F', '\x85', '\u2028', '\u2029'];

const hostile = fc.oneof(
	fc.string({ unit: 'grapheme' }),
	fc
		.tuple(
			fc.constantFrom("'", "'=", '=', '+', '-', '@', '\t', '\r', '\n', '＝', '"', ','),
			fc.constantFrom('', ' ', ';', '\0', '\uFEFF', '"', '\u00A0', '|', '\uD800', ...breaks),
			fc.constantFrom('', '=', '-', '＋', ';=', '; @'),
			fc.string(),
		)
		.map((parts) => parts.join('')),
);
const grid = fc
	.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 2, max: 6 }))
	.chain(([width, height]) =>
		fc.array(fc.array(hostile, { minLength: width, maxLength: width }), {
			minLength: height,
			maxLength: height,
		}),
	);

describe('CSV', () => {
	it('round-trips every text', () => {
		fc.assert(
			fc.property(grid, (texts) => {
				const rows = parse(csvOf(table(texts)).replace(/^\uFEFF/, ''));
				expect(rows.map((row) => row.map(bare))).toEqual(texts.map((row) => row.map(bare)));
			}),
		);
	});

	it.each([',', ';', '\t', '|', ...breaks])(
		'leaves nothing that an importer at %j would run',
		(separator) => {
			fc.assert(
				fc.property(grid, (texts) => {
					for (const cell of cellsAt(separator, csvOf(table(texts)))) {
						const runs = /^[=+\-@＝＋－＠]/.test(cell) && !/^-\d+(\.\d+)?(,|"|$)/.test(cell);
						expect(runs ? cell : '').toBe('');
					}
				}),
				{ numRuns: 300 },
			);
		},
	);

	it.each([
		['a;=1+1;b', "a;'=1+1;b"],
		[' =1+1', " '=1+1"],
		['\uFEFF=1+1', "'=1+1"],
		['\0=1+1', "'=1+1"],
		['a\t=1+1', "a\t'=1+1"],
		['a\n+1', "a\n'+1"],
		['a\u2028=1+1', "a\u2028'=1+1"],
		['a\x1A=1+1', 'a=1+1'],
		['\u200B＝1+1', "\u200B'＝1+1"],
		['x;"=1', 'x;"\'=1'],
	])('defuses %j', (text, written) => {
		expect(defused(text)).toBe(written);
	});

	it('keeps numbers exact, including negative ones, and writes dates that are read as dates', () => {
		const csv = csvOf(
			{
				name: 'Waste',
				columns: [
					{ kind: 'decimal', label: 'Quantity' },
					{ kind: 'day', label: 'Day' },
					{ kind: 'instant', label: 'At' },
				],
				rows: [
					['-2.070', '2026-11-20', Date.UTC(2026, 10, 20, 23, 5)],
					['12345678901234567890.125', null, null],
				],
				totals: ['-3', null, null],
			},
			'Asia/Dubai',
		);
		expect(csv).toBe(
			'\uFEFFQuantity,Day,At\r\n-2.070,2026-11-20,2026-11-21 03:05\r\n12345678901234567890.125,,\r\n-3,,\r\n',
		);
	});

	it('defuses a difference typed as text, but not a plain number', () => {
		expect(defused('-2+3')).toBe("'-2+3");
		expect(defused('-2.5')).toBe('-2.5');
		expect(defused("=cmd|' /C calc'!A0")).toBe("'=cmd|' /C calc'!A0");
		expect(defused("it's")).toBe("it's");
	});
});
