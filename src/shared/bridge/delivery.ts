// Deliveries: orders with goods still expected at a location, and what is entered when they arrive. See receiving.ts.
import { z } from 'zod';
import { call } from './call.ts';
import {
	answered,
	entryId,
	invoice,
	receivedLine,
	receivingCalls,
	settlement,
} from './receiving.ts';
import { problem } from './reply.ts';
import {
	businessDate,
	currency,
	decidable,
	decimal,
	instant,
	intentId,
	item,
	nothing,
	phase,
	standing,
	totalCost,
} from './values.ts';

/** In the order of the list. `check`: begun here, or the outbox needs a person. `afterwards`: sent without an order. */
export const deliveryGroup = z.enum([
	'check',
	'late',
	'today',
	'partly',
	'later',
	'undated',
	'afterwards',
]);
export type DeliveryGroup = z.infer<typeof deliveryGroup>;

const head = {
	/** `service:<kind>:<id>`; of a receipt without an order, its draft. */
	documentId: z.string(),
	number: z.string(),
	locationId: z.string(),
	supplierName: z.string(),
	businessDate,
	deliveryDate: businessDate.nullable(),
	phase,
	stateWord: z.string(),
	standing,
	currency,
	/** The number of its receipts that wait in the outbox. */
	waiting: z.number().int(),
	/** The goods came first: the order is made with the receipt. */
	isOrderedAfterwards: z.boolean(),
	/** The receipt waits until someone else approves that order. */
	needsApproval: z.boolean(),
};

const deliveryRow = z.object({
	...head,
	...totalCost,
	group: deliveryGroup,
	lines: z.number().int(),
	/** The number of lines with goods to come. */
	due: z.number().int(),
	isBegun: z.boolean(),
});
export type DeliveryRow = z.infer<typeof deliveryRow>;

export const priceFlag = z.enum(['none', 'amber', 'red']);

const deliveryLine = z.object({
	lineId: z.string(),
	item,
	note: z.string(),
	/** Base units ordered. */
	ordered: decimal,
	/** The unit of the prices: that of the order, or of weight for a weighed item. */
	unitName: z.string(),
	/** The supplier's code; empty if unknown. */
	supplierCode: z.string(),
	/** For an item that nobody ordered: the line of the order that it replaces. null for a line of the order. */
	extra: z.object({ instead: z.string().nullable() }).nullable(),
	/** For an item bought by the piece and weighed: the measure in which it was not ordered. */
	weighed: z
		.object({
			measure: z.enum(['weight', 'pieces']),
			unitName: z.string(),
			/** Empty for the nominal one. */
			typed: z.string(),
			/** For the quantity entered; null while that is blank. */
			nominal: decimal.nullable(),
			/** Too far from the nominal one, and not confirmed. */
			isOdd: z.boolean(),
		})
		.nullable(),
	/** Base units no longer expected. */
	closedShort: decimal,
	difference: decimal.nullable(),
	/** Per unit of the order; null if unknown. */
	orderedPrice: decimal.nullable(),
	/** How far the entered price is above the ordered one. */
	priceFlag,
	/** The unit that the price entered is probably for; empty if it fits its own. */
	likelierUnit: z.string(),
	...receivedLine,
});
export type DeliveryLine = z.infer<typeof deliveryLine>;

const delivery = z.object({
	...head,
	/** Sent from this PC, in their order. */
	receipts: z.array(z.object({ draftId: z.string(), invoiceNumber: z.string() })),
	/** null before the first entry. Photos are kept under it. */
	draftId: z.string().nullable(),
	/** The order that was made for a receipt without one; null until that is sent. */
	orderId: z.string().nullable(),
	description: z.string(),
	revision: z.number().int(),
	problems: z.array(problem),
	...decidable,
	isOpen: z.boolean(),
	invoice: invoice.extend({
		/** The lines at their prices, with tax and discount as on the order. */
		sum: decimal,
		/** Printed total − sum; null without a printed total. */
		difference: decimal.nullable(),
		/** Whether rounding can explain the difference. */
		isRounding: z.boolean(),
		/** The number of another order with which this invoice was received; empty if unknown, or not to be asked about. */
		receivedWith: z.string(),
	}),
	lines: z.array(deliveryLine),
	...answered,
});
export type Delivery = z.infer<typeof delivery>;

/** Quantities and prices are in the unit of the order. */
const sentLine = z.object({
	lineId: z.string(),
	item,
	unitId: z.string(),
	unitName: z.string(),
	/** Due when it was sent. */
	due: decimal,
	/** Goods that were rejected are not received, unless they are kept. */
	received: decimal,
	/** As typed, for an item bought by the piece and weighed. */
	weight: z.object({ quantity: decimal, unitName: z.string() }).nullable(),
	price: decimal.nullable(),
	/** As billed, with the tax and discount of the order. */
	amount: decimal,
	reason: z.string(),
	settlement,
});

const sentReceipt = z.object({
	draftId: z.string(),
	businessDate,
	enteredBy: z.string(),
	invoice: z.object({
		number: z.string(),
		day: businessDate.nullable(),
		sum: decimal,
		total: decimal.nullable(),
		difference: decimal.nullable(),
		differenceIs: invoice.shape.differenceIs,
	}),
	/** The amount of its invoice that was received without an order; null if none. */
	besides: decimal.nullable(),
	lines: z.array(sentLine),
});
export type SentReceipt = z.infer<typeof sentReceipt>;

export const deliveryCalls = {
	/** By group, less our waiting receipts. */
	'delivery.list': call(
		{
			locationId: z.string(),
			/** Each word begins a word of the number, the supplier, or an item's name or code. */
			text: z.string().max(100).default(''),
			/** A scanned barcode: only deliveries with its item. */
			code: z.string().max(100).default(''),
		},
		{
			deliveries: z.array(deliveryRow),
			groups: z.array(z.object({ group: deliveryGroup, count: z.number().int() })),
			asOf: instant.nullable(),
		},
	),
	'delivery.get': call({ documentId: z.string() }, delivery),
	/** Receipts sent from this PC, oldest first, for paper. */
	'delivery.receipts': call({ documentId: z.string() }, { receipts: z.array(sentReceipt) }),
	/** Begins a receipt without an order. */
	'delivery.begin': call({ locationId: z.string(), supplierId: z.string(), intentId }, delivery),
	/** Discards one that was not sent. */
	'delivery.discard': call({ documentId: z.string() }, nothing),
	/** Begins the entry, so that photos can be kept under it. */
	'delivery.keep': call({ documentId: z.string() }, delivery),
	/**
	 * Adds an item that nobody ordered, once. A substitute names the line that it replaces; `closes` closes that line short
	 * if nothing was entered on it.
	 */
	'delivery.add': call(
		{
			documentId: z.string(),
			entryId,
			itemId: z.string(),
			/** The unit of a scanned barcode; null for the one that the supplier sells. */
			unitId: z.string().nullable(),
			instead: z
				.object({ lineId: z.string(), closes: z.boolean(), reason: z.string().max(200) })
				.nullable(),
		},
		delivery,
	),
	/** Removes such an item. */
	'delivery.remove': call({ documentId: z.string(), entryId, lineId: z.string() }, delivery),
	...receivingCalls('order-receipt', delivery),
};
