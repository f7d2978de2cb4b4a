// Transfers: send stock to another location or ask one for it; hand over what leaves; receive what came, with shortages.
import { z } from 'zod';
import { call } from './call.ts';
import { problem } from './reply.ts';
import {
	box,
	businessDate,
	currency,
	decidable,
	decimal,
	decision,
	edits,
	instant,
	intentId,
	item,
	locale,
	nothing,
	phase,
	rejectionReason,
	standing,
	totalCost,
	typedBoxes,
} from './values.ts';

/** Of a document on this PC, or of a document of the service (`service:<id>`). */
const documentId = z.string();

/**
 * What a person should know of a transfer before opening it. `mismatch`: the documents of the two ends say different
 * quantities were sent. `short`, `over`: less or more of a line came than was sent. `other-day`: the clocks of the two
 * ends put the moment that it left on different business days.
 */
export const transferTag = z.enum(['mismatch', 'short', 'over', 'other-day']);
export type TransferTag = z.infer<typeof transferTag>;

const transferSummary = z.object({
	documentId,
	direction: z.enum(['out', 'in']),
	number: z.string(),
	fromLocationId: z.string(),
	fromName: z.string(),
	toLocationId: z.string(),
	toName: z.string(),
	businessDate,
	phase,
	stateWord: z.string(),
	standing,
	lines: z.number().int(),
	/** Value at the sender's cost, in the currency of the end whose document this is. */
	...totalCost,
	currency,
	/** Of `cost`, what was sent and did not come yet; null while nothing is on its way. */
	onTheWay: z.object(totalCost).nullable(),
	/** When it was sent; for "on its way since". */
	sentAt: instant.nullable(),
	changedAt: instant,
	/**
	 * Whose move it is: ours, theirs, whoever's who may approve it (the service does not show at which end), nobody's
	 * (done), or the network's (it waits in the outbox).
	 */
	move: z.enum(['ours', 'theirs', 'approver', 'nobody', 'network']),
	edits,
	tags: z.array(transferTag),
});
export type TransferSummary = z.infer<typeof transferSummary>;

/** On its way here or come; asked for here and not sent yet; sent from here. */
export const transferGroup = z.enum(['incoming', 'asked', 'outgoing']);
export type TransferGroup = z.infer<typeof transferGroup>;

/** Which transfers of the list are wanted: all that is given must fit. */
export const transferFilter = z.object({
	/** `open`: those that somebody has yet to move. */
	show: z.enum(['open', 'all']).default('all'),
	/** Every word must begin a word of the number, the note, the other location, or an item's name or code. */
	text: z.string().max(100).default(''),
	otherLocationId: z.string().nullable().default(null),
	tag: transferTag.nullable().default(null),
	/** Business dates, both included. */
	from: businessDate.nullable().default(null),
	to: businessDate.nullable().default(null),
});
export type TransferFilter = z.infer<typeof transferFilter>;

/** What fits the filter of one group. */
const transferGroupSum = z.object({
	group: transferGroup,
	count: z.number().int(),
	/** Value on its way, at the sender's cost; null while nothing is. */
	onTheWay: z.object(totalCost).nullable(),
	currency,
});
export type TransferGroupSum = z.infer<typeof transferGroupSum>;

const transferLineInput = z.object({
	lineId: z.string(),
	itemId: z.string(),
	boxes: typedBoxes,
	note: z.string().max(500),
});
export type TransferLineInput = z.infer<typeof transferLineInput>;

/**
 * What becomes of a difference when it is received. `none`: the rest is waited for, what is over stays. `return` and
 * `waste`: it is taken in with the receipt, and a draft is made that sends it back or throws it away.
 */
export const settlement = z.enum(['none', 'return', 'waste']);
export type Settlement = z.infer<typeof settlement>;

/** What is entered here against a line of the service: what came of it, or what leaves of it. */
const handoverEntry = z.object({
	/** Base units still to come, or still to leave. */
	due: decimal,
	boxes: z.array(box),
	/** Base units; null while nothing was entered, or something in a unit that the item has lost since. */
	total: decimal.nullable(),
	/** total − due; null without a total. */
	difference: decimal.nullable(),
	/** Why less or more came; required when it did. */
	reason: z.string(),
	/** Of a receipt only. */
	settlement,
});
export type HandoverEntry = z.infer<typeof handoverEntry>;

export const transferLine = z.object({
	lineId: z.string(),
	item,
	/** What is asked for or sent, by unit, as typed or as the service has it. */
	boxes: z.array(box),
	note: z.string(),
	/** Base units asked for; that left so far; that came so far. Null where it is not known, or not so far yet. */
	requested: decimal.nullable(),
	sent: decimal.nullable(),
	received: decimal.nullable(),
	/** received − sent; null until both are known. */
	difference: decimal.nullable(),
	/** At the sender's cost. */
	cost: decimal.nullable(),
	/** What the other end's document says was sent, where it says something else. */
	theirSent: decimal.nullable(),
	/** Null where nothing can be entered, and nothing of ours stands. */
	entry: handoverEntry.nullable(),
	/** What was sent back, thrown away or kept of what did not come as it was sent. */
	settled: z.array(
		z.object({
			how: z.enum(['return', 'waste', 'keep']),
			/** Base units. */
			quantity: decimal,
			/** The transfer or waste that was drafted; null once the draft or its line is gone, and of what is kept. */
			documentId: documentId.nullable(),
			/** Why it is kept; empty for what was drafted, which says it itself. */
			reason: z.string(),
		}),
	),
	/**
	 * Base units that came over, or were taken in to leave again, and that are neither kept nor on a draft; null while the
	 * transfer is not received.
	 */
	excess: decimal.nullable(),
});
export type TransferLine = z.infer<typeof transferLine>;

const transferDocument = transferSummary.omit({ lines: true }).extend({
	description: z.string(),
	revision: z.number().int(),
	lines: z.array(transferLine),
	problems: z.array(problem),
	/** What can be entered against it here now: what came, or what leaves. */
	handover: z.enum(['receive', 'fulfill']).nullable(),
	/** The day on which the other end books it, by that location's clock; null where it is not known. */
	otherBusinessDate: businessDate.nullable(),
	...decidable,
});
export type TransferDocument = z.infer<typeof transferDocument>;

/** What went between a location and another one, of one item, in base units. */
export const transferReportLine = z.object({
	/** `out`: left the location asked for. `in`: came, or is coming, to it. */
	direction: z.enum(['out', 'in']),
	otherLocationId: z.string(),
	otherName: z.string(),
	itemId: z.string(),
	code: z.string(),
	name: z.string(),
	category: z.string(),
	baseUnitName: z.string(),
	sent: decimal,
	received: decimal,
	/** received − sent: below zero for what did not arrive, or has not yet. */
	difference: decimal,
	/** Of what was sent, at the sender's cost; null where no cost is known. */
	value: decimal.nullable(),
	/** How many lines of unknown cost `value` leaves out. */
	costsUnknown: z.number().int(),
	/** Of `value`: the receiver's, as the service states it. */
	currency,
});
export type TransferReportLine = z.infer<typeof transferReportLine>;

export const transferReport = z.object({
	/** As of when: of the service's answer, or of the copies here. */
	asOf: instant.nullable(),
	lines: z.array(transferReportLine),
});
export type TransferReport = z.infer<typeof transferReport>;

export const transferCalls = {
	/**
	 * One window of the list, group after group in the order of `groups`: in each what is our move first, then what has
	 * been longest on its way; what nobody has to move any more last, the latest first. `total` is how many fit the filter.
	 */
	'transfer.list': call(
		z.object({
			locationId: z.string(),
			filter: transferFilter.prefault({}),
			from: z.number().int().min(0).default(0),
			limit: z.number().int().min(0).max(500).default(500),
		}),
		z.object({
			documents: z.array(transferSummary),
			total: z.number().int(),
			/** Those with a transfer that fits. */
			groups: z.array(transferGroupSum),
			/** How many are open, whatever the filter. */
			open: z.object({
				incoming: z.number().int(),
				asked: z.number().int(),
				outgoing: z.number().int(),
			}),
			/** The other ends of all transfers of this location, whatever the filter, by name. */
			others: z.array(z.object({ locationId: z.string(), name: z.string() })),
			asOf: instant.nullable(),
		}),
	),
	/**
	 * What was sent between a location and the others on these business days (both included), by location and item:
	 * reckoned from the copies here at once, or by the service. Fails with `unreachable` where the service does not answer.
	 */
	'transfer.report': call(
		z.object({
			locationId: z.string(),
			from: businessDate,
			to: businessDate,
			source: z.enum(['copies', 'service']),
		}),
		transferReport,
	),
	'transfer.get': call(z.object({ documentId }), transferDocument),
	/**
	 * Saves a draft: to send from the location (`out`), or to ask another one for (`in`). `documentId` null makes a new
	 * one. Durable when it answers.
	 */
	'transfer.save': call(
		z.object({
			documentId: documentId.nullable(),
			revision: z.number().int(),
			/** Made with the opened sheet: its first save once more makes no second draft. */
			intentId: intentId.optional(),
			direction: z.enum(['out', 'in']),
			locationId: z.string(),
			/** Where it goes to, or comes from; null until it is chosen. */
			otherLocationId: z.string().nullable(),
			description: z.string().max(500),
			lines: z.array(transferLineInput).max(500),
			locale,
		}),
		transferDocument,
	),
	/**
	 * A draft of a transfer that the service has and still takes changes to: the one that was begun, or a new one. Refused
	 * with `not-possible-now` where it takes none, or something of ours is still on its way.
	 */
	'transfer.edit': call(z.object({ documentId }), transferDocument),
	/**
	 * Queues create and submit; of an edit the change, and the submit unless `submit` is false. Refused with `incomplete` and
	 * every problem at once.
	 */
	'transfer.send': call(
		z.object({ documentId, intentId, submit: z.boolean().optional() }),
		transferDocument,
	),
	/**
	 * Queues the approval of what was shown. Refused with `changed-meanwhile` when the document is another by now, and with
	 * `needs-network` while the service does not answer and approvals may not wait (settings.approvalsWait).
	 */
	'transfer.approve': call(z.object(decision), transferDocument),
	/** As `approve`; the reason goes along where the profile names a field for it, and else stays on this PC. */
	'transfer.reject': call(z.object({ ...decision, reason: rejectionReason }), transferDocument),
	/** Queues the step after the approval: what is finalized can leave, or be received. */
	'transfer.finalize': call(z.object(decision), transferDocument),
	'transfer.discard': call(z.object({ documentId }), nothing),
	/** Writes what came, or leaves, of one line into its box; durable when it answers. Empty clears it. */
	'transfer.enter': call(
		z.object({
			documentId,
			lineId: z.string(),
			unitId: z.string(),
			typed: z.string().max(64),
			locale,
		}),
		transferDocument,
	),
	'transfer.explain': call(
		z.object({ documentId, lineId: z.string(), reason: z.string().max(200) }),
		transferDocument,
	),
	/**
	 * Says what is to become of a line's difference. A line still blank is written as zero: nothing more of it is waited
	 * for. Refused with `not-possible-now` once a draft that was made of it went.
	 */
	'transfer.settle': call(
		z.object({ documentId, lineId: z.string(), settlement }),
		transferDocument,
	),
	/**
	 * Says what becomes of what was taken in and is not settled, once the transfer is received: it is kept, or put on a
	 * draft that sends it back or throws it away, and that a person sends. Refused with `not-possible-now` where nothing is
	 * left.
	 */
	'transfer.settleExcess': call(
		z.object({
			documentId,
			lineId: z.string(),
			how: z.enum(['return', 'waste', 'keep']),
			reason: z.string().trim().min(1).max(200),
		}),
		transferDocument,
	),
	/** Fills every line still blank with what is due: all came as it was sent, or all leaves as it was asked for. */
	'transfer.enterAllAsDue': call(z.object({ documentId }), transferDocument),
	/** Writes zero into every line still blank: an act of its own. */
	'transfer.confirmBlanksAsZero': call(z.object({ documentId }), transferDocument),
	/**
	 * Queues the receipt, and makes drafts of what is to go back or be thrown away: a person sends those. Refused with
	 * `incomplete` while lines are blank or differences unexplained.
	 */
	'transfer.receive': call(z.object({ documentId, intentId }), transferDocument),
	/** Queues the fulfilment: what was entered leaves, the rest stays to leave later. Refused as `receive` is. */
	'transfer.fulfill': call(z.object({ documentId, intentId }), transferDocument),
};
