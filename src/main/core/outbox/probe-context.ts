// What asking about an action needs of it: its operation, what was sent, and what else of ours may have moved the same.
import { behaviourInForce } from '../../../shared/service/behaviour.ts';
import { findOperation } from '../../../shared/service/index.ts';
import type { Payload } from '../../../shared/service/operation.ts';
import type { ServiceApi } from '../api/service-api.ts';
import type { ActionTables } from '../store/actions.ts';
import type { ActionRow, AttentionReason, LaneRow } from './action.ts';
import type { OutboxAccount } from './engine-options.ts';
import { readKept } from '../store/kept-json.ts';
import { readPayload } from './payload.ts';
import { documentKindOf, type ProbeContext } from './probe.ts';

/** The context of an action, or why it can neither be sent nor asked about. */
export function probeContext(
	{ tables, api, account }: { tables: ActionTables; api: ServiceApi; account: OutboxAccount },
	row: ActionRow,
	lane: LaneRow,
): ProbeContext | AttentionReason | 'newer' {
	const operation = findOperation(row.operation);
	const input = readPayload(row, lane);
	if (input === 'newer') return input;
	const base = row.base === null ? null : readKept(row.base);
	if (operation === undefined || input === 'unreadable' || base === undefined) return 'unreadable';
	if (input === 'no-server-id') return 'confirmed-not-found';
	return {
		api,
		profile: account.profile,
		behaviour: behaviourInForce(account.profile, account.learned, documentKindOf(operation)),
		operation,
		input,
		reference: row.reference,
		baseHash: row.base_hash,
		base: base as Payload | null,
		lastEvent: () => tables.lastEvent(),
		isAnothers: (serverId) => tables.madeHere(lane.account_id, lane.document, serverId),
		besides: (asOf) =>
			tables.triedBesides(row, asOf).flatMap((other) => {
				const otherLane = tables.lane(other.lane_id);
				const sent = otherLane && readPayload(other, otherLane);
				return typeof sent === 'object' && sent.body ? [sent.body] : [];
			}),
	};
}
