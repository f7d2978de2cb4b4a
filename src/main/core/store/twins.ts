// Possible duplicates: tables `twin_watch`, `possible_twin` and `twin_decision` of stillroom.db.
import type { CachedDocument } from './cache-records.ts';
import type { Sqlite } from './open.ts';

export interface WatchedRow {
	action_id: string;
	lane_id: string;
	server_id: string | null;
	/** Remaining time, ms of running. */
	left_ms: number;
}

export interface UnseenRow {
	action_id: string;
	/** When a list last missed it, epoch ms. */
	missed_at: number | null;
}

interface PossibleTwinRow {
	twin_id: string;
	account_id: string;
	kind: CachedDocument;
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
	const watch = db.prepare<[string, string, CachedDocument, number]>(
		`INSERT INTO twin_watch (action_id, account_id, kind, left_ms) VALUES (?, ?, ?, ?)
		 ON CONFLICT DO UPDATE SET left_ms = excluded.left_ms, ended_at = NULL`,
	);
	const watched = db.prepare<[string, CachedDocument], WatchedRow>(
		`SELECT action_id, lane_id, server_id, left_ms FROM twin_watch
		 JOIN action USING (action_id) JOIN lane USING (lane_id)
		 WHERE twin_watch.account_id = ? AND twin_watch.kind = ? AND ended_at IS NULL ORDER BY action.seq`,
	);
	const unseen = db.prepare<[string, CachedDocument], UnseenRow>(
		`SELECT action_id, missed_at FROM twin_watch INDEXED BY twin_watch_unseen
		 WHERE account_id = (SELECT ?) AND kind = (SELECT ?) AND shown_at IS NULL AND ended_at IS NULL`,
	);
	const shown = db.prepare<[number, string]>(
		'UPDATE twin_watch SET shown_at = ? WHERE action_id = ?',
	);
	const missed = db.prepare<[number, string]>(
		'UPDATE twin_watch SET missed_at = ? WHERE action_id = ?',
	);
	const goOn = db.prepare<[number, string]>(
		'UPDATE twin_watch SET left_ms = ? WHERE action_id = ?',
	);
	const endWatch = db.prepare<[number, string]>(
		'UPDATE twin_watch SET ended_at = ? WHERE action_id = ?',
	);
	const found = db.prepare<[PossibleTwinRow]>(
		`INSERT INTO possible_twin (twin_id, account_id, kind, action_id, our_server_id, server_id, ours, other, found_at)
		 VALUES (@twin_id, @account_id, @kind, @action_id, @our_server_id, @server_id, @ours, @other, @found_at)
		 ON CONFLICT DO NOTHING`,
	);
	const columns = `possible_twin.*, action.lane_id, says, reason, twin_decision.by, at FROM possible_twin
		 JOIN action USING (action_id) LEFT JOIN twin_decision USING (twin_id)`;
	const undecided = db.prepare<[string], TwinRow>(
		`SELECT ${columns} WHERE possible_twin.account_id = ? AND says IS NULL ORDER BY found_at, twin_id`,
	);
	const ofLane = db.prepare<[string], TwinRow>(
		`SELECT ${columns} WHERE action.lane_id = ? ORDER BY found_at, twin_id`,
	);
	const one = db.prepare<[string, string], TwinRow>(
		`SELECT ${columns} WHERE possible_twin.account_id = ? AND twin_id = ?`,
	);
	/** Usually nothing was found, and this takes half as long as counting. */
	const anyFound = db
		.prepare<[string], number>('SELECT 1 FROM possible_twin WHERE account_id = ? LIMIT 1')
		.pluck();
	const countUndecided = db
		.prepare<[string], number>(
			`SELECT count(*) FROM possible_twin WHERE account_id = ?
			 AND NOT EXISTS (SELECT 1 FROM twin_decision WHERE twin_id = possible_twin.twin_id)`,
		)
		.pluck();
	const decide = db.prepare<[TwinDecision & { twin_id: string }]>(
		'INSERT INTO twin_decision (twin_id, says, reason, by, at) VALUES (@twin_id, @says, @reason, @by, @at)',
	);
	return {
		watch(actionId: string, accountId: string, kind: CachedDocument, ms: number): void {
			watch.run(actionId, accountId, kind, ms);
		},
		watched: (accountId: string, kind: CachedDocument) => watched.all(accountId, kind),
		unseen: (accountId: string, kind: CachedDocument) => unseen.all(accountId, kind),
		shown(actionId: string, at: number): void {
			shown.run(at, actionId);
		},
		missed(actionId: string, at: number): void {
			missed.run(at, actionId);
		},
		goOn(actionId: string, ms: number): void {
			goOn.run(ms, actionId);
		},
		endWatch(actionId: string, at: number): void {
			endWatch.run(at, actionId);
		},
		/** @returns false if this document was found before */
		record: (row: PossibleTwinRow): boolean => found.run(row).changes > 0,
		undecided: (accountId: string) => undecided.all(accountId),
		ofLane: (laneId: string) => ofLane.all(laneId),
		get: (accountId: string, twinId: string) => one.get(accountId, twinId),
		countUndecided: (accountId: string) =>
			anyFound.get(accountId) === undefined ? 0 : (countUndecided.get(accountId) ?? 0),
		decide(twinId: string, decision: TwinDecision): void {
			decide.run({ twin_id: twinId, ...decision });
		},
	};
}
