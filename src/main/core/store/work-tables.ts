// Exports and imports rows of waiting work (format: rescue/work-file.ts; rules: rescue/import-work.ts).
import type { ActionRow, LaneRow } from '../outbox/action.ts';
import { countedTotals } from './counted-totals.ts';
import { durableTables, type Row } from './durable-tables.ts';
import { bringing, standAnew } from './merge.ts';
import type { Sqlite } from './open.ts';

export type { Row };

export interface WaitingDocument {
	lane: LaneRow;
	/** `revisions`: earlier versions of a merged, chosen or re-decided step. */
	steps: { action: ActionRow; revisions: Row[]; attempts: Row[]; events: Row[] }[];
}

export interface OpenCount {
	stocktake: Row;
	parts: Record<string, Row[]>;
}

export interface Work {
	documents: WaitingDocument[];
	drafts: Row[];
	counts: OpenCount[];
}

export class WorkTables {
	/** Imports a row by identity and version. @returns whether anything changed */
	readonly bring: ReturnType<typeof bringing>;
	readonly #db: Sqlite;
	readonly #totals;
	readonly #liveLanes;
	readonly #actions;
	readonly #changesOf;
	readonly #attempts;
	readonly #events;
	readonly #revisions;
	readonly #openDrafts;
	readonly #draft;
	readonly #against;
	readonly #rival;
	readonly #openCounts;
	readonly #roundsOf;
	readonly #count;
	readonly #namesOfParts;
	readonly #counters;
	readonly #columnsOf;
	readonly #lastEntry;
	readonly #lastRevision;
	readonly #setRevision;

	constructor(db: Sqlite) {
		this.#db = db;
		this.bring = bringing(db);
		this.#totals = countedTotals(db);
		this.#liveLanes = db.prepare<[string], LaneRow>(
			`SELECT * FROM lane WHERE account_id = ? AND standing IN ('waiting', 'needs-you') ORDER BY rowid`,
		);
		this.#actions = db.prepare<[string], ActionRow & { queued_as: unknown; queued_after: unknown }>(
			'SELECT * FROM action WHERE lane_id = ? ORDER BY seq',
		);
		this.#changesOf = db
			.prepare<[string], number>('SELECT changed FROM action WHERE action_id = ?')
			.pluck();
		this.#attempts = db.prepare<[string], Row>(
			'SELECT * FROM attempt WHERE action_id = ? ORDER BY number',
		);
		this.#events = db.prepare<[string], Row>(
			`SELECT step.action_id, step.at, step.from_state, step.to_state, step.by, step.why, step.code, step.args, lookup
			 FROM step_event AS step LEFT JOIN action_event ON step = 0 AND event_id = place
			 WHERE step.action_id = ? ORDER BY place, step`,
		);
		this.#revisions = db.prepare<[string], Row>(
			'SELECT * FROM action_revision WHERE action_id = ? ORDER BY revision',
		);
		this.#openDrafts = db.prepare<[string], Row>(
			`SELECT * FROM draft WHERE account_id = ? AND state = 'open' ORDER BY rowid`,
		);
		this.#draft = db.prepare<[string], Row>('SELECT * FROM draft WHERE draft_id = ?');
		this.#against = db.prepare<[string, string | null, string, string], Row>(
			`SELECT * FROM draft WHERE account_id = ? AND server_id = ? AND document IN (?, ?) AND state = 'submitted'
			 ORDER BY rowid DESC LIMIT 1`,
		);
		this.#rival = db.prepare<[Row], Row>(
			`SELECT * FROM draft WHERE account_id = @account_id AND document = @document AND server_id = @server_id
				AND state = 'open' AND draft_id <> @draft_id`,
		);
		this.#openCounts = db.prepare<[{ account: string }], Row>(
			`SELECT * FROM stocktake WHERE account_id = @account AND (state = 'open' OR recount_of IN
				(SELECT stocktake_id FROM stocktake WHERE account_id = @account AND state = 'open')) ORDER BY rowid`,
		);
		this.#roundsOf = db.prepare<[string], Row>(
			'SELECT * FROM stocktake WHERE recount_of = ? ORDER BY rowid',
		);
		this.#count = db.prepare<[string], Row>('SELECT * FROM stocktake WHERE stocktake_id = ?');
		/** Every table with a `stocktake_id`, including later ones. */
		this.#namesOfParts = db
			.prepare<[], string>(
				`SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'stocktake'
					AND EXISTS (SELECT 1 FROM pragma_table_info(sqlite_schema.name) WHERE name = 'stocktake_id')
				 ORDER BY rowid`,
			)
			.pluck();
		this.#counters = new Map(durableTables.map(({ name, counter }) => [name, counter]));
		this.#columnsOf = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck();
		this.#lastEntry = db
			.prepare<[unknown], number>('SELECT max(entry_id) FROM count_entry WHERE stocktake_id = ?')
			.pluck();
		this.#lastRevision = db
			.prepare<[{ id: unknown }], number>(
				`SELECT max(
					(SELECT coalesce(max(entry_id), 0) FROM count_entry WHERE stocktake_id = @id),
					(SELECT coalesce(max(entry_id), 0) FROM count_box WHERE stocktake_id = @id),
					(SELECT coalesce(max(revision), 0) FROM stocktake_line WHERE stocktake_id = @id))`,
			)
			.pluck();
		this.#setRevision = db.prepare<[number, unknown]>(
			'UPDATE stocktake_line SET revision = ? WHERE stocktake_id = ?',
		);
	}

	/** Unfinished documents with all of their steps, and open drafts and counts with those of the documents. */
	waiting(accountId: string): Work {
		const documents = this.#liveLanes.all(accountId).map((lane) => ({
			lane,
			// The start of a step is in its events; its position is local to each file.
			steps: this.#actions
				.all(lane.lane_id)
				.map(({ queued_as: _as, queued_after: _after, ...action }) => ({
					action,
					revisions: this.#revisions.all(action.action_id),
					attempts: this.#attempts.all(action.action_id),
					events: this.#events.all(action.action_id),
				})),
		}));
		const drafts = this.#openDrafts.all(accountId);
		const counts = this.#openCounts.all({ account: accountId });
		for (const { lane } of documents) {
			const id = lane.document_id;
			if (lane.document === 'stocktake')
				counts.push(...this.#count.all(id), ...this.#roundsOf.all(id));
			else if (id.startsWith('service:')) {
				const entered = lane.document === 'transfer-in' ? 'receipt' : 'fulfilment';
				drafts.push(...this.#against.all(accountId, lane.server_id, lane.document, entered));
			} else drafts.push(...this.#draft.all(id).filter(({ state }) => state !== 'open'));
		}
		return {
			documents,
			drafts,
			counts: counts.map((stocktake) => ({
				stocktake,
				parts: this.#partsOf(String(stocktake['stocktake_id'])),
			})),
		};
	}

	/** Closes what is moved to another PC. Call it in a transaction. */
	close(drafts: readonly string[], counts: readonly string[], at: number, why: string): void {
		const closeDraft = this.#db.prepare<[string]>(
			`UPDATE draft SET state = 'discarded', moved_as = versions WHERE draft_id = ? AND moved_as IS NULL`,
		);
		const closeCount = this.#db.prepare<[string, number, string]>(
			`UPDATE stocktake SET state = 'discarded', closed_why = ?, moved_at = iif(state = 'open', ?, NULL)
				 WHERE stocktake_id = ? AND state <> 'recounted'`,
		);
		for (const id of drafts) closeDraft.run(id);
		for (const id of counts) closeCount.run(why, at, id);
	}

	draft(draftId: string): Row | undefined {
		return this.#draft.get(draftId);
	}

	rivalOf(row: Row): Row | undefined {
		return this.#rival.get(row);
	}

	count(stocktakeId: string): OpenCount | null {
		const stocktake = this.#count.get(stocktakeId);
		return stocktake === undefined ? null : { stocktake, parts: this.#partsOf(stocktakeId) };
	}

	countWithRecounts(stocktakeId: string): OpenCount[] {
		return [...this.#count.all(stocktakeId), ...this.#roundsOf.all(stocktakeId)].map(
			(stocktake) => ({
				stocktake,
				parts: this.#partsOf(String(stocktake['stocktake_id'])),
			}),
		);
	}

	changesOf(actionId: string): number {
		return this.#changesOf.get(actionId) ?? 0;
	}

	putAction(row: Row) {
		return this.#insert('action', row, ['seq']);
	}

	/** Restores a finished action. Triggers do not update its lane: call `standAnew`. */
	bringActionBack(row: Row): void {
		this.#update('action', 'action_id', row, ['seq', 'lane_id']);
	}

	standAnew(lanes: readonly string[]): void {
		standAnew(this.#db, lanes);
	}

	putDraft(row: Row) {
		return this.#insert('draft', row);
	}

	changeDraft(row: Row): void {
		this.#update('draft', 'draft_id', row);
	}

	replaceAreas(stocktakeId: unknown, rows: readonly Row[]): void {
		this.#db.prepare('DELETE FROM stocktake_area WHERE stocktake_id = ?').run(stocktakeId);
		for (const row of rows) this.#insertNumbered('stocktake_area', row);
	}

	putCount({ stocktake, parts }: OpenCount): boolean {
		if (!this.#insert('stocktake', stocktake)) return false;
		this.#insertParts(parts, stocktake['account_id']);
		return true;
	}

	insertPart(table: string, row: Row): number | null {
		return this.#insertNumbered(table, row, [this.#counterOf(table)]);
	}

	lastEntry(stocktakeId: unknown): number {
		return this.#lastEntry.get(stocktakeId) ?? 0;
	}

	renewLines(stocktakeId: unknown): void {
		this.#renewLines(stocktakeId);
	}

	replaceBoxes(stocktakeId: unknown, lineNo: number, rows: readonly Row[]): void {
		this.#db
			.prepare('DELETE FROM count_box WHERE stocktake_id = ? AND line_no = ?')
			.run(stocktakeId, lineNo);
		for (const row of rows) this.#insertNumbered('count_box', { ...row, line_no: lineNo });
	}

	changeLine(row: Row): void {
		const columns = Object.keys(row).filter((name) => !['stocktake_id', 'line_no'].includes(name));
		this.#db
			.prepare<[Row]>(
				`UPDATE stocktake_line SET ${columns.map((name) => `"${name}" = @${name}`).join(', ')}
				 WHERE stocktake_id = @stocktake_id AND line_no = @line_no`,
			)
			.run(row);
	}

	changeCount(row: Row): void {
		this.#update('stocktake', 'stocktake_id', row);
	}

	/** Replaces a count that was moved away; the file has what was entered meanwhile. */
	replaceCount({ stocktake, parts }: OpenCount): void {
		const { stocktake_id: id } = stocktake;
		const before = this.#lastRevision.get({ id });
		this.#totals.forget(String(id));
		for (const table of this.#partTables().reverse()) {
			this.#db.prepare(`DELETE FROM "${table}" WHERE stocktake_id = ?`).run(id);
		}
		this.#update('stocktake', 'stocktake_id', { moved_at: null, ...stocktake });
		this.#insertParts(parts, stocktake['account_id']);
		this.#renewLines(id, before);
	}

	#partTables(): string[] {
		return this.#namesOfParts.all();
	}

	/** The column a table numbers by itself; other files number differently. */
	#counterOf(table: string): string | undefined {
		return this.#counters.get(table);
	}

	#partsOf(stocktakeId: string): Record<string, Row[]> {
		return Object.fromEntries(
			this.#partTables().map((table) => [
				table,
				this.#db
					.prepare<[string], Row>(
						`SELECT * FROM "${table}" WHERE stocktake_id = ? ORDER BY ${this.#counterOf(table) ?? 'stocktake_id'}`,
					)
					.all(stocktakeId),
			]),
		);
	}

	/** @returns the new row's number, or null if the place is taken */
	#insertNumbered(
		table: string,
		row: Row,
		without: readonly (string | undefined)[] = [],
	): number | null {
		const columns = this.#columnsOf
			.all(table)
			.filter((name) => name in row && !without.includes(name));
		const { changes, lastInsertRowid } = this.#db
			.prepare<[Row]>(
				`INSERT INTO "${table}" (${columns.map((name) => `"${name}"`).join(', ')})
				 VALUES (${columns.map((name) => `@${name}`).join(', ')}) ON CONFLICT DO NOTHING`,
			)
			.run(row);
		return changes > 0 ? Number(lastInsertRowid) : null;
	}

	#insert(table: string, row: Row, without: readonly string[] = []): boolean {
		return this.#insertNumbered(table, row, without) !== null;
	}

	/** Makes open windows reload the count's lines. @param before the last revision they may have */
	#renewLines(id: unknown, before = 0): void {
		this.#setRevision.run(Math.max(before, this.#lastRevision.get({ id }) ?? 0) + 1, id);
	}

	#insertParts(parts: OpenCount['parts'], accountId: unknown): void {
		for (const table of this.#partTables()) {
			for (const row of parts[table] ?? []) {
				const mine = 'account_id' in row ? { ...row, account_id: accountId } : row;
				this.#insertNumbered(table, mine, [this.#counterOf(table)]);
			}
		}
		if ((parts['counted_total'] ?? []).length > 0) this.#totals.findLastAnew();
	}

	#update(table: string, key: string, row: Row, without: readonly string[] = []): void {
		const columns = this.#columnsOf
			.all(table)
			.filter((name) => name in row && name !== key && !without.includes(name));
		this.#db
			.prepare<[Row]>(
				`UPDATE "${table}" SET ${columns.map((name) => `"${name}" = @${name}`).join(', ')} WHERE ${key} = @${key}`,
			)
			.run(row);
	}
}

export const workTables = (db: Sqlite): WorkTables => new WorkTables(db);

/** In the order of entry: an act is named by its first entry. */
export const inOrder = (entries: readonly Row[]): Row[] =>
	entries.toSorted((a, b) => Number(a['entry_id']) - Number(b['entry_id']));
