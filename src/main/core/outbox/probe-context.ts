// What asking about an action needs of it: its operation, what was sent, and what else of ours may have moved the same.
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
import { provedBy } from './kept-settings.ts';
import { labelOf } from './lane-label.ts';
import { lookupReads } from './lookup-reads.ts';
import { movedBesides } from './own-movements.ts';
import { readPayload } from './payload.ts';
import { documentKindOf, type ProbeContext } from './probe.ts';

type ContextOf = (
	row: ActionRow,
	lane: LaneRow,
	account: OutboxAccount,
) => ProbeContext | AttentionReason | 'newer';

/** @returns gives the context of an action, or why it can neither be sent nor asked about. */
export function probeContexts(
	{ store, api, ports }: Pick<EngineOptions, 'store' | 'api' | 'ports'>,
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
		const place = labelOf(lane).locationId;
		return {
			...provedBy(row, documentKindOf(operation), account),
			api: lookupReads(api, ports.clock, () => tables.lastServerDate(row.lane_id)),
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
			wasSentAs: () => tables.wasSentAs(row),
			ownBefore: () =>
				tables
					.ofLane(row.lane_id)
					.filter(({ operation: name, state }) => name === row.operation && state === 'confirmed')
					.flatMap((done) => {
						const sent = readPayload(done, lane);
						return typeof sent === 'object' && sent.body ? [sent.body] : [];
					}),
			onItsDay: (record) => onItsDay(record, places.get(lane.account_id, place)),
			besides: (asOf) =>
				operation.replay?.proof === 'quantities'
					? movedBesides(tables, row, operation.replay, place, asOf)
					: { nothing: true, has: () => false },
		};
	};
}
