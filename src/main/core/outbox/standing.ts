// What stands of one document's lane, from its actions.
import { noteOf } from './payload.ts';
import type { ActionRow, LaneRow } from './action.ts';
import type { LaneStanding } from './outbox.ts';

export function laneStanding(lane: LaneRow, rows: readonly ActionRow[]): LaneStanding {
	const kept = rows.filter(
		({ state }) => state !== 'cancelled' && state !== 'superseded' && state !== 'dropped',
	);
	return {
		laneId: lane.lane_id,
		documentId: lane.document_id,
		serverId: lane.server_id,
		serverNumber: lane.server_number ?? '',
		standing: lane.standing,
		actions: kept.map((row) => ({
			actionId: row.action_id,
			operation: row.operation,
			state: row.state,
			attention: row.attention,
			confirmedReadNo: row.confirmed_read_no,
			note: noteOf(row),
		})),
	};
}
