// Writes a report as an Excel workbook, a sheet per table. Texts are text cells, which no spreadsheet runs; decimals
// are numbers if a spreadsheet keeps them exactly.
import { writeXlsx, type CellStyle, type CellValue, type WriteSheet } from 'hucre/xlsx';
import { decimalText } from '../../shared/domain/decimal.ts';
import {
	boxText,
	writtenInstant,
	type Report,
	type ReportCell,
	type ReportColumn,
	type ReportTable,
} from '../../shared/report/report.ts';

/** A spreadsheet number keeps 15 digits; longer ones stay text. */
const MOST_DIGITS = 15;
/** A cell of Excel's holds no more, and a file with a longer one is called damaged. */
const LONGEST_TEXT = 32_767;
/** Widest and narrowest column, in characters. */
const WIDEST = 48;
const NARROWEST = 8;

/** @param direction of the language: an Arabic sheet starts at the right. */
export async function xlsxOf(
	report: Report,
	direction: 'ltr' | 'rtl',
): Promise<Uint8Array<ArrayBuffer>> {
	const names = sheetNames(report.tables.map(({ name }) => name));
	const sheets = report.tables.map((table, index): WriteSheet =>
		sheetOf(table, names[index] ?? '', report.timeZone, direction),
	);
	return new Uint8Array(await writeXlsx({ sheets }));
}

function sheetOf(
	{ columns, rows, totals }: ReportTable,
	name: string,
	timeZone: string | undefined,
	direction: 'ltr' | 'rtl',
): WriteSheet {
	const valueRows = [
		columns.map(({ label }) => spelled(label)),
		...[...rows, ...(totals === undefined ? [] : [totals])].map((row) =>
			row.map((cell, at) => valueOf(cell, columns[at], timeZone)),
		),
	];
	const cells: NonNullable<WriteSheet['cells']> = new Map();
	for (const at of columns.keys())
		cells.set(`0,${String(at)}`, { style: { font: { bold: true } } });
	return {
		name,
		columns: columns.map((column, at) => ({
			width: widthOf(valueRows.map((row) => row[at] ?? null)),
			style: styleOf(column),
		})),
		rows: valueRows,
		cells,
		freezePane: { rows: 1 },
		view: { rightToLeft: direction === 'rtl' },
	};
}

function styleOf(column: ReportColumn): CellStyle {
	switch (column.kind) {
		// Text format survives editing the cell, so it never becomes a formula.
		case 'text':
		case 'box':
			return { numFmt: '@' };
		case 'day':
			return { numFmt: 'yyyy-mm-dd' };
		case 'instant':
			return { numFmt: 'yyyy-mm-dd hh:mm' };
		case 'decimal':
			return decimalStyle(column);
	}
}

function decimalStyle({ places, leastPlaces = 0 }: ReportColumn & { kind: 'decimal' }): CellStyle {
	if (places !== undefined) return { numFmt: moneyFormat(places) };
	// Without a fixed decimal, Excel would write the point of a whole number.
	return leastPlaces === 0 ? {} : { numFmt: `${moneyFormat(leastPlaces)}####` };
}

const moneyFormat = (places: number): string =>
	places === 0 ? '#,##0' : `#,##0.${'0'.repeat(places)}`;

function valueOf(
	cell: ReportCell,
	column: ReportColumn | undefined,
	timeZone: string | undefined,
): CellValue {
	if (cell === null || cell === '') return null;
	if (typeof cell === 'number')
		return column?.kind === 'instant' ? wallClock(cell, timeZone) : cell;
	if (typeof cell !== 'string') return spelled(boxText(cell));
	if (column?.kind === 'decimal') return numberOf(cell) ?? spelled(cell);
	if (column?.kind === 'day' && /^\d{4}-\d{2}-\d{2}$/.test(cell)) return new Date(cell);
	return spelled(cell);
}

/** The number, or null if a spreadsheet would lose digits. */
function numberOf(text: string): number | null {
	if (!/^-?\d+(\.\d+)?$/.test(text)) return null;
	const digits = decimalText(text).replace(/[-.]/g, '').replace(/^0+/, '');
	return digits.length <= MOST_DIGITS ? Number(text) : null;
}

/** A workbook has no time zones: write the zone's wall clock. */
function wallClock(instant: number, timeZone: string | undefined): Date {
	return new Date(`${writtenInstant(instant, timeZone).replace(' ', 'T')}Z`);
}

/**
 * `_x000D_` in a text would be read as the escaped character (ECMA-376, 22.9.2.19), so escape its underscore. The
 * writer escapes control characters; noncharacters become U+FFFD.
 */
const spelled = (text: string): string =>
	cut(text, LONGEST_TEXT)
		.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
		.replace(/[\p{Cs}\uFFFE\uFFFF]/gu, '\uFFFD');

/** The beginning of a text, without half a character at its end. */
const cut = (text: string, most: number): string =>
	text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');

function widthOf(values: readonly CellValue[]): number {
	let longest = NARROWEST;
	for (const value of values) {
		const length = value instanceof Date ? 16 : String(value ?? '').length;
		if (length > longest) longest = length;
	}
	return Math.min(longest + 2, WIDEST);
}

/** Sheet names: at most 31 characters, none of `[]:*?/\`, unique. */
function sheetNames(wanted: readonly string[]): string[] {
	const taken = new Set<string>();
	return wanted.map((name) => {
		const plain =
			name
				.replace(/[[\]:*?/\\\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, ' ')
				.replace(/^'+|'+$/g, '')
				.trim() || 'Sheet';
		for (let number = 1; ; number++) {
			const suffix = number === 1 ? '' : ` ${String(number)}`;
			const made = `${cut(plain, 31 - suffix.length).replace(/'+$/, '')}${suffix}`;
			if (taken.has(made.toLowerCase())) continue;
			taken.add(made.toLowerCase());
			return made;
		}
	});
}
