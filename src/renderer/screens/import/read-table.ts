// Reads a file or pasted text as tables of cells. Formulas never run: a cell has the value that was saved with it. What
// cannot be read ends with a message, and changes nothing.
import { mostColumns, mostRows, mostSheets } from '../../../shared/bridge/import.ts';
import type { Cell } from '../../../shared/record/preview-cells.ts';
import { tablesOfText, type Separator } from '../../../shared/record/table-text.ts';
import type { MessageArguments } from '../../messages/language.svelte.ts';
import type { MessageKey } from '../../messages/catalogue.ts';

export interface ReadSheet {
	readonly name: string;
	readonly headings: readonly string[];
	readonly rows: readonly (readonly Cell[])[];
}

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'windows-1256'] as const;
export type Encoding = (typeof encodings)[number];

export interface ReadFile {
	readonly ok: true;
	readonly sheets: readonly ReadSheet[];
	/** How a text file was read; null for a workbook. */
	readonly text: { readonly encoding: Encoding; readonly separator: Separator } | null;
}
interface Unread {
	readonly ok: false;
	readonly key: MessageKey;
	readonly values: MessageArguments;
}
export type FileRead = ReadFile | Unread;

const unread = (key: MessageKey, values: MessageArguments = {}): Unread => ({
	ok: false,
	key,
	values,
});

/** Bytes of a file. Bigger ones would stop the page. */
const mostBytes = 20_000_000;
const longestCell = 5000;

export interface TextChoice {
	readonly encoding: Encoding | '';
	readonly separator: Separator | '';
}

export async function readFile(
	file: Pick<File, 'name' | 'size' | 'arrayBuffer'>,
	choice: TextChoice = { encoding: '', separator: '' },
): Promise<FileRead> {
	if (file.size > mostBytes) return unread('import.tooBig', { most: mostBytes / 1_000_000 });
	const bytes = new Uint8Array(await file.arrayBuffer());
	if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return unread('import.oldWorkbook');
	if (startsWith(bytes, [0x50, 0x4b])) return readWorkbook(bytes);
	const encoding = choice.encoding === '' ? encodingOf(bytes) : choice.encoding;
	const text = new TextDecoder(encoding).decode(bytes);
	if (text.includes('\0')) return unread('import.notText');
	return readText(text, file.name, { ...choice, encoding });
}

export function readText(
	text: string,
	name: string,
	{ encoding, separator }: { encoding: Encoding; separator: Separator | '' },
): FileRead {
	if (text.length > mostBytes) return unread('import.tooBig', { most: mostBytes / 1_000_000 });
	const table = tablesOfText(text, separator);
	const sheet = { name, headings: table.headings, rows: table.rows };
	return checked([sheet], { encoding, separator: table.separator });
}

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
	start.every((byte, at) => bytes[at] === byte);

/** By its mark, else UTF-8 if it can be, else what spreadsheets in the West save. A person can choose another. */
function encodingOf(bytes: Uint8Array): Encoding {
	if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le';
	if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be';
	try {
		new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		return 'utf-8';
	} catch {
		return 'windows-1252';
	}
}

async function readWorkbook(bytes: Uint8Array): Promise<FileRead> {
	// Large and rarely needed: loaded on demand.
	const { readXlsx } = await import('hucre/xlsx');
	try {
		const book = await readXlsx(bytes, { maxRows: mostRows + 2, readStyles: true });
		const sheets: ReadSheet[] = [];
		for (const { name, rows, cells, merges = [], hidden, veryHidden } of book.sheets) {
			if (hidden === true || veryHidden === true) continue;
			if (merges.length > 0) return unread('import.merged', { sheet: name });
			const texts = rows.map((row, at) =>
				row.map((value, column): Cell => {
					const cell = cells?.get(`${String(at)},${String(column)}`);
					return cellOf(cell?.formulaResult ?? value, cell?.style?.numFmt ?? '');
				}),
			);
			const first = texts.findIndex((row) => row.some((cell) => cell !== ''));
			if (first < 0) continue;
			const [headings = [], ...rest] = texts.slice(first);
			sheets.push({ name, headings: headings.map((cell) => String(cell).trim()), rows: rest });
		}
		return checked(sheets, null);
	} catch {
		return unread('import.damaged');
	}
}

/** @param format of a number: `00000` shows leading zeros, so it is a code */
function cellOf(value: string | number | boolean | Date | null, format: string): Cell {
	if (value === null) return '';
	if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '');
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	if (typeof value === 'string') return value;
	return /^0{2,}$/.test(format) ? String(value).padStart(format.length, '0') : value;
}

function checked(all: readonly ReadSheet[], text: ReadFile['text']): FileRead {
	const sheets = all.filter(({ headings }) => headings.some((heading) => heading !== ''));
	const rows = sheets.reduce((sum, sheet) => sum + sheet.rows.length, 0);
	if (rows === 0) return unread('import.noRows');
	if (rows > mostRows) return unread('import.tooLong', { most: mostRows });
	if (sheets.length > mostSheets) return unread('import.tooManySheets', { most: mostSheets });
	for (const { headings, rows: each } of sheets) {
		const widest = each.reduce((most, row) => Math.max(most, row.length), headings.length);
		if (widest > mostColumns) return unread('import.tooWide', { most: mostColumns });
		const isLong = (cell: Cell) => typeof cell === 'string' && cell.length > longestCell;
		if ([headings, ...each].some((row) => row.some(isLong))) {
			return unread('import.longCell', { most: longestCell });
		}
	}
	return { ok: true, sheets, text };
}
