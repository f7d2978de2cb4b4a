// Possible duplicates: tables `twin_watch`, `possible_twin` and `twin_decision` of stillroom.db.
import type { KindName } from '../../../shared/document/kinds.ts';
import type { Sqlite } from './open.ts';
import { Queries } from './table.ts';

export interface WatchedRow {
	action_id: string;
	lane_id: string;
	server_id: string | null;
	left_ms: number;
}

export interface UnseenRow {
	action_id: string;
	missed_at: number | null;
}

interface PossibleTwinRow {
	twin_id: string;
	account_id: string;
	kind: KindName;
	action_id: string;
	our_server_id: string;
	server_id: string;
	ours: string;
	other: string;
	found_at: number;
}

export interface TwinDecision {
	says: 'two' | 'duplicate';
	reason: string;
	by: string;
	at: number;
}

export type TwinRow = PossibleTwinRow & { lane_id: string } & (
		TwinDecision | { [Name in keyof TwinDecision]: null }
	);

export type TwinTables = ReturnType<typeof twinTables>;

export function twinTables(db: Sqlite) {
	const sql = new Queries(db);
	const shown = sql.run<[number, string]>('UPDATE twin_watch SET shown_at = ? WHERE action_id = ?');
	const missed = sql.run<[number, string]>(
		'UPDATE twin_watch SET missed_at = ? WHERE action_id = ?',
	);
	const goOn = sql.run<[number, string]>('UPDATE twin_watch SET left_ms = ? WHERE action_id = ?');
	const endWatch = sql.run<[number, string]>(
		'UPDATE twin_watch SET ended_at = ? WHERE action_id = ?',
	);
	const columns = `possible_twin.*, action.lane_id, says, reason, twin_decision.by, at FROM possible_twin
		 JOIN action USING (action_id) LEFT JOIN twin_decision USING (twin_id)`;
	/** Usually nothing was found, and this takes half as long as counting. */
	const anyFound = sql.value<[string], number>(
		'SELECT 1 FROM possible_twin WHERE account_id = ? LIMIT 1',
	);
	const countUndecided = sql.number<[string]>(
		`SELECT count(*) FROM possible_twin WHERE account_id = ?
		 AND NOT EXISTS (SELECT 1 FROM twin_decision WHERE twin_id = possible_twin.twin_id)`,
	);
	const decide = sql.run<[TwinDecision & { twin_id: string }]>(
		'INSERT INTO twin_decision (twin_id, says, reason, by, at) VALUES (@twin_id, @says, @reason, @by, @at)',
	);
	return {
		watch: sql.run<[actionId: string, accountId: string, kind: KindName, ms: number]>(
			`INSERT INTO twin_watch (action_id, account_id, kind, left_ms) VALUES (?, ?, ?, ?)
			 ON CONFLICT DO UPDATE SET left_ms = excluded.left_ms, ended_at = NULL`,
		),
		watched: sql.rows<[accountId: string, kind: KindName], WatchedRow>(
			`SELECT action_id, lane_id, server_id, left_ms FROM twin_watch
			 JOIN action USING (action_id) JOIN lane USING (lane_id)
			 WHERE twin_watch.account_id = ? AND twin_watch.kind = ? AND ended_at IS NULL ORDER BY action.seq`,
		),
		unseen: sql.rows<[accountId: string, kind: KindName], UnseenRow>(
			`SELECT action_id, missed_at FROM twin_watch INDEXED BY twin_watch_unseen
			 WHERE account_id = (SELECT ?) AND kind = (SELECT ?) AND shown_at IS NULL AND ended_at IS NULL`,
		),
		shown(actionId: string, at: number): void {
			shown(at, actionId);
		},
		missed(actionId: string, at: number): void {
			missed(at, actionId);
		},
		goOn(actionId: string, ms: number): void {
			goOn(ms, actionId);
		},
		endWatch(actionId: string, at: number): void {
			endWatch(at, actionId);
		},
		/** @returns false if this document was found before */
		record: sql.change<[row: PossibleTwinRow]>(
			`INSERT INTO possible_twin (twin_id, account_id, kind, action_id, our_server_id, server_id, ours, other, found_at)
			 VALUES (@twin_id, @account_id, @kind, @action_id, @our_server_id, @server_id, @ours, @other, @found_at)
			 ON CONFLICT DO NOTHING`,
		),
		undecided: sql.rows<[accountId: string], TwinRow>(
			`SELECT ${columns} WHERE possible_twin.account_id = ? AND says IS NULL ORDER BY found_at, twin_id`,
		),
		ofLane: sql.rows<[laneId: string], TwinRow>(
			`SELECT ${columns} WHERE action.lane_id = ? ORDER BY found_at, twin_id`,
		),
		get: sql.row<[accountId: string, twinId: string], TwinRow>(
			`SELECT ${columns} WHERE possible_twin.account_id = ? AND twin_id = ?`,
		),
		countUndecided: (accountId: string) =>
			anyFound(accountId) === null ? 0 : countUndecided(accountId),
		decide(twinId: string, decision: TwinDecision): void {
			decide({ twin_id: twinId, ...decision });
		},
	};
}
