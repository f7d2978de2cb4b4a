// Keeps the current cell and its unfinished text while the page is reloaded.
import { z } from 'zod';

const place = z.object({
	key: z.string(),
	column: z.string(),
	/** null if the cell is not open. */
	typed: z.string().nullable(),
});
export type KeptPlace = z.infer<typeof place>;

const nameOf = (document: string): string => `stillroom.place ${document}`;

/** Null outside of a browser. */
const storageHere = (): Storage | null =>
	typeof window === 'undefined' ? null : window.sessionStorage;

export function keepPlace(document: string, kept: KeptPlace): void {
	storageHere()?.setItem(nameOf(document), JSON.stringify(kept));
}

/** The place kept for a document, once. */
export function takePlace(document: string): KeptPlace | null {
	const storage = storageHere();
	const text = storage?.getItem(nameOf(document)) ?? null;
	storage?.removeItem(nameOf(document));
	if (text === null) return null;
	try {
		return place.parse(JSON.parse(text));
	} catch {
		// Unreadable here.
		return null;
	}
}
