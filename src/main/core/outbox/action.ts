// The words of the outbox.
//
// action    one write to the service, saved in the same transaction as the change that caused it.
// lane      the actions of one document, in order. Lanes go side by side; a stuck lane blocks only itself.
// head      the first action of a lane that is not finished; only the head may be sent.
// attempt   one try to send; its row is committed before the socket opens and gets its verdict afterwards.
// verdict   what became of an attempt: not-sent, applied, rejected, unknown, unauthorized.
// probe     asking the service whether an attempt with the verdict unknown was applied: found, absent or undecided.
// lookup    what a probe, or the look before a try, read: which record, and when (the event that rests on it keeps it).
// evidence  what was read just before sending, against which a probe compares.
// attention a person decides.
//
// States and their transitions are those of docs/outbox.md.
import type { ActionState, AttentionReason } from '../../../shared/bridge/outbox.ts';

export type { ActionState, AttentionReason };

export interface ActionRow {
	seq: number;
	action_id: string;
	intent_id: string;
	lane_id: string;
	account_id: string;
	actor: string;
	operation: string;
	payload_version: number;
	payload: string;
	base: string | null;
	base_hash: string | null;
	reference: string;
	state: ActionState;
	attention: AttentionReason | null;
	revision: number;
	since: number;
	next_at: number | null;
	unsent_count: number;
	evidence: string | null;
	absent_probes: number;
	service_status: number | null;
	service_said: string;
	confirmed_by: 'answer' | 'probe' | 'person' | null;
	confirmed_read_no: number | null;
	/** While unfinished: one of the resolutions below. Once a person ended it: their reason. */
	resolution: string | null;
	created_at: number;
	fresh_from: number;
	/** JSON: the profile settings that the step keeps (kept-settings.ts). */
	settings: string;
}

export interface LaneRow {
	lane_id: string;
	account_id: string;
	document: 'stocktake' | 'wastage' | 'transfer-out' | 'transfer-in';
	document_id: string;
	label: string;
	server_id: string | null;
	server_number: string | null;
	created_at: number;
	created_by: string;
	standing: LaneStands;
	words: string;
	/** An action of another document that must be confirmed before this lane may go (awaited.ts). */
	waits_for: string | null;
}

/** waiting: goes by itself. needs-you: its head waits for a person. done: nothing in it is unfinished. */
export type LaneStands = 'waiting' | 'needs-you' | 'done';

/**
 * Final states. Two exceptions: a discarded create that turns up late, and a confirmation that belonged to another
 * entry.
 */
export const finished: readonly ActionState[] = ['confirmed', 'cancelled', 'superseded', 'dropped'];

/** States in which an action may still be sent, or may have been sent, without a person deciding. */
export const underWay: readonly ActionState[] = [
	'held',
	'queued',
	'waiting',
	'sending',
	'ambiguous',
	'verifying',
];

/**
 * Resolution of an unfinished action restored from a backup or imported from another PC. Something else may have
 * sent, finished or discarded it since, so it goes only after two absences and a person's order.
 */
export const fromCopy = 'from-copy';

/** Resolution: a person ordered the send although the service may already have the document. */
export const orderedAllTheSame = 'ordered';

/** Resolution: a person ordered the send although no usable answer came. The service is asked once more first. */
export const orderedUnanswered = 'ordered-unanswered';

/**
 * Resolution: the answer to the write proved nothing. One read follows at once; it may confirm the action but not
 * refute it.
 */
export const answeredInDoubt = 'in-doubt';

/** Resolution of a create or stock movement that met a refused token: look for it before sending it again. */
export const signedOut = 'signed-out';

/** The id of the draft or count an action was made from: its intent starts with it. Decisions have neither. */
export const madeOf = ({ intent_id }: Pick<ActionRow, 'intent_id'>): string =>
	intent_id.split('/', 1)[0] ?? '';
