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
	cost: decimal,
	enteredBy: z.string(),
	changedAt: instant,
});
export type WasteSummary = z.infer<typeof wasteSummary>;

export const wasteDocument = wasteSummary.omit({ lines: true }).extend({
	currency,
	description: z.string(),
	/** Raised by one with every save; a save of an older revision is refused with `changed-meanwhile`. */
	revision: z.number().int(),
	lines: z.array(wasteLine),
	/** Everything that stands in the way of submitting, by `lines.<lineId>.<field>`. */
	problems: z.array(problem),
});
export type WasteDocument = z.infer<typeof wasteDocument>;

export const wastageCalls = {
	'wastage.list': call(
		z.object({ locationId: z.string() }),
		z.object({ documents: z.array(wasteSummary), asOf: instant.nullable() }),
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
