// Runs that change many records, and each record in them: tables `import_run` and `import_row` of stillroom.db.
import { z } from 'zod';
import type { ImportSource, RowState } from '../../../shared/bridge/import.ts';
import type { ActionState } from '../../../shared/bridge/outbox.ts';
import type { RecordTypeName } from '../../../shared/record/records.ts';
import type { Sqlite } from './open.ts';
import { Queries } from './table.ts';

export const keptChanges = z.array(z.object({ at: z.string(), was: z.unknown(), to: z.unknown() }));
/** By sheet. */
export const keptColumns = z.array(
	z.object({ heading: z.string(), path: z.string().nullable(), mayOverwrite: z.boolean() }),
);

export interface ImportRunRow {
	run_id: string;
	account_id: string;
	source: ImportSource;
	title: string;
	headings: string | null;
	columns: string | null;
	undoes: string | null;
	/** `writing`: its rows are not all here yet, so that it is not shown and not sent. */
	state: 'writing' | 'running' | 'stopped' | 'done';
	created_at: number;
	created_by: string;
}

export interface WrittenRun extends ImportRunRow {
	state: Exclude<ImportRunRow['state'], 'writing'>;
}

export interface ImportRowRow {
	run_id: string;
	number: number;
	type: RecordTypeName;
	record_id: string | null;
	draft_id: string;
	/** Of the draft when it is sent. */
	revision: number;
	title: string;
	changes: string;
	state: RowState;
	said: string;
	intent_id: string;
	lane_id: string | null;
}

/** The row with the state of its action in the outbox. */
export interface ImportRowStands extends ImportRowRow {
	action_state: ActionState | null;
	service_said: string | null;
}

interface Count {
	type: RecordTypeName;
	state: RowState;
	action_state: ActionState | null;
	count: number;
}

const withAction = `FROM import_row LEFT JOIN action ON action.lane_id = import_row.lane_id
	AND action.intent_id = import_row.intent_id`;

export function importRuns(durable: Sqlite) {
	const sql = new Queries(durable);
	const unwritten = `SELECT run_id FROM import_run WHERE state = 'writing'`;
	const removeRows = sql.run<[]>(`DELETE FROM import_row WHERE run_id IN (${unwritten})`);
	const removeRuns = sql.run<[]>(`DELETE FROM import_run WHERE state = 'writing'`);
	return {
		/** Those that the program was writing when it ended. */
		removeUnwritten: durable.transaction(() => {
			removeRows();
			removeRuns();
		}),
		add: sql.run<[ImportRunRow]>(
			`INSERT INTO import_run (run_id, account_id, source, title, headings, columns, undoes, state, created_at,
				created_by)
			 VALUES (@run_id, @account_id, @source, @title, @headings, @columns, @undoes, @state, @created_at,
				@created_by)`,
		),
		addRow: sql.run<[ImportRowRow]>(
			`INSERT INTO import_row (run_id, number, type, record_id, draft_id, revision, title, changes, state, said,
				intent_id, lane_id)
			 VALUES (@run_id, @number, @type, @record_id, @draft_id, @revision, @title, @changes, @state, @said,
				@intent_id, @lane_id)`,
		),
		get: sql.row<[accountId: string, runId: string], WrittenRun>(
			`SELECT * FROM import_run WHERE account_id = ? AND run_id = ? AND state <> 'writing'`,
		),
		/** Newest first. */
		all: sql.rows<[accountId: string, limit: number], WrittenRun>(
			`SELECT * FROM import_run WHERE account_id = ? AND state <> 'writing'
			 ORDER BY created_at DESC, run_id DESC LIMIT ?`,
		),
		running: sql.rows<[accountId: string], WrittenRun>(
			`SELECT * FROM import_run WHERE account_id = ? AND state = 'running' ORDER BY created_at, run_id`,
		),
		setState: sql.run<[ImportRunRow['state'], string]>(
			'UPDATE import_run SET state = ? WHERE run_id = ?',
		),
		/** The columns chosen last for these headings. */
		columnsFor: sql.value<[accountId: string, headings: string], string>(
			`SELECT columns FROM import_run WHERE account_id = ? AND headings = ? AND columns IS NOT NULL AND state <> 'writing'
			 ORDER BY created_at DESC, run_id DESC LIMIT 1`,
		),
		nextPlanned: sql.row<[runId: string], ImportRowRow>(
			`SELECT * FROM import_row WHERE run_id = ? AND state = 'planned' ORDER BY number LIMIT 1`,
		),
		settle: sql.run<[Pick<ImportRowRow, 'run_id' | 'number' | 'state' | 'said' | 'lane_id'>]>(
			`UPDATE import_row SET state = @state, said = @said, lane_id = @lane_id
			 WHERE run_id = @run_id AND number = @number`,
		),
		counts: sql.rows<[{ run: string }], Count>(
			`SELECT type, import_row.state, action.state AS action_state, count(*) AS count ${withAction}
			 WHERE run_id = @run GROUP BY 1, 2, 3`,
		),
		rows: sql.rows<[{ run: string; from: number; limit: number }], ImportRowStands>(
			`SELECT import_row.*, action.state AS action_state, action.service_said ${withAction}
			 WHERE run_id = @run ORDER BY number LIMIT @limit OFFSET @from`,
		),
		/** Of records that are undone: what the outbox took over. */
		sent: sql.rows<[runId: string], ImportRowRow>(
			`SELECT * FROM import_row WHERE run_id = ? AND state = 'sent' ORDER BY number`,
		),
	};
}
