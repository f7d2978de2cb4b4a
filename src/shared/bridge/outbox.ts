// The outbox for people: documents, the state of each step, and the available actions.
import { z } from 'zod';
import { writtenKinds } from '../document/kinds.ts';
import { laneDocument } from '../document/stored.ts';
import { call } from './call.ts';
import { outboxOverlapCalls } from './outbox-overlap.ts';
import { told } from './outbox-history.ts';
import { decimal, instant, nothing, totalCost } from './values.ts';

/**
 * held: can be undone · waiting: needs an earlier step · ambiguous: no answer, outcome unknown · verifying: asking the
 * service · attention: a person decides · held-newer-version: written by a newer Stillroom.
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
	'discarded',
]);
export type ActionState = z.infer<typeof actionState>;

export const attentionReason = z.enum([
	'rejected',
	/** Sent, no answer, and the service has no record of it: probably not applied. */
	'not-confirmed-absent',
	/** Sent, no answer, and what the service shows is inconclusive. */
	'not-confirmed-undecided',
	/** Not sent yet, and the service gives no usable answer to our lookup. */
	'cannot-be-asked',
	/** The document changed after the person decided. */
	'changed',
	/** Sent before, here or from another PC, and the service shows a possible result. */
	'maybe-elsewhere',
	/** The quantities differ from those the person saw when entering. */
	'moved-meanwhile',
	/** The service has the same, for example a receipt with this invoice number. */
	'entered-before',
	/** The service accepted it, but the document cannot be found. */
	'confirmed-not-found',
	'earlier-step-discarded',
	/** This version cannot read the payload. */
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
	'reverse',
	'other',
]);

export const step = z.object({
	actionId: z.string(),
	revision: z.number().int(),
	operation: z.string(),
	verb,
	state: actionState,
	/** The step of another document it waits for, with that document's number or title; null if none. */
	waitsFor: z.object({ verb, name: z.string() }).nullable(),
	attention: attentionReason.nullable(),
	createdAt: instant,
	since: instant,
	attempts: z.number().int(),
	/** Restored unfinished from a backup: the service must be asked whether it was sent. */
	fromCopy: z.boolean(),
	/** Taken off this PC: it continues where its file is imported. */
	moved: z.boolean(),
	/** When it continues automatically (send or probe); null if it does not. */
	nextAt: instant.nullable(),
	serviceNumber: z.string(),
	/** Explains the state of an unfinished step; null if self-evident. */
	because: told.nullable(),
	serviceStatus: z.number().int().nullable(),
	serviceSaid: z.string(),
	confirmedBy: z.enum(['answer', 'probe', 'person']).nullable(),
	can: z.array(
		z.enum(['send-again', 'edit', 'choose', 'decide-anew', 'mark-done', 'discard', 'cancel']),
	),
});
export type Step = z.infer<typeof step>;

export const lane = z.object({
	laneId: z.string(),
	document: laneDocument,
	documentId: z.string(),
	locationName: z.string(),
	title: z.string(),
	number: z.string(),
	lines: z.number().int(),
	...totalCost,
	currency: z.string(),
	createdAt: instant,
	createdBy: z.string(),
	standing: z.enum(['waiting', 'needs-you', 'done']),
	/** For a document sent in parts: parts done, total, and lines per part. Else null. */
	parts: z
		.object({ done: z.number().int(), of: z.number().int(), linesEach: z.number().int() })
		.nullable(),
	steps: z.array(step),
});
export type Lane = z.infer<typeof lane>;

const historyEntry = z.object({
	at: instant,
	actionId: z.string(),
	from: z.string(),
	to: z.string(),
	by: z.string(),
	why: told,
});

export type HistoryEntry = z.infer<typeof historyEntry>;

/** A service document, as cached when the possible duplicate was found. */
const twinDocument = z.object({
	serverId: z.string(),
	/** The service's number, or its id if it has none. */
	number: z.string(),
	createdAt: instant.nullable(),
	stateWord: z.string(),
	description: z.string(),
	lines: z.array(z.object({ name: z.string(), quantity: decimal, unitName: z.string() })),
});

/** The first document that proved an assumption about the service wrong. */
const counterExample = z.object({
	document: z.enum(writtenKinds),
	says: z.enum(['keepsReferences', 'listsAreCurrent']),
	laneId: z.string(),
	number: z.string(),
	at: instant,
});

/** Two service documents that may come from one entry. */
const possibleTwin = z.object({
	twinId: z.string(),
	laneId: z.string(),
	document: lane.shape.document,
	locationName: z.string(),
	businessDate: z.string(),
	confirmedBy: step.shape.confirmedBy,
	attempts: z.number().int(),
	ours: twinDocument,
	other: twinDocument,
});
export type PossibleTwin = z.infer<typeof possibleTwin>;
export const undoable = lane
	.pick({ laneId: true, document: true, documentId: true, title: true, number: true })
	.extend({
		/** For `outbox.cancel`, which undoes the whole document. */
		actionId: z.string(),
		revision: z.number().int(),
		verb: step.shape.verb,
		until: instant,
		/** The same for records that were switched together: they are undone together. */
		together: z.string(),
	});
export type Undoable = z.infer<typeof undoable>;

const target = z.object({ actionId: z.string(), revision: z.number().int() });

const refusedLine = z.object({
	itemId: z.string(),
	lineId: z.string().nullable(),
	areaId: z.string().nullable(),
	name: z.string(),
});
export type RefusedLine = z.infer<typeof refusedLine>;

export const outboxCalls = {
	...outboxOverlapCalls,
	'outbox.list': call(
		{
			filter: z.enum(['waiting', 'needs-you', 'done', 'all']),
			document: lane.shape.document.nullable().default(null),
			/** Prefixes of words in the title, number, reference, items, texts, place or people. */
			text: z.string().max(200).default(''),
			from: instant.nullable().default(null),
			until: instant.nullable().default(null),
			after: z.string().nullable().default(null),
			limit: z.number().int().min(1).max(1000).default(200),
		},
		{
			lanes: z.array(lane),
			/** Pass as `after` for the next page; null on the last. */
			next: z.string().nullable(),
			/** Of all documents, regardless of the filter. */
			counts: z.object({
				waiting: z.number().int(),
				needsYou: z.number().int(),
				done: z.number().int(),
				/** Subset of `needYou`: waited so long that a person must review before sending. */
				stale: z.number().int(),
			}),
		},
	),
	'outbox.health': call(nothing, {
		/** When the oldest automatically sent document was entered; null if none waits. */
		oldestSince: instant.nullable(),
		/** The last requests, at most 200, and how many had no conclusive answer. */
		requests: z.number().int(),
		unanswered: z.number().int(),
	}),
	/** One lane by its own id or its document's; the latest if a document has several. */
	'outbox.lane': call({ id: z.string() }, { lane: lane.nullable() }),
	'outbox.requests': call(
		{ laneId: z.string() },
		{
			/** Sent, and how many of them repeated a step, were refused, or had no conclusive answer. */
			requests: z.number().int(),
			again: z.number().int(),
			refused: z.number().int(),
			unanswered: z.number().int(),
			/** Attempts that never left this PC. */
			unsent: z.number().int(),
			looked: z.number().int(),
		},
	),
	'outbox.history': call({ laneId: z.string() }, { entries: z.array(historyEntry) }),
	/** Service documents this action may have created, to choose from in Mark as done. */
	'outbox.candidates': call(
		{ actionId: z.string() },
		{
			candidates: z.array(
				z.object({
					serverId: z.string(),
					number: z.string(),
					at: instant.nullable(),
					stateWord: z.string(),
					lines: z.number().int().nullable(),
					/** Without our reference. */
					description: z.string(),
				}),
			),
			reachable: z.boolean(),
		},
	),
	'outbox.sendAgain': call(target, nothing),
	/** Turns a refused document back into a draft. The service has nothing of it. */
	'outbox.edit': call(target, nothing),
	/** The service's refusal that made the document a draft again; null if it was not refused. */
	'outbox.refusal': call(
		{ document: lane.shape.document, documentId: z.string() },
		{
			refusal: z
				.object({
					at: instant,
					status: z.number().int(),
					/** The service's message, with line names instead of field paths. */
					said: z.string(),
					lines: z.array(refusedLine),
				})
				.nullable(),
		},
	),
	/**
	 * Who entered the document, submitted it, decided on it and so on, oldest first. Only what was done on this PC: the
	 * service shows no names.
	 */
	'outbox.trail': call(
		{ document: lane.shape.document, documentId: z.string() },
		{
			trail: z.array(
				z.object({
					what: z.enum([...verb.options, 'enter', 'unlock']),
					by: z.string(),
					at: instant,
					/** The service confirmed it. */
					done: z.boolean(),
				}),
			),
		},
	),
	/** Marks the action as done; `serverId` is the service document it created, if any. */
	'outbox.markDone': call(target.extend({ serverId: z.string().nullable() }), nothing),
	'outbox.discard': call(target.extend({ reason: z.string().min(1).max(500) }), nothing),
	/** Undoes an unsent action; a submitted document becomes a draft again. */
	'outbox.cancel': call(target, nothing),
	'outbox.notReliedOn': call(nothing, { examples: z.array(counterExample) }),
	'outbox.twins': call(nothing, { twins: z.array(possibleTwin) }),
	/** Records what a person says about both documents; changes nothing at the service. */
	'outbox.decideTwin': call(
		{
			twinId: z.string(),
			says: z.enum(['two', 'duplicate']),
			reason: z.string().trim().min(1).max(500),
		},
		nothing,
	),
	/** A person reviewed everything that waited long and releases it. @returns the number of documents sent */
	'outbox.sendStale': call(nothing, { documents: z.number().int() }),
	'outbox.undoable': call(nothing, { undoable: z.array(undoable) }),
	/** Pings the service and sends now instead of at the next turn. */
	'outbox.sendNow': call(nothing, nothing),
};

export const outboxEvents = {
	'outbox.changed': z.object({}),
};
