// Open documents up to the day of a count: their goods may be counted but not booked, or booked but not counted.
import { z } from 'zod';
import { stockKinds } from '../document/kinds.ts';
import { call } from './call.ts';
import { businessDate, currency, decimal, instant, phase, standing } from './values.ts';

const stocktakeId = z.string();
const by = z.string().trim().max(80).default('');

/** An order not fully received (`receipt`), a transfer on its way or still to be sent, or one not booked yet. */
export const cutOffKind = z.enum([...stockKinds, 'production']);

const cutOffDocument = z.object({
	key: z.string(),
	kind: cutOffKind,
	documentId: z.string(),
	number: z.string(),
	title: z.string(),
	businessDate,
	/** Days from the document's date to the count's. */
	days: z.number().int().min(0),
	value: decimal.nullable(),
	/** Lines that `value` leaves out. */
	costsUnknown: z.number().int(),
	currency,
	phase,
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
	documents: z.array(cutOffDocument),
	left: z.number().int(),
	/** When the copies behind each kind were fetched; null if never. */
	asOf: z.array(z.object({ kind: cutOffKind, asOf: instant.nullable() })),
});
export type CutOff = z.infer<typeof cutOff>;

export const cutOffCalls = {
	'cutOff.get': call({ stocktakeId }, cutOff),
	'cutOff.acknowledge': call({ stocktakeId, keys: z.array(z.string()).min(1), by }, cutOff),
	/** Fetches the lists behind the cut-off again; keeps the copies if the service does not answer. */
	'cutOff.refresh': call({ stocktakeId }, cutOff),
};
