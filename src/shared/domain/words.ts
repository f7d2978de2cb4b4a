// Word matching for searches without an index.

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
