// Turns a person's search text into queries for SQLite's text indexes.

/** An FTS5 query: every word of the text starts a word of the match. null if the text has no words. */
export function matchOf(text: string): string | null {
	const words = quotedWords(text);
	return words.length === 0 ? null : words.map(begun).join(' ');
}

/** Like `matchOf`, but the only word, or all but the last, must match whole: "gin" finds gin but not ginger. */
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
