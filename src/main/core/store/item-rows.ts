// What lists of items show, in memory: reading a hundred thousand records again for each keystroke would take half a
// second. Written and removed items are read again one by one.
import { z } from 'zod';
import { isReference } from '../../../shared/record/field.ts';
import type { Plain } from '../../../shared/record/record-kit.ts';
import { typeNamed } from '../../../shared/record/records.ts';
import { keptOr } from './kept-json.ts';
import type { Pieces } from '../turns.ts';
import type { Sqlite } from './open.ts';
import { Queries } from './table.ts';

export interface CopiedRecord {
	readonly id: string;
	readonly record: Plain;
}

interface Kept {
	readonly accountId: string;
	readonly rows: Map<string, CopiedRecord>;
	readonly changed: Set<string>;
	all: readonly CopiedRecord[] | null;
}

const inUse = new WeakMap<Sqlite, ItemRows>();

export function itemRows(cache: Sqlite): ItemRows {
	const known = inUse.get(cache) ?? new ItemRows(cache);
	inUse.set(cache, known);
	return known;
}

export const itemChanged = (cache: Sqlite, accountId: string, itemId: string): void =>
	inUse.get(cache)?.changed(accountId, itemId);

/** Rows that are read in one piece. */
export const rowsAtOnce = 250;

export class ItemRows {
	#kept: Kept | null = null;
	#loading: Kept | null = null;
	readonly #one;
	readonly #all;
	readonly #after;
	readonly #count;

	constructor(cache: Sqlite) {
		const sql = new Queries(cache);
		this.#one = sql.value<[string, string], string>(
			'SELECT json FROM item WHERE account_id = ? AND item_id = ?',
		);
		this.#all = sql.rows<[string], { id: string; json: string }>(
			'SELECT item_id AS id, json FROM item WHERE account_id = ?',
		);
		this.#after = sql.rows<[string, string, number], { id: string; json: string }>(
			`SELECT item_id AS id, json FROM item WHERE account_id = ? AND item_id > ?
			 ORDER BY item_id LIMIT ?`,
		);
		this.#count = sql.number<[string]>('SELECT count(*) FROM item WHERE account_id = ?');
	}

	changed(accountId: string, itemId: string): void {
		for (const kept of [this.#kept, this.#loading])
			if (kept?.accountId === accountId) kept.changed.add(itemId);
	}

	/** The same array as long as no item changes, and the same row as long as its item is the same. */
	all(accountId: string): readonly CopiedRecord[] {
		const known = this.#kept?.accountId === accountId ? this.#refreshed(this.#kept) : null;
		// Another count means that the file was replaced.
		const kept =
			known !== null && known.rows.size === this.#count(accountId) ? known : this.#load(accountId);
		this.#kept = kept;
		kept.all ??= [...kept.rows.values()];
		return kept.all;
	}

	/** Reads them in pieces, so that `all` has them at once. */
	*load(accountId: string): Pieces<void> {
		const isKept = this.#kept?.accountId === accountId;
		if (isKept && this.#kept?.rows.size === this.#count(accountId)) return;
		const loading: Kept = { accountId, rows: new Map(), changed: new Set(), all: null };
		this.#loading = loading;
		let last: string | undefined = '';
		while (last !== undefined) {
			const page = this.#after(accountId, last, rowsAtOnce);
			for (const { id, json } of page) loading.rows.set(id, rowOf(id, json));
			last = page.at(-1)?.id;
			yield;
		}
		this.#kept = loading;
		if (this.#loading === loading) this.#loading = null;
	}

	#load(accountId: string): Kept {
		const rows = new Map<string, CopiedRecord>();
		for (const { id, json } of this.#all(accountId)) rows.set(id, rowOf(id, json));
		return { accountId, rows, changed: new Set(), all: null };
	}

	#refreshed(kept: Kept): Kept {
		for (const id of kept.changed) {
			const json = this.#one(kept.accountId, id);
			if (json === null) kept.rows.delete(id);
			else kept.rows.set(id, rowOf(id, json));
			kept.all = null;
		}
		kept.changed.clear();
		return kept;
	}
}

const type = typeNamed('inventoryItem');
const listed = new Set([
	...type.columns,
	...type.search,
	...type.unique.flat(),
	...Object.keys(type.fields).filter((name) => {
		const field = type.fields[name];
		return field !== undefined && isReference(field);
	}),
]);
const anyRecord = z.record(z.string(), z.unknown());

const rowOf = (id: string, json: string): CopiedRecord => {
	const record = Object.entries(keptOr(anyRecord, json, {}));
	return { id, record: Object.fromEntries(record.filter(([name]) => listed.has(name))) };
};
