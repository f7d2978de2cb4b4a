// Stock as of an earlier moment: `stock_reading` and `stock_before` of cache.db, filled by triggers.
import { sum } from '../../../shared/domain/decimal.ts';
import type { Sqlite } from './open.ts';

interface StockReading {
	asOf: number;
	complete: boolean;
	readNo: number;
	lastNo: number;
}

export function stockBefore(cache: Sqlite) {
	const reading = cache.prepare<
		[string, string, number],
		Omit<StockReading, 'complete'> & { complete: number }
	>(
		`SELECT as_of AS asOf, complete, read_no AS readNo, last_no AS lastNo FROM stock_reading
		 WHERE account_id = (SELECT ?) AND location_id = (SELECT ?) AND as_of <= (SELECT ?)
		 ORDER BY as_of DESC LIMIT 1`,
	);
	const place = `account_id = @accountId AND location_id = @locationId AND area_id = @areaId AND item_id = @itemId
		AND read_no <= @lastNo`;
	const quantities = cache
		.prepare<
			{ accountId: string; locationId: string; areaId: string; itemId: string; lastNo: number },
			string
		>(
			`SELECT quantity FROM stock WHERE ${place}
			 UNION ALL SELECT quantity FROM stock_before WHERE ${place} AND until_no > @lastNo`,
		)
		.pluck();
	return {
		/** The last read finished at a moment; null if none that old is remembered. */
		readAt(accountId: string, locationId: string, at: number): StockReading | null {
			const row = reading.get(accountId, locationId, at);
			return row === undefined ? null : { ...row, complete: row.complete === 1 };
		},
		/** Base units over all shelves after that read; null if the item was not listed. */
		quantity(
			accountId: string,
			locationId: string,
			areaId: string,
			itemId: string,
			{ lastNo }: StockReading,
		): string | null {
			const rows = quantities.all({ accountId, locationId, areaId, itemId, lastNo });
			return rows.length === 0 ? null : sum(rows);
		},
	};
}
