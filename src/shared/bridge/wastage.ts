// Logging waste: a document of lines, saved as it is typed, then submitted.
import { z } from 'zod';
import { call } from './call.ts';
import { problem } from './reply.ts';
import {
	box,
	businessDate,
	currency,
	decimal,
	instant,
	intentId,
	item,
	nothing,
	phase,
	standing,
} from './values.ts';

/** Of a document on this PC, or of a document of the service (`service:<id>`). */
const documentId = z.string();

export const wasteLineInput = z.object({
	lineId: z.string(),
	itemId: z.string(),
	unitId: z.string(),
	typed: z.string().max(64),
	reasonId: z.string().nullable(),
	note: z.string().max(500),
});
export type WasteLineInput = z.infer<typeof wasteLineInput>;

export const wasteLine = z.object({
	lineId: z.string(),
	item,
	box,
	reasonId: z.string().nullable(),
	reasonName: z.string(),
	note: z.string(),
	/** Base units; null until the quantity can be read. */
	total: decimal.nullable(),
	cost: decimal.nullable(),
});
export type WasteLine = z.infer<typeof wasteLine>;

export const wasteSummary = z.object({
	documentId,
	/** The service's number (`WST-0042`), empty until it is known. */
	number: z.string(),
	locationId: z.string(),
	businessDate,
	phase,
	/** The service's own word for its state, for `unknown`. */
	stateWord: z.string(),
	standing,
	lines: z.number().int(),
	/** What happened, in the words of whoever logged it. */
	description: z.string(),
	/** Names of the first items, so that the list says what it was where nobody described it. */
	items: z.array(z.string()),
	cost: decimal,
	/** Locked at the service: it takes no change there. */
	locked: z.boolean(),
	enteredBy: z.string(),
	changedAt: instant,
});
export type WasteSummary = z.infer<typeof wasteSummary>;

export const wasteDocument = wasteSummary.omit({ lines: true, items: true }).extend({
	currency,
	/** Raised by one with every save; a save of an older revision is refused with `changed-meanwhile`. */
	revision: z.number().int(),
	lines: z.array(wasteLine),
	/** Everything that stands in the way of submitting, by `lines.<lineId>.<field>`. */
	problems: z.array(problem),
});
export type WasteDocument = z.infer<typeof wasteDocument>;

/** Which documents of the list are wanted: all that is given must fit. */
export const wasteFilter = z.object({
	state: z
		.enum(['all', 'draft', 'waiting', 'needs-you', 'submitted', 'approved', 'rejected', 'locked'])
		.default('all'),
	/** Of any line. */
	reasonId: z.string().nullable().default(null),
	/** Business dates, both included. */
	from: businessDate.nullable().default(null),
	to: businessDate.nullable().default(null),
	/** Every word must begin a word of the number, the description, an item's name or code, a reason or a note. */
	text: z.string().max(100).default(''),
	enteredBy: z.string().nullable().default(null),
});
export type WasteFilter = z.infer<typeof wasteFilter>;

/** What a part of the waste came to. */
const wasteShare = z.object({
	/** Empty where the lines say none. */
	name: z.string(),
	lines: z.number().int(),
	cost: decimal,
	/** The same part in the period it is compared with; null without one. */
	costBefore: decimal.nullable(),
});
export type WasteShare = z.infer<typeof wasteShare>;

export const wasteTotals = z.object({
	documents: z.number().int(),
	cost: decimal,
	costBefore: decimal.nullable(),
	/** Dearest first; parts that were only in the period before stand at the end with a cost of zero. */
	byReason: z.array(wasteShare),
	byCategory: z.array(wasteShare),
	/** Dearest first, at most twenty. */
	byItem: z.array(wasteShare),
	/** Days of the period that have waste, in order. */
	byDay: z.array(z.object({ businessDate, cost: decimal })),
});
export type WasteTotals = z.infer<typeof wasteTotals>;

export const wastageCalls = {
	/** One window of the list, newest first. `total` is how many fit the filter. */
	'wastage.list': call(
		z.object({
			locationId: z.string(),
			filter: wasteFilter.prefault({}),
			from: z.number().int().min(0).default(0),
			limit: z.number().int().min(0).max(500).default(500),
		}),
		z.object({
			documents: z.array(wasteSummary),
			total: z.number().int(),
			/** Everybody who entered any of this location, whatever the filter. */
			people: z.array(z.string()),
			asOf: instant.nullable(),
		}),
	),
	/** What the documents that fit come to; `before` names the dates they are compared with. Rejected ones do not count. */
	'wastage.totals': call(
		z.object({
			locationId: z.string(),
			filter: wasteFilter.prefault({}),
			before: z.object({ from: businessDate, to: businessDate }).nullable().default(null),
		}),
		wasteTotals,
	),
	'wastage.get': call(z.object({ documentId }), wasteDocument),
	/** Saves a draft, complete or not; `documentId` null makes a new one. Durable when it answers. */
	'wastage.save': call(
		z.object({
			documentId: documentId.nullable(),
			revision: z.number().int(),
			locationId: z.string(),
			description: z.string().max(500),
			lines: z.array(wasteLineInput).max(500),
			locale: z.string(),
		}),
		wasteDocument,
	),
	/** Queues create and submit. Refused with `incomplete` and every problem at once. */
	'wastage.submit': call(z.object({ documentId, intentId }), wasteDocument),
	'wastage.discard': call(z.object({ documentId }), nothing),
};
