// The steps of a document of the service: approve, reject, lock… Each is bound to the version that the person saw.
import { z } from 'zod';
import { fail, succeed, type Failure, type Reply } from '../../../shared/bridge/reply.ts';
import type { Phase } from '../../../shared/bridge/values.ts';
import type { KindName, KnownKind } from '../../../shared/document/kinds.ts';
import type { AnyKind, Step } from '../../../shared/document/kit.ts';
import { flag, stateWord } from '../../../shared/service/field.ts';
import { findOperation } from '../../../shared/service/index.ts';
import type { Operation } from '../../../shared/service/operation.ts';
import { phaseOf, type ServiceProfile } from '../../../shared/service/profile.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { hashOfRecord } from '../outbox/record-hash.ts';
import { ofDocument } from './editing.ts';
import type { NewAction, NewLane } from '../outbox/outbox.ts';
import { keptAs } from '../store/kept-json.ts';

type StepName<Kind extends AnyKind> = keyof Kind['steps'] & string;

interface State {
	readonly phase: Phase;
	readonly locked: boolean;
}

/** A locked document can only be unlocked. */
export function openSteps<Kind extends AnyKind>(kind: Kind, state: State): StepName<Kind>[] {
	const names = Object.keys(kind.steps) as StepName<Kind>[];
	return names.filter((name) => {
		const operation = findOperation(`${kind.name}.${name}`);
		if (operation === undefined) return false;
		return kind.steps[name]?.asks === 'locked' ? canLock(state) : goesFrom(operation, state);
	});
}

const canLock = ({ phase, locked }: State): boolean =>
	locked || (phase !== 'draft' && phase !== 'unknown');

const goesFrom = ({ replay }: Operation, { phase, locked }: State): boolean =>
	!locked && replay?.proof === 'state' && replay.from.includes(phase);

export const versionOf = (record: unknown): string => hashOfRecord(record);

export interface Decision {
	readonly version: string;
	readonly intentId: string;
	/** Reason for a rejection: stored here, and sent if the profile names a field for it. */
	readonly reason?: string | undefined;
	readonly locked?: boolean | undefined;
}

interface DocumentToDecide {
	readonly kind: KnownKind;
	readonly can: readonly string[];
	readonly lane: NewLane & { readonly server: NonNullable<NewLane['server']> };
}

export const rejectionField = ({ rejection }: ServiceProfile, kind: KindName): string | null =>
	rejection[kind];

const stateIn = z.looseObject({ status: stateWord, isLocked: flag.optional() });

export function deciding(context: CoreContext) {
	const { records } = context.store;

	/**
	 * Queues a step. Fails with `not-found`, `changed-meanwhile` (not the version seen), `not-possible-now` (phase) or
	 * `needs-network` (approvals must not wait).
	 */
	return (
		{ accountId, profile }: ActiveAccount,
		name: string,
		decision: Decision,
		{ kind, can, lane }: DocumentToDecide,
	): Reply<null> => {
		const step = kind.steps[name];
		const operation = findOperation(`${kind.name}.${name}`);
		if (step === undefined || operation === undefined || !can.includes(name)) return notNow();
		const { id } = lane.server;
		const copy = records.get(accountId, kind.name, id);
		if (copy === null) return fail('not-found', 'This document is not here.');
		const record = keptAs(stateIn, copy.json);
		if (versionOf(record) !== decision.version) return changedMeanwhile();
		const locked = record.isLocked ?? false;
		const phase = phaseOf(profile, kind.name, record.status);
		if (!openSteps(kind, { phase, locked }).includes(name) || decision.locked === locked) {
			return notNow();
		}
		const field = rejectionField(profile, kind.name);
		const { intentId } = decision;
		const payload = payloadOf(step, operation, id, decision, field);
		const queued = { intentId, operation: operation.name, payload, base: record };
		return queueStep(context, lane, queued, { mayWait: context.settings().approvalsWait });
	};
}

function payloadOf(
	{ asks }: Step,
	operation: NonNullable<ReturnType<typeof findOperation>>,
	id: string,
	{ reason, locked }: Decision,
	field: string | null,
): NewAction['payload'] {
	if (asks === 'locked') return { body: { id, isLocked: locked } };
	const { payload } = ofDocument(operation, id);
	return {
		...payload,
		...(reason ? { note: reason } : {}),
		...(asks === 'reason' && reason && field !== null ? { body: { [field]: reason } } : {}),
	};
}

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

const changedMeanwhile = (): Failure =>
	fail('changed-meanwhile', 'The document was changed since it was shown.');
