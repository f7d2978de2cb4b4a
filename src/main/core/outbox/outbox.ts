// The outbox as capabilities use it: enqueue actions, and look up the state of a document.
import type { OutboxCounts } from '../../../shared/bridge/app.ts';
import type { ActionState, AttentionReason, Lane } from '../../../shared/bridge/outbox.ts';
import type { LaneStands } from './action.ts';
import type { Reply } from '../../../shared/bridge/reply.ts';
import type { OperationName } from '../../../shared/service/index.ts';
import type { Payload } from '../../../shared/service/operation.ts';

export interface NewLane {
	document: Lane['document'];
	documentId: string;
	label: {
		locationId: string;
		title: string;
		lines: number;
		/** Decimal text in `currency`; null if there is no value. */
		cost: string | null;
		/** Lines left out of `cost` because their cost is unknown. */
		costsUnknown?: number;
		currency: string;
		/** Lines in each step, if the document is sent in several steps of one kind. */
		partLines?: number;
	};
	server: { id: string; number: string } | null;
	/** A step of another document that must be done first; undefined changes nothing. */
	waitsFor?: string | null;
}

export interface NewAction {
	/** Idempotency key: a second enqueue returns the first. Starts with the draft's or count's id and a slash. */
	intentId: string;
	operation: OperationName;
	payload: {
		path?: Record<string, string | ServerId>;
		query?: Record<string, string>;
		/** Our record; a field may be `serverId`, a field of a line `lineId`. The outbox adds the reference, if any (profile.reference). */
		body?: Readonly<Record<string, unknown>>;
		note?: string;
	};
	base?: unknown;
}

/** Placeholder for the id the service gives the lane's document; filled in before sending. */
interface ServerId {
	readonly $server: 'lane';
}
export const serverId: ServerId = { $server: 'lane' };

/** Placeholder for the id the service gives the n-th line of the lane's document, from 0. */
export const lineId = (n: number) => ({ $line: n });

export interface LaneStanding {
	laneId: string;
	documentId: string;
	serverId: string | null;
	serverNumber: string;
	standing: LaneStands;
	/** Every action in order, except cancelled, superseded and discarded ones. */
	actions: readonly {
		actionId: string;
		operation: string;
		state: ActionState;
		attention: AttentionReason | null;
		/** Set once confirmed: a copy of the record read later than this includes the action. */
		confirmedReadNo: number | null;
		note: string;
		/** The new content of a full update; null for every other step. */
		update: Payload | null;
		locks: boolean | null;
	}[];
}

export interface QueuedStep {
	actionId: string;
	revision: number;
	intentId: string;
	/** The draft or count that it was made from. */
	madeFrom: string;
	operation: string;
	state: ActionState;
	attention: AttentionReason | null;
	since: number;
	serviceStatus: number | null;
	serviceSaid: string;
	resolution: string;
	/** Whether a refused step can be changed: no earlier attempt of it may be at the service. */
	mayBeAmended: boolean;
	body: Readonly<Record<string, unknown>>;
	/** The record as the person saw it; null if none was kept. */
	base: Payload | null;
	confirmedReadNo: number | null;
}

interface Amendment {
	actionId: string;
	revision: number;
	/** Sent instead; null sends nothing, and the later steps go on. */
	body: Readonly<Record<string, unknown>> | null;
	by: string;
	reason: string;
	alsoRecord: () => void;
	/** The document's new cost; called after `alsoRecord`. */
	label: () => Pick<NewLane['label'], 'cost' | 'costsUnknown'>;
}

export interface EnqueueChoice {
	/** A person lets a step wait offline that otherwise would not. */
	readonly mayWait?: boolean;
	/** No undo period of its own: the run that it belongs to is undone as a whole. */
	readonly isOfRun?: boolean;
}

/** What became of a step that somebody waited for. */
export interface Waited {
	laneId: string;
	/** `not-confirmed`: the outbox asks the service, and a person decides if that shows nothing. */
	state: 'applied' | 'refused' | 'not-sent' | 'not-confirmed';
	said: string;
}

export interface Outbox {
	/**
	 * Appends actions in the caller's `store.durable` transaction, so that both are saved or neither. Unsent steps
	 * may be merged (coalescing.ts). Fails with `needs-network`, adding nothing, if an operation cannot wait now.
	 */
	enqueue(
		lane: NewLane,
		actions: readonly NewAction[],
		choice?: EnqueueChoice,
	): Reply<{ laneId: string }>;
	/**
	 * Sends one step now and waits for the answer (waited.ts). `alsoSave` runs in its transaction. Fails with
	 * `needs-network`, or with `not-possible-now` while an earlier step of the document is unfinished.
	 */
	sendWaited(lane: NewLane, action: NewAction, alsoSave: () => void): Promise<Reply<Waited>>;
	/** Lanes to fold over the copies of a kind, newest first: live ones, and finished ones not yet in the copies. */
	lanes(document: Lane['document']): LaneStanding[];
	lanesOf(document: Lane['document'], serverId: string): LaneStanding[];
	laneOf(document: Lane['document'], documentId: string): LaneStanding | null;
	/** Whether any step is unfinished for a document of the service, whatever its id here. */
	isLive(document: Lane['document'], serverId: string): boolean;
	stepsOf(document: Lane['document'], documentId: string): QueuedStep[];
	/**
	 * Changes one refused step of a document that cannot become a draft again. `changed-meanwhile` if the step moved
	 * on; `not-possible-now` if it was not refused, or an attempt may be at the service.
	 */
	amend(amendment: Amendment): Reply<Record<string, never>>;
	counts(): OutboxCounts;
	maySend(): boolean;
	/** Looks for something to send. Call it after a commit of new work, or when the network is back. */
	wake(): void;
}
