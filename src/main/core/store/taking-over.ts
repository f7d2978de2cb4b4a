// Moves work to another account, after the same service got a new address or client id.
import { keptTables } from './durable-tables.ts';
import { dueAgain } from './lane-words-due.ts';
import { countLanes, standAnew } from './merge.ts';
import type { Sqlite } from './open.ts';

const tables = [
	'lane',
	'action',
	'draft',
	'draft_intent',
	'stocktake',
	'photo',
	'document_unknown_code',
	'twin_watch',
	'possible_twin',
	...keptTables,
];

/** Steps on a document on which the new account has a lane too: they go into that lane. */
function joinLanes(db: Sqlite, from: string, to: string): void {
	const both = db
		.prepare<[string, string], { there: string; here: string }>(
			`SELECT there.lane_id AS there, here.lane_id AS here FROM lane AS there
			 JOIN lane AS here ON here.document = there.document AND here.document_id = there.document_id
			 WHERE there.account_id = ? AND here.account_id = ?`,
		)
		.all(from, to);
	const setServer = db.prepare<[string, string]>(
		`UPDATE lane SET server_id = other.server_id, server_number = other.server_number FROM lane AS other
		 WHERE other.lane_id = ? AND lane.lane_id = ? AND lane.server_id IS NULL`,
	);
	const hasNewWords = dueAgain(db);
	for (const { there, here } of both) {
		setServer.run(there, here);
		hasNewWords.run(here);
		for (const table of ['action', 'import_row'])
			db.prepare(`UPDATE ${table} SET lane_id = ? WHERE lane_id = ?`).run(here, there);
		db.prepare('DELETE FROM lane WHERE lane_id = ?').run(there);
	}
	const joined = both.map(({ here }) => here);
	if (joined.length > 0) standAnew(db, joined);
}

/** Call it in a transaction. Rows that the new account already has stay with the old one. */
export function takeOverWork(db: Sqlite, from: string, to: string): void {
	joinLanes(db, from, to);
	for (const table of tables) {
		db.prepare<[string, string]>(
			`UPDATE OR IGNORE "${table}" SET account_id = ? WHERE account_id = ?`,
		).run(to, from);
	}
	countLanes(db);
}
