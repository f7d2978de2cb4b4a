// Unsaved texts by document and cell, so that leaving or reloading loses no input. They stay in this browser until
// saved or discarded.
import { z } from 'zod';
import { message } from '../../messages/message.ts';
import type { RefusedCell } from './grid-types.ts';

const kept = z.record(
	z.string(),
	z.object({
		state: z.literal('failed'),
		typed: z.string(),
		// A newer version's message may be unknown here: keep the text.
		message: message.catch({ key: 'entry.refused' }),
	}),
);

const nameOf = (document: string): string => `stillroom refused: ${document}`;

/** Of documents shown since the page was loaded. */
const inUse = new Map<string, Map<string, RefusedCell>>();

export class RefusedTexts {
	readonly #document: string | undefined;
	readonly #cells: Map<string, RefusedCell>;

	/** @param document owner of the cells; without it they are forgotten with the screen. */
	constructor(document: string | undefined) {
		this.#document = document;
		const known = document === undefined ? undefined : inUse.get(document);
		this.#cells = known ?? new Map(Object.entries(document === undefined ? {} : read(document)));
		if (document !== undefined) inUse.set(document, this.#cells);
	}

	all(): ReadonlyMap<string, RefusedCell> {
		return this.#cells;
	}

	set(cell: string, refused: RefusedCell): void {
		this.#cells.set(cell, refused);
		this.#write();
	}

	delete(cell: string): void {
		if (this.#cells.delete(cell)) this.#write();
	}

	#write(): void {
		const storage = storageHere();
		if (this.#document === undefined || storage === null) return;
		const name = nameOf(this.#document);
		if (this.#cells.size === 0) storage.removeItem(name);
		else storage.setItem(name, JSON.stringify(Object.fromEntries(this.#cells)));
	}
}

/** Of a document that is gone, and of its parts. */
export function forgetRefused(document: string): void {
	for (const name of Object.keys(localStorage)) {
		if (!`${name} `.startsWith(`${nameOf(document)} `)) continue;
		localStorage.removeItem(name);
		inUse.get(name.slice(nameOf('').length))?.clear();
	}
}

function read(document: string): Record<string, RefusedCell> {
	const text = storageHere()?.getItem(nameOf(document)) ?? null;
	return text === null ? {} : keptCells(text);
}

/** What was kept. */
export function keptCells(text: string): Record<string, RefusedCell> {
	try {
		return kept.parse(JSON.parse(text));
	} catch {
		// Unreadable here.
		return {};
	}
}

/** Null outside of a browser. */
const storageHere = (): Storage | null =>
	typeof window === 'undefined' ? null : window.localStorage;
