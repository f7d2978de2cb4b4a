// Compares a text with the form a service may return: truncated, trimmed, normalised, in other letter case.

const folded = (text: string): string =>
	text
		.normalize('NFKD')
		.replace(/\p{M}+/gu, '')
		.toUpperCase()
		.toLowerCase()
		.replace(/\s+/g, ' ')
		.trim();

/** Whether `shown` may be the whole of `sent`, as the service returns it. */
export const isShownAs = (sent: string, shown: string): boolean => folded(sent) === folded(shown);

/** Ellipses some services append when truncating, and the remains of a character cut in two. */
const CUT_END = /(\.\.\.|[\uFFFD\uD800-\uDFFF])$/;

/** Whether `shown` may be `sent` or its beginning, as the service returns it. */
export const mayBeShownAs = (sent: string, shown: string): boolean =>
	folded(sent).startsWith(folded(folded(shown).replace(CUT_END, '')));

/** Length in UTF-16 units and bytes, each of the longer normal form. */
export interface TextLength {
	readonly units: number;
	readonly bytes: number;
}

export function lengthOf(text: string): TextLength {
	const forms = [text, text.normalize('NFC'), text.normalize('NFD')];
	return {
		units: Math.max(...forms.map(({ length }) => length)),
		bytes: Math.max(...forms.map((form) => new TextEncoder().encode(form).length)),
	};
}
