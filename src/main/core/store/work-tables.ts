// Exports and imports rows of waiting work (format: rescue/work-file.ts; rules: rescue/import-work.ts).
import { serverDocumentOf } from '../document/document-id.ts';
import { finished, originOf, type ActionRow, type LaneRow } from '../outbox/action.ts';
import { CountedTotals } from './counted-totals.ts';
import { byKeptTable, durableTables, type KeptRows, type Row } from './durable-tables.ts';
import { bringing, standAnew } from './merge.ts';
import type { Sqlite } from './open.ts';
import { Table } from './table.ts';

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
	/** What the service has no place for, of every document and location. */
	kept: KeptRows;
}

/** The column a table numbers by itself; other files number differently. */
const counters = new Map(durableTables.map(({ name, counter }) => [name, counter]));
const keys = new Map(durableTables.map(({ name, identity }) => [name, identity.join(', ')]));

export class WorkTables extends Table {
	/** Imports a row by identity and version. @returns whether anything changed */
	readonly bring = bringing(this.db);
	readonly #totals = new CountedTotals(this.db);
	readonly #liveLanes = this.sql.rows<[string], LaneRow>(
		`SELECT * FROM lane WHERE account_id = ? AND standing IN ('waiting', 'needs-you') ORDER BY rowid`,
	);
	readonly #actions = this.sql.rows<
		[string],
		ActionRow & { queued_as: unknown; queued_after: unknown }
	>('SELECT * FROM action WHERE lane_id = ? ORDER BY seq');
	readonly #attempts = this.sql.rows<[string], Row>(
		'SELECT * FROM attempt WHERE action_id = ? ORDER BY number',
	);
	readonly #events = this.sql.rows<[string], Row>(
		`SELECT step.action_id, step.at, step.from_state, step.to_state, step.by, step.why, step.code, step.args, lookup
		 FROM step_event AS step LEFT JOIN action_event ON step = 0 AND event_id = place
		 WHERE step.action_id = ? ORDER BY place, step`,
	);
	readonly #revisions = this.sql.rows<[string], Row>(
		'SELECT * FROM action_revision WHERE action_id = ? ORDER BY revision',
	);
	readonly #openDrafts = this.sql.rows<[string], Row>(
		`SELECT * FROM draft WHERE account_id = ? AND state = 'open' ORDER BY rowid`,
	);
	readonly draft = this.sql.row<[draftId: string], Row>('SELECT * FROM draft WHERE draft_id = ?');
	readonly #kept = byKeptTable((table) =>
		this.sql.rows<[string], Row>(
			`SELECT * FROM "${table}" WHERE account_id = ? ORDER BY ${keys.get(table) ?? 'rowid'}`,
		),
	);
	readonly #openCounts = this.sql.rows<[{ account: string }], Row>(
		`SELECT * FROM stocktake WHERE account_id = @account AND (state = 'open' OR recount_of IN
			(SELECT stocktake_id FROM stocktake WHERE account_id = @account AND state = 'open')) ORDER BY rowid`,
	);
	readonly #roundsOf = this.sql.rows<[string], Row>(
		'SELECT * FROM stocktake WHERE recount_of = ? ORDER BY rowid',
	);
	readonly #count = this.sql.row<[string], Row>('SELECT * FROM stocktake WHERE stocktake_id = ?');
	readonly #columnsOf = this.sql.values<[string], string>('SELECT name FROM pragma_table_info(?)');
	readonly #lastRevision = this.sql.number<[{ id: unknown }]>(
		`SELECT max(
			(SELECT coalesce(max(entry_id), 0) FROM count_entry WHERE stocktake_id = @id),
			(SELECT coalesce(max(entry_id), 0) FROM count_box WHERE stocktake_id = @id),
			(SELECT coalesce(max(revision), 0) FROM stocktake_line WHERE stocktake_id = @id))`,
	);
	readonly #setRevision = this.sql.run<[number, unknown]>(
		'UPDATE stocktake_line SET revision = ? WHERE stocktake_id = ?',
	);
	readonly rivalOf = this.sql.row<[row: Row], Row>(
		`SELECT * FROM draft WHERE account_id = @account_id AND document = @document AND server_id = @server_id
			AND state = 'open' AND draft_id <> @draft_id`,
	);
	readonly changesOf = this.sql.number<[actionId: string]>(
		'SELECT changed FROM action WHERE action_id = ?',
	);
	readonly lastEntry = this.sql.number<[stocktakeId: unknown]>(
		'SELECT max(entry_id) FROM count_entry WHERE stocktake_id = ?',
	);
	/** Every table with a `stocktake_id`, including later ones. */
	readonly #partTables = this.sql.values<[], string>(
		`SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'stocktake'
			AND EXISTS (SELECT 1 FROM pragma_table_info(sqlite_schema.name) WHERE name = 'stocktake_id')
		 ORDER BY rowid`,
	);

	/** Unfinished documents with all of their steps, and open drafts and counts with those of the documents. */
	waiting(accountId: string): Work {
		const documents = this.#liveLanes(accountId).map((lane) => ({
			lane,
			// The start of a step is in its events; its position is local to each file.
			steps: this.#actions(lane.lane_id).map(
				({ queued_as: _as, queued_after: _after, ...action }) => ({
					action,
					revisions: this.#revisions(action.action_id),
					attempts: this.#attempts(action.action_id),
					events: this.#events(action.action_id),
				}),
			),
		}));
		const drafts = this.#openDrafts(accountId);
		const counts = this.#openCounts({ account: accountId });
		for (const { lane, steps } of documents) {
			const id = lane.document_id;
			if (lane.document === 'stocktake') counts.push(...this.#withRounds(id));
			else {
				const waiting = steps.flatMap(({ action }) =>
					finished.includes(action.state) ? [] : originOf(action),
				);
				const own = serverDocumentOf(id) === null ? [id] : [];
				for (const draftId of new Set([...own, ...waiting])) {
					const draft = this.draft(draftId);
					if (draft !== null && draft['state'] !== 'open') drafts.push(draft);
				}
			}
		}
		return {
			documents,
			drafts,
			counts: counts.map((row) => this.#withParts(row)),
			kept: byKeptTable((table) => this.#kept[table](accountId)),
		};
	}

	/** Closes what is moved to another PC. Call it in a transaction. */
	close(drafts: readonly string[], counts: readonly string[], at: number, why: string): void {
		const closeDraft = this.db.prepare<[string]>(
			`UPDATE draft SET state = 'discarded', moved_as = versions WHERE draft_id = ? AND moved_as IS NULL`,
		);
		const closeCount = this.db.prepare<[string, number, string]>(
			`UPDATE stocktake SET state = 'discarded', closed_why = ?, moved_at = iif(state = 'open', ?, NULL)
			 WHERE stocktake_id = ? AND state <> 'recounted'`,
		);
		for (const id of drafts) closeDraft.run(id);
		for (const id of counts) closeCount.run(why, at, id);
	}

	count(stocktakeId: string): OpenCount | null {
		const stocktake = this.#count(stocktakeId);
		return stocktake && this.#withParts(stocktake);
	}

	countWithRecounts(stocktakeId: string): OpenCount[] {
		return this.#withRounds(stocktakeId).map((row) => this.#withParts(row));
	}

	putAction(row: Row) {
		return this.#insert('action', row, ['seq']);
	}

	/** Restores a finished action. Triggers do not update its lane: call `standAnew`. */
	bringActionBack(row: Row): void {
		this.#update('action', 'action_id', row, ['seq', 'lane_id']);
	}

	standAnew(lanes: readonly string[]): void {
		standAnew(this.db, lanes);
	}

	putDraft(row: Row) {
		return this.#insert('draft', row);
	}

	changeDraft(row: Row): void {
		this.#update('draft', 'draft_id', row);
	}

	replaceAreas(stocktakeId: unknown, rows: readonly Row[]): void {
		this.db.prepare('DELETE FROM stocktake_area WHERE stocktake_id = ?').run(stocktakeId);
		for (const row of rows) this.#insertNumbered('stocktake_area', row);
	}

	putCount({ stocktake, parts }: OpenCount): boolean {
		if (!this.#insert('stocktake', stocktake)) return false;
		this.#insertParts(parts, stocktake['account_id']);
		return true;
	}

	insertPart(table: string, row: Row): number | null {
		return this.#insertNumbered(table, row, [counters.get(table)]);
	}

	/** Makes open windows reload the count's lines. @param before the last revision they may have */
	renewLines(stocktakeId: unknown, before = 0): void {
		const last = this.#lastRevision({ id: stocktakeId });
		this.#setRevision(Math.max(before, last) + 1, stocktakeId);
	}

	replaceBoxes(stocktakeId: unknown, lineNo: number, rows: readonly Row[]): void {
		this.db
			.prepare('DELETE FROM count_box WHERE stocktake_id = ? AND line_no = ?')
			.run(stocktakeId, lineNo);
		for (const row of rows) this.#insertNumbered('count_box', { ...row, line_no: lineNo });
	}

	changeLine(row: Row): void {
		const columns = Object.keys(row).filter((name) => !['stocktake_id', 'line_no'].includes(name));
		this.db
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
		const before = this.#lastRevision({ id });
		this.#totals.forget(String(id));
		for (const table of this.#partTables().reverse()) {
			this.db.prepare(`DELETE FROM "${table}" WHERE stocktake_id = ?`).run(id);
		}
		this.#update('stocktake', 'stocktake_id', { moved_at: null, ...stocktake });
		this.#insertParts(parts, stocktake['account_id']);
		this.renewLines(id, before);
	}

	#withRounds(stocktakeId: string): Row[] {
		const count = this.#count(stocktakeId);
		return [...(count === null ? [] : [count]), ...this.#roundsOf(stocktakeId)];
	}

	#withParts(stocktake: Row): OpenCount {
		const parts = this.#partTables().map((table): [string, Row[]] => [
			table,
			this.db
				.prepare<[unknown], Row>(
					`SELECT * FROM "${table}" WHERE stocktake_id = ? ORDER BY ${counters.get(table) ?? 'stocktake_id'}`,
				)
				.all(stocktake['stocktake_id']),
		]);
		return { stocktake, parts: Object.fromEntries(parts) };
	}

	/** @returns the new row's number, or null if the place is taken */
	#insertNumbered(
		table: string,
		row: Row,
		without: readonly (string | undefined)[] = [],
	): number | null {
		const columns = this.#columnsOf(table).filter((name) => name in row && !without.includes(name));
		const { changes, lastInsertRowid } = this.db
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

	#insertParts(parts: OpenCount['parts'], accountId: unknown): void {
		for (const table of this.#partTables()) {
			for (const row of parts[table] ?? []) {
				const mine = 'account_id' in row ? { ...row, account_id: accountId } : row;
				this.#insertNumbered(table, mine, [counters.get(table)]);
			}
		}
		if ((parts['counted_total'] ?? []).length > 0) this.#totals.findLastAnew();
	}

	#update(table: string, key: string, row: Row, without: readonly string[] = []): void {
		const columns = this.#columnsOf(table).filter(
			(name) => name in row && name !== key && !without.includes(name),
		);
		this.db
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
