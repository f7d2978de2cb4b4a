// How well an account's work reaches the service; uses only indexed rows.
import type { Sqlite } from './open.ts';

const looked = 200;

export interface OutboxHealth {
	/** When the oldest automatically sent document was entered, epoch ms; null if none waits. */
	oldestSince: number | null;
	/** Of the last 200 requests, how many got no conclusive answer. */
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
