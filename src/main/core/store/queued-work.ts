// Steps of the outbox that move stock, and of which a copy of the stock does not show yet that they did.
import type { ActionState } from '../../../shared/bridge/outbox.ts';
import type { Sqlite } from './open.ts';

/** A step of a document that has, or had lately, something to send. */
export interface QueuedWork {
	laneId: string;
	/** JSON. */
	label: string;
	serverId: string | null;
	operation: string;
	state: ActionState;
	/** Null until it is confirmed: a copy whose read began after this shows what the step did. */
	confirmedReadNo: number | null;
	payload: string;
	payloadVersion: number;
	/** Epoch ms. */
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
			AND state NOT IN ('cancelled', 'superseded', 'dropped')
		 ORDER BY lane.lane_id, seq`,
	);
	// A step that is queued has no event yet, and one that moves has a new one.
	const stamp = durable
		.prepare<[], string>(
			`SELECT (SELECT coalesce(max(seq), 0) FROM action) || ' ' ||
				(SELECT coalesce(max(event_id), 0) FROM action_event)`,
		)
		.pluck();
	return {
		/** The steps of all documents that are not finished, or of which one was confirmed since a read began. */
		since: (accountId: string, readNo: number): QueuedWork[] =>
			steps.all({ account: accountId, after: readNo }),
		/** Another one whenever `since` may answer otherwise. */
		stamp: (): string => stamp.get() ?? '',
	};
}
