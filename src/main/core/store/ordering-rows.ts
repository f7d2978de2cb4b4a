// Par levels, delivery days and the like, and quantities typed into a suggested order: table `ordering_row` of
// stillroom.db.
import type { Sqlite } from './open.ts';
import { Queries } from './table.ts';

interface OrderingRowKept {
	account_id: string;
	location_id: string;
	table_name: string;
	key: string;
	/** null once a person emptied it. */
	cells: string | null;
	changed_at: number;
	changed_by: string;
}

export function orderingRows(durable: Sqlite) {
	const sql = new Queries(durable);
	return {
		put: sql.run<[OrderingRowKept]>(
			`INSERT INTO ordering_row (account_id, location_id, table_name, key, cells, changed_at, changed_by)
			 VALUES (@account_id, @location_id, @table_name, @key, @cells, @changed_at, @changed_by)
			 ON CONFLICT DO UPDATE SET cells = excluded.cells, changed_at = excluded.changed_at,
				changed_by = excluded.changed_by`,
		),
		/** Whether anything was ever entered for the location. */
		isBegun: sql.has<[accountId: string, locationId: string]>(
			`SELECT EXISTS (SELECT 1 FROM ordering_row WHERE account_id = ? AND location_id = ?)`,
		),
		/** Those with cells. */
		of: sql.rows<
			[accountId: string, locationId: string, table: string],
			{ key: string; cells: string; changed_at: number }
		>(
			`SELECT key, cells, changed_at FROM ordering_row
			 WHERE account_id = ? AND location_id = ? AND table_name = ? AND cells IS NOT NULL ORDER BY key`,
		),
	};
}
