// The outbox as the capabilities see it: put actions in, and ask what stands of a document.
import type { OutboxCounts } from '../../../shared/bridge/app.ts';
import type { ActionState, AttentionReason, Lane } from '../../../shared/bridge/outbox.ts';
import type { LaneStands } from './action.ts';
import type { Reply } from '../../../shared/bridge/reply.ts';
import type { OperationName } from '../../../shared/service/index.ts';
import type { Payload } from '../../../shared/service/operation.ts';

export interface NewLane {
	document: Lane['document'];
	/** The screen's document, as the bridge names it. */
	documentId: string;
	label: {
		locationId: string;
		title: string;
		lines: number;
		/** Decimal text in `currency`, null where there is no value. */
		cost: string | null;
		/** Lines that `cost` leaves out because their cost is not known. */
		costsUnknown?: number;
		currency: string;
		/** Lines in each step, where one document goes in several steps of a kind. */
		partLines?: number;
	};
	/** The service's document, where it exists already. */
	server: { id: string; number: string } | null;
	/** The step of another document that must be done before any of this one goes; left out, nothing changes. */
	waitsFor?: string | null;
}

export interface NewAction {
	/**
	 * A second enqueue for the same document with the same intent gives back what the first made. Where the action is made
	 * of a draft or a count, it begins with the id of that and a slash.
	 */
	intentId: string;
	operation: OperationName;
	payload: {
		path?: Record<string, string | ServerId>;
		query?: Record<string, string>;
		/**
		 * Our record; a field of it may be `serverId`. Where it carries a reference (profile.reference), the outbox puts
		 * it in.
		 */
		body?: Readonly<Record<string, unknown>>;
		/** What the person said about it; kept here, never sent. */
		note?: string;
	};
	/** The service's record as the person saw it, for approvals and edits. */
	base?: unknown;
}

/** Stands in a payload for the id that the service gives the lane's document; filled in when it is sent. */
interface ServerId {
	readonly $server: 'lane';
}
export const serverId: ServerId = { $server: 'lane' };

/** What stands of one document's lane, for folding over the cached record. */
export interface LaneStanding {
	laneId: string;
	documentId: string;
	serverId: string | null;
	serverNumber: string;
	standing: LaneStands;
	/** Every action in order, done or not, that was not cancelled, superseded or dropped. */
	actions: readonly {
		actionId: string;
		operation: string;
		state: ActionState;
		attention: AttentionReason | null;
		/** Set once confirmed: a copy of the record whose read began after this shows what the action did. */
		confirmedReadNo: number | null;
		/** What the person said about it. */
		note: string;
		/** What a full update makes of the document; null for every other step. */
		update: Payload | null;
		/** Whether a lock step locks the document or unlocks it; null for every other step. */
		locks: boolean | null;
	}[];
}

/** A step of a document as it was queued, whatever became of it. */
export interface QueuedStep {
	actionId: string;
	revision: number;
	intentId: string;
	operation: string;
	state: ActionState;
	attention: AttentionReason | null;
	/** When the state was reached, epoch ms. */
	since: number;
	serviceStatus: number | null;
	serviceSaid: string;
	/** Why a person ended it; empty where none did. */
	resolution: string;
	/** May a step that was refused be changed: no earlier try of it may be at the service. */
	mayBeAmended: boolean;
	body: Readonly<Record<string, unknown>>;
}

interface Amendment {
	actionId: string;
	/** The step as the person saw it. */
	revision: number;
	/** What goes instead; null: nothing of it goes, and the steps behind it go on. */
	body: Readonly<Record<string, unknown>> | null;
	by: string;
	/** Why, in the person's words; empty where it goes again as it was. */
	reason: string;
	/** Written in the same transaction. */
	alsoRecord: () => void;
	/** What the document comes to then; asked after that. */
	label: () => Pick<NewLane['label'], 'cost' | 'costsUnknown'>;
}

export interface Outbox {
	/**
	 * Adds actions at the end of the document's lane. Call it inside the transaction of `store.durable` that makes the
	 * change they come from: both are saved or neither. Never-sent steps may be folded together (coalescing.ts).
	 *
	 * Refused with `needs-network`, and nothing is added, where the registry says of an operation that it never waits; or
	 * that it waits by choice alone, while the service does not answer and the person did not choose to.
	 */
	enqueue(
		lane: NewLane,
		actions: readonly NewAction[],
		choice?: { mayWait: boolean },
	): Reply<{ laneId: string }>;
	/**
	 * Lanes of a kind of document that may have to be folded over its copies, newest first: live ones, and those done of
	 * which the copies may not tell yet.
	 */
	lanes(document: Lane['document']): LaneStanding[];
	laneOf(document: Lane['document'], documentId: string): LaneStanding | null;
	/** Whether anything is still under way of a document that the service has, whatever it is called here. */
	isLive(document: Lane['document'], serverId: string): boolean;
	/** Every step of a document, in order. */
	stepsOf(document: Lane['document'], documentId: string): QueuedStep[];
	/**
	 * A person changes what the service refused, step for step, where the whole document cannot be a draft again because
	 * some of it is there. What it was stays in the history. `changed-meanwhile` when the step moved on since it was
	 * shown, `not-possible-now` where it was not refused, or an earlier try of it may be at the service.
	 */
	amend(amendment: Amendment): Reply<Record<string, never>>;
	counts(): OutboxCounts;
	/** New work was committed, or the network came back: look for something to send. */
	wake(): void;
}
