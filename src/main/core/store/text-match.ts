// What a person types to find something, as the text indexes of SQLite understand it.

/** An FTS5 query: every word of the text begins a word of what is found. Null where there is no word in it. */
export function matchOf(text: string): string | null {
	const words = quotedWords(text);
	return words.length === 0 ? null : words.map(begun).join(' ');
}

/**
 * As `matchOf`, and what is typed out already stands as it is: the only word, or all but the last. "gin" finds gin and no
 * ginger, "gin 7" finds gin of 700 ml.
 */
export function wholeMatchOf(text: string): string | null {
	const words = quotedWords(text);
	const [last, ...before] = words.toReversed();
	if (last === undefined) return null;
	return before.length === 0 ? last : [...before.reverse(), begun(last)].join(' ');
}

function quotedWords(text: string): string[] {
	return text
		.split(/\s+/)
		.filter((word) => /[\p{L}\p{N}]/u.test(word))
		.map((word) => `"${word.replaceAll('"', '""')}"`);
}

const begun = (word: string): string => `${word}*`;
