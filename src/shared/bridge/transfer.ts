// Transfers: send stock to another location or request it. What comes and what leaves: receiving.ts.
import { z } from 'zod';
import { call } from './call.ts';
import { receivingDrafts } from '../document/receiving.ts';
import { receivedLine, receivingCalls } from './receiving.ts';
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
	...receivedLine,
});
export type TransferLine = z.infer<typeof transferLine>;

const transferDocument = transferSummary.omit({ lines: true }).extend({
	description: z.string(),
	revision: z.number().int(),
	lines: z.array(transferLine),
	problems: z.array(problem),
	/** What can be entered here now. */
	receiving: z.enum(receivingDrafts).nullable(),
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
	/** Queues finalizing, after which goods can leave or be received. */
	'transfer.finalize': call(z.object(decision), transferDocument),
	'transfer.discard': call({ documentId }, nothing),
	...receivingCalls('receipt', transferDocument),
	...receivingCalls('fulfilment', transferDocument),
};
