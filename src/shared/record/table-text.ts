// Text of a CSV file or of the clipboard as rows of texts: nothing is converted, so leading zeros stay.
import Papa from 'papaparse';
import { restored } from '../report/csv.ts';

export const separators = [',', ';', '\t', '|'] as const;
export type Separator = (typeof separators)[number];

export interface TextTable {
	readonly rows: readonly (readonly string[])[];
	readonly separator: Separator;
	/** The row, from 1, with a quotation mark that nothing closes: it would swallow all rows below. */
	readonly openQuote: number | null;
}

/** @param separator guessed by default */
export function tablesOfText(text: string, separator: Separator | '' = ''): TextTable {
	const [said = '', named] = /^\uFEFF?(?:sep=(.)\r?\n)?/i.exec(text) ?? [];
	const body = text.slice(said.length);
	// A spreadsheet's own note above a table: `sep=;`.
	const noted = separators.find((each) => each === named);
	const used = separator === '' ? (noted ?? guessed(body)) : separator;
	const { data, errors } = Papa.parse<string[]>(body, { delimiter: used });
	const quote = errors.find(({ type }) => type === 'Quotes');
	const rows = data.map((cells) => cells.map(restored));
	return {
		rows: named === undefined ? rows : [[], ...rows],
		separator: used,
		openQuote: quote === undefined ? null : (quote.row ?? 0) + (named === undefined ? 1 : 2),
	};
}

/** Rows that tell the separator. */
const looked = 50;

/** The one that cuts most rows into the same number of cells. A comma may also be a decimal sign, so it comes last. */
function guessed(text: string): Separator {
	const scores = separators.toReversed().map((separator) => {
		const { data } = Papa.parse<string[]>(text, { delimiter: separator, preview: looked });
		const rows = data.filter((cells) => cells.some((cell) => cell.trim() !== ''));
		const alike = Map.groupBy(rows, (cells) => cells.length);
		const score = [...alike]
			.filter(([cells]) => cells > 1)
			.reduce((most, [, same]) => Math.max(most, same.length), 0);
		return { separator, score };
	});
	return scores.reduce((best, each) => (each.score > best.score ? each : best)).separator;
}
