// Work of one account goes on with another one: the service has a new address, or the PC a new client id.
import type { Sqlite } from './open.ts';

interface Adopted {
	documents: number;
	drafts: number;
	counts: number;
}

const ofLanes = `account_id = @from AND standing <> 'done'`;

/**
 * Everything that waits, and every draft and count that is open. What was done stays with the account that did it. Of two
 * drafts for one document of the service, the one that is open with the new account stays, and the other one where it was.
 * Call it in a transaction.
 */
export function adoptWork(db: Sqlite, from: string, to: string): Adopted {
	const accounts = { from, to };
	const run = (sql: string): number => db.prepare<[typeof accounts]>(sql).run(accounts).changes;
	const documents = `SELECT document_id FROM lane WHERE ${ofLanes}`;
	const drafts = run(
		`UPDATE OR IGNORE draft SET account_id = @to WHERE account_id = @from AND state = 'open'`,
	);
	run(
		`UPDATE OR IGNORE draft SET account_id = @to WHERE account_id = @from
			AND (draft_id IN (${documents}) OR server_id IN (SELECT server_id FROM lane WHERE ${ofLanes}))`,
	);
	const counts = run(
		`UPDATE stocktake SET account_id = @to WHERE account_id = @from AND state = 'open' AND recount_of IS NULL`,
	);
	run(
		`UPDATE stocktake SET account_id = @to WHERE account_id = @from AND (stocktake_id IN (${documents})
			OR recount_of IN (SELECT stocktake_id FROM stocktake WHERE account_id = @to))`,
	);
	for (const table of ['photo', 'unknown_scan']) {
		run(
			`UPDATE ${table} SET account_id = @to WHERE account_id = @from AND (document_id IN (${documents})
				OR document_id IN (SELECT draft_id FROM draft WHERE account_id = @to))`,
		);
	}
	run(
		`UPDATE action SET account_id = @to
		 WHERE lane_id IN (SELECT lane_id FROM lane WHERE ${ofLanes})`,
	);
	const lanes = run(`UPDATE lane SET account_id = @to WHERE ${ofLanes}`);
	db.exec(
		`DELETE FROM lane_count;
		 INSERT INTO lane_count SELECT account_id, standing, count(*) FROM lane GROUP BY account_id, standing`,
	);
	return { documents: lanes, drafts, counts };
}
