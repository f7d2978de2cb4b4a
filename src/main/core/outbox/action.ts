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

/** A row of the table `action`. Instants are epoch ms. */
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
	/** `applied`, `refused`, `in-doubt`, `signed-out`: what the service answered, while it is asked what became of it; else why a person ended it. */
	resolution: string | null;
	created_at: number;
	fresh_from: number;
	/** JSON: what it keeps of the profile (kept-settings.ts). */
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
	/** What it is found by, each word once. */
	words: string;
	/** The action, of another document, that must be confirmed before any of this lane goes (awaited.ts). */
	waits_for: string | null;
}

/** Where a document stands: it goes by itself, its head waits for a person, or nothing of it is live. */
export type LaneStands = 'waiting' | 'needs-you' | 'done';

/** States that an action never leaves, but for a dropped create that came late, and a confirmed one that was another's. */
export const finished: readonly ActionState[] = ['confirmed', 'cancelled', 'superseded', 'dropped'];

/** States in which an action may still go out, or may have gone out, without a person. */
export const underWay: readonly ActionState[] = [
	'held',
	'queued',
	'waiting',
	'sending',
	'ambiguous',
	'verifying',
];

/**
 * The resolution of an unfinished action that comes out of a copy: of the data file, or of another PC's work. Something
 * else may have sent it, finished it or dropped it since, so it goes only after two absences and a person's order.
 */
export const fromCopy = 'from-copy';

/** The resolution of an action that a person ordered to go although the service has what may be the same already. */
export const orderedAllTheSame = 'ordered';

/**
 * The resolution of an action that a person ordered to go although the service gave no answer that could be used. It is
 * asked once more before.
 */
export const orderedUnanswered = 'ordered-unanswered';

/**
 * The resolution of an action that the service answered in words that prove nothing: it is read at once whether it is
 * done, and only that may come of this read.
 */
export const answeredInDoubt = 'in-doubt';

/** The resolution of a create or a stock movement that met a refused token: it is looked for before it goes again. */
export const signedOut = 'signed-out';

/** The draft or count that an action was made of, with which its intent begins. Of a decision it is neither. */
export const madeOf = ({ intent_id }: Pick<ActionRow, 'intent_id'>): string =>
	intent_id.split('/', 1)[0] ?? '';
