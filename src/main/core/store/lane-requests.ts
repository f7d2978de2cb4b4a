// The requests behind a document: how many, with which result, and how many lookups.
import type { Sqlite } from './open.ts';

export interface LaneRequests {
	requests: number;
	again: number;
	/** Of these, refused, and without a conclusive answer. */
	refused: number;
	unanswered: number;
	unsent: number;
	looked: number;
}

export function laneRequests(db: Sqlite) {
	const tries = db.prepare<[string], Omit<LaneRequests, 'looked'>>(
		`SELECT coalesce(sum(out), 0) AS requests, coalesce(sum(out), 0) - count(DISTINCT CASE WHEN out THEN action_id END) AS again,
			coalesce(sum(verdict = 'rejected'), 0) AS refused, coalesce(sum(verdict = 'unknown'), 0) AS unanswered,
			coalesce(sum(NOT out), 0) AS unsent
		 FROM (SELECT action_id, verdict IS NOT 'not-sent' AS out,
				CASE WHEN state = 'sending' THEN verdict ELSE coalesce(verdict, 'unknown') END AS verdict
			FROM action CROSS JOIN attempt USING (action_id) WHERE lane_id = (SELECT ?))`,
	);
	const looks = db
		.prepare<[string], number>(
			`SELECT count(*) FROM action CROSS JOIN action_event USING (action_id)
			 WHERE lane_id = (SELECT ?) AND to_state = 'verifying' AND from_state <> 'verifying'`,
		)
		.pluck();
	return (laneId: string): LaneRequests => ({
		requests: 0,
		again: 0,
		refused: 0,
		unanswered: 0,
		unsent: 0,
		...tries.get(laneId),
		looked: looks.get(laneId) ?? 0,
	});
}
