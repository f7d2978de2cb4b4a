// Transfers: send stock to another location or request it. What comes and what leaves: receiving.ts.
import { z } from 'zod';
import {
	documentCalls,
	documentSchema,
	rowSchema,
	type DocumentWith,
	type LineInputOf,
	type LineWith,
	type RowWith,
} from '../document/document-calls.ts';
import { receivingDrafts } from '../document/receiving.ts';
import { transferIn, transferOut } from '../document/transfer.ts';
import { call } from './call.ts';
import { answered, receivedLine, receivingCalls } from './receiving.ts';
import {
	businessDate,
	currency,
	decimal,
	instant,
	itemUnit,
	itemWords,
	totalCost,
} from './values.ts';

/**
 * `mismatch`: the two ends' documents disagree on the quantity sent. `short`, `over`: on receipt. `other-day`: the
 * sending time falls on different business days at the two ends.
 */
export const transferTag = z.enum(['mismatch', 'short', 'over', 'other-day']);
export type TransferTag = z.infer<typeof transferTag>;

/** What a transfer has besides its kind's fields. Costs are the sender's, in the currency of this document's end. */
const beside = {
	row: {
		/** The part of `cost` in transit; null if none. */
		onTheWay: z.object(totalCost).nullable(),
		sentAt: instant.nullable(),
		tags: z.array(transferTag),
		/** Business date at the other location, by its clock; null if unknown. */
		otherBusinessDate: businessDate.nullable(),
	},
	document: {
		/** What can be entered here now. */
		receiving: z.enum(receivingDrafts).nullable(),
		...answered,
	},
	line: {
		/** Base units requested, sent and received so far. null if unknown or not reached. */
		requested: decimal.nullable(),
		sent: decimal.nullable(),
		received: decimal.nullable(),
		/** received − sent; null until both are known. */
		difference: decimal.nullable(),
		/** Quantity sent according to the other end's document, if different. */
		theirSent: decimal.nullable(),
		...receivedLine,
	},
};

/** Both kinds have the same fields. */
type AtEitherEnd<Of> = Omit<Of, 'kind'> & {
	kind: typeof transferOut.name | typeof transferIn.name;
};
export type TransferSummary = AtEitherEnd<RowWith<typeof transferOut, typeof beside>>;
export type TransferLine = LineWith<typeof transferOut, typeof beside>;
export type TransferDocument = AtEitherEnd<DocumentWith<typeof transferOut, typeof beside>>;
export type TransferLineInput = LineInputOf<typeof transferOut>;

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

/** Quantities of one item moved between two locations, in base units. */
export const transferReportLine = z.object({
	direction: z.enum(['out', 'in']),
	otherLocationId: z.string(),
	otherName: z.string(),
	...itemWords,
	units: z.array(itemUnit),
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

const either = {
	summary: z.union([rowSchema(transferOut, beside), rowSchema(transferIn, beside)]),
	document: z.union([documentSchema(transferOut, beside), documentSchema(transferIn, beside)]),
};

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
			documents: z.array(either.summary),
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
	/** At either end: the id of a draft does not say at which. */
	'transfer.get': call({ documentId: z.string() }, either.document),
	...documentCalls(transferOut, beside),
	...documentCalls(transferIn, beside),
	...receivingCalls('receipt', documentSchema(transferIn, beside)),
	...receivingCalls('fulfilment', documentSchema(transferOut, beside)),
};
