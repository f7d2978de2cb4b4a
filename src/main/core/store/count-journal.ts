// The boxes of a count and the journal of every entry: tables `count_box` and `count_entry` of stillroom.db. Parameters
// beside ORDER BY or max() stand behind a SELECT, or SQLite recompiles each time.
import type { Act } from '../../../shared/domain/undo-history.ts';
import type { CountLineTable, LineRow } from './count-lines.ts';
import type { Sqlite } from './open.ts';
import { Table } from './table.ts';

/** Replaces the locale if nobody typed: a blank line confirmed as zero (BCP 47 `und`, undetermined). */
export const NOT_TYPED = 'und';

/** Replaces the unit of an entry about the line itself: `typed` is REMOVED, or empty if it was put back. */
export const WHOLE_LINE = '';
export const REMOVED = 'removed';

export interface BoxRow {
	line_no: number;
	unit_id: string;
	typed: string;
	locale: string;
	quantity: string;
	at: number;
	by: string;
	book: string | null;
	book_as_of: number | null;
	entry_id: number;
}

/** A journal entry: a box filled or cleared, a note (`unit_id` null), or a line removed (WHOLE_LINE). */
export interface EntryRow {
	stocktake_id: string;
	entry_id: number;
	line_no: number;
	unit_id: string | null;
	typed: string;
	locale: string;
	quantity: string | null;
	at: number;
	by: string;
	connection: string;
	pc: string;
	act: number;
	/** `kept-out`: history only, because another person's count was kept. */
	kind: Act['kind'] | 'kept-out';
	of_act: number | null;
	before: string | null;
	counted_at: number | null;
	book: string | null;
	book_as_of: number | null;
}

export interface ActEntry {
	line_no: number;
	unit_id: string | null;
	typed: string;
	locale: string;
	quantity: string | null;
	before: string;
	counted_at: number | null;
	book: string | null;
	book_as_of: number | null;
}

export interface LineInHand {
	readonly row: LineRow;
	readonly boxes: readonly BoxRow[];
}

export const revisionOf = ({ revision }: LineRow, boxes: readonly BoxRow[]): number =>
	boxes.reduce((last, { entry_id }) => Math.max(last, entry_id), revision);

const boxColumns = 'line_no, unit_id, typed, locale, quantity, at, by, book, book_as_of, entry_id';

/** Of one box: stocktake_id, line_no, unit_id, typed, locale, quantity, at, by, book, book_as_of, entry_id. */
type BoxValues = [
	...[string, number, string, string, string, string, number, string],
	...[string | null, number | null, number],
];

export class CountJournal extends Table {
	readonly #lines;
	// Positional parameters: a third faster, and this runs with every entry.
	readonly #putBox = this.sql.run<BoxValues>(
		`INSERT INTO count_box (stocktake_id, line_no, unit_id, typed, locale, quantity, at, by, book, book_as_of,
			entry_id)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		 ON CONFLICT DO UPDATE SET typed = excluded.typed, locale = excluded.locale, quantity = excluded.quantity,
			at = excluded.at, book = excluded.book, book_as_of = excluded.book_as_of, entry_id = excluded.entry_id`,
	);
	readonly #clearOwn = this.sql.run<[string, number, string, string]>(
		'DELETE FROM count_box WHERE stocktake_id = ? AND line_no = ? AND unit_id = ? AND by = ?',
	);
	readonly #add = this.sql.run<(string | number | null)[]>(
		`INSERT INTO count_entry (stocktake_id, entry_id, line_no, unit_id, typed, locale, quantity, at, by, connection,
			pc, act, kind, of_act, before, counted_at, book, book_as_of)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
	);
	readonly #lastEntry = this.sql.number<[string]>(
		'SELECT max(entry_id) FROM count_entry WHERE stocktake_id = (SELECT ?)',
	);
	readonly boxes = this.sql.rows<[stocktakeId: string], BoxRow>(
		`SELECT ${boxColumns} FROM count_box WHERE stocktake_id = (SELECT ?) ORDER BY at`,
	);
	readonly boxesOf = this.sql.rows<[stocktakeId: string, lineNo: number], BoxRow>(
		`SELECT ${boxColumns} FROM count_box WHERE stocktake_id = (SELECT ?) AND line_no = (SELECT ?) ORDER BY at`,
	);
	readonly acts = this.sql.rows<[stocktakeId: string, by: string], Act>(
		`SELECT act, kind, of_act AS of FROM count_entry
		 WHERE stocktake_id = (SELECT ?) AND by = (SELECT ?) AND entry_id = act AND kind <> 'kept-out' ORDER BY entry_id`,
	);
	readonly entriesOf = this.sql.rows<[stocktakeId: string, act: number], ActEntry>(
		`SELECT line_no, unit_id, typed, locale, quantity, before, counted_at, book, book_as_of FROM count_entry
		 WHERE stocktake_id = (SELECT ?) AND act = (SELECT ?) ORDER BY entry_id`,
	);
	readonly entries = this.sql.rows<[stocktakeId: string], EntryRow>(
		'SELECT * FROM count_entry WHERE stocktake_id = (SELECT ?) ORDER BY entry_id',
	);
	/** Everyone who entered a quantity or a note. */
	readonly people = this.sql.values<[stocktakeId: string], string>(
		`SELECT DISTINCT by FROM count_entry WHERE stocktake_id = (SELECT ?) AND unit_id <> '${WHOLE_LINE}'`,
	);
	readonly lastEntryAt = this.sql.value<[stocktakeId: string], number>(
		'SELECT at FROM count_entry WHERE stocktake_id = (SELECT ?) ORDER BY entry_id DESC LIMIT 1',
	);

	constructor(durable: Sqlite, lines: CountLineTable) {
		super(durable);
		this.#lines = lines;
	}

	/** Sets people's counts for a unit of a line, and removes those of `goneOf`. */
	putBoxes(
		at: { stocktake_id: string; line_no: number; unit_id: string; entry_id: number },
		rows: readonly Omit<BoxRow, 'line_no' | 'unit_id' | 'entry_id'>[],
		goneOf: readonly string[],
	): void {
		const cell = [at.stocktake_id, at.line_no, at.unit_id] as const;
		for (const by of goneOf) this.#clearOwn(...cell, by);
		for (const { typed, locale, quantity, at: when, by, book, book_as_of } of rows) {
			this.#putBox(...cell, typed, locale, quantity, when, by, book, book_as_of, at.entry_id);
		}
	}

	/** @throws if the count never had this line */
	lineInHand(stocktakeId: string, lineNo: number): LineInHand {
		const row = this.#lines.any(stocktakeId, lineNo);
		if (row === null) throw new Error(`Line ${String(lineNo)} is not on the count.`);
		return { row, boxes: this.boxesOf(stocktakeId, lineNo) };
	}

	/** Also above the line's revision, because a repaired file may lack entries. */
	nextEntry(stocktakeId: string, { row, boxes }: LineInHand): number {
		return Math.max(this.#lastEntry(stocktakeId), revisionOf(row, boxes)) + 1;
	}

	add(entry: EntryRow): void {
		this.#add(
			entry.stocktake_id,
			entry.entry_id,
			entry.line_no,
			entry.unit_id,
			entry.typed,
			entry.locale,
			entry.quantity,
			entry.at,
			entry.by,
			entry.connection,
			entry.pc,
			entry.act,
			entry.kind,
			entry.of_act,
			entry.before,
			entry.counted_at,
			entry.book,
			entry.book_as_of,
		);
	}
}
