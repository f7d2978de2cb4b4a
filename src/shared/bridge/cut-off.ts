// The cut-off of a count: open documents dated on or before its day, so their goods may be counted but not booked, or
// booked but not counted. Someone must acknowledge each before the count can be submitted.
import { z } from 'zod';
import { call } from './call.ts';
import { businessDate, currency, decimal, instant, phase, standing } from './values.ts';

const stocktakeId = z.string();
const by = z.string().trim().max(80).default('');

/**
 * receipt: an order not fully received · transfer-in, transfer-out: in transit or still to be handed over · wastage,
 * production: not booked yet.
 */
export const cutOffKind = z.enum([
	'receipt',
	'transfer-in',
	'transfer-out',
	'wastage',
	'production',
]);
export type CutOffKind = z.infer<typeof cutOffKind>;

const cutOffDocument = z.object({
	/** Unique within the count. */
	key: z.string(),
	kind: cutOffKind,
	/** Id for the document's own screen. */
	documentId: z.string(),
	number: z.string(),
	/** Shown to people: the other location, the supplier, the event. */
	title: z.string(),
	businessDate,
	/** Days from the document's date to the count's. */
	days: z.number().int().min(0),
	/** At cost, in `currency`; for an order, only the part still to come. null if unknown. */
	value: decimal.nullable(),
	currency,
	phase,
	/** The service's own word. */
	stateWord: z.string(),
	standing,
	acknowledged: z.object({ at: instant, by: z.string() }).nullable(),
	/** Found after other documents of this count were acknowledged. */
	isNew: z.boolean(),
	/** false for an acknowledged document that has since closed. */
	isOpen: z.boolean(),
});
export type CutOffDocument = z.infer<typeof cutOffDocument>;

export const cutOff = z.object({
	/** Oldest first; for a closed count, the acknowledged ones. */
	documents: z.array(cutOffDocument),
	/** Open documents not yet acknowledged. */
	left: z.number().int(),
	/** When the copies behind each kind were fetched; null if never. */
	asOf: z.array(z.object({ kind: cutOffKind, asOf: instant.nullable() })),
});
export type CutOff = z.infer<typeof cutOff>;

export const cutOffCalls = {
	'cutOff.get': call({ stocktakeId }, cutOff),
	/**
	 * Records that a person saw these documents and that the count accounts for them. Keeps a copy as they were.
	 * Ignores keys of documents that are no longer open. Fails like an entry if the count is closed.
	 */
	'cutOff.acknowledge': call({ stocktakeId, keys: z.array(z.string()).min(1), by }, cutOff),
	/** Fetches the lists behind the cut-off again; keeps the copies if the service does not answer. */
	'cutOff.refresh': call({ stocktakeId }, cutOff),
};
