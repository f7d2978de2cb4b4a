// The cut-off of a count: documents of its day or before that are still open, so that their goods may be counted and not
// booked, or booked and not counted. Each is acknowledged by a person before the count can be submitted.
import { z } from 'zod';
import { call } from './call.ts';
import { businessDate, currency, decimal, instant, phase, standing } from './values.ts';

const stocktakeId = z.string();
const by = z.string().trim().max(80).default('');

/**
 * receipt: an order of which goods are still to be received · transfer-in, transfer-out: on its way, or still to be
 * handed over · wastage, production: not booked yet.
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
	/** Names the document among all of the count's. */
	key: z.string(),
	kind: cutOffKind,
	/** As its screen names it. */
	documentId: z.string(),
	number: z.string(),
	/** What a person knows it by: the other location, the supplier, what happened. */
	title: z.string(),
	businessDate,
	/** Days from its date to the count's. */
	days: z.number().int().min(0),
	/** In `currency`, at cost: of an order, of what is still to come. Null where it is not known. */
	value: decimal.nullable(),
	currency,
	phase,
	/** The service's own word for its state. */
	stateWord: z.string(),
	standing,
	/** Null while nobody has. */
	acknowledged: z.object({ at: instant, by: z.string() }).nullable(),
	/** Found since others of this count were acknowledged. */
	isNew: z.boolean(),
	/** False for one that was acknowledged and is not open any more. */
	isOpen: z.boolean(),
});
export type CutOffDocument = z.infer<typeof cutOffDocument>;

export const cutOff = z.object({
	/** Oldest first; for a count that is closed, those that were acknowledged. */
	documents: z.array(cutOffDocument),
	/** How many open ones nobody has acknowledged. */
	left: z.number().int(),
	/** When the copies that each kind was found in were fetched; null where there never were any. */
	asOf: z.array(z.object({ kind: cutOffKind, asOf: instant.nullable() })),
});
export type CutOff = z.infer<typeof cutOff>;

export const cutOffCalls = {
	'cutOff.get': call(z.object({ stocktakeId }), cutOff),
	/**
	 * A person has seen these documents and says that the count takes them into account. Kept with the count as they were.
	 * Keys of documents that are not open (any more) are passed over. Fails as an entry does on a closed count.
	 */
	'cutOff.acknowledge': call(
		z.object({ stocktakeId, keys: z.array(z.string()).min(1), by }),
		cutOff,
	),
	/** Fetches the lists that it is reckoned from afresh; where the service does not answer, they stay as they are. */
	'cutOff.refresh': call(z.object({ stocktakeId }), cutOff),
};
