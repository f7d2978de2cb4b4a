// How well the outbox of an account gets its work to the service, from rows that indexes lead to.
import type { Sqlite } from './open.ts';

/** Requests of this PC that are looked back on. */
const looked = 200;

export interface OutboxHealth {
	/** When the oldest document was entered that goes by itself, epoch ms; null where none waits. */
	oldestSince: number | null;
	/** Those among the last 200 requests, and how many of them got no answer that told what became of them. */
	requests: number;
	unanswered: number;
}

export function outboxHealth(db: Sqlite) {
	const oldest = db
		.prepare<[string], number>(
			`SELECT created_at FROM lane INDEXED BY lane_standing WHERE account_id = ? AND standing = 'waiting'
			 ORDER BY rowid LIMIT 1`,
		)
		.pluck();
	const requests = db.prepare<[string, number], Pick<OutboxHealth, 'requests' | 'unanswered'>>(
		`SELECT count(*) AS requests, coalesce(sum(verdict = 'unknown'), 0) AS unanswered FROM (
			SELECT coalesce(verdict, 'unknown') AS verdict FROM attempt CROSS JOIN action USING (action_id)
			WHERE account_id = ? AND state <> 'sending'
				AND attempt_id > (SELECT max(attempt_id) FROM attempt) - ?)`,
	);
	return (accountId: string): OutboxHealth => ({
		oldestSince: oldest.get(accountId) ?? null,
		requests: 0,
		unanswered: 0,
		...requests.get(accountId, looked),
	});
}
