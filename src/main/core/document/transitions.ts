// Approves, rejects and finalizes documents of the service, bound to the version that the person saw.
import { fail, succeed, type Failure, type Reply } from '../../../shared/bridge/reply.ts';
import type { Phase, Transition } from '../../../shared/bridge/values.ts';
import { parseStored } from '../../../shared/exact-json.ts';
import { findOperation, type OperationName } from '../../../shared/service/index.ts';
import { phaseOf, type ServiceProfile } from '../../../shared/service/profile.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { hashOfRecord } from '../outbox/base.ts';
import type { NewLane } from '../outbox/outbox.ts';
import { cacheRecords, type CachedDocument } from '../store/cache-records.ts';

const verbs = ['approve', 'reject', 'finalize'] as const satisfies readonly Transition[];

const operationOf = (kind: CachedDocument, verb: Transition): string => `${kind}.${verb}`;

export function transitionsFrom(kind: CachedDocument, phase: Phase): Transition[] {
	return verbs.filter((verb) => {
		const operation = findOperation(operationOf(kind, verb));
		return operation?.replay?.proof === 'state' && operation.replay.from.includes(phase);
	});
}

export const versionOf = (record: unknown): string => hashOfRecord(record);

interface TransitionRequest {
	kind: CachedDocument;
	verb: Transition;
	serverId: string;
	version: string;
	intentId: string;
	/** Reason for a rejection: stored here, and sent if the profile names a field for it. */
	reason?: string;
	lane: Omit<NewLane, 'server'>;
	number: string;
}

const rejectionField = ({ rejection }: ServiceProfile, kind: CachedDocument): string | null =>
	new Map<string, string | null>(Object.entries(rejection)).get(kind) ?? null;

export function transitions(context: CoreContext) {
	const { store, outbox } = context;
	const records = cacheRecords(store.cache);

	/**
	 * Queues a step. Fails with `not-found`, `changed-meanwhile` (not the version seen), `not-possible-now` (phase) or
	 * `needs-network` (approvals must not wait).
	 */
	return ({ accountId, profile }: ActiveAccount, asked: TransitionRequest): Reply<null> => {
		const { kind, verb, serverId, reason } = asked;
		const copy = records.get(accountId, kind, serverId);
		if (copy === null) return fail('not-found', 'This document is not here.');
		const record = parseStored(copy.json) as { status: string };
		if (versionOf(record) !== asked.version) return changedMeanwhile();
		if (!transitionsFrom(kind, phaseOf(profile, kind, record.status)).includes(verb)) {
			return fail('not-possible-now', 'This cannot be done with the document as it is.');
		}
		const operation = findOperation(operationOf(kind, verb))?.name;
		if (operation === undefined) throw new Error(`There is no operation ${kind}.${verb}.`);
		const field = verb === 'reject' ? rejectionField(profile, kind) : null;
		const queued = store.durable
			.transaction(() =>
				outbox.enqueue(
					{ ...asked.lane, server: { id: serverId, number: asked.number } },
					[
						{
							intentId: asked.intentId,
							operation: operation satisfies OperationName,
							payload: {
								path: { id: serverId },
								...(reason ? { note: reason } : {}),
								...(reason && field !== null ? { body: { [field]: reason } } : {}),
							},
							base: record,
						},
					],
					{ mayWait: context.settings().approvalsWait },
				),
			)
			.immediate();
		if (!queued.ok) return queued;
		outbox.wake();
		return succeed(null);
	};
}

const changedMeanwhile = (): Failure =>
	fail('changed-meanwhile', 'The document was changed since it was shown.');
