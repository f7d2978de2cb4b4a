// Moves work to another account, after the same service got a new address or client id.
import { keptTables } from './durable-tables.ts';
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

/** Call it in a transaction. Rows that the new account already has stay with the old one. */
export function takeOverWork(db: Sqlite, from: string, to: string): void {
	for (const table of tables) {
		db.prepare<[string, string]>(
			`UPDATE OR IGNORE "${table}" SET account_id = ? WHERE account_id = ?`,
		).run(to, from);
	}
	// The counter of standings follows moves only, so rebuild it.
	db.prepare('DELETE FROM lane_count').run();
	db.prepare(
		`INSERT INTO lane_count SELECT account_id, standing, count(*) FROM lane GROUP BY account_id, standing`,
	).run();
}
