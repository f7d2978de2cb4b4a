// Taking actions in: frozen as they are, in the caller's transaction.
import { shortReference, withReference } from '../../../shared/domain/reference.ts';
import { findOperation } from '../../../shared/service/index.ts';
import type { Operation } from '../../../shared/service/operation.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import { payloadVersion, type LaneRow } from './action.ts';
import { hashOfRecord } from './base.ts';
import type { EngineOptions } from './engine-options.ts';
import type { Moving } from './moving.ts';
import type { NewAction, Outbox } from './outbox.ts';
import { documentKindOf } from './probe.ts';

/** @param committed is called when the caller's transaction is over. */
export function createEnqueueing(
	options: EngineOptions,
	{ tables }: Moving,
	committed: (laneId: string) => void,
): Outbox['enqueue'] {
	const { clock, newId } = options.ports;

	return (newLane, actions) => {
		const account = options.account();
		if (!account) throw new Error('Nothing can be queued without an account.');
		const [first] = actions;
		const twin = first && tables.byIntent(first.intentId);
		if (twin) return { laneId: twin.lane_id };
		const now = clock.now();
		const actor = options.person();
		const known = tables.laneOfDocument(account.accountId, newLane.document, newLane.documentId);
		const lane: Omit<LaneRow, 'standing'> = known ?? {
			lane_id: newId(),
			account_id: account.accountId,
			document: newLane.document,
			document_id: newLane.documentId,
			label: JSON.stringify(newLane.label),
			server_id: newLane.server?.id ?? null,
			server_number: newLane.server?.number ?? null,
			created_at: now,
			created_by: actor,
		};
		if (!known) tables.insertLane(lane);
		const hold = account.profile.pauses.holdMs;
		for (const action of actions) {
			const actionId = newId();
			const reference = shortReference(actionId);
			tables.insertAction(
				{
					action_id: actionId,
					intent_id: action.intentId,
					lane_id: lane.lane_id,
					account_id: account.accountId,
					actor,
					operation: action.operation,
					payload_version: payloadVersion,
					payload: JSON.stringify(withOurReference(action, reference, account.profile)),
					base: action.base === undefined ? null : JSON.stringify(action.base),
					base_hash: action.base === undefined ? null : hashOfRecord(action.base),
					reference,
					state: hold > 0 ? 'held' : 'queued',
					attention: null,
					revision: 1,
					since: now,
					next_at: hold > 0 ? now + hold : null,
					unsent_count: 0,
					evidence: null,
					absent_probes: 0,
					service_status: null,
					service_said: '',
					confirmed_by: null,
					confirmed_read_no: null,
					resolution: null,
					created_at: now,
					fresh_from: now,
				},
				'Queued.',
			);
		}
		// The caller's transaction is still open: look at it when it is over.
		clock.after(0, () => {
			committed(lane.lane_id);
		});
		return { laneId: lane.lane_id };
	};
}

/** The payload as it is frozen, with our reference in the free-text field that the profile names. */
function withOurReference(action: NewAction, reference: string, profile: ServiceProfile): unknown {
	const operation = findOperation(action.operation) as Operation | undefined;
	const kind = operation?.replay?.proof === 'reference' ? documentKindOf(operation) : null;
	const field = kind === null ? null : profile.reference[kind];
	if (field === null || action.payload.body === undefined) return action.payload;
	const text = action.payload.body[field];
	return {
		...action.payload,
		body: {
			...action.payload.body,
			[field]: withReference(typeof text === 'string' ? text : '', reference),
		},
	};
}
