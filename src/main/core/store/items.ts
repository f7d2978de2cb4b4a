// Copies of the catalogue's items, their barcodes and the search index: cache.db.
import { normaliseBarcode } from '../../../shared/domain/barcode.ts';
import { meanCost } from '../../../shared/domain/money.ts';
import { item as itemShown, type ItemView } from '../../../shared/bridge/values.ts';
import type { CachedRecord } from './cache-records.ts';
import { itemChanged } from './item-rows.ts';
import type { Sqlite } from './open.ts';
import { EVERYWHERE } from './pulls.ts';
import { closeMatchOf, matchOf, wholeMatchOf } from './text-match.ts';
import { keptOr } from './kept-json.ts';
import { Table } from './table.ts';

export interface NewItem {
	itemId: string;
	code: string;
	name: string;
	category: string;
	/** Money per base unit; null if the service has none. */
	unitCost: string | null;
	units: ItemView['units'];
	baseUnitName: string;
	barcodes: ItemView['barcodes'];
	json: string;
}

export interface ItemRow {
	itemId: string;
	code: string;
	name: string;
	category: string;
	/** Per base unit, in the currency of the business. */
	unitCost: string | null;
	units: string;
	baseUnitName: string;
	barcodes: string;
	/** Base units in the areas of the location, separated by spaces; null if none. */
	onHand: string | null;
	/** Per base unit at the location. */
	costHere: string | null;
}

/** @param row if the areas of the location do not agree, `costHere` is `QUANTITY COST` of each, between semicolons */
function withCostHere(row: ItemRow): ItemRow {
	const { costHere } = row;
	if (costHere?.includes(';') !== true) return row;
	const areas = costHere.split(';').map((area) => area.split(' '));
	const places = areas.map(([quantity = '0', unitCost = '0']) => ({ quantity, unitCost }));
	return { ...row, costHere: meanCost(places) };
}

/** Index pages written per merge step: a few milliseconds. */
const MERGED_PAGES = 32;

export interface ItemName {
	code: string;
	name: string;
	category: string;
}

const costHere = `(SELECT iif(min(stock.unit_cost) = max(stock.unit_cost), min(stock.unit_cost),
		group_concat(stock.quantity || ' ' || stock.unit_cost, ';'))
	FROM stock INDEXED BY stock_item WHERE stock.account_id = item.account_id
	AND stock.item_id = item.item_id AND stock.location_id = (SELECT @locationId))`;

// The index is named because SQLite would otherwise scan all rows of the location for each item.
const columns = `item.item_id AS itemId, item.code, item.name, item.category, item.unit_cost AS unitCost, item.units,
		item.base_unit_name AS baseUnitName, item.barcodes,
		(SELECT group_concat(stock.quantity, ' ') FROM stock INDEXED BY stock_item WHERE stock.account_id = item.account_id
	AND stock.item_id = item.item_id AND stock.location_id = (SELECT @locationId)) AS onHand,
		${costHere} AS costHere`;

/** Parameters beside ORDER BY, LIMIT or an aggregate stand behind a SELECT, or SQLite recompiles each time. */
export class ItemTable extends Table {
	readonly #byId = this.sql.row<
		[{ accountId: string; itemId: string; locationId: string }],
		ItemRow
	>(
		`SELECT ${columns} FROM item
		 WHERE item.account_id = (SELECT @accountId) AND item.item_id = (SELECT @itemId)`,
	);
	readonly #byText = this.sql.rows<
		[{ accountId: string; match: string; locationId: string; limit: number }],
		ItemRow
	>(
		`SELECT ${columns} FROM item_text CROSS JOIN item ON item.rowid = item_text.rowid
		 WHERE item_text MATCH @match AND item.account_id = (SELECT @accountId)
		 ORDER BY item_text.rank LIMIT (SELECT @limit)`,
	);
	readonly #words = this.sql.values<[string, string], string>(
		'SELECT term FROM item_word WHERE term >= ? AND term < ?',
	);
	readonly #byCode = this.sql.rows<
		[{ accountId: string; code: string; end: string; locationId: string; limit: number }],
		ItemRow
	>(
		`SELECT ${columns} FROM item
		 WHERE item.account_id = (SELECT @accountId)
			AND item.code >= (SELECT @code) COLLATE NOCASE AND item.code < (SELECT @end) COLLATE NOCASE
		 ORDER BY item.code COLLATE NOCASE LIMIT (SELECT @limit)`,
	);
	readonly #byBarcode = this.sql.row<[string, string], { itemId: string; unitId: string }>(
		`SELECT item_id AS itemId, unit_id AS unitId FROM item_barcode
		 WHERE account_id = (SELECT ?) AND barcode = (SELECT ?) ORDER BY item_id, unit_id LIMIT 1`,
	);
	readonly #stamps = this.sql.rows<
		[{ accountId: string; itemIds: string; locationId: string }],
		{ itemId: string; stamp: string }
	>(
		`SELECT item.item_id AS itemId, item.read_no || ' ' || coalesce(${costHere}, '') AS stamp
		 FROM json_each(@itemIds) AS wanted
		 CROSS JOIN item ON item.account_id = (SELECT @accountId) AND item.item_id = wanted.value`,
	);
	readonly #known = this.sql.row<[string, string], { rowid: number; json: string; readNo: number }>(
		'SELECT rowid, json, read_no AS readNo FROM item WHERE account_id = ? AND item_id = ?',
	);
	readonly #insert = this.sql.insert<[Record<string, string | number | null>]>(
		`INSERT INTO item (account_id, item_id, code, name, category, unit_cost, units, base_unit_name, barcodes, json,
			read_no, fetched_at)
		 VALUES (@accountId, @itemId, @code, @name, @category, @unitCost, @units, @baseUnitName, @barcodes, @json,
			@readNo, @at)`,
	);
	readonly #update = this.sql.run<[Record<string, string | number | null>]>(
		`UPDATE item SET code = @code, name = @name, category = @category, unit_cost = @unitCost, units = @units,
			base_unit_name = @baseUnitName, barcodes = @barcodes, json = @json, read_no = @readNo, fetched_at = @at
		 WHERE account_id = @accountId AND item_id = @itemId`,
	);
	readonly #insertText = this.sql.run<[number, string, string, string]>(
		'INSERT INTO item_text (rowid, name, code, barcodes) VALUES (?, ?, ?, ?)',
	);
	readonly #removeText = this.sql.run<[number]>('DELETE FROM item_text WHERE rowid = ?');
	readonly #mergeText = this.sql.run<[number]>(
		`INSERT INTO item_text (item_text, rank) VALUES ('merge', ?)`,
	);
	readonly #changes = this.sql.number<[]>('SELECT total_changes()');
	readonly #insertBarcode = this.sql.run<[string, string, string, string]>(
		'INSERT OR IGNORE INTO item_barcode (account_id, barcode, item_id, unit_id) VALUES (?, ?, ?, ?)',
	);
	readonly #removeBarcode = this.sql.run<[string, string, string]>(
		'DELETE FROM item_barcode WHERE account_id = ? AND barcode = ? AND item_id = ?',
	);
	readonly #barcodesOf = this.sql.value<[string, string], string>(
		'SELECT barcodes FROM item WHERE account_id = ? AND item_id = ?',
	);
	readonly #removeItem = this.sql.run<[number]>('DELETE FROM item WHERE rowid = ?');
	readonly #touch = this.sql.run<[number, number, string, string]>(
		'UPDATE item SET read_no = ?, fetched_at = ? WHERE account_id = ? AND item_id = ?',
	);
	/** An unchanged row is not rewritten by a full pull, but is as new. */
	readonly copy = this.sql.row<[accountId: string, itemId: string], CachedRecord>(
		`SELECT item.item_id AS id, item.json, item.fetched_at AS fetchedAt,
			max(item.read_no, coalesce(pull.read_no, 0)) AS readNo
		 FROM item LEFT JOIN pull ON pull.account_id = item.account_id AND pull.kind = 'inventoryItem'
			AND pull.location_id = '${EVERYWHERE}'
		 WHERE item.account_id = (SELECT ?) AND item.item_id = (SELECT ?)`,
	);
	/** Barcodes that more than one item has. */
	readonly sharedBarcodes = this.sql.rows<
		[{ accountId: string }],
		{ barcode: string; itemId: string }
	>(
		`SELECT barcode, item_id AS itemId FROM item_barcode
		 WHERE account_id = @accountId AND barcode IN (
			SELECT barcode FROM item_barcode WHERE account_id = @accountId
			GROUP BY barcode HAVING count(DISTINCT item_id) > 1)
		 ORDER BY barcode, item_id`,
	);
	readonly nameOf = this.sql.row<[accountId: string, itemId: string], ItemName>(
		'SELECT code, name, category FROM item WHERE account_id = ? AND item_id = ?',
	);
	readonly withCode = this.sql.values<[accountId: string, code: string], string>(
		'SELECT item_id FROM item WHERE account_id = (SELECT ?) AND code = (SELECT ?) COLLATE NOCASE',
	);
	/** All of them: there may be a hundred thousand. */
	readonly names = this.sql.rows<[accountId: string], { itemId: string; name: string }>(
		'SELECT item_id AS itemId, name FROM item WHERE account_id = ?',
	);
	readonly count = this.sql.number<[accountId: string]>(
		'SELECT count(*) FROM item WHERE account_id = ?',
	);
	/** The next ids in order, to visit all without blocking the thread. */
	readonly idsAfter = this.sql.values<[accountId: string, itemId: string, limit: number], string>(
		'SELECT item_id FROM item WHERE account_id = ? AND item_id > ? ORDER BY item_id LIMIT ?',
	);

	get(accountId: string, itemId: string, locationId: string | null): ItemRow | null {
		const found = this.#byId({ accountId, itemId, locationId: locationId ?? '' });
		return found && withCostHere(found);
	}

	/**
	 * A stamp per item id that changes with the item or its cost at the location. It changes with its stock only if that
	 * may change the cost.
	 */
	stamps(
		accountId: string,
		itemIds: readonly string[],
		locationId: string,
	): ReadonlyMap<string, string> {
		return new Map(
			this.#stamps({ accountId, itemIds: JSON.stringify(itemIds), locationId }).map(
				({ itemId, stamp }) => [itemId, stamp],
			),
		);
	}

	/** Items by word beginnings: first matching codes, then whole words, then by relevance. Else by the closest words. */
	search(accountId: string, text: string, locationId: string | null, limit: number): ItemRow[] {
		const here = locationId ?? '';
		const code = text.trim();
		const begun = matchOf(code);
		const whole = wholeMatchOf(code);
		if (begun === null || whole === null) return [];
		const coded = /\s/.test(code)
			? []
			: this.#byCode({ accountId, code, end: `${code}\u{10FFFF}`, locationId: here, limit });
		// A word with a digit that starts a code is a code: skip the names.
		if (coded.length > 0 && /\d/.test(code)) return coded.map(withCostHere);
		// Any other text may start a code or a name, so each gets half of the results.
		const half = Math.ceil(limit / 2);
		const found = new Map(coded.slice(0, half).map((row) => [row.itemId, row]));
		const add = (match: string) => {
			for (const row of this.#byText({ accountId, match, locationId: here, limit })) {
				if (found.size >= limit) break;
				if (!found.has(row.itemId)) found.set(row.itemId, row);
			}
		};
		// A search with few results is cheap; one with enough makes the second unnecessary.
		add(whole);
		if (found.size < limit) add(begun);
		const close =
			found.size > 0 ? null : closeMatchOf(code, (from, before) => this.#words(from, before));
		if (close !== null) add(close);
		return [...found.values()].map(withCostHere);
	}

	byBarcode(accountId: string, scanned: string): { itemId: string; unitId: string } | null {
		return this.#byBarcode(accountId, normaliseBarcode(scanned));
	}

	/**
	 * Saves an item unless it is unchanged or older.
	 * @param touch an unchanged one is as new as this read from now on @returns whether a row was written
	 */
	put(accountId: string, item: NewItem, readNo: number, at: number, touch = false): boolean {
		const before = this.#known(accountId, item.itemId);
		if (before !== null && before.readNo > readNo) return false;
		if (before?.json === item.json) {
			if (touch) this.#touch(readNo, at, accountId, item.itemId);
			return touch;
		}
		itemChanged(this.db, accountId, item.itemId);
		const row = {
			...item,
			accountId,
			units: JSON.stringify(item.units),
			barcodes: JSON.stringify(item.barcodes),
			readNo,
			at,
		};
		let rowid: number;
		if (before === null) {
			rowid = this.#insert(row);
		} else {
			this.#dropBarcodes(accountId, item.itemId);
			this.#update(row);
			this.#removeText(before.rowid);
			rowid = before.rowid;
		}
		const codes = new Set<string>();
		for (const { barcode, unitId } of item.barcodes) {
			const normal = normaliseBarcode(barcode);
			this.#insertBarcode(accountId, normal, item.itemId, unitId);
			codes.add(barcode).add(normal);
		}
		this.#insertText(rowid, item.name, item.code, [...codes].join(' '));
		return true;
	}

	/** Merges part of the search index, which slows down with its segments. @returns whether to continue */
	mergeText(): boolean {
		const before = this.#changes();
		this.#mergeText(MERGED_PAGES);
		// A merge without work counts as one change (https://www.sqlite.org/fts5.html#the_merge_command).
		return this.#changes() - before >= 2;
	}

	remove(accountId: string, itemId: string, readNo: number): boolean {
		const before = this.#known(accountId, itemId);
		if (before === null || before.readNo > readNo) return false;
		itemChanged(this.db, accountId, itemId);
		this.#dropBarcodes(accountId, itemId);
		this.#removeText(before.rowid);
		this.#removeItem(before.rowid);
		return true;
	}

	#dropBarcodes(accountId: string, itemId: string): void {
		for (const { barcode } of readBarcodes(this.#barcodesOf(accountId, itemId) ?? '[]')) {
			this.#removeBarcode(accountId, normaliseBarcode(barcode), itemId);
		}
	}
}

export const itemTables = (cache: Sqlite): ItemTable => new ItemTable(cache);

const { units, barcodes } = itemShown.shape;

export const readUnits = (json: string): ItemView['units'] => keptOr(units, json, []);
export const readBarcodes = (json: string): ItemView['barcodes'] => keptOr(barcodes, json, []);
