// Prices of items by supplier and unit: what is listed in purchase options, and what was paid on receipts.
import { z } from 'zod';
import { call } from './call.ts';
import { businessDate, currency, decimal, instant, itemUnit } from './values.ts';

const compared = z.object({
	price: decimal,
	/** Per cent that the last price is above it, with one decimal. */
	over: decimal.nullable(),
});

/** An item from a supplier in a unit. */
const offer = z.object({
	itemId: z.string(),
	itemName: z.string(),
	code: z.string(),
	supplierId: z.string(),
	supplierName: z.string(),
	unit: itemUnit,
	/** Of the purchase option; null if there is none for this unit. */
	optionId: z.string().nullable(),
	listed: decimal.nullable(),
	/** Whether the paid price can be accepted into the option: it lists none in this currency, and has another price. */
	canAccept: z.boolean(),
	/** On the last receipt; null if nothing was received. */
	paid: decimal.nullable(),
	paidOn: businessDate.nullable(),
	/** The last price beside others; null without one. */
	compared: z.object({
		listed: compared.nullable(),
		before: compared.nullable(),
		/** Mean of the four weeks before the last receipt. */
		mean: compared.nullable(),
		/** The cheapest other supplier, in this unit. */
		cheapest: compared.extend({ supplierName: z.string() }).nullable(),
	}),
	/** How far above the listed price, else above the one before. */
	mark: z.enum(['amber', 'red']).nullable(),
	/** The price fits this unit better than the one that it is stated for. */
	likelierUnit: z.string().nullable(),
});
export type Offer = z.infer<typeof offer>;

const paidPrice = z.object({ on: businessDate, price: decimal, number: z.string() });

const asked = { locationId: z.string() };

export const priceCalls = {
	/** Prices of a location, those that rose first. */
	'price.list': call(
		{
			...asked,
			text: z.string().max(100).default(''),
			/** Only those that are marked, or may be for another unit. */
			marked: z.boolean().default(false),
			from: z.number().int().min(0).default(0),
			limit: z.number().int().min(0).max(500).default(100),
		},
		{
			rows: z.array(offer),
			total: z.number().int(),
			marked: z.number().int(),
			currency,
			/** When the receipts were read from the service. */
			asOf: instant.nullable(),
		},
	),
	/** Every price of an item, newest first. Fails with `not-found` for an unknown item. */
	'price.history': call(
		{ ...asked, itemId: z.string() },
		{
			itemName: z.string(),
			currency,
			offers: z.array(offer.extend({ history: z.array(paidPrice) })),
		},
	),
};
