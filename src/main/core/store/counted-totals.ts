// What each submitted count came to, item by item: table `counted_total` of stillroom.db.
import type { LastCount } from '../../../shared/domain/count-line.ts';
import type { Sqlite } from './open.ts';

/** What one item in one stock area came to. */
export interface CountedTotal {
	readonly areaId: string;
	readonly itemId: string;
	/** Base units. */
	readonly quantity: string;
	/** The units in which there was something. */
	readonly unitIds: readonly string[];
}

export type CountedTotals = ReturnType<typeof countedTotals>;

export function countedTotals(durable: Sqlite) {
	// In the order of the table, so that each page of it is written once.
	const put = durable.prepare<[{ stocktake_id: string; submitted_at: number; totals: string }]>(
		`INSERT OR REPLACE INTO counted_total (account_id, location_id, area_id, item_id, submitted_at, stocktake_id,
			business_date, quantity, unit_ids)
		 SELECT account_id, location_id, value ->> 'areaId' AS area_id, value ->> 'itemId' AS item_id, @submitted_at,
			stocktake_id, business_date, value ->> 'quantity', value -> 'unitIds'
		 FROM stocktake, json_each(@totals) WHERE stocktake_id = @stocktake_id ORDER BY area_id, item_id`,
	);
	const last = durable.prepare<
		[string, string, string, string],
		{ quantity: string; unit_ids: string }
	>(
		`SELECT quantity, unit_ids FROM counted_total
		 WHERE account_id = (SELECT ?) AND location_id = (SELECT ?) AND area_id = (SELECT ?) AND item_id = (SELECT ?)
		 ORDER BY submitted_at DESC LIMIT 1`,
	);
	const lastDays = durable.prepare<[string, string], { itemId: string; on: string }>(
		`SELECT item_id AS itemId, max(business_date) AS "on" FROM counted_total
		 WHERE account_id = (SELECT ?) AND location_id = (SELECT ?) GROUP BY item_id`,
	);
	// By the items that the count has: an index of counts would be a third of what a submit writes here.
	const forget = durable.prepare<[{ stocktake_id: string }]>(
		`DELETE FROM counted_total WHERE stocktake_id = @stocktake_id
			AND (account_id, location_id, area_id, item_id) IN (SELECT account_id, location_id, area_id, item_id
				FROM stocktake JOIN stocktake_line USING (stocktake_id) WHERE stocktake_id = @stocktake_id)`,
	);
	const lastOrder = durable.prepare<
		[string, string, string],
		{ areaId: string; itemId: string; shelf: string }
	>(
		`WITH last AS MATERIALIZED (SELECT stocktake_id FROM stocktake
				WHERE account_id = (SELECT ?) AND location_id = (SELECT ?) AND state = 'submitted'
					AND stocktake_id <> (SELECT ?)
				ORDER BY submitted_at DESC LIMIT 1),
			begun AS MATERIALIZED (SELECT line_no, min(entry_id) AS entry_id FROM count_entry
				WHERE stocktake_id = (SELECT stocktake_id FROM last) AND unit_id IS NOT NULL GROUP BY line_no)
		 SELECT line.walk_area_id AS areaId, line.item_id AS itemId, line.shelf
		 FROM stocktake_line AS line LEFT JOIN begun USING (line_no)
		 WHERE line.stocktake_id = (SELECT stocktake_id FROM last)
		 ORDER BY begun.entry_id NULLS LAST, line.position`,
	);
	return {
		/** All that a count came to when it was submitted. @param submittedAt epoch ms */
		put(stocktakeId: string, submittedAt: number, totals: readonly CountedTotal[]): void {
			put.run({
				stocktake_id: stocktakeId,
				submitted_at: submittedAt,
				totals: JSON.stringify(totals),
			});
		},
		last(accountId: string, locationId: string, areaId: string, itemId: string): LastCount | null {
			const row = last.get(accountId, locationId, areaId, itemId);
			if (row === undefined) return null;
			return { quantity: row.quantity, unitIds: JSON.parse(row.unit_ids) as string[] };
		},
		/** The business date on which each item of a location was last counted. */
		lastDays: (accountId: string, locationId: string): Map<string, string> =>
			new Map(lastDays.all(accountId, locationId).map(({ itemId, on }) => [itemId, on])),
		/** The lines of the last submitted count in the order in which they were counted. */
		lastOrder: (accountId: string, locationId: string) => lastOrder.all(accountId, locationId, ''),
		/** A count that was taken back is not the last one any more. */
		forget: (stocktakeId: string): void => {
			forget.run({ stocktake_id: stocktakeId });
		},
	};
}
