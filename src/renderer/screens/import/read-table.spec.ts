// Files that nobody should have to trust: each is read as its author meant it, or ends with a message.
import { mkdtempSync, openAsBlob, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { writeXlsx, type WriteSheet } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { mostColumns, mostRows } from '../../../shared/bridge/import.ts';
import { longestRow, readFile, type FileRead, type TextChoice } from './read-table.ts';
import { askedRows, headsOf } from './table-thread.ts';

const guessing: TextChoice = { encoding: '', separator: '', otherwise: 'windows-1252' };

const fileOf = (bytes: string | Uint8Array, name = 'prices.csv') =>
	new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name);

const readBytes = (bytes: string | Uint8Array, choice: Partial<TextChoice> = {}) =>
	readFile(fileOf(bytes), { ...guessing, ...choice });

async function workbook(...sheets: Partial<WriteSheet>[]): Promise<Uint8Array> {
	const named = sheets.map((sheet, at) => ({ name: `Sheet ${String(at + 1)}`, ...sheet }));
	return new Uint8Array(await writeXlsx({ sheets: named }));
}

/** Headings and rows of the only sheet; else why it was not read. */
function told(read: FileRead): unknown {
	if (!read.ok) return { [read.key]: read.values };
	const [{ headings, rows } = { headings: [], rows: [] }] = read.sheets;
	return [headings, ...rows];
}

const header = ['Name', 'Price'];
const csv = 'Name;Price\nCrème brûlée;1,50\n';

describe('a text file', () => {
	const asUtf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'));
	const swapped = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le').swap16());
	const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

	test.each([
		['UTF-8', csv, 'utf-8'],
		['UTF-8 with a mark', `\uFEFF${csv}`, 'utf-8'],
		['UTF-16', asUtf16(csv), 'utf-16le'],
		['UTF-16 with a mark', asUtf16(`\uFEFF${csv}`), 'utf-16le'],
		['big-endian UTF-16', swapped(csv), 'utf-16be'],
		['big-endian UTF-16 with a mark', swapped(`\uFEFF${csv}`), 'utf-16be'],
		['Windows-1252', latin(csv), 'windows-1252'],
	])('in %s is read with its accents, and says in which characters', async (_, bytes, encoding) => {
		const read = await readBytes(bytes);
		expect(told(read)).toEqual([header, ['Crème brûlée', '1,50']]);
		expect(read).toMatchObject({ text: { encoding, separator: ';', isWrong: false } });
	});

	test('that is not Unicode is read in the characters of the region', async () => {
		const bytes = new Uint8Array([
			...Buffer.from('Name;Price\n'),
			0xcd,
			0xe1,
			0xed,
			0xc8,
			0x3b,
			0x31,
		]);
		expect(told(await readBytes(bytes, { otherwise: 'windows-1256' }))).toEqual([
			header,
			['حليب', '1'],
		]);
	});

	test('in characters that it does not have says so, and is shown all the same', async () => {
		const read = await readBytes(latin(csv), { encoding: 'utf-8' });
		expect(read).toMatchObject({ text: { isWrong: true } });
		expect(told(read)).toEqual([header, ['Cr\uFFFDme br\uFFFDl\uFFFDe', '1,50']]);
	});

	test.each(['Name\tPrice', 'Name|Price', 'Name,Price', 'Name;Price', 'sep=;\r\nName;Price'])(
		'finds its separator: %j',
		async (headings) => {
			const separator = /[\t|,;](?=Price)/.exec(headings)?.[0] ?? '';
			const read = await readBytes(`${headings}\nMilk${separator}007\n`);
			expect(told(read)).toEqual([header, ['Milk', '007']]);
		},
	);

	test('finds its separator beside decimal commas', async () => {
		const read = await readBytes('Name;Price\nMilk;1,20\nEggs;2,30\nSalt;0,40\n');
		expect(told(read)).toEqual([header, ['Milk', '1,20'], ['Eggs', '2,30'], ['Salt', '0,40']]);
	});

	test('keeps formulas as text and leading zeros as they are', async () => {
		const cells = ['=HYPERLINK("http://x","y")', '@SUM(A1)', '0012', '+49 30'];
		const quoted = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`);
		expect(told(await readBytes(`a;b;c;d\n${quoted.join(';')}\n`))).toEqual([
			['a', 'b', 'c', 'd'],
			cells,
		]);
	});

	test('names the row of a quotation mark that nothing closes', async () => {
		const rows = 'Name;Price\nMilk;1\n"Eggs;2\nSalt;3\n';
		expect(told(await readBytes(rows))).toEqual({ 'import.openQuote': { row: 3 } });
		expect(told(await readBytes(`sep=;\n${rows}`))).toEqual({ 'import.openQuote': { row: 4 } });
	});

	test('has its headings below a title', async () => {
		const read = await readBytes('Price list\n\nName;Price;Code\nMilk;1;7\n');
		expect(told(read)).toEqual([
			['Name', 'Price', 'Code'],
			['Milk', '1', '7'],
		]);
		expect(read).toMatchObject({ sheets: [{ above: 2 }] });
	});

	test('of one column may have short rows', async () => {
		expect(told(await readBytes('Name\n\nMilk\n'))).toEqual([['Name'], [''], ['Milk']]);
	});
});

describe('a file that cannot be used ends with a message', () => {
	test('and is not even read if it is too big', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'stillroom-big-'));
		const path = join(folder, 'big.csv');
		try {
			writeFileSync(path, '');
			truncateSync(path, 100_000_000);
			const { size } = await openAsBlob(path);
			const arrayBuffer = () => Promise.reject(new Error('It was read.'));
			const read = await readFile({ name: 'big.csv', size, arrayBuffer }, guessing);
			expect(told(read)).toEqual({ 'import.tooBig': { most: 20 } });
		} finally {
			rmSync(folder, { recursive: true });
		}
	});

	const wide = Array.from({ length: 300 }, (_, at) => `c${String(at)}`).join(';');
	test.each<[string, string | Uint8Array, object]>([
		['is empty', '', { 'import.noRows': {} }],
		['has blank lines only', '\n\n ; \n', { 'import.noRows': {} }],
		['has headings only', 'Name;Price\n', { 'import.noRows': {} }],
		['has 300 columns', `${wide}\n${wide}\n`, { 'import.tooWide': { most: mostColumns, row: 1 } }],
		[
			'has too many rows',
			`Name;Price\n${'a;1\n'.repeat(mostRows + 1)}`,
			{ 'import.tooLong': { most: mostRows } },
		],
		[
			'has a very long cell',
			`Name;Price\nMilk;1\nEggs;${'x'.repeat(5001)}\n`,
			{ 'import.longCell': { most: 5000, row: 3, column: 2 } },
		],
		[
			'has a very long row',
			`a${';a'.repeat(99)}\n${`${'x'.repeat(4000)};`.repeat(100)}`,
			{ 'import.longRow': { most: 200_000, row: 2 } },
		],
		['has NUL characters', 'Name;Price\nMi\0lk;1\n', { 'import.notText': {} }],
		[
			'is a picture',
			new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]),
			{ 'import.notText': {} },
		],
		[
			'is an old or locked workbook',
			new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]),
			{ 'import.oldWorkbook': {} },
		],
		['only begins like a workbook', 'PK but a text', { 'import.damaged': {} }],
	])('if it %s', async (_, bytes, why) => {
		expect(told(await readBytes(bytes))).toEqual(why);
	});
});

describe('a workbook', () => {
	test('keeps leading zeros, days and saved values; a formula never runs', async () => {
		const bytes = await workbook({
			rows: [
				['Code', 'Day', 'Price', 'Active'],
				[42, new Date('2026-11-03T00:00:00Z'), 7, true],
				['0043', new Date('2026-11-04T10:30:00Z'), null, false],
				['=1+1', null, '#REF!', null],
			],
			cells: new Map([
				['1,0', { style: { numFmt: '00000' } }],
				['1,2', { formula: 'A2*2', formulaResult: 7 }],
				['2,2', { formula: 'A2*2' }],
			]),
		});
		expect(told(await readBytes(bytes))).toEqual([
			['Code', 'Day', 'Price', 'Active'],
			['00042', '2026-11-03', 7, 'yes'],
			['0043', '2026-11-04T10:30:00.000Z', '#N/A', 'no'],
			['=1+1', '', '#REF!', ''],
		]);
	});

	test('has its headings below a merged title, and leaves hidden sheets and empty columns out', async () => {
		const bytes = await workbook(
			{
				rows: [['Price list', null, null], [], [...header, null], ['Milk', 1, ' ']],
				merges: [{ startRow: 0, startCol: 0, endRow: 0, endCol: 1 }],
			},
			{ rows: [header, ['Secret', 1]], hidden: true },
		);
		const read = await readBytes(bytes);
		expect(told(read)).toEqual([header, ['Milk', 1]]);
		expect(read).toMatchObject({ text: null, sheets: [{ above: 2 }] });
	});

	test.each<[string, Partial<WriteSheet>, object]>([
		[
			'has merged cells',
			{
				rows: [header, ['Milk', 1], [null, 2]],
				merges: [{ startRow: 1, startCol: 0, endRow: 2, endCol: 0 }],
			},
			{ 'import.merged': { sheet: 'Sheet 1', row: 2 } },
		],
		[
			'has 300 columns',
			{ rows: [wideRow(300), wideRow(300)] },
			{ 'import.tooWide': { most: mostColumns, row: 1 } },
		],
		[
			'has a NUL character',
			{ rows: [header, ['Mi\0lk', 1]] },
			{ 'import.nulCell': { row: 2, column: 1 } },
		],
		['has no rows', { rows: [header] }, { 'import.noRows': {} }],
		['is empty', { rows: [] }, { 'import.noRows': {} }],
	])('that %s ends with a message', async (_, sheet, why) => {
		expect(told(await readBytes(await workbook(sheet)))).toEqual(why);
	});

	test('that is cut off ends with a message', async () => {
		const bytes = await workbook({ rows: [header, ['Milk', 1]] });
		expect(told(await readBytes(bytes.slice(0, -200)))).toEqual({ 'import.damaged': {} });
	});

	test('that unpacks to more than fits into memory is not unpacked', async () => {
		const tooBig = { 'import.unpacksTooBig': { most: 200 } };
		const packed = deflateRawSync(Buffer.alloc(1_000_000));
		expect(told(await readBytes(zip({ packed, size: 300_000_000 })))).toEqual(tooBig);
		// An archive may also leave the sizes out, or lie.
		expect(told(await readBytes(zip({ packed, size: 0 })))).toEqual(tooBig);
		expect(told(await readBytes(zip({ packed, size: 10 })))).toEqual({ 'import.damaged': {} });
	});
});

test('rows are handed out in parts that one request holds', async () => {
	const rows = Array.from({ length: 2500 }, (_, at) => `${String(at)};${'x'.repeat(1000)}`);
	const read = await readBytes(`Code;Notes\n${rows.join('\n')}`);
	if (!read.ok) throw new Error('It was not read.');
	expect(headsOf(read)).toMatchObject({ sheets: [{ count: 2500, headings: ['Code', 'Notes'] }] });
	const parts: (readonly unknown[])[] = [];
	for (let from = 0; from < rows.length; from += parts.at(-1)?.length ?? 0) {
		const part = askedRows(read, { sheet: 0, from });
		expect(JSON.stringify(part).length).toBeLessThan(300_000);
		parts.push(part);
	}
	expect(parts.flat()).toEqual(read.sheets[0]?.rows);
});

test('the longest row that is read is handed out by itself', async () => {
	const row = Array.from({ length: 40 }, () => 'x'.repeat(longestRow / 40));
	const read = await readBytes(`${wideRow(40).join(';')}\n${row.join(';')}`);
	if (!read.ok) throw new Error('It was not read.');
	expect(askedRows(read, { sheet: 0, from: 0 })).toEqual([row]);
});

function wideRow(count: number): string[] {
	return Array.from({ length: count }, (_, at) => `c${String(at)}`);
}

/** An archive with one entry, that declares this size. */
function zip({ packed, size }: { packed: Buffer; size: number }): Uint8Array {
	const name = Buffer.from('[Content_Types].xml');
	const local = Buffer.alloc(30);
	local.writeUInt32LE(0x04034b50, 0);
	local.writeUInt16LE(name.length, 26);
	const entry = Buffer.alloc(46);
	entry.writeUInt32LE(0x02014b50, 0);
	entry.writeUInt16LE(8, 10);
	entry.writeUInt32LE(packed.length, 20);
	entry.writeUInt32LE(size, 24);
	entry.writeUInt16LE(name.length, 28);
	const end = Buffer.alloc(22);
	end.writeUInt32LE(0x06054b50, 0);
	end.writeUInt16LE(1, 10);
	end.writeUInt32LE(entry.length + name.length, 12);
	end.writeUInt32LE(local.length + name.length + packed.length, 16);
	return new Uint8Array(Buffer.concat([local, name, packed, entry, name, end]));
}
