// The book quantity of each line when a submitted count was closed: table `closed_book` of stillroom.db.
import { z } from 'zod';
import type { Sqlite } from './open.ts';
import { keptOr } from './kept-json.ts';

/** Base units by line number; null if unknown. */
export type ClosedBook = ReadonlyMap<number, string | null>;

export const quantitiesByLine = z.record(z.string(), z.string().nullable());

export function closedBooks(durable: Sqlite) {
	const put = durable.prepare<[string, string]>(
		'INSERT OR REPLACE INTO closed_book (stocktake_id, by_line) VALUES (?, ?)',
	);
	const of = durable
		.prepare<[string], string>('SELECT by_line FROM closed_book WHERE stocktake_id = ?')
		.pluck();
	const ofLine = durable
		.prepare<[string, string], string | null>(
			'SELECT iif(json_valid(by_line), by_line ->> ?, NULL) FROM closed_book WHERE stocktake_id = ?',
		)
		.pluck();
	const forget = durable.prepare<[string]>('DELETE FROM closed_book WHERE stocktake_id = ?');
	return {
		put: (stocktakeId: string, book: ClosedBook): void => {
			put.run(stocktakeId, JSON.stringify(Object.fromEntries(book)));
		},
		of(stocktakeId: string): ClosedBook {
			const book = Object.entries(keptOr(quantitiesByLine, of.get(stocktakeId) ?? '{}', {}));
			return new Map(book.map(([lineNo, quantity]) => [Number(lineNo), quantity]));
		},
		ofLine: (stocktakeId: string, lineNo: number): string | null =>
			ofLine.get(`$."${lineNo}"`, stocktakeId) ?? null,
		forget: (stocktakeId: string): void => {
			forget.run(stocktakeId);
		},
	};
}
