// Profile settings that a step keeps for its verification: reference field and state words from when it was queued,
// the record format from its first attempt.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Phase } from '../../../shared/bridge/values.ts';
import { remembered } from '../../../shared/domain/remembered.ts';
import { documentKindOf, type BehaviourInForce } from '../../../shared/service/behaviour.ts';
import { findOperation } from '../../../shared/service/index.ts';
import {
	phaseOf,
	type DocumentKind,
	type ServiceProfile,
} from '../../../shared/service/profile.ts';
import { readKept } from '../store/kept-json.ts';
import type { ActionRow } from './action.ts';
import type { OutboxAccount } from './engine-options.ts';

const kept = z.object({
	reference: z.string().nullable().optional(),
	states: z.record(z.string(), z.array(z.string())).optional(),
	wire: z.string().optional(),
});
type Kept = z.output<typeof kept>;

export function settingsOf(operationName: string, profile: ServiceProfile): Kept {
	const operation = findOperation(operationName);
	const kind = operation ? documentKindOf(operation) : null;
	if (operation === undefined || kind === null) return {};
	const { replay } = operation;
	if (replay?.proof === 'reference') return { reference: profile.reference[kind] };
	const hasStates = replay?.proof === 'state' || replay?.proof === 'equality';
	return hasStates ? { states: profile.states[kind] } : {};
}

export const settingsWhenSent = (row: ActionRow, profile: ServiceProfile): string =>
	JSON.stringify({ ...readSettings(row), wire: wireOf(profile) } satisfies Kept);

const readSettings = ({ settings }: Pick<ActionRow, 'settings'>): Kept =>
	kept.safeParse(readKept(settings)).data ?? {};

const wires = new WeakMap<ServiceProfile, string>();

const wireOf = (profile: ServiceProfile): string =>
	remembered(wires, profile, () => wireFormOf(profile));

/** A digest of every setting that decides how a record is written. */
function wireFormOf(profile: ServiceProfile): string {
	const { fields, fieldCase, query, queryCase, operations, pathCase, writes, lists } = profile;
	const { ids, stateForm, integers, decimals, instants, quantityScale } = profile;
	const names = [fields, fieldCase, query, queryCase, operations, pathCase, writes, lists];
	const forms = [ids, stateForm, integers, decimals, instants, quantityScale];
	return createHash('sha256')
		.update(JSON.stringify([names, forms]))
		.digest('hex')
		.slice(0, 16);
}

export interface ProvedBy {
	referenceField: string | null;
	phaseOf: (word: string) => Phase;
	behaviour: BehaviourInForce;
	/** The record format changed since the first attempt: a missing document may only have another name. */
	writtenOtherwise: boolean;
}

export function provedBy(
	row: Pick<ActionRow, 'settings'>,
	kind: DocumentKind | null,
	{ profile }: OutboxAccount,
): Omit<ProvedBy, 'behaviour'> & { isFieldOfToday: boolean } {
	const { reference, states, wire } = readSettings(row);
	const now = kind === null ? null : profile.reference[kind];
	const referenceField = reference === undefined ? now : reference;
	return {
		referenceField,
		isFieldOfToday: referenceField === now,
		writtenOtherwise: wire !== undefined && wire !== wireOf(profile),
		phaseOf(word) {
			if (kind === null) return 'unknown';
			const today = phaseOf(profile, kind, word);
			if (states === undefined) return today;
			const then = phaseOf(
				{ ...profile, states: { ...profile.states, [kind]: states } },
				kind,
				word,
			);
			// A word that changed its meaning since the step was queued proves nothing.
			if (then === 'unknown' || then === today) return today;
			return today === 'unknown' ? then : 'unknown';
		},
	};
}

/** Observations about references apply only to the field that carries them now. */
export const ofItsField = (
	{ referenceField, isFieldOfToday }: { referenceField: string | null; isFieldOfToday: boolean },
	behaviour: BehaviourInForce,
): BehaviourInForce =>
	isFieldOfToday
		? behaviour
		: { ...behaviour, keepsReferences: referenceField === null ? false : null };
