// A text as a service may show it again: cut at its end, trimmed, normalised, in other letter case.

/** The same for every form in which a service may show a text whole. */
const folded = (text: string): string =>
	text
		.normalize('NFKD')
		.replace(/\p{M}+/gu, '')
		.toUpperCase()
		.toLowerCase()
		.replace(/\s+/g, ' ')
		.trim();

/** Whether a service that was sent one text may show the other as the whole of it. */
export const isShownAs = (sent: string, shown: string): boolean => folded(sent) === folded(shown);

/** What some services put in the place of what they cut, and what is left of a character that they cut in two. */
const CUT_END = /(\.\.\.|[\uFFFD\uD800-\uDFFF])$/;

/** Whether a service that was sent one text may show the other: the same, or the beginning of it. */
export const mayBeShownAs = (sent: string, shown: string): boolean =>
	folded(sent).startsWith(folded(folded(shown).replace(CUT_END, '')));

/** How long a text is for a service: characters and bytes are counted, of whichever normal form is longer. */
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
