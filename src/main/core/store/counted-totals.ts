// Totals of each submitted count, and each item's last count: `counted_total` and `last_count` of stillroom.db.
import { z } from 'zod';
import type { LastCount } from '../../../shared/domain/count-line.ts';
import { keptOr } from './kept-json.ts';
import { Table } from './table.ts';

export interface CountedTotal {
	readonly areaId: string;
	readonly itemId: string;
	readonly quantity: string;
	readonly unitIds: readonly string[];
}

export const countedUnits = z.array(z.string());

const lastInIt = `counted_in = @stocktake_id AND (account_id, location_id) =
	(SELECT account_id, location_id FROM stocktake WHERE stocktake_id = @stocktake_id)`;

export class CountedTotals extends Table {
	// Sorted by primary key, so that each page is written once.
	readonly #put = this.sql.run<[{ stocktake_id: string; totals: string }]>(
		`INSERT OR REPLACE INTO counted_total (stocktake_id, item_id, area_id, quantity, unit_ids)
		 SELECT @stocktake_id, value ->> 'itemId' AS item_id, value ->> 'areaId' AS area_id, value ->> 'quantity',
			value -> 'unitIds'
		 FROM json_each(@totals) WHERE true ORDER BY item_id, area_id`,
	);
	readonly #putLast = this.sql.run<[{ stocktake_id: string }]>(
		`INSERT OR REPLACE INTO last_count (account_id, location_id, area_id, item_id, counted_in)
		 SELECT account_id, location_id, area_id, item_id, stocktake_id
		 FROM stocktake JOIN counted_total USING (stocktake_id) WHERE stocktake_id = @stocktake_id
		 ORDER BY area_id, item_id`,
	);
	readonly #last = this.sql.row<
		[string, string, string, string],
		{ quantity: string; unit_ids: string }
	>(
		`SELECT quantity, unit_ids FROM last_count AS last CROSS JOIN counted_total AS total
			ON stocktake_id = counted_in AND total.item_id = last.item_id AND total.area_id = last.area_id
		 WHERE account_id = (SELECT ?) AND location_id = (SELECT ?) AND last.area_id = (SELECT ?)
			AND last.item_id = (SELECT ?)`,
	);
	readonly #lastDays = this.sql.rows<[string, string], { itemId: string; on: string }>(
		`SELECT item_id AS itemId, max(business_date) AS "on"
		 FROM last_count AS last JOIN stocktake ON stocktake_id = counted_in
		 WHERE last.account_id = (SELECT ?) AND last.location_id = (SELECT ?) GROUP BY item_id`,
	);
	readonly #forget = this.sql.run<[{ stocktake_id: string }]>(
		'DELETE FROM counted_total WHERE stocktake_id = @stocktake_id',
	);
	readonly #goBack = this.sql.run<[{ stocktake_id: string }]>(
		`INSERT OR REPLACE INTO last_count (account_id, location_id, area_id, item_id, counted_in)
		 SELECT account_id, location_id, area_id, item_id, before FROM (
			SELECT *, (SELECT stocktake_id FROM stocktake CROSS JOIN counted_total AS total USING (stocktake_id)
				WHERE stocktake.account_id = last.account_id AND stocktake.location_id = last.location_id
					AND submitted_at IS NOT NULL AND total.item_id = last.item_id AND total.area_id = last.area_id
				ORDER BY submitted_at DESC LIMIT 1) AS before
			FROM last_count AS last WHERE ${lastInIt})
		 WHERE before IS NOT NULL`,
	);
	readonly #forgetLast = this.sql.run<[{ stocktake_id: string }]>(
		`DELETE FROM last_count WHERE ${lastInIt}`,
	);
	readonly #forgetAllLast = this.sql.run<[]>('DELETE FROM last_count');
	readonly #findLast = this.sql.run<[]>(
		`INSERT INTO last_count (account_id, location_id, area_id, item_id, counted_in)
		 SELECT account_id, location_id, area_id, item_id, stocktake_id FROM (
			SELECT account_id, location_id, area_id, item_id, stocktake_id, max(submitted_at)
			FROM counted_total JOIN stocktake USING (stocktake_id)
			GROUP BY account_id, location_id, area_id, item_id)`,
	);
	readonly #correct = this.sql.run<
		[{ stocktake_id: string; areaId: string; itemId: string; quantity: string }]
	>(
		`UPDATE counted_total SET quantity = @quantity
		 WHERE stocktake_id = @stocktake_id AND item_id = @itemId AND area_id = @areaId`,
	);
	readonly #takeOut = this.sql.run<[{ stocktake_id: string; areaId: string; itemId: string }]>(
		`DELETE FROM counted_total
		 WHERE stocktake_id = @stocktake_id AND item_id = @itemId AND area_id = @areaId`,
	);
	/** Places in the order of the last submitted count. */
	readonly lastOrder = this.sql.rows<
		[accountId: string, locationId: string],
		{ areaId: string; itemId: string; shelf: string }
	>(
		`WITH last AS MATERIALIZED (SELECT stocktake_id FROM stocktake
				WHERE account_id = (SELECT ?) AND location_id = (SELECT ?) AND state = 'submitted'
				ORDER BY submitted_at DESC LIMIT 1),
			begun AS MATERIALIZED (SELECT line_no, min(entry_id) AS entry_id FROM count_entry
				WHERE stocktake_id = (SELECT stocktake_id FROM last) AND unit_id IS NOT NULL GROUP BY line_no)
		 SELECT line.walk_area_id AS areaId, line.item_id AS itemId, line.shelf
		 FROM stocktake_line AS line LEFT JOIN begun USING (line_no)
		 WHERE line.stocktake_id = (SELECT stocktake_id FROM last)
		 ORDER BY begun.entry_id NULLS LAST, line.position`,
	);

	put(stocktakeId: string, totals: readonly CountedTotal[]): void {
		this.#put({ stocktake_id: stocktakeId, totals: JSON.stringify(totals) });
		this.#putLast({ stocktake_id: stocktakeId });
	}

	last(accountId: string, locationId: string, areaId: string, itemId: string): LastCount | null {
		const row = this.#last(accountId, locationId, areaId, itemId);
		if (row === null) return null;
		return { quantity: row.quantity, unitIds: keptOr(countedUnits, row.unit_ids, []) };
	}

	lastDays(accountId: string, locationId: string): Map<string, string> {
		return new Map(this.#lastDays(accountId, locationId).map(({ itemId, on }) => [itemId, on]));
	}

	forget(stocktakeId: string): void {
		const count = { stocktake_id: stocktakeId };
		this.#forget(count);
		this.#goBack(count);
		this.#forgetLast(count);
	}

	/** Corrects an item's total; null removes it. */
	correct(
		stocktakeId: string,
		{ areaId, itemId }: Pick<CountedTotal, 'areaId' | 'itemId'>,
		quantity: string | null,
	): void {
		const at = { stocktake_id: stocktakeId, areaId, itemId };
		if (quantity !== null) {
			this.#correct({ ...at, quantity });
			return;
		}
		this.#takeOut(at);
		this.findLastAnew();
	}

	/** Call it after totals changed other than by a submit. */
	findLastAnew(): void {
		this.#forgetAllLast();
		this.#findLast();
	}
}
