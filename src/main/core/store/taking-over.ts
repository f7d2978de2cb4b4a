// The work of one account of this PC goes on as that of another: the same service has got another address, or has given
// another client id. What is known of the service itself stays with the account that it was found out with.
import type { Sqlite } from './open.ts';

/** What was entered here, and what became of it. */
const tables = [
	...['lane', 'action', 'draft', 'draft_intent', 'stocktake', 'photo', 'unknown_scan'],
	...['twin_watch', 'possible_twin'],
];

/** Call it in a transaction. What the other account has already of the same document stays where it is. */
export function takeOverWork(db: Sqlite, from: string, to: string): void {
	for (const table of tables) {
		db.prepare<[string, string]>(
			`UPDATE OR IGNORE "${table}" SET account_id = ? WHERE account_id = ?`,
		).run(to, from);
	}
	// Where documents stand is counted as each moves on; here they change hands.
	db.prepare('DELETE FROM lane_count').run();
	db.prepare(
		`INSERT INTO lane_count SELECT account_id, standing, count(*) FROM lane GROUP BY account_id, standing`,
	).run();
}
