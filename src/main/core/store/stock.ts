// Copies of the stock, in base units: table `stock` of cache.db.
import { sum } from '../../../shared/domain/decimal.ts';
import type { Sqlite } from './open.ts';
import { Table } from './table.ts';

export interface NewStock {
	locationId: string;
	areaId: string;
	itemId: string;
	shelf: string;
	sequence: number;
	quantity: string;
	/** Money per base unit at this location. */
	unitCost: string | null;
}

interface AreaStock {
	areaId: string;
	quantity: string;
}

export interface StockPlace {
	areaId: string;
	itemId: string;
	shelf: string;
}

export interface StockedItem {
	itemId: string;
	shelf: string;
	code: string;
	name: string;
	category: string;
	baseUnitName: string;
	units: string;
	/** Per base unit, in the currency of the business. */
	unitCost: string | null;
	/** The same in this area. */
	costHere: string | null;
}

const ofPull = `account_id = @accountId AND kind = 'stock' AND location_id = @locationId`;

/** Parameters beside ORDER BY, LIMIT or an aggregate stand behind a SELECT, or SQLite recompiles each time. */
export class StockTable extends Table {
	// Positional parameters: a third faster, and there may be a row per item and location.
	readonly #put = this.sql.change<
		[string, string, string, string, string, number, string, string | null, number]
	>(
		`INSERT INTO stock (account_id, location_id, area_id, item_id, shelf, sequence, quantity, unit_cost, read_no)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
		 ON CONFLICT DO UPDATE SET
			sequence = excluded.sequence, quantity = excluded.quantity,
			unit_cost = excluded.unit_cost, read_no = excluded.read_no
		 WHERE excluded.read_no >= stock.read_no AND (excluded.quantity <> stock.quantity
			OR excluded.unit_cost IS NOT stock.unit_cost OR excluded.sequence <> stock.sequence)`,
	);
	// SQLite underestimates the rows of a location and would scan them all, so the index is named.
	readonly #ofItem = this.sql.rows<[string, string, string], AreaStock>(
		`SELECT area_id AS areaId, quantity FROM stock INDEXED BY stock_item
		 WHERE account_id = (SELECT ?) AND item_id = (SELECT ?) AND location_id = (SELECT ?) ORDER BY area_id`,
	);
	readonly #inOne = this.sql.row<
		[{ accountId: string; locationId: string; areaId: string; itemId: string }],
		{
			quantities: string | null;
			asOf: number | null;
			complete: number | null;
			readNo: number | null;
		}
	>(
		`SELECT (SELECT group_concat(quantity, ' ') FROM stock WHERE account_id = @accountId AND location_id = @locationId
				AND area_id = @areaId AND item_id = @itemId) AS quantities,
			(SELECT as_of FROM pull WHERE ${ofPull}) AS asOf, (SELECT complete FROM pull WHERE ${ofPull}) AS complete,
			(SELECT read_no FROM pull WHERE ${ofPull}) AS readNo`,
	);
	readonly #itemsByArea = this.sql.rows<[string, string], { areaId: string; items: number }>(
		`SELECT area_id AS areaId, count(DISTINCT item_id) AS items FROM stock
		 WHERE account_id = (SELECT ?) AND location_id = (SELECT ?) GROUP BY area_id`,
	);
	readonly #countByLocation = this.sql.rows<[string], { locationId: string; count: number }>(
		`SELECT location_id AS locationId, count(*) AS count FROM stock
		 WHERE account_id = (SELECT ?) GROUP BY location_id`,
	);
	readonly #keysAfter = this.sql.rows<[string, string, string, string, string, number], StockPlace>(
		`SELECT area_id AS areaId, item_id AS itemId, shelf FROM stock
		 WHERE account_id = ? AND location_id = ? AND (area_id, item_id, shelf) > (?, ?, ?)
		 ORDER BY area_id, item_id, shelf LIMIT ?`,
	);
	readonly #remove = this.sql.change<[string, string, string, string, string, number]>(
		`DELETE FROM stock
		 WHERE account_id = ? AND location_id = ? AND area_id = ? AND item_id = ? AND shelf = ? AND read_no <= ?`,
	);
	readonly atLocation = this.sql.rows<
		[accountId: string, locationId: string],
		{ areaId: string; itemId: string; quantity: string }
	>(
		`SELECT area_id AS areaId, item_id AS itemId, quantity FROM stock WHERE account_id = ? AND location_id = ?`,
	);
	readonly inArea = this.sql.rows<
		[accountId: string, locationId: string, areaId: string],
		StockedItem
	>(
		`SELECT stock.item_id AS itemId, stock.shelf, item.code, item.name, item.category,
			item.base_unit_name AS baseUnitName, item.units, item.unit_cost AS unitCost, stock.unit_cost AS costHere
		 FROM stock JOIN item ON item.account_id = stock.account_id AND item.item_id = stock.item_id
		 WHERE stock.account_id = (SELECT ?) AND stock.location_id = (SELECT ?) AND stock.area_id = (SELECT ?)
		 ORDER BY stock.sequence, stock.shelf, item.name, stock.item_id`,
	);
	/** Counting frequencies in the service's words, for items that have one. */
	readonly frequencies = this.sql.rows<
		[accountId: string, locationId: string],
		{ itemId: string; frequency: string }
	>(
		`SELECT DISTINCT item.item_id AS itemId, 
			iif(json_valid(item.json), item.json ->> '$.countingFrequency.name', NULL) AS frequency
		 FROM stock CROSS JOIN item ON item.account_id = stock.account_id AND item.item_id = stock.item_id
		 WHERE stock.account_id = (SELECT ?) AND stock.location_id = (SELECT ?) AND frequency IS NOT NULL`,
	);
	readonly countAt = this.sql.number<[accountId: string, locationId: string]>(
		'SELECT count(*) FROM stock WHERE account_id = ? AND location_id = ?',
	);

	/** @returns false for an identical or older copy, which is not written */
	put(accountId: string, stock: NewStock, readNo: number): boolean {
		return this.#put(
			accountId,
			stock.locationId,
			stock.areaId,
			stock.itemId,
			stock.shelf,
			stock.sequence,
			stock.quantity,
			stock.unitCost,
			readNo,
		);
	}

	ofItem(accountId: string, itemId: string, locationId: string): AreaStock[] {
		return [
			...Map.groupBy(this.#ofItem(accountId, itemId, locationId), ({ areaId }) => areaId),
		].map(([areaId, shelves]) => ({
			areaId,
			quantity: sum(shelves.map(({ quantity }) => quantity)),
		}));
	}

	/** Base units of an item in one area (null if not listed), and when the list was read (epoch ms). */
	inOne(
		accountId: string,
		locationId: string,
		areaId: string,
		itemId: string,
	): { quantity: string | null; asOf: number | null; complete: boolean; readNo: number } {
		const row = this.#inOne({ accountId, locationId, areaId, itemId });
		return {
			quantity: typeof row?.quantities === 'string' ? sum(row.quantities.split(' ')) : null,
			asOf: row?.asOf ?? null,
			complete: row?.complete === 1,
			readNo: row?.readNo ?? 0,
		};
	}

	itemsByArea(accountId: string, locationId: string): Map<string, number> {
		return new Map(
			this.#itemsByArea(accountId, locationId).map(({ areaId, items }) => [areaId, items]),
		);
	}

	countByLocation(accountId: string): Map<string, number> {
		return new Map(
			this.#countByLocation(accountId).map(({ locationId, count }) => [locationId, count]),
		);
	}

	keysAfter(accountId: string, locationId: string, after: StockPlace, limit: number): StockPlace[] {
		return this.#keysAfter(accountId, locationId, after.areaId, after.itemId, after.shelf, limit);
	}

	remove(
		accountId: string,
		locationId: string,
		{ areaId, itemId, shelf }: StockPlace,
		readNo: number,
	): boolean {
		return this.#remove(accountId, locationId, areaId, itemId, shelf, readNo);
	}
}

export const stockTable = (cache: Sqlite): StockTable => new StockTable(cache);
