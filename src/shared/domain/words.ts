// Word matching for searches without an index.
import { closestWords } from './slips.ts';

/** Words normalised for comparison: lower case, no accents. */
export function wordsOf(text: string): string[] {
	return text
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.split(/[^\p{L}\p{N}-]+/u)
		.filter((word) => word !== '');
}

/** Each word after a space, so that prefixes match. Both parts of a hyphenated word (`WST-0042`) count as words too. */
export function searchText(texts: readonly string[]): string {
	const words = wordsOf(texts.join(' '));
	const parts = words.flatMap((word) => (word.includes('-') ? word.split('-').slice(1) : []));
	return ` ${[...words, ...parts].join(' ')}`;
}

/** Whether every typed word is a prefix of a word in a `searchText`. */
export function fitsWords(typed: string): (searched: string) => boolean {
	const words = wordsOf(typed).map((word) => ` ${word}`);
	return (searched) => words.every((word) => searched.includes(word));
}

/**
 * The rows that `fitsWords`; if there are none, those with the closest words, because somebody mistyped.
 * @param textOf the row's `searchText`
 * @param wordsIn the words of all rows, for a list so long that they are kept
 */
export function rowsWithWords<Row>(
	typed: string,
	rows: readonly Row[],
	textOf: (row: Row) => string,
	wordsIn = () => wordsOfTexts(rows.map(textOf)),
): readonly Row[] {
	const fits = fitsWords(typed);
	const found = rows.filter((row) => fits(textOf(row)));
	if (found.length > 0) return found;
	const known = wordsIn();
	const meant = wordsOf(typed).map((word) => meantBy(word, known));
	return rows.filter((row) =>
		meant.every((words) => words.some((word) => textOf(row).includes(` ${word}`))),
	);
}

/** Each once. */
export const wordsOfTexts = (texts: readonly string[]): readonly string[] => [
	...new Set(texts.flatMap((text) => text.split(' '))),
];

/** How many typed words are whole words of a `searchText`: "gin" of a gin, not of a ginger. */
export function wholeWords(typed: string): (searched: string) => number {
	const words = wordsOf(typed).map((word) => ` ${word} `);
	return (searched) => words.filter((word) => `${searched} `.includes(word)).length;
}

/** The word itself if it begins a known one. */
export function meantBy(word: string, known: readonly string[]): readonly string[] {
	return known.some((each) => each.startsWith(word)) ? [word] : closestWords(word, known);
}
