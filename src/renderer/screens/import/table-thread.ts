// A table that another thread reads and keeps: the page gets its headings and first values, and the rows in parts.
import { rowsAtOnce } from '../../../shared/bridge/import.ts';
import type { Cell } from '../../../shared/record/preview-cells.ts';
import {
	longestRow,
	type FileRead,
	type ReadFile,
	type ReadSheet,
	type TextChoice,
	type Unread,
} from './read-table.ts';

export type Asked =
	| { readonly ask: 'file'; readonly file: File; readonly choice: TextChoice }
	| { readonly ask: 'text'; readonly text: string; readonly name: string }
	| { readonly ask: 'rows'; readonly sheet: number; readonly from: number };

export interface SheetHead extends Pick<ReadSheet, 'name' | 'headings' | 'above'> {
	readonly count: number;
	/** The first values of each column. */
	readonly samples: readonly (readonly string[])[];
}

interface Heads extends Pick<ReadFile, 'ok' | 'text'> {
	readonly sheets: readonly SheetHead[];
}

export function headsOf(read: FileRead): Heads | Unread {
	if (!read.ok) return read;
	const sheets = read.sheets.map(({ name, headings, above, rows }) => ({
		name,
		headings,
		above,
		count: rows.length,
		samples: headings.map((_, column) => samplesOf(rows, column)),
	}));
	return { ok: true, text: read.text, sheets };
}

const samplesOf = (rows: ReadSheet['rows'], column: number): readonly string[] =>
	rows
		.slice(0, 50)
		.map((row) => String(row[column] ?? '').trim())
		.filter((cell) => cell !== '')
		.slice(0, 3)
		.map((cell) => (cell.length > 60 ? `${cell.slice(0, 60)}…` : cell));

/** As many rows as one request of the bridge holds. */
export function askedRows(
	{ sheets }: ReadFile,
	{ sheet, from }: { readonly sheet: number; readonly from: number },
): readonly (readonly Cell[])[] {
	const rows: (readonly Cell[])[] = [];
	let length = 0;
	for (const row of (sheets[sheet]?.rows ?? []).slice(from, from + rowsAtOnce)) {
		length += row.reduce<number>((sum, cell) => sum + String(cell).length + 3, 0);
		if (rows.length > 0 && length > longestRow) break;
		rows.push(row);
	}
	return rows;
}

/** Longer than any file takes that a person made. */
const MOST_MS = 60_000;

export class TableThread {
	readonly #worker = new Worker(new URL('./table-worker.ts', import.meta.url), { type: 'module' });

	async read(asked: Exclude<Asked, { ask: 'rows' }>): Promise<Heads | Unread> {
		const unread = (key: Unread['key']): Unread => ({ ok: false, key, values: {} });
		const read = await Promise.race([
			this.#answer<Heads | Unread>(asked).catch(() => unread('import.notRead')),
			after(MOST_MS, unread('import.tooSlow')),
		]);
		if (!read.ok) this.stop();
		return read;
	}

	rows(sheet: number, from: number): Promise<Cell[][]> {
		return this.#answer({ ask: 'rows', sheet, from });
	}

	stop(): void {
		this.#worker.terminate();
	}

	/** One question at a time. */
	#answer<Answer>(asked: Asked): Promise<Answer> {
		return new Promise((resolve, reject) => {
			this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
			this.#worker.onerror = ({ message }) => reject(new Error(message));
			this.#worker.postMessage(asked);
		});
	}
}

const after = <Value>(ms: number, value: Value): Promise<Value> =>
	new Promise((resolve) => setTimeout(() => resolve(value), ms));
