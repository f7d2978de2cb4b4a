// Outbox steps that move stock and that the copy of the stock may not include yet.
import type { ActionState } from '../../../shared/bridge/outbox.ts';
import { Table } from './table.ts';

export interface QueuedWork {
	label: string;
	operation: string;
	state: ActionState;
	/** null until confirmed: copies read later include the step. */
	confirmedReadNo: number | null;
	payload: string;
	payloadVersion: number;
	queuedAt: number;
}

/** Queueing raises the first number, every move the second. */
export interface QueueMark {
	seq: number;
	event: number;
}

export class QueuedWorkTable extends Table {
	readonly ofLane = this.sql.rows<[laneId: string], QueuedWork>(
		`SELECT label, operation, state, confirmed_read_no AS confirmedReadNo, payload,
			payload_version AS payloadVersion, action.created_at AS queuedAt
		 FROM lane CROSS JOIN action INDEXED BY action_lane USING (lane_id)
		 WHERE lane.lane_id = (SELECT ?) AND state NOT IN ('cancelled', 'superseded', 'discarded') ORDER BY seq`,
	);
	/** Lanes that are not done, or had a step confirmed since a read. */
	readonly lanes = this.sql.values<[{ account: string; readNo: number }], string>(
		`SELECT lane_id FROM lane WHERE account_id = (SELECT @account) AND standing IN ('waiting', 'needs-you')
		 UNION SELECT lane_id FROM action INDEXED BY action_confirmed
			WHERE account_id = (SELECT @account) AND state = 'confirmed' AND confirmed_read_no >= (SELECT @readNo)`,
	);
	readonly lanesChangedSince = this.sql.values<[QueueMark & { account: string }], string>(
		`SELECT lane_id FROM action WHERE seq > @seq AND account_id = @account
		 UNION SELECT lane_id FROM action_event CROSS JOIN action USING (action_id)
			WHERE event_id > @event AND account_id = @account`,
	);
	readonly #mark = this.sql.row<[], QueueMark>(
		`SELECT (SELECT coalesce(max(seq), 0) FROM action) AS seq,
			(SELECT coalesce(max(event_id), 0) FROM action_event) AS event`,
	);

	/** Changes with every step that is queued or moved. */
	mark(): QueueMark {
		return this.#mark() ?? { seq: 0, event: 0 };
	}
}
