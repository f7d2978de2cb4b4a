// The book quantity of each line when a submitted count was closed: table `closed_book` of stillroom.db.
import { z } from 'zod';
import type { Sqlite } from './open.ts';
import { keptOr } from './kept-json.ts';
import { Queries } from './table.ts';

/** Base units by line number; null if unknown. */
export type ClosedBook = ReadonlyMap<number, string | null>;

export const quantitiesByLine = z.record(z.string(), z.string().nullable());

export function closedBooks(durable: Sqlite) {
	const sql = new Queries(durable);
	const put = sql.run<[string, string]>(
		'INSERT OR REPLACE INTO closed_book (stocktake_id, by_line) VALUES (?, ?)',
	);
	const of = sql.value<[string], string>('SELECT by_line FROM closed_book WHERE stocktake_id = ?');
	const ofLine = sql.value<[string, string], string | null>(
		'SELECT iif(json_valid(by_line), by_line ->> ?, NULL) FROM closed_book WHERE stocktake_id = ?',
	);
	return {
		put: (stocktakeId: string, book: ClosedBook): void => {
			put(stocktakeId, JSON.stringify(Object.fromEntries(book)));
		},
		of(stocktakeId: string): ClosedBook {
			const book = Object.entries(keptOr(quantitiesByLine, of(stocktakeId) ?? '{}', {}));
			return new Map(book.map(([lineNo, quantity]) => [Number(lineNo), quantity]));
		},
		ofLine: (stocktakeId: string, lineNo: number): string | null =>
			ofLine(`$."${lineNo}"`, stocktakeId),
		forget: sql.run<[stocktakeId: string]>('DELETE FROM closed_book WHERE stocktake_id = ?'),
	};
}
