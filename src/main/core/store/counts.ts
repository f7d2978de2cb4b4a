// The tables of the counts in stillroom.db: stocktake, its areas and lines, what stands in each box, and the journal of
// everything that was ever entered.
import type { Sqlite } from './open.ts';

export type CountState = 'open' | 'submitted' | 'discarded';

/**
 * Stands in the place of a locale where nobody typed: the zero of a blank line that was confirmed as zero
 * (BCP 47 `und`, undetermined).
 */
export const NOT_TYPED = 'und';

export interface StocktakeRow {
	stocktake_id: string;
	intent_id: string;
	account_id: string;
	location_id: string;
	name: string;
	blind: number;
	state: CountState;
	currency: string;
	time_zone: string;
	business_date: string;
	opened_at: number;
	opened_by: string;
	book_as_of: number | null;
	submitted_at: number | null;
	closed_why: string;
}

export interface CountedRow extends StocktakeRow {
	lines: number;
	counted: number;
}

export interface LineRow {
	line_no: number;
	area_id: string;
	shelf: string;
	item_id: string;
	/** JSON: the item as it was when the count was opened. */
	item: string;
	book: string | null;
	note: string;
}

export interface BoxRow {
	line_no: number;
	unit_id: string;
	typed: string;
	locale: string;
	quantity: string;
	at: number;
	by: string;
}

/** Something that was entered: a box filled or cleared, or (`unit_id` null) a note. */
export interface EntryRow {
	stocktake_id: string;
	line_no: number;
	unit_id: string | null;
	typed: string;
	locale: string;
	quantity: string | null;
	at: number;
	by: string;
	connection: string;
}

export interface AreaRow {
	area_id: string;
	name: string;
}

export type CountTables = ReturnType<typeof countTables>;

export function countTables(durable: Sqlite) {
	const insert = durable.prepare<[Omit<StocktakeRow, 'submitted_at' | 'closed_why'>]>(
		`INSERT INTO stocktake (stocktake_id, intent_id, account_id, location_id, name, blind, state, currency, time_zone,
			business_date, opened_at, opened_by, book_as_of)
		 VALUES (@stocktake_id, @intent_id, @account_id, @location_id, @name, @blind, @state, @currency, @time_zone,
			@business_date, @opened_at, @opened_by, @book_as_of)`,
	);
	const insertArea = durable.prepare<[string, number, string, string]>(
		'INSERT INTO stocktake_area (stocktake_id, position, area_id, name) VALUES (?, ?, ?, ?)',
	);
	const insertLine = durable.prepare<
		[string, number, string, string, string, string, string | null]
	>(
		`INSERT INTO stocktake_line (stocktake_id, line_no, area_id, shelf, item_id, item, book)
		 VALUES (?, ?, ?, ?, ?, ?, ?)`,
	);
	const byIntent = durable
		.prepare<[string], string>('SELECT stocktake_id FROM stocktake WHERE intent_id = ?')
		.pluck();
	const byId = durable.prepare<[string, string], StocktakeRow>(
		'SELECT * FROM stocktake WHERE stocktake_id = ? AND account_id = ?',
	);
	const counting = `(SELECT count(*) FROM stocktake_line AS line WHERE line.stocktake_id = stocktake.stocktake_id) AS lines,
		(SELECT count(DISTINCT line_no) FROM count_box AS box WHERE box.stocktake_id = stocktake.stocktake_id) AS counted`;
	const counted = durable.prepare<[string, string], CountedRow>(
		`SELECT *, ${counting} FROM stocktake WHERE stocktake_id = ? AND account_id = ?`,
	);
	const list = durable.prepare<[string, string, number], CountedRow>(
		`SELECT *, ${counting} FROM stocktake WHERE account_id = ? AND location_id = ? ORDER BY rowid DESC LIMIT ?`,
	);
	const countOpen = durable
		.prepare<[string, string], number>(
			`SELECT count(*) FROM stocktake WHERE account_id = ? AND location_id = ? AND state = 'open'`,
		)
		.pluck();
	const areas = durable.prepare<[string], AreaRow>(
		'SELECT area_id, name FROM stocktake_area WHERE stocktake_id = ? ORDER BY position',
	);
	const lineColumns = 'line_no, area_id, shelf, item_id, item, book, note';
	const lines = durable.prepare<[string], LineRow>(
		`SELECT ${lineColumns} FROM stocktake_line WHERE stocktake_id = ? ORDER BY line_no`,
	);
	const line = durable.prepare<[string, number], LineRow>(
		`SELECT ${lineColumns} FROM stocktake_line WHERE stocktake_id = ? AND line_no = ?`,
	);
	const boxColumns = 'line_no, unit_id, typed, locale, quantity, at, by';
	const boxes = durable.prepare<[string], BoxRow>(
		`SELECT ${boxColumns} FROM count_box WHERE stocktake_id = ?`,
	);
	const boxesOf = durable.prepare<[string, number], BoxRow>(
		`SELECT ${boxColumns} FROM count_box WHERE stocktake_id = ? AND line_no = ?`,
	);
	const putBox = durable.prepare<[EntryRow]>(
		`INSERT INTO count_box (stocktake_id, line_no, unit_id, typed, locale, quantity, at, by)
		 VALUES (@stocktake_id, @line_no, @unit_id, @typed, @locale, @quantity, @at, @by)
		 ON CONFLICT DO UPDATE SET
			typed = excluded.typed, locale = excluded.locale, quantity = excluded.quantity, at = excluded.at,
			by = excluded.by`,
	);
	const clearBox = durable.prepare<[EntryRow]>(
		`DELETE FROM count_box WHERE stocktake_id = @stocktake_id AND line_no = @line_no AND unit_id = @unit_id`,
	);
	const journal = durable.prepare<[EntryRow]>(
		`INSERT INTO count_entry (stocktake_id, line_no, unit_id, typed, locale, quantity, at, by, connection)
		 VALUES (@stocktake_id, @line_no, @unit_id, @typed, @locale, @quantity, @at, @by, @connection)`,
	);
	const lastEntryAt = durable
		.prepare<[string], number>(
			'SELECT at FROM count_entry WHERE stocktake_id = ? ORDER BY entry_id DESC LIMIT 1',
		)
		.pluck();
	const setNote = durable.prepare<[string, string, number]>(
		'UPDATE stocktake_line SET note = ? WHERE stocktake_id = ? AND line_no = ?',
	);
	const close = durable.prepare<[CountState, number | null, string, string]>(
		`UPDATE stocktake SET state = ?, submitted_at = ?, closed_why = ? WHERE stocktake_id = ? AND state = 'open'`,
	);
	const reopen = durable.prepare<[string, string]>(
		`UPDATE stocktake SET state = 'open', submitted_at = NULL
		 WHERE account_id = ? AND stocktake_id = ? AND state = 'submitted'`,
	);
	return {
		insert(
			row: Omit<StocktakeRow, 'submitted_at' | 'closed_why'>,
			itsAreas: readonly AreaRow[],
			itsLines: readonly Omit<LineRow, 'note'>[],
		): void {
			insert.run(row);
			itsAreas.forEach((area, position) =>
				insertArea.run(row.stocktake_id, position, area.area_id, area.name),
			);
			for (const { line_no, area_id, shelf, item_id, item, book } of itsLines) {
				insertLine.run(row.stocktake_id, line_no, area_id, shelf, item_id, item, book);
			}
		},
		byIntent: (intentId: string): string | null => byIntent.get(intentId) ?? null,
		get: (accountId: string, stocktakeId: string): StocktakeRow | null =>
			byId.get(stocktakeId, accountId) ?? null,
		counted: (accountId: string, stocktakeId: string): CountedRow | null =>
			counted.get(stocktakeId, accountId) ?? null,
		/** The latest counts of a location, newest first. */
		list: (accountId: string, locationId: string, limit: number): CountedRow[] =>
			list.all(accountId, locationId, limit),
		countOpen: (accountId: string, locationId: string): number =>
			countOpen.get(accountId, locationId) ?? 0,
		areas: (stocktakeId: string): AreaRow[] => areas.all(stocktakeId),
		lines: (stocktakeId: string): LineRow[] => lines.all(stocktakeId),
		line: (stocktakeId: string, lineNo: number): LineRow | null =>
			line.get(stocktakeId, lineNo) ?? null,
		boxes: (stocktakeId: string): BoxRow[] => boxes.all(stocktakeId),
		boxesOf: (stocktakeId: string, lineNo: number): BoxRow[] => boxesOf.all(stocktakeId, lineNo),
		/** Fills a box, or clears it where the quantity is null, and writes the journal. */
		enter(entry: EntryRow): void {
			if (entry.quantity === null) clearBox.run(entry);
			else putBox.run(entry);
			journal.run(entry);
		},
		note(entry: EntryRow): void {
			setNote.run(entry.typed, entry.stocktake_id, entry.line_no);
			journal.run(entry);
		},
		lastEntryAt: (stocktakeId: string): number | null => lastEntryAt.get(stocktakeId) ?? null,
		/** @returns false when the count was closed already. */
		close: (
			stocktakeId: string,
			state: 'submitted' | 'discarded',
			at: number | null,
			why: string,
		): boolean => close.run(state, at, why, stocktakeId).changes > 0,
		reopen: (accountId: string, stocktakeId: string): boolean =>
			reopen.run(accountId, stocktakeId).changes > 0,
	};
}
