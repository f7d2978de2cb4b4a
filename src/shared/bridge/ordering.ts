// Ordering: tables that the service does not have (par levels, delivery days, terms, standing orders), suppliers by the
// time left to order, and suggested orders.
import { z } from 'zod';
import { noSuggestions } from '../ordering/suggestion.ts';
import { orderingTableNames, roundings } from '../ordering/tables.ts';
import { call } from './call.ts';
import {
	businessDate,
	currency,
	decimal,
	instant,
	intentId,
	item,
	itemUnit,
	locale,
	nothing,
} from './values.ts';

const table = z.enum(orderingTableNames);
const cells = z.record(z.string(), z.string().nullable());

const rowShown = z.object({
	key: z.string(),
	/** By name, as `shared/ordering/tables.ts` declares them; null if blank. */
	cells,
	/** Names of the ids in cells, and `code` of the item. */
	names: z.record(z.string(), z.string()),
});
export type OrderingRowShown = z.infer<typeof rowShown>;

const cellProblem = z.object({
	field: z.string(),
	code: z.enum([
		'missing',
		'unknown-item',
		'several-items',
		'unknown-supplier',
		'several-suppliers',
		'unknown-unit',
		'unknown-weekday',
		'unknown-choice',
		'not-a-time',
		'too-many-days',
		'above-par',
		'ambiguous',
		'not-a-number',
		'divide-by-zero',
		'negative',
		'too-long',
		'too-many-places',
		'unbalanced',
	]),
	/** The possible quantities of an ambiguous number. */
	readings: z.array(z.string()).optional(),
});
export type OrderingProblem = z.infer<typeof cellProblem>;

const rowRead = rowShown.extend({
	/** null if a cell of the key cannot be read. */
	key: z.string().nullable(),
	/** As kept; null for a new row. */
	before: cells.nullable(),
	/** The cells that differ from before. */
	changed: z.array(z.string()),
	problems: z.array(cellProblem),
});
export type OrderingRowRead = z.infer<typeof rowRead>;

/** Text by name of the cell. A cell that is left out stays as it is; a blank one is emptied. */
const typedRows = z.array(z.record(z.string(), z.string().max(200))).max(5000);
const writing = { locationId: z.string(), table, locale, rows: typedRows };

const minimums = { minimumAmount: decimal.nullable(), minimumQuantity: decimal.nullable() };

const supplierDue = z.object({
	supplierId: z.string(),
	name: z.string(),
	/** null without delivery days. */
	delivery: z.object({ day: businessDate, cutOff: instant }).nullable(),
	/** Items that can be ordered from it. */
	items: z.number().int(),
	/** Its orders of today or for this delivery, by number. */
	ordered: z.array(z.object({ documentId: z.string(), number: z.string() })),
	...minimums,
});
export type SupplierDue = z.infer<typeof supplierDue>;

const suggestion = z.discriminatedUnion('kind', [
	z.object({
		kind: z.literal('suggested'),
		quantity: decimal,
		exact: decimal,
		need: decimal,
		have: decimal,
		by: z.enum(['par', 'usage', 'standing']),
		rounding: z.enum(roundings),
		raised: z.enum(['standing', 'minimum', 'multiple']).nullable(),
	}),
	z.object({
		kind: z.literal('none'),
		because: z.enum(noSuggestions),
	}),
]);

const suggestedLine = z.object({
	item,
	/** The unit of the order, as the purchase option names it. */
	unit: itemUnit,
	supplierCode: z.string(),
	/** Per unit of the order; null if the service has none. */
	price: decimal.nullable(),
	suggestion,
	/** The terms of the suggestion, in base units. */
	terms: z.object({
		minimum: decimal.nullable(),
		usage: z
			.object({ used: decimal, days: z.number().int(), from: businessDate, to: businessDate })
			.nullable(),
		daysToCover: z.number().int().nullable(),
		onHand: decimal.nullable(),
		due: decimal,
		arriving: decimal,
		leaving: decimal,
	}),
	multiple: decimal.nullable(),
	/** Typed by a person instead of the suggestion. */
	typed: decimal.nullable(),
	/** In the last order of this supplier, in the unit of the order. */
	last: decimal.nullable(),
	/** What is left before the delivery after this one, if this one fails; null if the usage is not known. */
	leftIfNone: decimal.nullable(),
});
export type SuggestedLine = z.infer<typeof suggestedLine>;

const suggestedOrder = z.object({
	supplier: supplierDue,
	deliveryDate: businessDate,
	nextDelivery: businessDate.nullable(),
	today: businessDate,
	currency,
	/** When the stock was read from the service. */
	stockAsOf: instant.nullable(),
	lastOrderedOn: businessDate.nullable(),
	lines: z.array(suggestedLine),
});
export type SuggestedOrder = z.infer<typeof suggestedOrder>;

const forDelivery = {
	locationId: z.string(),
	supplierId: z.string(),
	/** null for the next delivery that can still be ordered. */
	deliveryDate: businessDate.nullable(),
};

export const orderingCalls = {
	/** The rows of a table; if it has one key, also blank ones to fill in. */
	'ordering.list': call({ locationId: z.string(), table }, { rows: z.array(rowShown) }),
	/** Reads typed or pasted rows without saving them. */
	'ordering.check': call(writing, { rows: z.array(rowRead) }),
	/** Saves the rows without a problem, on this PC. */
	'ordering.save': call(writing, { rows: z.array(rowRead) }),
	/** Initial values from the service's requisition templates; nothing is saved. */
	'ordering.start': call(
		{ locationId: z.string() },
		{
			/** Rows for the par levels, with decimal points. */
			rows: typedRows,
			/** The profile's word: `fixed` quantities are no par levels. */
			meaning: z.enum(['fill-to', 'fixed']),
			/** Days to deliver, by supplier. */
			days: z.record(z.string(), z.number().int()),
		},
	),
	/** Suppliers by the time left to order. */
	'ordering.board': call(
		{ locationId: z.string() },
		{ suppliers: z.array(supplierDue), timeZone: z.string() },
	),
	/** Fails with `not-found` for a supplier that is not here. */
	'ordering.suggestion': call(forDelivery, suggestedOrder),
	/** Saves a quantity typed instead of a suggestion, in the unit of the order; null restores the suggestion. */
	'ordering.type': call(
		{
			...forDelivery,
			deliveryDate: businessDate,
			itemId: z.string(),
			quantity: decimal.nullable(),
		},
		nothing,
	),
	/** Makes an order draft, and clears the quantities typed for the delivery. Repeating it makes no other. */
	'ordering.order': call(
		{
			...forDelivery,
			deliveryDate: businessDate,
			intentId,
			locale,
			lines: z
				.array(
					z.object({
						itemId: z.string(),
						unitId: z.string(),
						quantity: decimal,
						price: decimal.nullable(),
					}),
				)
				.min(1)
				.max(500),
		},
		{ documentId: z.string() },
	),
};
