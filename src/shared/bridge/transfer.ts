// Transfers: send stock to another location or request it, hand over outgoing goods, receive incoming ones with
// shortages.
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

/** A local document, or a service document (`service:<id>`). */
const documentId = z.string();

/**
 * Shown in the list. `mismatch`: the documents of the two ends disagree on the quantity sent. `short`, `over`: less or
 * more than sent was received. `other-day`: the sending time falls on different business days at the two ends.
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
	/** Value at the sender's cost, in the currency of this document's end. */
	...totalCost,
	currency,
	/** The part of `cost` in transit; null if none. */
	onTheWay: z.object(totalCost).nullable(),
	/** When it was sent; for "in transit since". */
	sentAt: instant.nullable(),
	changedAt: instant,
	/**
	 * Who acts next: we, they, an approver (the service does not show at which end), nobody (done), or the network
	 * (queued in the outbox).
	 */
	move: z.enum(['ours', 'theirs', 'approver', 'nobody', 'network']),
	edits,
	tags: z.array(transferTag),
});
export type TransferSummary = z.infer<typeof transferSummary>;

/** Incoming or received; requested here and not sent yet; sent from here. */
export const transferGroup = z.enum(['incoming', 'asked', 'outgoing']);
export type TransferGroup = z.infer<typeof transferGroup>;

/** All given criteria must match. */
export const transferFilter = z.object({
	/** `open`: still needs an action by someone. */
	show: z.enum(['open', 'all']).default('all'),
	/** Each word must be a prefix of a word in the number, note, other location, or an item's name or code. */
	text: z.string().max(100).default(''),
	otherLocationId: z.string().nullable().default(null),
	tag: transferTag.nullable().default(null),
	/** Business dates, inclusive. */
	from: businessDate.nullable().default(null),
	to: businessDate.nullable().default(null),
});
export type TransferFilter = z.infer<typeof transferFilter>;

/** Matching transfers of one group. */
const transferGroupSum = z.object({
	group: transferGroup,
	count: z.number().int(),
	/** Value in transit at the sender's cost; null if none. */
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
 * What happens to a difference on receipt. `none`: wait for the rest, keep the surplus. `return`, `waste`: receive it
 * and draft a return or waste document.
 */
export const settlement = z.enum(['none', 'return', 'waste']);
export type Settlement = z.infer<typeof settlement>;

/** An entry against a line of the service: received or handed over. */
const handoverEntry = z.object({
	/** Base units still to receive or hand over. */
	due: decimal,
	boxes: z.array(box),
	/** Base units; null if nothing was entered, or in a unit the item no longer has. */
	total: decimal.nullable(),
	/** total − due; null without a total. */
	difference: decimal.nullable(),
	/** Required if the quantity differs. */
	reason: z.string(),
	/** Receipts only. */
	settlement,
});
export type HandoverEntry = z.infer<typeof handoverEntry>;

export const transferLine = z.object({
	lineId: z.string(),
	item,
	/** Requested or sent boxes by unit, as typed or from the service. */
	boxes: z.array(box),
	note: z.string(),
	/** Base units requested, sent and received so far. null if unknown or not reached. */
	requested: decimal.nullable(),
	sent: decimal.nullable(),
	received: decimal.nullable(),
	/** received − sent; null until both are known. */
	difference: decimal.nullable(),
	/** At the sender's cost. */
	cost: decimal.nullable(),
	/** Quantity sent according to the other end's document, if different. */
	theirSent: decimal.nullable(),
	/** null if nothing can be entered and we have no entry. */
	entry: handoverEntry.nullable(),
	/** Settled differences: returned, wasted or kept. */
	settled: z.array(
		z.object({
			how: z.enum(['return', 'waste', 'keep']),
			/** Base units. */
			quantity: decimal,
			/** The drafted transfer or waste; null if the draft or line is gone, or the goods are kept. */
			documentId: documentId.nullable(),
			/** Why it is kept; empty for a draft, which has its own reason. */
			reason: z.string(),
		}),
	),
	/**
	 * Base units received in excess, or received to be returned or wasted, and neither kept nor on a draft; null until
	 * the transfer is received.
	 */
	excess: decimal.nullable(),
});
export type TransferLine = z.infer<typeof transferLine>;

const transferDocument = transferSummary.omit({ lines: true }).extend({
	description: z.string(),
	revision: z.number().int(),
	lines: z.array(transferLine),
	problems: z.array(problem),
	/** What can be entered now: a receipt or a handover. */
	handover: z.enum(['receive', 'fulfill']).nullable(),
	/** Business date at the other location, by its clock; null if unknown. */
	otherBusinessDate: businessDate.nullable(),
	...decidable,
});
export type TransferDocument = z.infer<typeof transferDocument>;

/** Quantities of one item moved between two locations, in base units. */
export const transferReportLine = z.object({
	/** `out`: left this location. `in`: arrived or is arriving. */
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
