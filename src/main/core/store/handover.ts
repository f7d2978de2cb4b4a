// Work that waits, row by row as stillroom.db has it: taken out for a file, and brought in from one. What a row means is
// left to the file's format (src/main/core/rescue/work-file.ts) and to the rules of taking it in.
import type { ActionRow, LaneRow } from '../outbox/action.ts';
import { countedTotals } from './counted-totals.ts';
import { durableTables, type Row } from './durable-tables.ts';
import { bringing, standAnew } from './merge.ts';
import type { Sqlite } from './open.ts';

export type { Row };

export interface WaitingDocument {
	lane: LaneRow;
	/** `revisions`: what the step was before it was merged, chosen or decided anew. */
	steps: { action: ActionRow; revisions: Row[]; attempts: Row[]; events: Row[] }[];
}

export interface OpenCount {
	stocktake: Row;
	/** By table, in the order of their keys. */
	parts: Record<string, Row[]>;
}

export interface Work {
	documents: WaitingDocument[];
	drafts: Row[];
	counts: OpenCount[];
}

export type HandoverTables = ReturnType<typeof handoverTables>;

export function handoverTables(db: Sqlite) {
	const totals = countedTotals(db);
	const liveLanes = db.prepare<[string], LaneRow>(
		`SELECT * FROM lane WHERE account_id = ? AND standing IN ('waiting', 'needs-you') ORDER BY rowid`,
	);
	const actions = db.prepare<[string], ActionRow & { queued_as: unknown; queued_after: unknown }>(
		'SELECT * FROM action WHERE lane_id = ? ORDER BY seq',
	);
	const changesOf = db
		.prepare<[string], number>('SELECT changed FROM action WHERE action_id = ?')
		.pluck();
	const attempts = db.prepare<[string], Row>(
		'SELECT * FROM attempt WHERE action_id = ? ORDER BY number',
	);
	const events = db.prepare<[string], Row>(
		`SELECT step.action_id, step.at, step.from_state, step.to_state, step.by, step.why, step.code, step.args, evidence
		 FROM step_event AS step LEFT JOIN action_event ON step = 0 AND event_id = place
		 WHERE step.action_id = ? ORDER BY place, step`,
	);
	const revisions = db.prepare<[string], Row>(
		'SELECT * FROM action_revision WHERE action_id = ? ORDER BY revision',
	);
	const openDrafts = db.prepare<[string], Row>(
		`SELECT * FROM draft WHERE account_id = ? AND state = 'open' ORDER BY rowid`,
	);
	const draft = db.prepare<[string], Row>('SELECT * FROM draft WHERE draft_id = ?');
	const against = db.prepare<[string, string | null, string, string], Row>(
		`SELECT * FROM draft WHERE account_id = ? AND server_id = ? AND document IN (?, ?) AND state = 'submitted'
		 ORDER BY rowid DESC LIMIT 1`,
	);
	const rival = db.prepare<[Row], Row>(
		`SELECT * FROM draft WHERE account_id = @account_id AND document = @document AND server_id = @server_id
			AND state = 'open' AND draft_id <> @draft_id`,
	);
	const openCounts = db.prepare<[{ account: string }], Row>(
		`SELECT * FROM stocktake WHERE account_id = @account AND (state = 'open' OR recount_of IN
			(SELECT stocktake_id FROM stocktake WHERE account_id = @account AND state = 'open')) ORDER BY rowid`,
	);
	const roundsOf = db.prepare<[string], Row>(
		'SELECT * FROM stocktake WHERE recount_of = ? ORDER BY rowid',
	);
	const count = db.prepare<[string], Row>('SELECT * FROM stocktake WHERE stocktake_id = ?');
	/** Whatever belongs to a count, also in tables that came later. */
	const namesOfParts = db
		.prepare<[], string>(
			`SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'stocktake'
				AND EXISTS (SELECT 1 FROM pragma_table_info(sqlite_schema.name) WHERE name = 'stocktake_id')
			 ORDER BY rowid`,
		)
		.pluck();
	const partTables = (): string[] => namesOfParts.all();
	const counters = new Map(durableTables.map(({ name, counter }) => [name, counter]));
	/** The column of a table's own numbers, which another file counts otherwise; undefined where it has none. */
	const counterOf = (table: string): string | undefined => counters.get(table);
	const partsOf = (stocktakeId: string): Record<string, Row[]> =>
		Object.fromEntries(
			partTables().map((table) => [
				table,
				db
					.prepare<[string], Row>(
						`SELECT * FROM "${table}" WHERE stocktake_id = ? ORDER BY ${counterOf(table) ?? 'stocktake_id'}`,
					)
					.all(stocktakeId),
			]),
		);

	const columnsOf = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck();
	/** @returns the new row's number, or null where something else stands in its place already */
	const insertNumbered = (
		table: string,
		row: Row,
		without: readonly (string | undefined)[] = [],
	): number | null => {
		const columns = columnsOf.all(table).filter((name) => name in row && !without.includes(name));
		const { changes, lastInsertRowid } = db
			.prepare<[Row]>(
				`INSERT INTO "${table}" (${columns.map((name) => `"${name}"`).join(', ')})
				 VALUES (${columns.map((name) => `@${name}`).join(', ')}) ON CONFLICT DO NOTHING`,
			)
			.run(row);
		return changes > 0 ? Number(lastInsertRowid) : null;
	};
	const insert = (table: string, row: Row, without: readonly string[] = []): boolean =>
		insertNumbered(table, row, without) !== null;

	const lastEntry = db
		.prepare<[unknown], number>('SELECT max(entry_id) FROM count_entry WHERE stocktake_id = ?')
		.pluck();
	const lastRevision = db
		.prepare<[{ id: unknown }], number>(
			`SELECT max(
				(SELECT coalesce(max(entry_id), 0) FROM count_entry WHERE stocktake_id = @id),
				(SELECT coalesce(max(entry_id), 0) FROM count_box WHERE stocktake_id = @id),
				(SELECT coalesce(max(revision), 0) FROM stocktake_line WHERE stocktake_id = @id))`,
		)
		.pluck();
	const setRevision = db.prepare<[number, unknown]>(
		'UPDATE stocktake_line SET revision = ? WHERE stocktake_id = ?',
	);
	/** Windows that have the count open take its lines anew. @param before the last revision that they may have */
	const renewLines = (id: unknown, before = 0): void => {
		setRevision.run(Math.max(before, lastRevision.get({ id }) ?? 0) + 1, id);
	};
	const insertParts = (parts: OpenCount['parts'], accountId: unknown): void => {
		for (const table of partTables()) {
			for (const row of parts[table] ?? []) {
				const mine = 'account_id' in row ? { ...row, account_id: accountId } : row;
				insertNumbered(table, mine, [counterOf(table)]);
			}
		}
		if ((parts['counted_total'] ?? []).length > 0) totals.findLastAnew();
	};
	const update = (table: string, key: string, row: Row, without: readonly string[] = []): void => {
		const columns = columnsOf
			.all(table)
			.filter((name) => name in row && name !== key && !without.includes(name));
		db.prepare<[Row]>(
			`UPDATE "${table}" SET ${columns.map((name) => `"${name}" = @${name}`).join(', ')} WHERE ${key} = @${key}`,
		).run(row);
	};

	return {
		/** Documents that are not finished, with all their steps; drafts and counts that are open, and those of the documents. */
		waiting(accountId: string): Work {
			const documents = liveLanes.all(accountId).map((lane) => ({
				lane,
				// How a step began is the first of its events; its place among others is counted by this file.
				steps: actions
					.all(lane.lane_id)
					.map(({ queued_as: _as, queued_after: _after, ...action }) => ({
						action,
						revisions: revisions.all(action.action_id),
						attempts: attempts.all(action.action_id),
						events: events.all(action.action_id),
					})),
			}));
			const drafts = openDrafts.all(accountId);
			const counts = openCounts.all({ account: accountId });
			for (const { lane } of documents) {
				const id = lane.document_id;
				if (lane.document === 'stocktake') counts.push(...count.all(id), ...roundsOf.all(id));
				else if (id.startsWith('service:')) {
					// What waits of a document that the service has: an edit, a receipt or a fulfilment.
					const entered = lane.document === 'transfer-in' ? 'receipt' : 'fulfilment';
					drafts.push(...against.all(accountId, lane.server_id, lane.document, entered));
				} else drafts.push(...draft.all(id).filter(({ state }) => state !== 'open'));
			}
			return {
				documents,
				drafts,
				counts: counts.map((stocktake) => ({
					stocktake,
					parts: partsOf(String(stocktake['stocktake_id'])),
				})),
			};
		},
		/** What is moved to another PC is closed here. Call it in a transaction. */
		close(drafts: readonly string[], counts: readonly string[], at: number, why: string): void {
			const closeDraft = db.prepare<[string]>(
				`UPDATE draft SET state = 'discarded', moved_as = versions WHERE draft_id = ? AND moved_as IS NULL`,
			);
			const closeCount = db.prepare<[string, number, string]>(
				`UPDATE stocktake SET state = 'discarded', closed_why = ?, moved_at = iif(state = 'open', ?, NULL)
				 WHERE stocktake_id = ? AND state <> 'recounted'`,
			);
			for (const id of drafts) closeDraft.run(id);
			for (const id of counts) closeCount.run(why, at, id);
		},
		draft: (draftId: string): Row | undefined => draft.get(draftId),
		/** Another draft that is open for the same document of the service. */
		rivalOf: (row: Row): Row | undefined => rival.get(row),
		/** A count as it stands here, with whatever belongs to it. */
		count(stocktakeId: string): OpenCount | null {
			const stocktake = count.get(stocktakeId);
			return stocktake === undefined ? null : { stocktake, parts: partsOf(stocktakeId) };
		},
		/** A count and its recounts. */
		countWithRecounts: (stocktakeId: string): OpenCount[] =>
			[...count.all(stocktakeId), ...roundsOf.all(stocktakeId)].map((stocktake) => ({
				stocktake,
				parts: partsOf(String(stocktake['stocktake_id'])),
			})),
		/** How often an action was changed; 0 where it is not here. */
		changesOf: (actionId: string): number => changesOf.get(actionId) ?? 0,
		/** A row of a file, by its identity and version. @returns whether anything came */
		bring: bringing(db),
		putAction: (row: Row) => insert('action', row, ['seq']),
		/** Brings an action back that was finished here: its lane is not told by the triggers, so `standAnew` follows. */
		bringActionBack(row: Row): void {
			update('action', 'action_id', row, ['seq', 'lane_id']);
		},
		standAnew: (lanes: readonly string[]): void => {
			standAnew(db, lanes);
		},
		putDraft: (row: Row) => insert('draft', row),
		changeDraft: (row: Row): void => {
			update('draft', 'draft_id', row);
		},
		/** Puts the areas of a count in another order. */
		replaceAreas(stocktakeId: unknown, rows: readonly Row[]): void {
			db.prepare('DELETE FROM stocktake_area WHERE stocktake_id = ?').run(stocktakeId);
			for (const row of rows) insertNumbered('stocktake_area', row);
		},
		putCount({ stocktake, parts }: OpenCount): boolean {
			if (!insert('stocktake', stocktake)) return false;
			insertParts(parts, stocktake['account_id']);
			return true;
		},
		/** @returns the new row's number, or null where something else stands in its place already */
		insertPart: (table: string, row: Row): number | null =>
			insertNumbered(table, row, [counterOf(table)]),
		/** The number of the last entry of a count; 0 before the first. */
		lastEntry: (stocktakeId: unknown): number => lastEntry.get(stocktakeId) ?? 0,
		/** Windows that have a count open take its lines anew. */
		renewLines: (stocktakeId: unknown): void => {
			renewLines(stocktakeId);
		},
		/** Takes the boxes of a line away and puts others in their place. */
		replaceBoxes(stocktakeId: unknown, lineNo: number, rows: readonly Row[]): void {
			db.prepare('DELETE FROM count_box WHERE stocktake_id = ? AND line_no = ?').run(
				stocktakeId,
				lineNo,
			);
			for (const row of rows) insertNumbered('count_box', { ...row, line_no: lineNo });
		},
		changeLine(row: Row): void {
			const columns = Object.keys(row).filter(
				(name) => !['stocktake_id', 'line_no'].includes(name),
			);
			db.prepare<[Row]>(
				`UPDATE stocktake_line SET ${columns.map((name) => `"${name}" = @${name}`).join(', ')}
				 WHERE stocktake_id = @stocktake_id AND line_no = @line_no`,
			).run(row);
		},
		changeCount: (row: Row): void => {
			update('stocktake', 'stocktake_id', row);
		},
		/** Brings a count back that was moved away; what was entered meanwhile is in the file. */
		replaceCount({ stocktake, parts }: OpenCount): void {
			const { stocktake_id: id } = stocktake;
			const before = lastRevision.get({ id });
			totals.forget(String(id));
			for (const table of partTables().reverse()) {
				db.prepare(`DELETE FROM "${table}" WHERE stocktake_id = ?`).run(id);
			}
			update('stocktake', 'stocktake_id', { moved_at: null, ...stocktake });
			insertParts(parts, stocktake['account_id']);
			renewLines(id, before);
		},
	};
}

/** Entries in the order in which they were made, which an act that is named by its first entry needs. */
export const inOrder = (entries: readonly Row[]): Row[] =>
	entries.toSorted((a, b) => Number(a['entry_id']) - Number(b['entry_id']));
