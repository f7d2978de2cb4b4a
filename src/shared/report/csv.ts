// A table as CSV (RFC 4180): a byte order mark so that spreadsheets read UTF-8, exact decimals with a point, ISO dates.
// Texts that a spreadsheet would run as a formula are defused with an apostrophe; negative numbers stay numbers.
import { boxText, writtenInstant, type ReportCell, type ReportTable } from './report.ts';

/** @param timeZone of the instants; without one, the zone of this PC. */
export function csvOf({ columns, rows, totals }: ReportTable, timeZone?: string): string {
	const line = (cells: readonly ReportCell[]): string =>
		cells.map((cell) => quoted(written(cell, timeZone))).join(',');
	const lines = [
		columns.map(({ label }) => quoted(defused(label))).join(','),
		...rows.map(line),
		...(totals === undefined ? [] : [line(totals)]),
	];
	return `\uFEFF${lines.join('\r\n')}\r\n`;
}

function written(cell: ReportCell, timeZone: string | undefined): string {
	if (cell === null) return '';
	if (typeof cell === 'number') return writtenInstant(cell, timeZone);
	return defused(typeof cell === 'string' ? cell : boxText(cell));
}

/**
 * What begins a formula in some spreadsheet: the signs, their full-width forms, and the white space that importers
 * drop (https://owasp.org/www-community/attacks/CSV_Injection). Apostrophes before it are ours or would pass for ours.
 */
const DANGEROUS = /^'*[=+\-@\t\r\n＝＋－＠]/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** The text, with an apostrophe before it where a spreadsheet could take it for a formula. */
export function defused(text: string): string {
	return DANGEROUS.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}

const quoted = (text: string): string =>
	/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
