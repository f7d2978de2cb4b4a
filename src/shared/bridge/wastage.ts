// Logging waste: documents of lines, saved while typing, then submitted.
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

/** A local document, or a service document (`service:<kind>:<id>`). */
const documentId = z.string();

const wasteLineInput = z.object({
	lineId: z.string(),
	itemId: z.string(),
	boxes: typedBoxes,
	reasonId: z.string().nullable(),
	/** The location's label for the reason; empty uses the service's name. */
	label: z.string().max(80).default(''),
	note: z.string().max(500),
});
export type WasteLineInput = z.input<typeof wasteLineInput>;

const wasteLine = z.object({
	lineId: z.string(),
	item,
	/** Filled boxes; a service document has only one. */
	boxes: z.array(box),
	reasonId: z.string().nullable(),
	reasonName: z.string(),
	label: z.string(),
	note: z.string(),
	total: decimal.nullable(),
	cost: decimal.nullable(),
});
export type WasteLine = z.infer<typeof wasteLine>;

const wasteSummary = z.object({
	documentId,
	/** Number at the service (`WST-0042`); empty until known. */
	number: z.string(),
	locationId: z.string(),
	businessDate,
	phase,
	stateWord: z.string(),
	standing,
	lines: z.number().int(),
	description: z.string(),
	items: z.array(z.string()),
	...totalCost,
	locked: z.boolean(),
	enteredBy: z.string(),
	changedAt: instant,
	edits,
});
export type WasteSummary = z.infer<typeof wasteSummary>;

const wasteDocument = wasteSummary.omit({ lines: true, items: true }).extend({
	currency,
	/** Increases with every save; saving an older revision fails with `changed-meanwhile`. */
	revision: z.number().int(),
	lines: z.array(wasteLine),
	/** Everything that blocks submitting, by `lines.<lineId>.<field>`. */
	problems: z.array(problem),
	/** Who entered it and may not approve it; null if anybody may (`anotherApprovesWaste`). */
	mayNotApprove: z.array(z.string()).nullable(),
	lock: z.enum(['lock', 'unlock']).nullable(),
	...decidable,
});
export type WasteDocument = z.infer<typeof wasteDocument>;

export const wasteFilter = z.object({
	state: z
		.enum(['all', 'draft', 'waiting', 'needs-you', 'submitted', 'approved', 'rejected', 'locked'])
		.default('all'),
	reasonId: z.string().nullable().default(null),
	from: businessDate.nullable().default(null),
	to: businessDate.nullable().default(null),
	/** Each word must be a prefix of a word in the number, description, item name or code, reason or note. */
	text: z.string().max(100).default(''),
	enteredBy: z.string().nullable().default(null),
});
export type WasteFilter = z.infer<typeof wasteFilter>;

const wasteShare = z.object({
	/** Unique, unlike names. `unsplit`: a document's cost beyond its lines. `others`: the rest. */
	key: z.string(),
	name: z.string(),
	parts: z.number().int(),
	lines: z.number().int(),
	...totalCost,
	costBefore: decimal.nullable(),
});
export type WasteShare = z.infer<typeof wasteShare>;

const wasteTotals = z.object({
	documents: z.number().int(),
	...totalCost,
	costBefore: decimal.nullable(),
	/** Highest cost first; rows found only in the earlier period come last with cost 0. */
	byReason: z.array(wasteShare),
	byCategory: z.array(wasteShare),
	/** Highest cost first: at most twenty, then one row for the others. Each list sums to `cost`. */
	byItem: z.array(wasteShare),
});
export type WasteTotals = z.infer<typeof wasteTotals>;

const templateLine = z.object({
	itemId: z.string(),
	boxes: typedBoxes,
	reasonId: z.string().nullable(),
	label: z.string().max(80),
	note: z.string().max(500),
});

const wasteTemplate = z.object({
	templateId: z.string(),
	name: z.string(),
	lines: z.array(templateLine.extend({ item: item.nullable() })),
});
export type WasteTemplate = z.infer<typeof wasteTemplate>;

/** The staff's label for a service reason. The first nine have the shortcut keys 1 to 9. */
const wasteLabel = z.object({
	words: z.string().trim().min(1).max(80),
	reasonId: z.string(),
});
export type WasteLabel = z.infer<typeof wasteLabel>;

const wasteDuplicate = z.object({
	lineId: z.string(),
	documentId,
	number: z.string(),
	standing,
	enteredBy: z.string(),
});
export type WasteDuplicate = z.infer<typeof wasteDuplicate>;

export const wastageCalls = {
	/** A location's templates by name. They stay on this PC. */
	'wastage.templates': call({ locationId: z.string() }, { templates: z.array(wasteTemplate) }),
	/** `templateId: null` creates one. Fails with `invalid-input` (`name: taken`) if the name is in use. */
	'wastage.saveTemplate': call(
		{
			templateId: z.string().nullable(),
			locationId: z.string(),
			name: z.string().trim().min(1).max(80),
			lines: z.array(templateLine).min(1).max(100),
		},
		{ templates: z.array(wasteTemplate) },
	),
	'wastage.removeTemplate': call({ templateId: z.string() }, nothing),
	'wastage.labels': call({ locationId: z.string() }, { labels: z.array(wasteLabel) }),
	'wastage.saveLabels': call(
		{ locationId: z.string(), labels: z.array(wasteLabel).max(40) },
		{ labels: z.array(wasteLabel) },
	),
	/** Items wasted most often here in the last 90 days, at most eight. */
	'wastage.often': call({ locationId: z.string() }, { items: z.array(item) }),
	/** Draft lines that another document of the same day has with the same item and quantity. */
	'wastage.duplicates': call({ documentId }, { duplicates: z.array(wasteDuplicate) }),
	/**
	 * Fails with `changed-meanwhile`, and with `needs-network` while offline if approvals may not wait. `by` is needed
	 * where only somebody else may approve; fails with `refused` (`approver: no-name` or `entered-here`).
	 */
	'wastage.approve': call({ ...decision, by: z.string().trim().max(80).optional() }, wasteDocument),
	/** Like `approve`. The reason is sent if the profile names a field for it, else it stays on this PC. */
	'wastage.reject': call({ ...decision, reason: rejectionReason }, wasteDocument),
	/** Also offline. Fails with `changed-meanwhile`. */
	'wastage.lock': call({ ...decision, locked: z.boolean() }, wasteDocument),
	'wastage.list': call(
		{
			locationId: z.string(),
			filter: wasteFilter.prefault({}),
			from: z.number().int().min(0).default(0),
			limit: z.number().int().min(0).max(500).default(500),
		},
		{
			documents: z.array(wasteSummary),
			total: z.number().int(),
			people: z.array(z.string()),
			reasonGoes: z.boolean(),
			asOf: instant.nullable(),
		},
	),
	/** One window of the list with its lines, for files. With a reason, only the lines of that reason. */
	'wastage.inFull': call(
		{
			locationId: z.string(),
			filter: wasteFilter.prefault({}),
			from: z.number().int().min(0).default(0),
			limit: z.number().int().min(1).max(100).default(100),
		},
		{ documents: z.array(wasteDocument), total: z.number().int() },
	),
	/** Totals of the matching documents; `before` is the comparison period. Excludes rejected documents. */
	'wastage.totals': call(
		{
			locationId: z.string(),
			filter: wasteFilter.prefault({}),
			before: z.object({ from: businessDate, to: businessDate }).nullable().default(null),
		},
		wasteTotals,
	),
	'wastage.get': call({ documentId }, wasteDocument),
	'wastage.save': call(
		{
			documentId: documentId.nullable(),
			revision: z.number().int(),
			intentId: intentId.optional(),
			locationId: z.string(),
			description: z.string().max(500),
			lines: z.array(wasteLineInput).max(500),
			locale,
		},
		wasteDocument,
	),
	/**
	 * The draft that edits a service document. Fails with `not-possible-now` if the service takes no changes to it, or
	 * a step of ours is still unfinished.
	 */
	'wastage.edit': call({ documentId }, wasteDocument),
	/** Queues create and submit; for an edit, the change. Fails with `incomplete` and every problem at once. */
	'wastage.submit': call({ documentId, intentId, submit: z.boolean().optional() }, wasteDocument),
	'wastage.discard': call({ documentId }, nothing),
};
