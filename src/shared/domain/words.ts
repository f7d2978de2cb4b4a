// Words of a text for searching in what is not indexed.

/** The words of a text as they are compared: lower case, without marks on letters. */
export function wordsOf(text: string): string[] {
	return text
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.split(/[^\p{L}\p{N}-]+/u)
		.filter((word) => word !== '');
}

/**
 * What is searched of a record: each word after a space, so that the beginning of a word is found by it. Of a word with
 * a hyphen, such as a number (`WST-0042`), each part begins one too.
 */
export function searchText(texts: readonly string[]): string {
	const words = wordsOf(texts.join(' '));
	const parts = words.flatMap((word) => (word.includes('-') ? word.split('-').slice(1) : []));
	return ` ${[...words, ...parts].join(' ')}`;
}

/** Whether every word of what was typed begins a word of a `searchText`. */
export function fitsWords(typed: string): (searched: string) => boolean {
	const words = wordsOf(typed).map((word) => ` ${word}`);
	return (searched) => words.every((word) => searched.includes(word));
}
