// Transfers: send stock to another location; receive what is on its way, with shortages.
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

export const transferSummary = z.object({
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
	/** Value at the sender's cost, in the sender's currency. */
	cost: decimal,
	currency,
	/** When it was sent; for "on its way since". */
	sentAt: instant.nullable(),
	changedAt: instant,
	/** Whose move it is: ours, theirs, nobody's (done), or the network's (it waits in the outbox). */
	move: z.enum(['ours', 'theirs', 'nobody', 'network']),
});
export type TransferSummary = z.infer<typeof transferSummary>;

export const transferLineInput = z.object({
	lineId: z.string(),
	itemId: z.string(),
	unitId: z.string(),
	typed: z.string().max(64),
	note: z.string().max(500),
});
export type TransferLineInput = z.infer<typeof transferLineInput>;

export const transferLine = z.object({
	lineId: z.string(),
	item,
	/** What is sent, as typed or as the service has it. */
	box,
	note: z.string(),
	/** Base units. */
	sent: decimal.nullable(),
	/** Base units; null while nothing was entered. Only on arrivals. */
	received: decimal.nullable(),
	receivedBoxes: z.array(box),
	/** received − sent, null until received is known. */
	difference: decimal.nullable(),
	/** Why less or more came; required when it did. */
	differenceReason: z.string(),
	cost: decimal.nullable(),
});
export type TransferLine = z.infer<typeof transferLine>;

export const transferDocument = transferSummary.omit({ lines: true }).extend({
	description: z.string(),
	revision: z.number().int(),
	lines: z.array(transferLine),
	problems: z.array(problem),
	/** True while this arrival can be received here. */
	canReceive: z.boolean(),
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
	'transfer.list': call(
		z.object({ locationId: z.string() }),
		z.object({ documents: z.array(transferSummary), asOf: instant.nullable() }),
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
	/** Saves a draft to send; `documentId` null makes a new one. Durable when it answers. */
	'transfer.save': call(
		z.object({
			documentId: documentId.nullable(),
			revision: z.number().int(),
			fromLocationId: z.string(),
			toLocationId: z.string().nullable(),
			description: z.string().max(500),
			lines: z.array(transferLineInput).max(500),
			locale: z.string(),
		}),
		transferDocument,
	),
	/** Queues create and submit. Refused with `incomplete` and every problem at once. */
	'transfer.send': call(z.object({ documentId, intentId }), transferDocument),
	'transfer.discard': call(z.object({ documentId }), nothing),
	/** Writes what came of one line into its box; durable when it answers. Empty clears it. */
	'transfer.enterReceived': call(
		z.object({
			documentId,
			lineId: z.string(),
			unitId: z.string(),
			typed: z.string().max(64),
			locale: z.string(),
		}),
		transferDocument,
	),
	'transfer.explainDifference': call(
		z.object({ documentId, lineId: z.string(), reason: z.string().max(200) }),
		transferDocument,
	),
	/** Fills every line still blank with what was sent. */
	'transfer.receiveAllAsSent': call(z.object({ documentId }), transferDocument),
	/** Writes zero into every line still blank: an act of its own. */
	'transfer.confirmBlanksAsZero': call(z.object({ documentId }), transferDocument),
	/** Queues the receipt. Refused with `incomplete` while lines are blank or differences unexplained. */
	'transfer.receive': call(z.object({ documentId, intentId }), transferDocument),
};
