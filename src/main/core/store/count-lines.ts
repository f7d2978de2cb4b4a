// The lines of a count: table `stocktake_line` of stillroom.db, of which the view `count_line` leaves out removed ones.
// Parameters beside ORDER BY, GROUP BY, LIMIT or max() stand behind a SELECT, or SQLite recompiles each time.
import type { Keep } from '../../../shared/domain/reconcile.ts';
import { Table } from './table.ts';

export interface LineRow {
	line_no: number;
	area_id: string;
	walk_area_id: string;
	position: number;
	shelf: string;
	item_id: string;
	item: string;
	book: string | null;
	last_count: string | null;
	note: string;
	left_by: string;
	keep: Keep | '';
	stands: number | null;
	reason: string;
	added: number;
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

export class CountLineTable extends Table {
	/** `added`: 1 for a line added while the count is open. */
	readonly insert = this.sql.run<[line: NewLine & { stocktake_id: string; added: number }]>(
		`INSERT INTO stocktake_line (stocktake_id, line_no, area_id, walk_area_id, position, shelf, item_id, item, book,
			last_count, added)
		 VALUES (@stocktake_id, @line_no, @area_id, @walk_area_id, @position, @shelf, @item_id, @item, @book,
			@last_count, @added)`,
	);
	readonly window = this.sql.rows<[stocktakeId: string, from: number, limit: number], LineRow>(
		`SELECT ${columns} FROM count_line WHERE stocktake_id = (SELECT ?) ORDER BY position, line_no
		 LIMIT (SELECT ?), (SELECT ?)`,
	);
	readonly progress = this.sql.rows<[count: { stocktake_id: string }], AreaProgress>(
		`SELECT walk_area_id AS area_id, count(*) AS lines, count(filled) AS counted,
			count(*) FILTER (WHERE filled = 0) AS zero
		 FROM count_line LEFT JOIN (SELECT line_no, max(quantity <> '0') AS filled FROM count_box
			WHERE stocktake_id = (SELECT @stocktake_id) GROUP BY line_no) USING (line_no)
		 WHERE stocktake_id = (SELECT @stocktake_id) GROUP BY walk_area_id`,
	);
	readonly isRemoved = this.sql.has<[stocktakeId: string, lineNo: number]>(
		'SELECT removed FROM stocktake_line WHERE stocktake_id = ? AND line_no = ?',
	);
	readonly setRemoved = this.sql.run<[removed: 0 | 1, stocktakeId: string, lineNo: number]>(
		setting('removed = ?'),
	);
	readonly place = this.sql.run<
		[areaId: string, shelf: string, position: number, stocktakeId: string, lineNo: number]
	>(setting('walk_area_id = ?, shelf = ?, position = ?'));
	readonly leave = this.sql.run<[by: string, stocktakeId: string, lineNo: number]>(
		setting('left_by = ?'),
	);
	readonly note = this.sql.run<[note: string, stocktakeId: string, lineNo: number]>(
		setting('note = ?'),
	);
	/** The last entry on a line, if none of its boxes has it. */
	readonly setRevision = this.sql.run<[entryId: number, stocktakeId: string, lineNo: number]>(
		setting('revision = ?'),
	);
	/** Includes removed lines: numbers are never reused. */
	readonly lastNo = this.sql.number<[stocktakeId: string]>(
		'SELECT max(line_no) FROM stocktake_line WHERE stocktake_id = (SELECT ?)',
	);
	/** In walking order. */
	readonly all = this.sql.rows<[stocktakeId: string], LineRow>(
		`SELECT ${columns} FROM count_line WHERE stocktake_id = (SELECT ?) ORDER BY position, line_no`,
	);
	/** Lines before this one on the walk; 0 if it is not on the count. */
	readonly placeOf = this.sql.number<[stocktakeId: string, lineNo: number]>(
		`SELECT count(*) FROM count_line AS line, count_line AS wanted
		 WHERE wanted.stocktake_id = (SELECT ?) AND wanted.line_no = (SELECT ?)
			AND line.stocktake_id = wanted.stocktake_id
			AND (line.position, line.line_no) < (wanted.position, wanted.line_no)`,
	);
	readonly firstUncounted = this.sql.value<[stocktakeId: string], number>(
		`SELECT line_no FROM count_line AS line WHERE stocktake_id = (SELECT ?) AND NOT EXISTS (${boxed})
		 ORDER BY position, line_no LIMIT 1`,
	);
	/** JSON of each distinct combination of units. */
	readonly unitSets = this.sql.values<[stocktakeId: string], string>(
		`SELECT DISTINCT iif(json_valid(item), item ->> '$.units', '[]') FROM count_line
		 WHERE stocktake_id = (SELECT ?)`,
	);
	/** Stock that several lines count. */
	readonly twins = this.sql.rows<[stocktakeId: string], { area_id: string; item_id: string }>(
		`SELECT area_id, item_id FROM count_line WHERE stocktake_id = (SELECT ?) GROUP BY area_id, item_id
		 HAVING count(*) > 1`,
	);
	readonly get = this.sql.row<[stocktakeId: string, lineNo: number], LineRow>(
		`SELECT ${columns} FROM count_line WHERE stocktake_id = ? AND line_no = ?`,
	);
	readonly any = this.sql.row<[stocktakeId: string, lineNo: number], LineRow>(
		`SELECT ${columns} FROM stocktake_line WHERE stocktake_id = ? AND line_no = ?`,
	);
	readonly ofItem = this.sql.number<[stocktakeId: string, areaId: string, itemId: string]>(
		'SELECT count(*) FROM count_line WHERE stocktake_id = ? AND area_id = ? AND item_id = ?',
	);
	// SQLite would rather walk the whole count in order than sort a few lines, so the index is named.
	readonly at = this.sql.rows<[stocktakeId: string, areaId: string, itemId: string], LineRow>(
		`SELECT ${columns} FROM stocktake_line INDEXED BY stocktake_line_stock
		 WHERE removed = 0 AND stocktake_id = (SELECT ?) AND area_id = (SELECT ?) AND item_id = (SELECT ?)
		 ORDER BY position, line_no`,
	);
	readonly numbers = this.sql.values<[stocktakeId: string], number>(
		'SELECT line_no FROM count_line WHERE stocktake_id = ?',
	);
}
