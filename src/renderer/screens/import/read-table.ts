// Reads a file or pasted text as tables of cells. Formulas never run: a cell has the value that was saved with it. What
// cannot be read ends with a message, and changes nothing.
import type { Sheet } from 'hucre/xlsx';
import { mostColumns, mostRows, mostSheets } from '../../../shared/bridge/import.ts';
import { isBlank, withoutValue, type Cell } from '../../../shared/record/preview-cells.ts';
import { tablesOfText, type Separator } from '../../../shared/record/table-text.ts';
import type { MessageArguments } from '../../messages/language.svelte.ts';
import type { MessageKey } from '../../messages/catalogue.ts';
import { unpackedSize } from './unpacked-size.ts';

export interface ReadSheet {
	readonly name: string;
	readonly headings: readonly string[];
	/** Rows above the headings: a title, a date, empty ones. */
	readonly above: number;
	readonly rows: readonly (readonly Cell[])[];
}

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'windows-1256'] as const;
export type Encoding = (typeof encodings)[number];

export interface ReadFile {
	readonly ok: true;
	readonly sheets: readonly ReadSheet[];
	/** How a text was read; null for a workbook. */
	readonly text: {
		readonly encoding: Encoding;
		readonly separator: Separator;
		/** Some characters cannot be read in the encoding that a person chose. */
		readonly isWrong: boolean;
	} | null;
}
export interface Unread {
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

/** Bytes of a file, and characters of all its cells. */
const mostBytes = 20_000_000;
/** Bytes of a workbook when it is unpacked. */
const mostUnpacked = 200_000_000;
const longestCell = 5000;
/** Characters of a row: one request of the bridge holds it. */
export const longestRow = 200_000;

export interface TextChoice {
	/** '': by its bytes. */
	readonly encoding: Encoding | '';
	readonly separator: Separator | '';
	/** Of texts that are not Unicode: spreadsheets save those of the person's region. */
	readonly otherwise: Encoding;
}

export async function readFile(
	file: Pick<File, 'name' | 'size' | 'arrayBuffer'>,
	choice: TextChoice,
): Promise<FileRead> {
	if (file.size > mostBytes) return unread('import.tooBig', { most: mostBytes / 1_000_000 });
	const bytes = new Uint8Array(await file.arrayBuffer());
	if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return unread('import.oldWorkbook');
	if (startsWith(bytes, [0x50, 0x4b])) return readWorkbook(bytes);
	const encoding = choice.encoding === '' ? encodingOf(bytes, choice.otherwise) : choice.encoding;
	const { separator } = choice;
	const text = decoded(bytes, encoding);
	if (text !== null) return readText(text, file.name, { encoding, separator });
	if (choice.encoding === '') return unread('import.notText');
	const shown = new TextDecoder(encoding).decode(bytes).replaceAll('\0', '\uFFFD');
	return readText(shown, file.name, { encoding, separator, isWrong: true });
}

export function readText(
	text: string,
	name: string,
	{
		encoding,
		separator,
		isWrong = false,
	}: { encoding: Encoding; separator: Separator | ''; isWrong?: boolean },
): FileRead {
	if (text.length > mostBytes) return unread('import.tooBig', { most: mostBytes / 1_000_000 });
	const { rows, separator: found, openQuote } = tablesOfText(text, separator);
	if (openQuote !== null) return unread('import.openQuote', { row: openQuote });
	return checked(sheetsOf(name, rows), { encoding, separator: found, isWrong });
}

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
	start.every((byte, at) => bytes[at] === byte);

/** null: these bytes are no text in this encoding. */
function decoded(bytes: Uint8Array, encoding: Encoding): string | null {
	try {
		const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
		return text.includes('\0') ? null : text;
	} catch {
		return null;
	}
}

/** By its mark, else what it can be. A person can choose another. */
function encodingOf(bytes: Uint8Array, otherwise: Encoding): Encoding {
	if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le';
	if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be';
	if (!bytes.includes(0)) return decoded(bytes, 'utf-8') === null ? otherwise : 'utf-8';
	// Every other byte of a Latin letter, a digit, a separator is 0 in UTF-16.
	const fitting = (['utf-16le', 'utf-16be'] as const).find((encoding) => {
		const text = decoded(bytes, encoding);
		return text !== null && /[\n,;\t|]/.test(text);
	});
	return fitting ?? otherwise;
}

async function readWorkbook(bytes: Uint8Array): Promise<FileRead> {
	const size = unpackedSize(bytes);
	if (size === null) return unread('import.damaged');
	if (size > mostUnpacked)
		return unread('import.unpacksTooBig', { most: mostUnpacked / 1_000_000 });
	// Large and rarely needed: loaded on demand.
	const { readXlsx } = await import('hucre/xlsx');
	try {
		const { sheets } = await readXlsx(bytes, {
			// Blank rows that only have a format are among them.
			maxRows: mostRows + 100,
			readStyles: true,
			sheets: ({ hidden, veryHidden }, at) =>
				hidden !== true && veryHidden !== true && at <= mostSheets,
		});
		const read: ReadSheet[] = [];
		for (const sheet of sheets) {
			const [found] = sheetsOf(sheet.name, cellsOf(sheet));
			const merged = (sheet.merges ?? []).find(({ endRow }) => endRow >= (found?.above ?? 0));
			if (found === undefined) continue;
			if (merged !== undefined) {
				return unread('import.merged', { sheet: sheet.name, row: merged.startRow + 1 });
			}
			read.push(found);
		}
		return checked(read, null);
	} catch {
		return unread('import.damaged');
	}
}

const cellsOf = ({ rows, cells }: Sheet): readonly (readonly Cell[])[] =>
	rows.map((row, at) =>
		row.map((value, column): Cell => {
			const cell = cells?.get(`${String(at)},${String(column)}`);
			if (cell?.type === 'formula' && (cell.formulaResult ?? value) === null) return withoutValue;
			return cellOf(cell?.formulaResult ?? value, cell?.style?.numFmt ?? '');
		}),
	);

/** @param format of a number: `00000` shows leading zeros, so it is a code */
function cellOf(value: string | number | boolean | Date | null, format: string): Cell {
	if (value === null) return '';
	if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '');
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	if (typeof value === 'string') return value;
	return /^0{2,}$/.test(format) ? String(value).padStart(format.length, '0') : value;
}

/** Rows that may stand above the headings. */
const mostAbove = 20;

/** None if the rows have no text. A title above the headings fills fewer cells than they do. */
function sheetsOf(name: string, rows: readonly (readonly Cell[])[]): readonly ReadSheet[] {
	const filled = (row: readonly Cell[]): number => row.filter((cell) => !isBlank(cell)).length;
	const first = rows.slice(0, mostAbove).map(filled);
	const most = Math.max(0, ...first);
	const above = first.findIndex((count) => count > 0 && count * 2 > most);
	const headings = rows[above];
	if (headings === undefined) return [];
	const lastFilled = (row: readonly Cell[]): number => row.findLastIndex((cell) => !isBlank(cell));
	const below = rows.slice(above + 1, rows.findLastIndex((row) => filled(row) > 0) + 1);
	const width = below.reduce((widest, row) => Math.max(widest, lastFilled(row) + 1), 0);
	return [
		{
			name,
			above,
			headings: headings
				.slice(0, Math.max(width, lastFilled(headings) + 1))
				.map((cell) => String(cell).trim()),
			rows: below.map((row) => (row.length > width ? row.slice(0, width) : row)),
		},
	];
}

function checked(sheets: readonly ReadSheet[], text: ReadFile['text']): FileRead {
	const rows = sheets.reduce((sum, sheet) => sum + sheet.rows.length, 0);
	if (rows === 0) return unread('import.noRows');
	if (rows > mostRows) return unread('import.tooLong', { most: mostRows });
	if (sheets.length > mostSheets) return unread('import.tooManySheets', { most: mostSheets });
	let characters = 0;
	for (const { headings, rows: each, above } of sheets) {
		for (const [at, row] of [headings, ...each].entries()) {
			const place = { row: above + at + 1 };
			if (row.findLastIndex((cell) => !isBlank(cell)) >= mostColumns) {
				return unread('import.tooWide', { most: mostColumns, ...place });
			}
			const lengths = row.map((cell) => (typeof cell === 'string' ? cell.length : 1));
			const length = lengths.reduce((sum, one) => sum + one, 0);
			characters += length;
			if (length > longestRow) return unread('import.longRow', { most: longestRow, ...place });
			const column = row.findIndex((cell) => String(cell).includes('\0'));
			if (column >= 0) return unread('import.nulCell', { column: column + 1, ...place });
			const long = lengths.findIndex((one) => one > longestCell);
			if (long >= 0) {
				return unread('import.longCell', { most: longestCell, column: long + 1, ...place });
			}
		}
	}
	if (characters > mostBytes) return unread('import.tooBig', { most: mostBytes / 1_000_000 });
	return { ok: true, sheets, text };
}
