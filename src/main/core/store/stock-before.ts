// The copy of the stock as it was at an earlier moment: tables `stock_reading` and `stock_before` of cache.db, which
// triggers of `pull` and `stock` fill.
import { sum } from '../../../shared/domain/decimal.ts';
import type { Sqlite } from './open.ts';

/** A read of the stock of a location that came to its end. */
interface StockReading {
	/** Epoch ms. */
	asOf: number;
	complete: boolean;
	/** Of the last read that had come whole by then. */
	readNo: number;
	/** The last ordinal that was given by then. */
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
		/** The last read that had come to its end at a moment; null where none is remembered that old. */
		readAt(accountId: string, locationId: string, at: number): StockReading | null {
			const row = reading.get(accountId, locationId, at);
			return row === undefined ? null : { ...row, complete: row.complete === 1 };
		},
		/** Base units of all shelves after that read; null where no stock of the item was listed. */
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
