// Outbox steps that move stock and that the copy of the stock may not include yet.
import type { ActionState } from '../../../shared/bridge/outbox.ts';
import type { Sqlite } from './open.ts';

export interface QueuedWork {
	laneId: string;
	label: string;
	serverId: string | null;
	operation: string;
	state: ActionState;
	/** null until confirmed: copies read later include the step. */
	confirmedReadNo: number | null;
	payload: string;
	payloadVersion: number;
	queuedAt: number;
}

export function queuedWork(durable: Sqlite) {
	const steps = durable.prepare<{ account: string; after: number }, QueuedWork>(
		`SELECT lane.lane_id AS laneId, label, server_id AS serverId, operation, state,
			confirmed_read_no AS confirmedReadNo, payload, payload_version AS payloadVersion,
			action.created_at AS queuedAt
		 FROM lane CROSS JOIN action INDEXED BY action_lane USING (lane_id)
		 WHERE lane.lane_id IN (
			SELECT lane_id FROM lane WHERE account_id = (SELECT @account) AND standing IN ('waiting', 'needs-you')
			UNION SELECT lane_id FROM action INDEXED BY action_confirmed
				WHERE account_id = (SELECT @account) AND state = 'confirmed' AND confirmed_read_no >= (SELECT @after))
			AND state NOT IN ('cancelled', 'superseded', 'discarded')
		 ORDER BY lane.lane_id, seq`,
	);
	// Queueing raises the first number, every move the second.
	const stamp = durable
		.prepare<[], string>(
			`SELECT (SELECT coalesce(max(seq), 0) FROM action) || ' ' ||
				(SELECT coalesce(max(event_id), 0) FROM action_event)`,
		)
		.pluck();
	return {
		since: (accountId: string, readNo: number): QueuedWork[] =>
			steps.all({ account: accountId, after: readNo }),
		/** Changes whenever `since` may change. */
		stamp: (): string => stamp.get() ?? '',
	};
}
