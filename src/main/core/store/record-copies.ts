// Copies of the records of a type. Items that are in use have a table of their own, for scanning and searching; the
// inactive ones, which nobody counts, are among the other records.
import { z } from 'zod';
import type { Plain } from '../../../shared/record/record-kit.ts';
import type { RecordTypeName } from '../../../shared/record/records.ts';
import type { CachedRecord } from './cache-records.ts';
import type { Pieces } from '../turns.ts';
import { itemRows, rowsAtOnce, type CopiedRecord } from './item-rows.ts';
import { itemTables } from './items.ts';
import { keptAs, readable } from './kept-json.ts';
import type { Store } from './open.ts';

const anyRecord = z.record(z.string(), z.unknown());

export const recordOf = ({ json }: Pick<CachedRecord, 'json'>): Plain => keptAs(anyRecord, json);

const copiedFrom = (copy: CachedRecord): CopiedRecord => ({ id: copy.id, record: recordOf(copy) });

export class RecordCopies {
	readonly #records;
	readonly #items;
	readonly #itemRows;
	readonly #kept = new Map<string, { stamp: string; rows: readonly CopiedRecord[] }>();
	#allItems: { of: readonly (readonly CopiedRecord[])[]; rows: readonly CopiedRecord[] } | null =
		null;

	constructor({ cache, records }: Store) {
		this.#records = records;
		this.#items = itemTables(cache);
		this.#itemRows = itemRows(cache);
	}

	/** The whole record. */
	get(accountId: string, type: RecordTypeName, id: string): CachedRecord | null {
		const item = type === 'inventoryItem' ? this.#items.copy(accountId, id) : null;
		return item ?? this.#records.get(accountId, type, id);
	}

	/** For a list, of items only the fields that one shows. The same array as long as nothing changes. */
	all(accountId: string, type: RecordTypeName): readonly CopiedRecord[] {
		const records = this.#ofTable(accountId, type);
		if (type !== 'inventoryItem') return records;
		const of = [this.#itemRows.all(accountId), records];
		if (this.#allItems?.of.every((rows, at) => rows === of[at]) !== true) {
			this.#allItems = { of, rows: of.flat() };
		}
		return this.#allItems.rows;
	}

	/** Reads them in pieces, so that `all` has them at once. */
	*load(accountId: string, type: RecordTypeName): Pieces<void> {
		const key = `${accountId} ${type}`;
		const stamp = this.#records.stamp(accountId, type);
		if (this.#kept.get(key)?.stamp !== stamp) {
			const rows: CopiedRecord[] = [];
			let last: string | undefined = '';
			while (last !== undefined) {
				const page = this.#records.after(accountId, type, last, rowsAtOnce);
				rows.push(...readable(page, copiedFrom));
				last = page.at(-1)?.id;
				yield;
			}
			// `all` reads them again if they changed meanwhile.
			this.#kept.set(key, { stamp, rows });
		}
		if (type === 'inventoryItem') yield* this.#itemRows.load(accountId);
	}

	#ofTable(accountId: string, type: RecordTypeName): readonly CopiedRecord[] {
		const key = `${accountId} ${type}`;
		const stamp = this.#records.stamp(accountId, type);
		const known = this.#kept.get(key);
		if (known?.stamp === stamp) return known.rows;
		const rows = readable(this.#records.all(accountId, type), copiedFrom);
		this.#kept.set(key, { stamp, rows });
		return rows;
	}
}
