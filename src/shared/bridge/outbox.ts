// The outbox as a person sees it: documents, their steps in words, and what can be done about each.
import { z } from 'zod';
import { call } from './call.ts';
import { outboxOverlapCalls } from './outbox-overlap.ts';
import { told } from './outbox-history.ts';
import { decimal, instant, nothing, totalCost } from './values.ts';

/**
 * held: can still be undone · queued: goes by itself · waiting: needs an earlier step · sending: on its way ·
 * ambiguous: the answer never came, nothing is known · verifying: the service is being asked · confirmed: done ·
 * attention: a person decides · stale-review: too old to send unseen · held-newer-version: written by a newer
 * Stillroom · cancelled, superseded, dropped: left by a decision.
 */
export const actionState = z.enum([
	'held',
	'queued',
	'waiting',
	'sending',
	'ambiguous',
	'verifying',
	'confirmed',
	'attention',
	'stale-review',
	'held-newer-version',
	'cancelled',
	'superseded',
	'dropped',
]);
export type ActionState = z.infer<typeof actionState>;

/** Why a person is asked. */
export const attentionReason = z.enum([
	/** The service refused it and said why. */
	'rejected',
	/** Sent, no answer, and the service shows no trace of it: probably not applied. */
	'not-confirmed-absent',
	/** Sent, no answer, and what the service shows can be read either way. */
	'not-confirmed-undecided',
	/** Before sending, the service gives no answer that can be used. */
	'cannot-be-asked',
	/** The document is not as it was when the person decided. */
	'changed',
	/** It was sent before, here or at another PC, and what the service shows may be that. */
	'maybe-elsewhere',
	/** The quantities are not those that the person saw who entered it. */
	'moved-meanwhile',
	/** The service said yes, but the document cannot be found. */
	'confirmed-not-found',
	/** The step of another document that it waited for will not be done. */
	'earlier-step-dropped',
	/** The payload cannot be read by this version. */
	'unreadable',
]);
export type AttentionReason = z.infer<typeof attentionReason>;

const verb = z.enum([
	'create',
	'update',
	'submit',
	'approve',
	'reject',
	'finalize',
	'receive',
	'fulfill',
	'lock',
	'post',
	'other',
]);

export const step = z.object({
	actionId: z.string(),
	revision: z.number().int(),
	/** The operation (`wastage.create`); the screen has words for each. */
	operation: z.string(),
	verb,
	state: actionState,
	/** The step of another document that it waits for, by the number or title of that; null where it waits for none. */
	waitsFor: z.object({ verb, name: z.string() }).nullable(),
	attention: attentionReason.nullable(),
	createdAt: instant,
	createdBy: z.string(),
	/** When the state was reached. */
	since: instant,
	/** How often it was sent. */
	attempts: z.number().int(),
	/** Came out of a copy unfinished: whether it was sent is not known before the service is asked. */
	fromCopy: z.boolean(),
	/** When it goes on by itself (send, or ask the service again); null when it does not. */
	nextAt: instant.nullable(),
	/** The service's number or id of the document, once known. */
	serviceNumber: z.string(),
	/** Why a step that is not finished stands where it does; null where nothing needs to be said. */
	because: told.nullable(),
	/** HTTP status and message of the last answer, as the service said it. */
	serviceStatus: z.number().int().nullable(),
	serviceSaid: z.string(),
	/** How it was confirmed: by the answer, by asking the service, or by a person. */
	confirmedBy: z.enum(['answer', 'probe', 'person']).nullable(),
	can: z.array(
		z.enum(['send-again', 'edit', 'choose', 'decide-anew', 'mark-done', 'drop', 'cancel']),
	),
});
export type Step = z.infer<typeof step>;

export const lane = z.object({
	laneId: z.string(),
	document: z.enum(['stocktake', 'wastage', 'transfer-out', 'transfer-in']),
	/** Of the document's screen, to open it. */
	documentId: z.string(),
	locationName: z.string(),
	/** What a person knows it by: the count's name, "3 lines", the other location. */
	title: z.string(),
	number: z.string(),
	lines: z.number().int(),
	...totalCost,
	currency: z.string(),
	createdAt: instant,
	createdBy: z.string(),
	standing: z.enum(['waiting', 'needs-you', 'done']),
	/** Where one document goes in several parts: how many are done, and how many lines go in each. Null otherwise. */
	parts: z
		.object({ done: z.number().int(), of: z.number().int(), linesEach: z.number().int() })
		.nullable(),
	steps: z.array(step),
});
export type Lane = z.infer<typeof lane>;

const historyEntry = z.object({
	at: instant,
	actionId: z.string(),
	operation: z.string(),
	from: z.string(),
	to: z.string(),
	by: z.string(),
	why: told,
});

export type HistoryEntry = z.infer<typeof historyEntry>;

/** A document of the service, as its copy was when it was found beside another. */
const twinDocument = z.object({
	serverId: z.string(),
	/** The service's number, or its id where it has none. */
	number: z.string(),
	/** When it was made, by the service; null where it does not say. */
	createdAt: instant.nullable(),
	/** The state, word for word. */
	stateWord: z.string(),
	description: z.string(),
	lines: z.array(z.object({ name: z.string(), quantity: decimal, unitName: z.string() })),
});

/** The first document that showed a service to be otherwise than it was relied on. */
const counterExample = z.object({
	document: z.enum(['wastage', 'transferOut', 'transferIn']),
	says: z.enum(['keepsReferences', 'listsAreCurrent']),
	laneId: z.string(),
	/** The service's number of it, empty where it is not known. */
	number: z.string(),
	at: instant,
});

/** Two documents of the service that may have come of one entry. */
const possibleTwin = z.object({
	twinId: z.string(),
	laneId: z.string(),
	document: lane.shape.document,
	locationName: z.string(),
	businessDate: z.string(),
	/** Why there may be two: how the entry was confirmed, and how often it was sent. */
	confirmedBy: step.shape.confirmedBy,
	attempts: z.number().int(),
	foundAt: instant,
	ours: twinDocument,
	other: twinDocument,
});
export type PossibleTwin = z.infer<typeof possibleTwin>;
export const undoable = lane
	.pick({ laneId: true, document: true, documentId: true, title: true })
	.extend({
		/** For `outbox.cancel`, which takes back all of it. */
		actionId: z.string(),
		revision: z.number().int(),
		verb: step.shape.verb,
		/** When it goes. */
		until: instant,
	});
export type Undoable = z.infer<typeof undoable>;

const target = z.object({ actionId: z.string(), revision: z.number().int() });

const refusedLine = z.object({
	itemId: z.string(),
	/** Of the service's document, for a receipt. */
	lineId: z.string().nullable(),
	/** The storage area that was sent with it, for a line of a count. */
	areaId: z.string().nullable(),
	name: z.string(),
	said: z.string(),
});
export type RefusedLine = z.infer<typeof refusedLine>;

export const outboxCalls = {
	...outboxOverlapCalls,
	'outbox.list': call(
		z.object({
			filter: z.enum(['waiting', 'needs-you', 'done', 'all']),
			document: lane.shape.document.nullable().default(null),
			/** Words that begin words of its title, number, reference, items, texts, place or people. */
			text: z.string().max(200).default(''),
			/** Entered from this instant on, and before that one. */
			from: instant.nullable().default(null),
			until: instant.nullable().default(null),
			/** The lane after which the next page begins; null for the newest. */
			after: z.string().nullable().default(null),
			limit: z.number().int().min(1).max(1000).default(200),
		}),
		z.object({
			/** Newest first. */
			lanes: z.array(lane),
			/** What to give as `after` for the next page; null when this was the last. */
			next: z.string().nullable(),
			/** Of all documents, whatever was asked for. */
			counts: z.object({
				waiting: z.number().int(),
				needsYou: z.number().int(),
				done: z.number().int(),
				/** Of those that need a person: waited so long that somebody looks before they go. */
				stale: z.number().int(),
			}),
		}),
	),
	/** How well work gets through: for the screen, and for whoever looks after the network. */
	'outbox.health': call(
		nothing,
		z.object({
			/** When the oldest document was entered that goes by itself; null where none waits. */
			oldestSince: instant.nullable(),
			/** The last requests, at most 200, and how many got no answer that told what became of them. */
			requests: z.number().int(),
			unanswered: z.number().int(),
		}),
	),
	/** One of them, by its own id or that of its document; the latest where a document has several. */
	'outbox.lane': call(z.object({ id: z.string() }), z.object({ lane: lane.nullable() })),
	/** What a document took to get through, over all its steps. */
	'outbox.requests': call(
		z.object({ laneId: z.string() }),
		z.object({
			/** Sent; how many of them sent a step once more, were refused, or got no answer that told what became of them. */
			requests: z.number().int(),
			again: z.number().int(),
			refused: z.number().int(),
			unanswered: z.number().int(),
			/** Tries that did not get out of this PC. */
			unsent: z.number().int(),
			/** How often the service was asked what became of a step. */
			looked: z.number().int(),
		}),
	),
	'outbox.history': call(
		z.object({ laneId: z.string() }),
		z.object({ entries: z.array(historyEntry) }),
	),
	/** Documents of the service that this action may have made: what "it is done" chooses from. */
	'outbox.candidates': call(
		z.object({ actionId: z.string() }),
		z.object({
			candidates: z.array(
				z.object({
					serverId: z.string(),
					number: z.string(),
					at: instant.nullable(),
					/** The state, word for word; empty where the service shows none. */
					stateWord: z.string(),
					lines: z.number().int().nullable(),
					/** Without our reference. */
					description: z.string(),
				}),
			),
			reachable: z.boolean(),
		}),
	),
	/** A person's order to send once more. `changed-meanwhile` when the action moved on since it was shown. */
	'outbox.sendAgain': call(target, nothing),
	/** What was refused is a draft again, to be changed and submitted once more. Nothing of it is at the service. */
	'outbox.edit': call(target, nothing),
	/** Why the document is a draft again: what the service said when it refused it; null when it did not. */
	'outbox.refusal': call(
		z.object({ document: lane.shape.document, documentId: z.string() }),
		z.object({
			refusal: z
				.object({
					at: instant,
					status: z.number().int(),
					/** With the names of its lines in place of the service's field paths. */
					said: z.string(),
					/** The lines that the service named. */
					lines: z.array(refusedLine),
				})
				.nullable(),
		}),
	),
	/** A person says it happened; `serverId` names the service's document where one was made. */
	'outbox.markDone': call(target.extend({ serverId: z.string().nullable() }), nothing),
	/** A person gives it up. What depends on it is dropped with it. */
	'outbox.drop': call(target.extend({ reason: z.string().min(1).max(500) }), nothing),
	/** Takes back what was not sent yet; a submitted document becomes a draft again. */
	'outbox.cancel': call(target, nothing),
	/** What the outbox relies on no longer, because a document showed otherwise; oldest first. */
	'outbox.notReliedOn': call(nothing, z.object({ examples: z.array(counterExample) })),
	/** What may be there twice and nobody has decided yet, oldest first. */
	'outbox.twins': call(nothing, z.object({ twins: z.array(possibleTwin) })),
	/**
	 * A person says of a possible duplicate that both are wanted, or that one is too many. Nothing is done at the service.
	 * `changed-meanwhile` when somebody said it before.
	 */
	'outbox.decideTwin': call(
		z.object({
			twinId: z.string(),
			says: z.enum(['two', 'duplicate']),
			reason: z.string().trim().min(1).max(500),
		}),
		nothing,
	),
	/** A person has looked at all that waited long, and wants it as it is. @returns how many documents go */
	'outbox.sendStale': call(nothing, z.object({ documents: z.number().int() })),
	/** What was queued a moment ago and can still be undone, the latest first. */
	'outbox.undoable': call(nothing, z.object({ undoable: z.array(undoable) })),
	/** Does not wait for the next turn: probes the network and sends what may go. */
	'outbox.sendNow': call(nothing, nothing),
};

export const outboxEvents = {
	'outbox.changed': z.object({ laneIds: z.array(z.string()) }),
};
