// What a probe needs to know: the operation, what was sent, and our other writes to the same stock.
import { z } from 'zod';
import { documentKindOf } from '../../../shared/service/behaviour.ts';
import { findOperation } from '../../../shared/service/index.ts';
import { wholeDay } from '../../../shared/service/likeness.ts';
import type { Payload } from '../../../shared/service/operation.ts';
import { onItsDay } from '../document/dates.ts';
import type { EventRow } from '../store/actions.ts';
import { alsoElsewhere } from '../store/also-elsewhere.ts';
import { keptOr, readKept } from '../store/kept-json.ts';
import {
	finished,
	originOf,
	orderedAllTheSame,
	type ActionRow,
	type AttentionReason,
	type LaneRow,
} from './action.ts';
import type { EngineOptions, OutboxAccount } from './engine-options.ts';
import { textIn } from './document-view.ts';
import { ofItsField, provedBy } from './kept-settings.ts';
import { labelOf } from './lane-label.ts';
import { hasUnnamedLines } from './lines-named.ts';
import { lookupReads } from './lookup-reads.ts';
import type { Moving } from './moving.ts';
import { Observing, createTrust } from './observing.ts';
import { movedByOtherSteps } from './own-movements.ts';
import { madeInLane, whyNotOurs } from './own-document.ts';
import { bodyOf, readPayload } from './payload.ts';
import type { ProbeContext } from './probe.ts';

export type ContextOf = (
	row: ActionRow,
	lane: LaneRow,
	account: OutboxAccount,
) => ProbeContext | AttentionReason | 'newer';

const makesDocument = ({ operation, state }: ActionRow): boolean =>
	state === 'confirmed' && findOperation(operation)?.answer.kind === 'created';

const withId = z.looseObject({ id: z.string() });

const steps = { millisecond: 1, second: 1_000, minute: 60_000, day: wholeDay } as const;

export function probeContexts(options: EngineOptions, moving: Moving): ContextOf {
	const { store, api } = options;
	const { clock } = options.ports;
	const { tables } = moving;
	const observing = new Observing(options, moving);
	const { locations } = store;
	const elsewhere = alsoElsewhere(store.durable);
	const trust = createTrust(store);
	return (row, lane, account) => {
		const operation = findOperation(row.operation);
		const input = readPayload(row, lane);
		if (input === 'newer') return input;
		const base = row.base === null ? null : readKept(row.base);
		if (operation === undefined || input === 'unreadable' || base === undefined) {
			return 'unreadable';
		}
		if (input === 'no-server-id') return 'confirmed-not-found';
		const kind = documentKindOf(operation);
		const proved = provedBy(row, kind, account);
		const text =
			operation.replay?.proof === 'reference'
				? textIn(input.body ?? {}, proved.referenceField)
				: undefined;
		const { locationId } = labelOf(lane);
		const location = locations.get(lane.account_id, locationId);
		const ofEntry = () =>
			tables.ofLane(row.lane_id).filter((other) => originOf(other) === originOf(row));
		return {
			...proved,
			// A getter: the behaviour may be contradicted while the service is being asked.
			get behaviour() {
				return ofItsField(proved, trust(account, kind, text));
			},
			api: lookupReads(api, clock, () => tables.lastServerDate(row.lane_id)),
			operation,
			input,
			reference: row.reference,
			baseHash: row.base_hash,
			base: base as Payload | null,
			lastEvent: () => tables.lastEvent(),
			isOfAnotherEntry: (serverId) => tables.madeByAnother(lane, serverId),
			elsewhere: () => {
				if (row.resolution === orderedAllTheSame) return 'ordered';
				return elsewhere.has(originOf(row)) ? 'maybe' : 'no';
			},
			whyNotOurs: (record) => whyNotOurs(madeInLane(tables, row, lane, account), record, location),
			msUntilListed: () =>
				Math.max(0, trust(account, kind).listDelayMs - moving.times.msSinceSent(row.action_id)),
			now: () => clock.now(),
			observe: (list) => {
				if (kind !== null) observing.list(kind, list);
			},
			isReferenceHere: (reference) => tables.hasReference(lane.account_id, reference),
			location,
			shownAs: {
				stepMs: steps[account.profile.instants.precision],
				scale: account.profile.quantityScale,
				location,
			},
			referenceWasSent: () => tables.referenceWasSent(row),
			wasSentOtherwise: () =>
				tables.ofLane(row.lane_id).some((other) => {
					const { referenceField, writtenOtherwise } = provedBy(other, kind, account);
					const isOther = writtenOtherwise || referenceField !== proved.referenceField;
					return (
						isOther && other.reference === row.reference && tables.attempts(other.action_id) > 0
					);
				}),
			create: () => {
				const create = tables.ofLane(row.lane_id).find(makesDocument);
				return create === undefined ? null : bodyOf(create, lane);
			},
			madeWith: () => {
				const create = ofEntry().find(makesDocument);
				return create === undefined ? null : bodyOf(create, lane);
			},
			answeredBefore: () => {
				const create = ofEntry().find(makesDocument);
				const events = tables.history(row.lane_id);
				return sentInSpite(events.filter(({ action_id }) => action_id === create?.action_id));
			},
			entryBehind: () => ofEntry().flatMap((later) => stepBehind(row, later)),
			sentHere: (serverId) =>
				tables
					.sentAbout(lane.account_id, lane.document, serverId)
					.map((sent) => bodyOf(sent, { server_id: serverId }))
					.filter((body) => body !== null),
			ownBefore: () => confirmedLike(row, tables.ofLane(row.lane_id), lane),
			onItsDay: (record) => onItsDay(record, location),
			ourOtherMoves: (asOf) =>
				operation.replay?.proof === 'quantities'
					? movedByOtherSteps(tables, row, operation.replay, locationId, asOf)
					: { nothing: true, has: () => false },
		};
	};
}

/** Ids of receipts with the same invoice that a person saw before sending again. */
function sentInSpite(events: readonly EventRow[]): string[] {
	return events.flatMap(({ code, args }, at) =>
		code === 'same-invoice' && events[at + 1]?.code === 'sent-again'
			? (keptOr(withId, args, null)?.id ?? [])
			: [],
	);
}

function stepBehind(row: ActionRow, later: ActionRow): ReturnType<ProbeContext['entryBehind']> {
	if (later.seq <= row.seq || finished.includes(later.state)) return [];
	const operation = findOperation(later.operation);
	// The document has no id yet.
	const body = bodyOf(later, { server_id: '' });
	return operation === undefined || body === null ? [] : [{ operation, body }];
}

function confirmedLike(row: ActionRow, ofLane: readonly ActionRow[], lane: LaneRow): Payload[] {
	return ofLane
		.filter(({ operation, state }) => operation === row.operation && state === 'confirmed')
		.flatMap((done) => {
			const body = bodyOf(done, lane);
			// A person may have marked it as done before its lines had ids.
			return body === null || hasUnnamedLines(body) ? [] : [body];
		});
}
