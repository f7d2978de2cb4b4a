// Text of a CSV file or of the clipboard as a table of texts: nothing is converted, so leading zeros stay.
import Papa from 'papaparse';
import { restored } from '../report/csv.ts';

export const separators = [',', ';', '\t', '|'] as const;
export type Separator = (typeof separators)[number];

export interface TextTable {
	readonly headings: readonly string[];
	readonly rows: readonly (readonly string[])[];
	readonly separator: Separator;
}

/** The first row with text has the headings. @param separator guessed by default */
export function tablesOfText(text: string, separator: Separator | '' = ''): TextTable {
	const { data, meta } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
		delimiter: separator,
		delimitersToGuess: [...separators],
	});
	const first = data.findIndex(hasText);
	const [headings = [], ...rows] =
		first < 0 ? [] : data.slice(first, data.findLastIndex(hasText) + 1);
	return {
		headings: headings.map((heading) => restored(heading).trim()),
		rows: rows.map((cells) => cells.map(restored)),
		separator: separators.find((each) => each === meta.delimiter) ?? ',',
	};
}

const hasText = (cells: readonly string[]): boolean => cells.some((cell) => cell.trim() !== '');
