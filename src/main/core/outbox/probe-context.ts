// What asking about an action needs of it: its operation, what was sent, and what else of ours may have moved the same.
import { behaviourInForce, documentKindOf } from '../../../shared/service/behaviour.ts';
import { findOperation } from '../../../shared/service/index.ts';
import type { Payload } from '../../../shared/service/operation.ts';
import { onItsDay } from '../document/dates.ts';
import type { ActionTables } from '../store/actions.ts';
import { alsoElsewhere } from '../store/also-elsewhere.ts';
import { readKept } from '../store/kept-json.ts';
import { locations } from '../store/locations.ts';
import {
	madeOf,
	orderedAllTheSame,
	type ActionRow,
	type AttentionReason,
	type LaneRow,
} from './action.ts';
import type { EngineOptions, OutboxAccount } from './engine-options.ts';
import { labelOf } from './lane-label.ts';
import { readPayload } from './payload.ts';
import type { ProbeContext } from './probe.ts';

type ContextOf = (
	row: ActionRow,
	lane: LaneRow,
	account: OutboxAccount,
) => ProbeContext | AttentionReason | 'newer';

/** @returns gives the context of an action, or why it can neither be sent nor asked about. */
export function probeContexts(
	{ store, api }: Pick<EngineOptions, 'store' | 'api'>,
	tables: ActionTables,
): ContextOf {
	const places = locations(store.cache);
	const elsewhere = alsoElsewhere(store.durable);
	return (row, lane, account) => {
		const operation = findOperation(row.operation);
		const input = readPayload(row, lane);
		if (input === 'newer') return input;
		const base = row.base === null ? null : readKept(row.base);
		if (operation === undefined || input === 'unreadable' || base === undefined) {
			return 'unreadable';
		}
		if (input === 'no-server-id') return 'confirmed-not-found';
		const place = places.get(lane.account_id, labelOf(lane).locationId);
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
			elsewhere: () => {
				if (row.resolution === orderedAllTheSame) return 'ordered';
				return elsewhere.has(madeOf(row)) ? 'maybe' : 'no';
			},
			isReferenceHere: (reference) => tables.hasReference(lane.account_id, reference),
			place,
			onItsDay: (record) => onItsDay(record, place),
			besides: (asOf) =>
				tables.triedBesides(row, asOf).flatMap((other) => {
					const otherLane = tables.lane(other.lane_id);
					const sent = otherLane && readPayload(other, otherLane);
					return typeof sent === 'object' && sent.body ? [sent.body] : [];
				}),
		};
	};
}
