// Builds the state of one document's lane from its actions.
import { z } from 'zod';
import type { Payload } from '../../../shared/service/operation.ts';
import type { ActionTables } from '../store/actions.ts';
import { notDone, originOf, type ActionRow, type LaneRow } from './action.ts';
import { mayBeAmended } from './deciding.ts';
import { keptOr } from '../store/kept-json.ts';
import type { LaneStanding, QueuedStep } from './outbox.ts';
import { bodyOf, noteOf } from './payload.ts';

export function laneStanding(lane: LaneRow, rows: readonly ActionRow[]): LaneStanding {
	const kept = rows.filter(({ state }) => !notDone.includes(state));
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
			locks: row.operation.endsWith('.lock') ? locksIn(bodyOf(row, lane)) : null,
		})),
	};
}

/** Whether cached records as of this read may lack what a step does. */
export const isUnseen = (
	{ state, confirmedReadNo }: Pick<QueuedStep, 'state' | 'confirmedReadNo'>,
	readNo: number,
): boolean =>
	!notDone.includes(state) && (state !== 'confirmed' || readNo <= (confirmedReadNo ?? 0));

const anyRecord = z.record(z.string(), z.unknown());

const locksIn = (body: Payload | null): boolean => body?.['isLocked'] === true;

export function queuedStep(row: ActionRow, lane: LaneRow, tables: ActionTables): QueuedStep {
	return {
		actionId: row.action_id,
		revision: row.revision,
		intentId: row.intent_id,
		madeFrom: originOf(row),
		operation: row.operation,
		state: row.state,
		attention: row.attention,
		since: row.since,
		serviceStatus: row.service_status,
		serviceSaid: row.service_said,
		resolution: row.resolution ?? '',
		mayBeAmended: mayBeAmended(row, tables),
		body: bodyOf(row, lane) ?? {},
		base: row.base === null ? null : keptOr(anyRecord, row.base, null),
		confirmedReadNo: row.confirmed_read_no,
	};
}
