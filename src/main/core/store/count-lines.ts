// The lines of a count: table `stocktake_line` of stillroom.db, of which the view `count_line` leaves out removed ones.
// Parameters beside ORDER BY, GROUP BY, LIMIT or max() stand behind a SELECT, or SQLite recompiles each time.
import type { Keep } from '../../../shared/domain/reconcile.ts';
import type { Sqlite } from './open.ts';

export interface LineRow {
	line_no: number;
	/** The service's stock area. */
	area_id: string;
	walk_area_id: string;
	position: number;
	shelf: string;
	item_id: string;
	/** JSON: the item when the count was opened. */
	item: string;
	book: string | null;
	/** JSON: LastCount; null if there was none. */
	last_count: string | null;
	note: string;
	left_by: string;
	/** Overrides the count's `keep` for this line; empty: no override. */
	keep: Keep | '';
	/** Which count of the line is used: 0 the first, else the round; null: the latest. */
	stands: number | null;
	reason: string;
	added: number;
	/** The last entry on the line that no box holds: a note or a cleared box; 0 if none. */
	revision: number;
}

export type NewLine = Omit<
	LineRow,
	'note' | 'left_by' | 'keep' | 'stands' | 'reason' | 'added' | 'revision'
>;

interface AreaProgress {
	area_id: string;
	lines: number;
	counted: number;
	zero: number;
}

const columns = `line_no, area_id, walk_area_id, position, shelf, item_id, item, book, last_count, note, left_by,
	keep, stands, reason, added, revision`;
const boxed =
	'SELECT 1 FROM count_box AS box WHERE box.stocktake_id = line.stocktake_id AND box.line_no = line.line_no';

const setting = (columns: string): string =>
	`UPDATE stocktake_line SET ${columns} WHERE stocktake_id = ? AND line_no = ?`;

export class CountLineTable {
	readonly #insert;
	readonly #all;
	readonly #window;
	readonly #placeOf;
	readonly #firstUncounted;
	readonly #progress;
	readonly #unitSets;
	readonly #twins;
	readonly #get;
	readonly #any;
	readonly #ofItem;
	readonly #at;
	readonly #numbers;
	readonly #lastNo;
	readonly #removed;
	readonly #setRemoved;
	readonly #place;
	readonly #leave;
	readonly #note;
	readonly #setRevision;

	constructor(durable: Sqlite) {
		this.#insert = durable.prepare<[NewLine & { stocktake_id: string; added: number }]>(
			`INSERT INTO stocktake_line (stocktake_id, line_no, area_id, walk_area_id, position, shelf, item_id, item, book,
				last_count, added)
			 VALUES (@stocktake_id, @line_no, @area_id, @walk_area_id, @position, @shelf, @item_id, @item, @book,
				@last_count, @added)`,
		);
		this.#all = durable.prepare<[string], LineRow>(
			`SELECT ${columns} FROM count_line WHERE stocktake_id = (SELECT ?) ORDER BY position, line_no`,
		);
		this.#window = durable.prepare<[string, number, number], LineRow>(
			`SELECT ${columns} FROM count_line WHERE stocktake_id = (SELECT ?) ORDER BY position, line_no
			 LIMIT (SELECT ?) OFFSET (SELECT ?)`,
		);
		this.#placeOf = durable
			.prepare<[string, number], number>(
				`SELECT count(*) FROM count_line AS line, count_line AS wanted
				 WHERE wanted.stocktake_id = (SELECT ?) AND wanted.line_no = (SELECT ?)
					AND line.stocktake_id = wanted.stocktake_id
					AND (line.position, line.line_no) < (wanted.position, wanted.line_no)`,
			)
			.pluck();
		this.#firstUncounted = durable
			.prepare<[string], number>(
				`SELECT line_no FROM count_line AS line WHERE stocktake_id = (SELECT ?) AND NOT EXISTS (${boxed})
				 ORDER BY position, line_no LIMIT 1`,
			)
			.pluck();
		this.#progress = durable.prepare<[{ stocktake_id: string }], AreaProgress>(
			`SELECT walk_area_id AS area_id, count(*) AS lines, count(filled) AS counted,
				count(*) FILTER (WHERE filled = 0) AS zero
			 FROM count_line LEFT JOIN (SELECT line_no, max(quantity <> '0') AS filled FROM count_box
				WHERE stocktake_id = (SELECT @stocktake_id) GROUP BY line_no) USING (line_no)
			 WHERE stocktake_id = (SELECT @stocktake_id) GROUP BY walk_area_id`,
		);
		this.#unitSets = durable
			.prepare<[string], string>(
				`SELECT DISTINCT iif(json_valid(item), item ->> '$.units', '[]') FROM count_line
				 WHERE stocktake_id = (SELECT ?)`,
			)
			.pluck();
		this.#twins = durable.prepare<[string], { area_id: string; item_id: string }>(
			`SELECT area_id, item_id FROM count_line WHERE stocktake_id = (SELECT ?) GROUP BY area_id, item_id
			 HAVING count(*) > 1`,
		);
		this.#get = durable.prepare<[string, number], LineRow>(
			`SELECT ${columns} FROM count_line WHERE stocktake_id = ? AND line_no = ?`,
		);
		this.#any = durable.prepare<[string, number], LineRow>(
			`SELECT ${columns} FROM stocktake_line WHERE stocktake_id = ? AND line_no = ?`,
		);
		this.#ofItem = durable
			.prepare<[string, string, string], number>(
				'SELECT count(*) FROM count_line WHERE stocktake_id = ? AND area_id = ? AND item_id = ?',
			)
			.pluck();
		// SQLite would rather walk the whole count in order than sort a few lines, so the index is named.
		this.#at = durable.prepare<[string, string, string], LineRow>(
			`SELECT ${columns} FROM stocktake_line INDEXED BY stocktake_line_stock
			 WHERE removed = 0 AND stocktake_id = (SELECT ?) AND area_id = (SELECT ?) AND item_id = (SELECT ?)
			 ORDER BY position, line_no`,
		);
		this.#numbers = durable
			.prepare<[string], number>('SELECT line_no FROM count_line WHERE stocktake_id = ?')
			.pluck();
		this.#lastNo = durable
			.prepare<[string], number>(
				'SELECT max(line_no) FROM stocktake_line WHERE stocktake_id = (SELECT ?)',
			)
			.pluck();
		this.#removed = durable
			.prepare<[string, number], number>(
				'SELECT removed FROM stocktake_line WHERE stocktake_id = ? AND line_no = ?',
			)
			.pluck();
		this.#setRemoved = durable.prepare<[number, string, number]>(setting('removed = ?'));
		this.#place = durable.prepare<[string, string, number, string, number]>(
			setting('walk_area_id = ?, shelf = ?, position = ?'),
		);
		this.#leave = durable.prepare<[string, string, number]>(setting('left_by = ?'));
		this.#note = durable.prepare<[string, string, number]>(setting('note = ?'));
		this.#setRevision = durable.prepare<[number, string, number]>(setting('revision = ?'));
	}

	insert(stocktakeId: string, line: NewLine): void {
		this.#insert.run({ ...line, stocktake_id: stocktakeId, added: 0 });
	}

	/** Adds a line to an open count. */
	add(stocktakeId: string, line: NewLine): void {
		this.#insert.run({ ...line, stocktake_id: stocktakeId, added: 1 });
	}

	/** Includes removed lines: numbers are never reused. */
	lastNo(stocktakeId: string): number {
		return this.#lastNo.get(stocktakeId) ?? 0;
	}

	/** null if the count never had the line. */
	removed(stocktakeId: string, lineNo: number): boolean | null {
		const removed = this.#removed.get(stocktakeId, lineNo);
		return removed === undefined ? null : removed === 1;
	}

	setRemoved(stocktakeId: string, lineNo: number, removed: boolean): void {
		this.#setRemoved.run(removed ? 1 : 0, stocktakeId, lineNo);
	}

	/** In walking order. */
	all(stocktakeId: string): LineRow[] {
		return this.#all.all(stocktakeId);
	}

	window(stocktakeId: string, from: number, limit: number): LineRow[] {
		return this.#window.all(stocktakeId, limit, from);
	}

	/** Lines before this one on the walk; 0 if it is not on the count. */
	placeOf(stocktakeId: string, lineNo: number): number {
		return this.#placeOf.get(stocktakeId, lineNo) ?? 0;
	}

	firstUncounted(stocktakeId: string): number | null {
		return this.#firstUncounted.get(stocktakeId) ?? null;
	}

	progress(stocktakeId: string): AreaProgress[] {
		return this.#progress.all({ stocktake_id: stocktakeId });
	}

	/** JSON of each distinct combination of units. */
	unitSets(stocktakeId: string): string[] {
		return this.#unitSets.all(stocktakeId);
	}

	/** Stock that several lines count. */
	twins(stocktakeId: string): { area_id: string; item_id: string }[] {
		return this.#twins.all(stocktakeId);
	}

	get(stocktakeId: string, lineNo: number): LineRow | null {
		return this.#get.get(stocktakeId, lineNo) ?? null;
	}

	/** Also a removed line. */
	any(stocktakeId: string, lineNo: number): LineRow | null {
		return this.#any.get(stocktakeId, lineNo) ?? null;
	}

	ofItem(stocktakeId: string, areaId: string, itemId: string): number {
		return this.#ofItem.get(stocktakeId, areaId, itemId) ?? 0;
	}

	at(stocktakeId: string, areaId: string, itemId: string): LineRow[] {
		return this.#at.all(stocktakeId, areaId, itemId);
	}

	numbers(stocktakeId: string): number[] {
		return this.#numbers.all(stocktakeId);
	}

	place(stocktakeId: string, { line_no, walk_area_id, shelf, position }: LineRow): void {
		this.#place.run(walk_area_id, shelf, position, stocktakeId, line_no);
	}

	leave(stocktakeId: string, lineNo: number, by: string): void {
		this.#leave.run(by, stocktakeId, lineNo);
	}

	note(stocktakeId: string, lineNo: number, note: string): void {
		this.#note.run(note, stocktakeId, lineNo);
	}

	/** @param entryId the last entry on the line, if none of its boxes has it */
	setRevision(stocktakeId: string, lineNo: number, entryId: number): void {
		this.#setRevision.run(entryId, stocktakeId, lineNo);
	}
}
