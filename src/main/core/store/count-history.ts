// Search in past counts: tables `stocktake` and `counted_total` of stillroom.db.
import type { HistoryFilter } from '../../../shared/bridge/count-history.ts';
import { COUNTING, type CountedRow } from './counts.ts';
import type { Sqlite } from './open.ts';
import { Queries } from './table.ts';

/** An area of a submitted count in which the item was counted. */
interface TrendRow {
	stocktake_id: string;
	area_id: string;
}

interface NamedCount {
	stocktake_id: string;
	name: string;
	business_date: string;
	opened_at: number;
}

export function countHistory(durable: Sqlite) {
	const sql = new Queries(durable);
	const fits = `account_id = @accountId AND location_id = @locationId AND state <> 'open' AND recount_of IS NULL
		AND (@state = 'all' OR state = @state)
		AND (@like = '' OR name LIKE @like ESCAPE '\\' OR opened_by LIKE @like ESCAPE '\\' OR business_date LIKE @like ESCAPE '\\')`;
	interface Asked {
		accountId: string;
		locationId: string;
		state: HistoryFilter['state'];
		like: string;
	}
	const total = sql.number<[Asked]>(`SELECT count(*) FROM stocktake WHERE ${fits}`);
	const page = sql.rows<[Asked & { from: number; limit: number }], CountedRow>(
		`SELECT *, ${COUNTING} FROM stocktake WHERE stocktake_id IN (
			SELECT stocktake_id FROM stocktake WHERE ${fits} ORDER BY opened_at DESC, rowid DESC LIMIT @limit OFFSET @from)
		 ORDER BY opened_at DESC, rowid DESC`,
	);
	const between = sql.rows<
		[{ accountId: string; locationId: string; since: string; itemIds: string }],
		{ itemId: string; on: string; areas: string; quantities: string }
	>(
		`SELECT item_id AS itemId, business_date AS "on", json_group_array(area_id) AS areas,
			group_concat(quantity, ' ') AS quantities
		 FROM stocktake CROSS JOIN json_each(@itemIds) AS wanted
		 CROSS JOIN counted_total AS total ON total.stocktake_id = stocktake.stocktake_id AND item_id = wanted.value
		 WHERE account_id = (SELECT @accountId) AND location_id = (SELECT @locationId) AND submitted_at IS NOT NULL
			AND state = 'submitted' AND business_date >= (SELECT @since)
		 GROUP BY stocktake.stocktake_id, item_id ORDER BY business_date, submitted_at`,
	);
	return {
		/** What each submitted count since a day found of some items, oldest first: areas and quantities in one order. */
		between: (accountId: string, locationId: string, since: string, itemIds: readonly string[]) =>
			between({ accountId, locationId, since, itemIds: JSON.stringify(itemIds) }),
		list(
			accountId: string,
			locationId: string,
			{ text, state }: HistoryFilter,
			from: number,
			limit: number,
		): { rows: CountedRow[]; total: number } {
			const asked = { accountId, locationId, state, like: likeOf(text) };
			return { rows: page({ ...asked, from, limit }), total: total(asked) };
		},
		/** Open ones too. */
		named: sql.rows<[accountId: string, locationId: string], NamedCount>(
			`SELECT stocktake_id, name, business_date, opened_at FROM stocktake
			 WHERE account_id = ? AND location_id = ? AND recount_of IS NULL`,
		),
		/** All areas of the latest counts, the latest count first; the rows of one count are adjacent. */
		trend: sql.rows<
			[accountId: string, locationId: string, itemId: string, counts: number],
			TrendRow
		>(
			`SELECT stocktake_id, area_id FROM (
				SELECT stocktake_id, area_id, dense_rank() OVER (ORDER BY submitted_at DESC, stocktake.rowid DESC) AS place
				FROM stocktake CROSS JOIN counted_total USING (stocktake_id)
				WHERE account_id = (SELECT ?) AND location_id = (SELECT ?) AND submitted_at IS NOT NULL
					AND state = 'submitted' AND item_id = (SELECT ?))
			 WHERE place <= (SELECT ?) ORDER BY place, area_id`,
		),
	};
}

const likeOf = (text: string): string =>
	text.trim() === '' ? '' : `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
