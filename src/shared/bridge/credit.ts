// The credit register: what suppliers owe for shortages, prices, quality and returns. The service has no place for it,
// so it is kept on this PC.
import { z } from 'zod';
import { creditAges, creditKinds, creditStates } from '../credit/credit.ts';
import { call } from './call.ts';
import { businessDate, currency, decimal, instant } from './values.ts';

const kind = z.enum(creditKinds);
const state = z.enum(creditStates);
/** Of the currency of the claim; never negative. */
const amount = decimal.refine((text) => !text.startsWith('-'), 'negative');
const note = z.string().max(500);

const line = {
	/** Empty for a claim that is about no item. */
	itemId: z.string(),
	unitId: z.string(),
	/** In the unit; null for a claim that is about money only. */
	quantity: decimal.nullable(),
	amount,
};

const claim = z.object({
	creditId: z.string(),
	locationId: z.string(),
	supplierId: z.string(),
	supplierName: z.string(),
	kind,
	state,
	/** The day it was opened. */
	businessDate,
	/** Since that day. */
	days: z.number().int(),
	/** As claimed, or as the latest step says. */
	amount,
	claimed: amount,
	currency,
	/** Of the order, receipt or return that it is about; null if none. */
	documentId: z.string().nullable(),
	documentNumber: z.string(),
	note: z.string(),
	/** It is not settled, and its return was rejected: nothing went back. */
	isReturnVoid: z.boolean(),
});

const claimInFull = claim.extend({
	lines: z.array(
		z.object({ ...line, itemName: z.string(), code: z.string(), unitName: z.string() }),
	),
	steps: z.array(
		z.object({
			state,
			businessDate,
			amount,
			note: z.string(),
			at: instant,
			by: z.string(),
		}),
	),
	/** Of the last step; 0 before the first. A change is made to this version only. */
	version: z.number().int(),
	by: z.string(),
});
export type CreditInFull = z.infer<typeof claimInFull>;

const bySupplier = z.object({
	supplierId: z.string(),
	supplierName: z.string(),
	currency,
	/** Claims that are not settled. */
	count: z.number().int(),
	outstanding: amount,
	byAge: z.object({ week: amount, month: amount, twoMonths: amount, older: amount }),
	credited: amount,
	refused: amount,
});

export const creditCalls = {
	/** Claims of a location, the oldest first; the totals are of all its claims. */
	'credit.list': call(
		{
			locationId: z.string(),
			supplierId: z.string().nullable().default(null),
			/** `outstanding`: not settled. */
			state: z.enum(['outstanding', 'all', ...creditStates]).default('outstanding'),
			kind: kind.nullable().default(null),
			age: z.enum(creditAges).nullable().default(null),
			from: z.number().int().min(0).default(0),
			limit: z.number().int().min(0).max(500).default(100),
		},
		{
			claims: z.array(claim),
			total: z.number().int(),
			suppliers: z.array(bySupplier),
		},
	),
	/** Fails with `not-found`. */
	'credit.get': call({ creditId: z.string() }, claimInFull),
	/** The same id again changes nothing, so that a repeated call adds one claim. */
	'credit.add': call(
		{
			creditId: z.string().min(8).optional(),
			locationId: z.string(),
			supplierId: z.string().min(1),
			kind,
			documentId: z.string().nullable(),
			documentNumber: z.string().max(100),
			/** The day it was opened; without it, today at the location. */
			businessDate: businessDate.optional(),
			lines: z.array(z.object(line)).min(1).max(500),
			note,
		},
		claimInFull,
	),
	/** Fails with `not-found`, or with `changed-meanwhile` if the claim has another version. */
	'credit.change': call(
		{
			creditId: z.string(),
			version: z.number().int(),
			state,
			businessDate,
			amount,
			note,
		},
		claimInFull,
	),
	/** What a letter to a supplier lists: its claims that are not settled. */
	'credit.letter': call(
		{ locationId: z.string(), supplierId: z.string() },
		{
			locationName: z.string(),
			supplierName: z.string(),
			businessDate,
			claims: z.array(claimInFull),
			totals: z.array(z.object({ currency, amount })),
		},
	),
};

export const creditEvents = {
	/** A claim was added or changed. */
	'credit.changed': z.object({ locationId: z.string() }),
};
