// What stands of one document's lane, from its actions.
import { noteOf, readPayload } from './payload.ts';
import type { ActionRow, LaneRow } from './action.ts';
import type { Payload } from '../../../shared/service/operation.ts';
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
			update: row.operation.endsWith('.update') ? bodyOf(row, lane) : null,
		})),
	};
}

function bodyOf(row: ActionRow, lane: LaneRow): Payload | null {
	const input = readPayload(row, lane);
	return typeof input === 'string' ? null : (input.body ?? null);
}
