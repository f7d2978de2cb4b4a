// What a person types to find something, as the text indexes of SQLite understand it.

/** An FTS5 query: every word of the text begins a word of what is found. Null where there is no word in it. */
export function matchOf(text: string): string | null {
	const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
	if (words.length === 0) return null;
	return words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(' ');
}
