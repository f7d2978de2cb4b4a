// Approves, rejects and finalizes documents of the service, bound to the version that the person saw.
import { fail, succeed, type Failure, type Reply } from '../../../shared/bridge/reply.ts';
import type { Phase, Transition } from '../../../shared/bridge/values.ts';
import type { KindName } from '../../../shared/document/kinds.ts';
import { parseStored } from '../../../shared/exact-json.ts';
import { findOperation } from '../../../shared/service/index.ts';
import { phaseOf, type ServiceProfile } from '../../../shared/service/profile.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { hashOfRecord } from '../outbox/base.ts';
import type { NewAction, NewLane } from '../outbox/outbox.ts';
import { cacheRecords } from '../store/cache-records.ts';

const verbs = ['approve', 'reject', 'finalize'] as const satisfies readonly Transition[];

const operationOf = (kind: KindName, verb: Transition): string => `${kind}.${verb}`;

export function transitionsFrom(kind: KindName, phase: Phase): Transition[] {
	return verbs.filter((verb) => {
		const operation = findOperation(operationOf(kind, verb));
		return operation?.replay?.proof === 'state' && operation.replay.from.includes(phase);
	});
}

export const versionOf = (record: unknown): string => hashOfRecord(record);

/** A person's decision on the version that they saw. */
export interface Decision {
	readonly version: string;
	readonly intentId: string;
	/** Reason for a rejection: stored here, and sent if the profile names a field for it. */
	readonly reason?: string;
}

interface DocumentToDecide {
	readonly kind: KindName;
	/** The decisions that it allows now. */
	readonly can: readonly Transition[];
	readonly lane: NewLane & { readonly server: NonNullable<NewLane['server']> };
}

const rejectionField = ({ rejection }: ServiceProfile, kind: KindName): string | null =>
	new Map<string, string | null>(Object.entries(rejection)).get(kind) ?? null;

export function transitions(context: CoreContext) {
	const records = cacheRecords(context.store.cache);

	/**
	 * Queues a step. Fails with `not-found`, `changed-meanwhile` (not the version seen), `not-possible-now` (phase) or
	 * `needs-network` (approvals must not wait).
	 */
	return (
		{ accountId, profile }: ActiveAccount,
		verb: Transition,
		{ version, intentId, reason }: Decision,
		{ kind, can, lane }: DocumentToDecide,
	): Reply<null> => {
		if (!can.includes(verb)) return notNow();
		const { id } = lane.server;
		const copy = records.get(accountId, kind, id);
		if (copy === null) return fail('not-found', 'This document is not here.');
		const record = parseStored(copy.json) as { status: string };
		if (versionOf(record) !== version) return changedMeanwhile();
		if (!transitionsFrom(kind, phaseOf(profile, kind, record.status)).includes(verb)) {
			return notNow();
		}
		const operation = findOperation(operationOf(kind, verb))?.name;
		if (operation === undefined) throw new Error(`There is no operation ${kind}.${verb}.`);
		const field = verb === 'reject' ? rejectionField(profile, kind) : null;
		const step: NewAction = {
			intentId,
			operation,
			payload: {
				path: { id },
				...(reason ? { note: reason } : {}),
				...(reason && field !== null ? { body: { [field]: reason } } : {}),
			},
			base: record,
		};
		return queueStep(context, lane, step, { mayWait: context.settings().approvalsWait });
	};
}

/** Queues one step of a document of the service. */
export function queueStep(
	{ store, outbox }: Pick<CoreContext, 'store' | 'outbox'>,
	lane: NewLane,
	step: NewAction,
	choice?: { mayWait: boolean },
): Reply<null> {
	const queued = store.durable.transaction(() => outbox.enqueue(lane, [step], choice)).immediate();
	if (!queued.ok) return queued;
	outbox.wake();
	return succeed(null);
}

export const notNow = (): Failure =>
	fail('not-possible-now', 'This cannot be done with the document as it is.');

export const changedMeanwhile = (): Failure =>
	fail('changed-meanwhile', 'The document was changed since it was shown.');
