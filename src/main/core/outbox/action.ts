// The vocabulary of the outbox; docs/outbox.md has the states and their transitions.
// action    one write to the service, saved in the same transaction as the change that caused it
// lane      all actions of one document, in order; lanes run in parallel, so a stuck lane blocks only itself
// head      the first unfinished action of a lane; only the head may be sent
// attempt   one try to send: its row is committed before the socket opens, its verdict afterwards
// verdict   the result of an attempt: not-sent, applied, rejected, unknown, unauthorized
// probe     asks the service whether an unknown attempt was applied: found, absent or undecided
// lookup    the reads of a probe, or of the look before an attempt; saved with the event based on it
// baseline  what an attempt is compared with later: read just before sending
// attention a person decides
import type { ActionState, AttentionReason } from '../../../shared/bridge/outbox.ts';
import type { LaneDocument } from '../../../shared/document/stored.ts';

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
	baseline: string | null;
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
	document: LaneDocument;
	document_id: string;
	label: string;
	server_id: string | null;
	server_number: string | null;
	created_at: number;
	created_by: string;
	standing: LaneStands;
	words: string;
	/** An action of another document that must be confirmed before this lane is sent (awaited.ts). */
	waits_for: string | null;
}

/** waiting: sent automatically. needs-you: its head waits for a person. done: nothing is unfinished. */
export type LaneStands = 'waiting' | 'needs-you' | 'done';

/** The final states in which a step has done nothing. Exception: a discarded create that turns up late. */
export const notDone: readonly ActionState[] = ['cancelled', 'superseded', 'discarded'];

/** Final states. Another exception: a confirmation that belonged to another entry. */
export const finished: readonly ActionState[] = ['confirmed', ...notDone];

/**
 * Resolution: the step comes from a backup or another PC and may have been sent or discarded there, so it is sent only
 * after two absences and on a person's order.
 */
export const fromCopy = 'from-copy';

/** Resolution of a step that continues at another PC. */
export const movedAway = 'moved';

/** Resolution: a person ordered the send although the service may already have the document. */
export const orderedAllTheSame = 'ordered';

/** Resolution: a person ordered the send although no usable answer came. The service is asked once more first. */
export const orderedUnanswered = 'ordered-unanswered';

/** Resolution: the answer to the write proved nothing. One read follows, which may confirm but not refute it. */
export const answeredInDoubt = 'in-doubt';

/** Resolution: a person waits for the answer (waited.ts). The step is never sent again unless a person orders it. */
export const waited = 'waited';

/**
 * Resolution of a waited step after an attempt without an answer: the read that follows may confirm but not refute it.
 */
export const waitedInDoubt = 'waited-in-doubt';

/** Resolution of a create or stock movement after a refused token: look for it before sending it again. */
export const signedOut = 'signed-out';

/** Intent of one of the records that a person switched together. @param intentId of the whole switch */
export const intentOfSwitch = (recordId: string, intentId: string): string =>
	`switch:${recordId}/${intentId}`;

/** The intent of the whole switch that an action is part of; null for any other action. */
export const switchOf = ({ intent_id }: Pick<ActionRow, 'intent_id'>): string | null =>
	intent_id.startsWith('switch:') ? intent_id.slice(intent_id.lastIndexOf('/') + 1) : null;

/** The id of the draft or count an action was made from: its intent starts with it. Decisions have neither. */
export const originOf = ({ intent_id }: Pick<ActionRow, 'intent_id'>): string =>
	intent_id.split('/', 1)[0] ?? '';
