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
