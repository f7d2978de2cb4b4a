// Counts with their areas and events: tables `stocktake`, `stocktake_area` and `count_event` of stillroom.db.
import type { Together } from '../../../shared/bridge/count-plan.ts';
import type { Keep } from '../../../shared/domain/reconcile.ts';
import { CountJournal } from './count-journal.ts';
import { CountLineTable, type NewLine } from './count-lines.ts';
import type { Sqlite } from './open.ts';
import { Table } from './table.ts';

/** `recounted`: a finished recount. It belongs to its count and is never posted on its own. */
export const countStates = ['open', 'submitted', 'discarded', 'recounted'] as const;
type CountState = (typeof countStates)[number];

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
	plan: string;
	template_id: string | null;
	together: Together;
	approved_at: number | null;
	approved_by: string;
	moved_at: number | null;
	keep: Keep | '';
	tolerances: string | null;
	recount_of: string | null;
	round: number;
	recounter: string;
}

export type NewStocktake = Omit<
	StocktakeRow,
	'submitted_at' | 'closed_why' | 'approved_at' | 'approved_by' | 'moved_at' | 'keep' | 'tolerances'
>;

export interface CountedRow extends StocktakeRow {
	lines: number;
	counted: number;
}

interface AreaRow {
	area_id: string;
	name: string;
}

export interface CountEvent {
	stocktake_id: string;
	at: number;
	by: string;
	connection: string;
	pc: string;
	what:
		| 'opened'
		| 'line-moved'
		| 'line-added'
		| 'area-moved'
		| 'together-chosen'
		| 'left-blank'
		| 'code-noted'
		| 'code-assigned'
		| 'approved'
		| 'approval-void'
		| 'approval-withdrawn'
		| 'sent-back'
		| 'line-checked'
		| 'check-settled'
		| 'submitted'
		| 'discarded'
		| 'line-left-out'
		| 'line-put-right'
		| 'keep-chosen'
		| 'stands-chosen'
		| 'zeros-explained'
		| 'recount-opened'
		| 'recount-finished'
		| 'cut-off-acknowledged';
	detail: string;
}

export const COUNTING = `(SELECT count(*) FROM count_line AS line WHERE line.stocktake_id = stocktake.stocktake_id) AS lines,
	(SELECT count(DISTINCT line_no) FROM count_box AS box WHERE box.stocktake_id = stocktake.stocktake_id)
		- (SELECT count(*) FROM stocktake_line AS line WHERE line.stocktake_id = stocktake.stocktake_id AND removed = 1
			AND EXISTS (SELECT 1 FROM count_box AS box WHERE box.stocktake_id = line.stocktake_id
				AND box.line_no = line.line_no)) AS counted`;

/** Parameters beside ORDER BY or LIMIT stand behind a SELECT, or SQLite recompiles each time. */
export class CountTable extends Table {
	readonly lines: CountLineTable;
	readonly journal: CountJournal;
	readonly #insert = this.sql.run<[NewStocktake]>(
		`INSERT INTO stocktake (stocktake_id, intent_id, account_id, location_id, name, blind, state, currency,
			time_zone, business_date, opened_at, opened_by, book_as_of, plan, template_id, together, recount_of, round,
			recounter)
		 VALUES (@stocktake_id, @intent_id, @account_id, @location_id, @name, @blind, @state, @currency,
			@time_zone, @business_date, @opened_at, @opened_by, @book_as_of, @plan, @template_id, @together,
			@recount_of, @round, @recounter)`,
	);
	readonly addArea = this.sql.run<
		[stocktakeId: string, position: number, areaId: string, name: string]
	>('INSERT INTO stocktake_area (stocktake_id, position, area_id, name) VALUES (?, ?, ?, ?)');
	readonly #clearAreas = this.sql.run<[string]>(
		'DELETE FROM stocktake_area WHERE stocktake_id = ?',
	);
	readonly get = this.sql.row<[accountId: string, stocktakeId: string], StocktakeRow>(
		'SELECT * FROM stocktake WHERE account_id = ? AND stocktake_id = ?',
	);
	readonly counted = this.sql.row<[accountId: string, stocktakeId: string], CountedRow>(
		`SELECT *, ${COUNTING} FROM stocktake WHERE account_id = ? AND stocktake_id = ?`,
	);
	readonly chooseTogether = this.sql.run<[together: Together, stocktakeId: string]>(
		'UPDATE stocktake SET together = ? WHERE stocktake_id = ?',
	);
	/** `at` is null to withdraw the approval. */
	readonly approve = this.sql.run<[at: number | null, by: string, stocktakeId: string]>(
		'UPDATE stocktake SET approved_at = ?, approved_by = ? WHERE stocktake_id = ?',
	);
	readonly close = this.sql.run<
		[state: Exclude<CountState, 'open'>, at: number | null, why: string, stocktakeId: string]
	>(
		`UPDATE stocktake SET state = ?, submitted_at = ?, closed_why = ? WHERE stocktake_id = ? AND state = 'open'`,
	);
	/** How the count was sent back, unless it was approved since. */
	readonly sentBack = this.sql.row<[stocktakeId: string], CountEvent>(
		`SELECT * FROM (SELECT * FROM count_event WHERE stocktake_id = (SELECT ?) AND what IN ('approved', 'sent-back')
			ORDER BY event_id DESC LIMIT 1) WHERE what = 'sent-back'`,
	);
	readonly areas = this.sql.rows<[stocktakeId: string], AreaRow>(
		'SELECT area_id, name FROM stocktake_area WHERE stocktake_id = ? ORDER BY position',
	);
	readonly byIntent = this.sql.value<[intentId: string], string>(
		'SELECT stocktake_id FROM stocktake WHERE intent_id = ?',
	);
	readonly list = this.sql.rows<[accountId: string, locationId: string, limit: number], CountedRow>(
		`SELECT *, ${COUNTING} FROM stocktake WHERE account_id = (SELECT ?) AND location_id = (SELECT ?)
			AND (recount_of IS NULL OR state = 'open') ORDER BY rowid DESC LIMIT (SELECT ?)`,
	);
	readonly namesOfDay = this.sql.values<
		[accountId: string, locationId: string, businessDate: string],
		string
	>(`SELECT name FROM stocktake WHERE account_id = ? AND location_id = ? AND business_date = ?`);
	/** Reopens a submitted count: its totals no longer count as the last count. */
	readonly reopen = this.sql.change<[accountId: string, stocktakeId: string]>(
		`UPDATE stocktake SET state = 'open', submitted_at = NULL, tolerances = NULL
		 WHERE account_id = ? AND stocktake_id = ? AND state = 'submitted'`,
	);
	readonly happened = this.sql.run<[event: CountEvent]>(
		`INSERT INTO count_event (stocktake_id, at, by, connection, pc, what, detail)
		 VALUES (@stocktake_id, @at, @by, @connection, @pc, @what, @detail)`,
	);
	readonly events = this.sql.rows<[stocktakeId: string], CountEvent>(
		'SELECT * FROM count_event WHERE stocktake_id = (SELECT ?) ORDER BY event_id',
	);

	constructor(durable: Sqlite) {
		super(durable);
		this.lines = new CountLineTable(durable);
		this.journal = new CountJournal(durable, this.lines);
	}

	insert(row: NewStocktake, areas: readonly AreaRow[], lines: readonly NewLine[]): void {
		const { stocktake_id } = row;
		this.#insert(row);
		this.orderAreas(stocktake_id, areas);
		for (const line of lines) this.lines.insert({ ...line, stocktake_id, added: 0 });
	}

	orderAreas(stocktakeId: string, order: readonly AreaRow[]): void {
		this.#clearAreas(stocktakeId);
		for (const [position, { area_id, name }] of order.entries())
			this.addArea(stocktakeId, position, area_id, name);
	}
}
