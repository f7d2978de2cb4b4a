// Writes a table as CSV (RFC 4180): a byte order mark so that spreadsheets read UTF-8, exact decimals with a point, ISO
// dates. An apostrophe defuses texts that a spreadsheet would run as a formula; negative numbers stay numbers.
import Papa from 'papaparse';
import { boxText, writtenInstant, type ReportCell, type ReportTable } from './report.ts';

/** @param timeZone of the instants; defaults to this PC's. */
export function csvOf({ columns, rows, totals }: ReportTable, timeZone?: string): string {
	const line = (cells: readonly ReportCell[]) => cells.map((cell) => written(cell, timeZone));
	const lines = [
		columns.map(({ label }) => defused(label)),
		...rows.map(line),
		...(totals === undefined ? [] : [line(totals)]),
	];
	return `\uFEFF${Papa.unparse(lines, { newline: '\r\n' })}\r\n`;
}

function written(cell: ReportCell, timeZone: string | undefined): string {
	if (cell === null) return '';
	if (typeof cell === 'number') return writtenInstant(cell, timeZone);
	return defused(typeof cell === 'string' ? cell : boxText(cell));
}

/**
 * Formula starters in various spreadsheets: the signs and their full-width forms
 * (https://owasp.org/www-community/attacks/CSV_Injection). An importer may drop white space, control characters and
 * byte order marks before them, or begin a cell after another separator, line break or quote within the text. Apostrophes
 * before them are ours or would pass for ours.
 */
const DANGEROUS = /(^|[;,|"\p{Cc}\p{Zl}\p{Zp}])([\s\p{C}"']*)(?=[=+\-@＝＋－＠])/gu;
const LEADING = /^'*(?=[\t\r\n])/;
/** NUL and Ctrl-Z end a text in some importers; a byte order mark is ours to write; a lone surrogate is no character. */
const UNWRITTEN = /[\0\cZ\uFEFF\p{Cs}]/gu;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** With an apostrophe before each place where a spreadsheet could start a formula cell. */
export function defused(text: string): string {
	if (PLAIN_NUMBER.test(text)) return text;
	return text.replace(UNWRITTEN, '').replace(DANGEROUS, "$1$2'").replace(LEADING, "$&'");
}

const DEFUSED = /(^|[;,|"\p{Cc}\p{Zl}\p{Zp}])([\s\p{C}"']*)'(?=[=+\-@＝＋－＠])/gu;

/** The text without the apostrophes of `defused`. */
export const restored = (text: string): string =>
	text.replace(/^'(?='*[\t\r\n])/, '').replace(DEFUSED, '$1$2');
