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
	itemWords,
	locale,
	nothing,
	phase,
	rejectionReason,
	standing,
	totalCost,
	typedBoxes,
} from './values.ts';

/** A local document, or a service document (`service:<kind>:<id>`). */
const documentId = z.string();

/**
 * `mismatch`: the two ends' documents disagree on the quantity sent. `short`, `over`: on receipt. `other-day`: the
 * sending time falls on different business days at the two ends.
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
	sentAt: instant.nullable(),
	changedAt: instant,
	/** Who acts next. `approver`: the service does not show at which end. `network`: queued in the outbox. */
	move: z.enum(['ours', 'theirs', 'approver', 'nobody', 'network']),
	edits,
	tags: z.array(transferTag),
});
export type TransferSummary = z.infer<typeof transferSummary>;

/** Coming here; requested here and not sent yet; sent from here; received here or rejected on arrival. */
export const transferGroup = z.enum(['incoming', 'asked', 'outgoing', 'ended']);
export type TransferGroup = z.infer<typeof transferGroup>;

export const transferFilter = z.object({
	/** `open`: still needs an action by someone. */
	show: z.enum(['open', 'all']).default('all'),
	/** Each word must be a prefix of a word in the number, note, other location, or an item's name or code. */
	text: z.string().max(100).default(''),
	otherLocationId: z.string().nullable().default(null),
	tag: transferTag.nullable().default(null),
	from: businessDate.nullable().default(null),
	to: businessDate.nullable().default(null),
});
export type TransferFilter = z.infer<typeof transferFilter>;

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

/** `none`: wait for the rest, keep the surplus. `return`, `waste`: receive it and draft a return or waste document. */
export const settlement = z.enum(['none', 'return', 'waste']);
export type Settlement = z.infer<typeof settlement>;

const handoverEntry = z.object({
	/** Base units still to receive or hand over. */
	due: decimal,
	boxes: z.array(box),
	/** Base units; null if nothing was entered, or in a unit the item no longer has. */
	total: decimal.nullable(),
	difference: decimal.nullable(),
	reason: z.string(),
	/** Receipts only. */
	settlement,
});
export type HandoverEntry = z.infer<typeof handoverEntry>;

export const transferLine = z.object({
	lineId: z.string(),
	item,
	boxes: z.array(box),
	note: z.string(),
	/** Base units requested, sent and received so far. null if unknown or not reached. */
	requested: decimal.nullable(),
	sent: decimal.nullable(),
	received: decimal.nullable(),
	/** received − sent; null until both are known. */
	difference: decimal.nullable(),
	cost: decimal.nullable(),
	/** Quantity sent according to the other end's document, if different. */
	theirSent: decimal.nullable(),
	/** null if nothing can be entered and we have no entry. */
	entry: handoverEntry.nullable(),
	settled: z.array(
		z.object({
			how: z.enum(['return', 'waste', 'keep']),
			quantity: decimal,
			/** The drafted transfer or waste; null if the draft or line is gone, or the goods are kept. */
			documentId: documentId.nullable(),
			/** Why it is kept; empty for a draft, which has its own reason. */
			reason: z.string(),
		}),
	),
	/** Base units received in excess or to be returned or wasted, and on no draft; null until received. */
	excess: decimal.nullable(),
});
export type TransferLine = z.infer<typeof transferLine>;

const transferDocument = transferSummary.omit({ lines: true }).extend({
	description: z.string(),
	revision: z.number().int(),
	lines: z.array(transferLine),
	problems: z.array(problem),
	handover: z.enum(['receive', 'fulfill']).nullable(),
	/** Business date at the other location, by its clock; null if unknown. */
	otherBusinessDate: businessDate.nullable(),
	...decidable,
});
export type TransferDocument = z.infer<typeof transferDocument>;

/** Quantities of one item moved between two locations, in base units. */
export const transferReportLine = z.object({
	direction: z.enum(['out', 'in']),
	otherLocationId: z.string(),
	otherName: z.string(),
	...itemWords,
	sent: decimal,
	received: decimal,
	difference: decimal,
	/** Value sent at the sender's cost; null if no cost is known. */
	value: decimal.nullable(),
	/** How many lines of unknown cost `value` leaves out. */
	costsUnknown: z.number().int(),
	/** Of `value`: the receiver's, as the service states it. */
	currency,
});
export type TransferReportLine = z.infer<typeof transferReportLine>;

export const transferReport = z.object({
	asOf: instant.nullable(),
	lines: z.array(transferReportLine),
});
export type TransferReport = z.infer<typeof transferReport>;

export const transferCalls = {
	/**
	 * A window, in the order of `groups`: first those waiting on us, then those longest in transit, finished ones last.
	 */
	'transfer.list': call(
		{
			locationId: z.string(),
			filter: transferFilter.prefault({}),
			from: z.number().int().min(0).default(0),
			limit: z.number().int().min(0).max(500).default(500),
		},
		{
			documents: z.array(transferSummary),
			total: z.number().int(),
			groups: z.array(transferGroupSum),
			/** Open transfers, regardless of the filter. */
			open: z.record(transferGroup, z.number().int()),
			others: z.array(z.object({ locationId: z.string(), name: z.string() })),
			asOf: instant.nullable(),
		},
	),
	/**
	 * By location and item, from the copies here or by the service. Fails with `unreachable` if that does not answer.
	 */
	'transfer.report': call(
		{
			locationId: z.string(),
			from: businessDate,
			to: businessDate,
			source: z.enum(['copies', 'service']),
		},
		transferReport,
	),
	'transfer.get': call({ documentId }, transferDocument),
	/** `documentId: null` creates a draft. Durable when it answers. */
	'transfer.save': call(
		{
			documentId: documentId.nullable(),
			revision: z.number().int(),
			/** Created with the sheet, so that repeating the first save creates no second draft. */
			intentId: intentId.optional(),
			direction: z.enum(['out', 'in']),
			locationId: z.string(),
			otherLocationId: z.string().nullable(),
			description: z.string().max(500),
			lines: z.array(transferLineInput).max(500),
			locale,
		},
		transferDocument,
	),
	/**
	 * The draft that edits a service document. Fails with `not-possible-now` if the service takes no changes to it, or
	 * a step of ours is still unfinished.
	 */
	'transfer.edit': call({ documentId }, transferDocument),
	/** Queues create and submit; for an edit, the change. Fails with `incomplete` and every problem at once. */
	'transfer.send': call({ documentId, intentId, submit: z.boolean().optional() }, transferDocument),
	/** Fails with `changed-meanwhile`, and with `needs-network` while offline if approvals may not wait. */
	'transfer.approve': call(z.object(decision), transferDocument),
	'transfer.reject': call({ ...decision, reason: rejectionReason }, transferDocument),
	/** Queues finalizing, after which the transfer can be handed over or received. */
	'transfer.finalize': call(z.object(decision), transferDocument),
	'transfer.discard': call({ documentId }, nothing),
	/** Saves the quantity received or handed over of one line; durable when it answers. Empty clears it. */
	'transfer.enter': call(
		{
			documentId,
			lineId: z.string(),
			unitId: z.string(),
			typed: z.string().max(64),
			locale,
		},
		transferDocument,
	),
	'transfer.explain': call(
		{ documentId, lineId: z.string(), reason: z.string().max(200) },
		transferDocument,
	),
	/** A blank line becomes zero. Fails with `not-possible-now` once the resulting draft was sent. */
	'transfer.settle': call({ documentId, lineId: z.string(), settlement }, transferDocument),
	/**
	 * After receipt: keep the unsettled surplus, or draft a return or waste. Fails with `not-possible-now` if nothing
	 * is left.
	 */
	'transfer.settleExcess': call(
		{
			documentId,
			lineId: z.string(),
			how: z.enum(['return', 'waste', 'keep']),
			reason: z.string().trim().min(1).max(200),
		},
		transferDocument,
	),
	/** Fills every blank line with the quantity due: everything arrived or leaves as planned. */
	'transfer.enterAllAsDue': call({ documentId }, transferDocument),
	'transfer.confirmBlanksAsZero': call({ documentId }, transferDocument),
	/**
	 * Also drafts the returns and waste. Fails with `incomplete` while lines are blank or differences lack a reason.
	 */
	'transfer.receive': call({ documentId, intentId }, transferDocument),
	/** Queues the handover: the entered quantities leave, the rest can leave later. Fails like `receive`. */
	'transfer.fulfill': call({ documentId, intentId }, transferDocument),
};
