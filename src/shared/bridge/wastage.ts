// Logging waste: a document of lines, saved as it is typed, then submitted.
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

const wasteLineInput = z.object({
	lineId: z.string(),
	itemId: z.string(),
	boxes: typedBoxes,
	reasonId: z.string().nullable(),
	/** The location's own words for the reason; empty where the service's name is used. */
	label: z.string().max(80).default(''),
	note: z.string().max(500),
});
export type WasteLineInput = z.input<typeof wasteLineInput>;

const wasteLine = z.object({
	lineId: z.string(),
	item,
	/** Those that are filled; of a document of the service the one that it has. */
	boxes: z.array(box),
	reasonId: z.string().nullable(),
	reasonName: z.string(),
	label: z.string(),
	note: z.string(),
	/** Base units: the exact sum of the boxes; null while they are blank, or one cannot be read. */
	total: decimal.nullable(),
	cost: decimal.nullable(),
});
export type WasteLine = z.infer<typeof wasteLine>;

const wasteSummary = z.object({
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
	...totalCost,
	/** Locked at the service: it takes no change there. */
	locked: z.boolean(),
	enteredBy: z.string(),
	changedAt: instant,
	edits,
});
export type WasteSummary = z.infer<typeof wasteSummary>;

const wasteDocument = wasteSummary.omit({ lines: true, items: true }).extend({
	currency,
	/** Raised by one with every save; a save of an older revision is refused with `changed-meanwhile`. */
	revision: z.number().int(),
	lines: z.array(wasteLine),
	/** Everything that stands in the way of submitting, by `lines.<lineId>.<field>`. */
	problems: z.array(problem),
	/** What can be done with the document's lock at the service now. */
	lock: z.enum(['lock', 'unlock']).nullable(),
	...decidable,
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
	/** Names may be the same, keys are not. `unsplit`: what a document costs beyond its lines. `others`: the rest. */
	key: z.string(),
	/** Empty where the lines name none. */
	name: z.string(),
	/** How many parts the row `others` stands for; 1 of any other. */
	parts: z.number().int(),
	lines: z.number().int(),
	...totalCost,
	/** The same part in the period it is compared with; null without one. */
	costBefore: decimal.nullable(),
});
export type WasteShare = z.infer<typeof wasteShare>;

const wasteTotals = z.object({
	documents: z.number().int(),
	...totalCost,
	costBefore: decimal.nullable(),
	/** Dearest first; parts that were only in the period before stand at the end with a cost of zero. */
	byReason: z.array(wasteShare),
	byCategory: z.array(wasteShare),
	/** Dearest first: at most twenty, then one row for the others. The rows of each list add up to `cost`. */
	byItem: z.array(wasteShare),
	/** Days of the period that have waste, in order. */
	byDay: z.array(z.object({ businessDate, ...totalCost })),
});
export type WasteTotals = z.infer<typeof wasteTotals>;

const templateLine = z.object({
	itemId: z.string(),
	/** What usually stands in the boxes; may be none. */
	boxes: typedBoxes,
	reasonId: z.string().nullable(),
	label: z.string().max(80),
	note: z.string().max(500),
});

const wasteTemplate = z.object({
	templateId: z.string(),
	name: z.string(),
	/** `item` is null where nothing here knows it any more. */
	lines: z.array(templateLine.extend({ item: item.nullable() })),
});
export type WasteTemplate = z.infer<typeof wasteTemplate>;

/** A word of the staff for a reason of the service. The first nine have the keys 1 to 9. */
const wasteLabel = z.object({
	words: z.string().trim().min(1).max(80),
	reasonId: z.string(),
});
export type WasteLabel = z.infer<typeof wasteLabel>;

/** Where a line of a draft may have been logged already. */
const wasteDuplicate = z.object({
	lineId: z.string(),
	documentId,
	number: z.string(),
	standing,
	enteredBy: z.string(),
});
export type WasteDuplicate = z.infer<typeof wasteDuplicate>;

export const wastageCalls = {
	/** Templates of a location, by name. They are kept on this PC. */
	'wastage.templates': call(
		z.object({ locationId: z.string() }),
		z.object({ templates: z.array(wasteTemplate) }),
	),
	/** `templateId` null makes a new one. `invalid-input` with `name: taken` when another has its name. */
	'wastage.saveTemplate': call(
		z.object({
			templateId: z.string().nullable(),
			locationId: z.string(),
			name: z.string().trim().min(1).max(80),
			lines: z.array(templateLine).min(1).max(100),
		}),
		z.object({ templates: z.array(wasteTemplate) }),
	),
	'wastage.removeTemplate': call(z.object({ templateId: z.string() }), nothing),
	/** The location's own words for reasons, in the order of their keys. */
	'wastage.labels': call(
		z.object({ locationId: z.string() }),
		z.object({ labels: z.array(wasteLabel) }),
	),
	'wastage.saveLabels': call(
		z.object({ locationId: z.string(), labels: z.array(wasteLabel).max(40) }),
		z.object({ labels: z.array(wasteLabel) }),
	),
	/** What was thrown away most often here in the last 90 days, at most eight items. */
	'wastage.often': call(z.object({ locationId: z.string() }), z.object({ items: z.array(item) })),
	/** Lines of a draft that stand in another document of the same day, with the same item and quantity. */
	'wastage.duplicates': call(
		z.object({ documentId }),
		z.object({ duplicates: z.array(wasteDuplicate) }),
	),
	/**
	 * Queues the approval of what was shown. Refused with `changed-meanwhile` when the document is another by now, and with
	 * `needs-network` while the service does not answer and approvals may not wait (settings.approvalsWait).
	 */
	'wastage.approve': call(z.object(decision), wasteDocument),
	/** As `approve`; the reason goes along where the profile names a field for it, and else stays on this PC. */
	'wastage.reject': call(z.object({ ...decision, reason: rejectionReason }), wasteDocument),
	/**
	 * Queues the lock of what was shown, or its removal; it waits offline. Refused with `changed-meanwhile` when the document
	 * is another by now.
	 */
	'wastage.lock': call(z.object({ ...decision, locked: z.boolean() }), wasteDocument),
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
			/** Whether the reason of a rejection goes to the service; where not, it stays on this PC. */
			reasonGoes: z.boolean(),
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
			/** Made with the opened sheet: its first save once more makes no second draft. */
			intentId: intentId.optional(),
			locationId: z.string(),
			description: z.string().max(500),
			lines: z.array(wasteLineInput).max(500),
			locale,
		}),
		wasteDocument,
	),
	/**
	 * A draft of a document that the service has and still takes changes to: the one that was begun, or a new one. Refused
	 * with `not-possible-now` where it takes none, or something of ours is still on its way.
	 */
	'wastage.edit': call(z.object({ documentId }), wasteDocument),
	/**
	 * Queues create and submit; of an edit the change, and the submit unless `submit` is false. Refused with `incomplete` and
	 * every problem at once.
	 */
	'wastage.submit': call(
		z.object({ documentId, intentId, submit: z.boolean().optional() }),
		wasteDocument,
	),
	'wastage.discard': call(z.object({ documentId }), nothing),
};
