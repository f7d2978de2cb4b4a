// Follow-ups of receipts: what is proposed after goods came, each with its figures, until a person confirms or discards
// it. Nothing happens before that.
import { z } from 'zod';
import { followUpKinds, followUpStates } from '../follow-up/follow-up.ts';
import { call } from './call.ts';
import { businessDate, currency, decimal, instant } from './values.ts';

export const followUpKind = z.enum(followUpKinds);
const state = z.enum(followUpStates);
const name = { supplierId: z.string(), supplierName: z.string() };

const followUp = z.object({
	followUpId: z.string(),
	kind: followUpKind,
	state,
	/** A decision is about these figures only. */
	figures: z.string(),
	/** The order, and its receipt. */
	documentId: z.string(),
	number: z.string(),
	invoiceNumber: z.string(),
	businessDate,
	...name,
	itemId: z.string(),
	itemName: z.string(),
	code: z.string(),
	/** Of quantity and prices. */
	unitName: z.string(),
	quantity: decimal.nullable(),
	/** The same in whole pieces, if it is a long decimal of a case. */
	pieces: z.object({ quantity: decimal, unitName: z.string() }).nullable(),
	/** As on the invoice. */
	price: decimal.nullable(),
	orderedPrice: decimal.nullable(),
	/** Claimed, with tax and discount as on the order. */
	amount: decimal.nullable(),
	/** Whether the printed total includes goods that did not come; null if unknown. */
	isBilled: z.boolean().nullable(),
	currency,
	/** As the person explained it on the receipt. */
	reason: z.string(),
	/** Where the rest is ordered; null if no other supplier is known for the item. */
	offer: z.object({ ...name, unitName: z.string(), quantity: decimal, price: decimal }).nullable(),
	/** The price of the purchase option. */
	listed: decimal.nullable(),
	/** The claim, draft or record that it became; null if none. */
	resultId: z.string().nullable(),
	/** null while open. */
	decided: z.object({ at: instant, by: z.string() }).nullable(),
	/** The figures changed after it was confirmed. */
	isChanged: z.boolean(),
});
export type FollowUp = z.infer<typeof followUp>;

export const followUpOutcome = z.enum(['confirmed', 'discarded', 'open', 'changed', 'refused']);

export const followUpCalls = {
	/** Of a location: the oldest receipt first, or the last decision first. */
	'followUp.list': call(
		{
			locationId: z.string(),
			state,
			kind: followUpKind.nullable().default(null),
			/** Each word begins a word of the supplier, the item, its code or a number. */
			text: z.string().max(100).default(''),
			from: z.number().int().min(0).default(0),
			limit: z.number().int().min(0).max(500).default(100),
		},
		{
			followUps: z.array(followUp),
			total: z.number().int(),
			/** The number of open ones of any kind. */
			open: z.number().int(),
		},
	),
	/**
	 * Each by itself: one that fails does not stop the others. A confirmation that is repeated makes nothing twice.
	 * `open` undoes a discard.
	 */
	'followUp.decide': call(
		{
			locationId: z.string(),
			decision: state,
			followUps: z
				.array(z.object({ followUpId: z.string(), figures: z.string() }))
				.min(1)
				.max(500),
		},
		{
			outcomes: z.array(
				z.object({
					followUpId: z.string(),
					/** `changed`: the receipt, or the decision of another window, is not what this one showed. */
					outcome: followUpOutcome,
					resultId: z.string().nullable(),
					said: z.string(),
				}),
			),
		},
	),
};

export const followUpEvents = {
	/** Something was decided. */
	'followUp.changed': z.object({ locationId: z.string() }),
};
