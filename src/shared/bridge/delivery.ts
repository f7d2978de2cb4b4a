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
	/** Receipts of it that wait in the outbox. */
	waiting: z.number().int(),
	/** The goods came first: the order is made with the receipt. */
	isOrderedAfterwards: z.boolean(),
	/** Somebody else approves that order, and the receipt waits for it. */
	needsApproval: z.boolean(),
};

const deliveryRow = z.object({
	...head,
	...totalCost,
	group: deliveryGroup,
	lines: z.number().int(),
	/** Lines of which something is still to come. */
	due: z.number().int(),
	/** Whether entries were begun. */
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
	/** The unit in which prices are: that of the order, or the weight of an item that is weighed. */
	unitName: z.string(),
	/** As the supplier calls it; empty if unknown. */
	supplierCode: z.string(),
	/** An item that nobody ordered, and the line of the order that it replaces. Null for a line of the order. */
	extra: z.object({ instead: z.string().nullable() }).nullable(),
	/** Of an item that is bought by the piece and weighed: the measure in which it was not ordered. */
	weighed: z
		.object({
			measure: z.enum(['weight', 'pieces']),
			unitName: z.string(),
			/** Empty for the nominal one. */
			typed: z.string(),
			/** What the quantity comes to as a rule; null while it is blank. */
			nominal: decimal.nullable(),
			/** Too far from the nominal one, and nobody said that it is right. */
			isOdd: z.boolean(),
		})
		.nullable(),
	/** Base units no longer expected. */
	closedShort: decimal,
	difference: decimal.nullable(),
	/** Per unit of the order; null if unknown. */
	orderedPrice: decimal.nullable(),
	/** The price entered is above the one ordered. */
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
	/** What was entered, once something was: photos are kept under it. */
	draftId: z.string().nullable(),
	/** The order that was made for a receipt without one, once it is sent. */
	orderId: z.string().nullable(),
	description: z.string(),
	revision: z.number().int(),
	problems: z.array(problem),
	...decidable,
	/** Whether something can be entered. */
	isOpen: z.boolean(),
	invoice: invoice.extend({
		/** The lines at their prices, with tax and discount as on the order. */
		sum: decimal,
		/** Printed total − sum; null while nothing is printed. */
		difference: decimal.nullable(),
		/** The difference is not more than rounding can be. */
		isRounding: z.boolean(),
		/** The number of another order with which this invoice was received; empty if it is unknown, or not in question. */
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
	unitName: z.string(),
	/** What was due when it was sent. */
	due: decimal,
	/** Goods that were rejected are not received, unless they are kept. */
	received: decimal,
	/** Of an item that is bought by the piece and weighed, where somebody typed it. */
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
	/** The amount of its invoice that was received without an order; null if nothing was. */
	besides: decimal.nullable(),
	lines: z.array(sentLine),
});
export type SentReceipt = z.infer<typeof sentReceipt>;

export const deliveryCalls = {
	/** Whatever is expected at a location, in the order of its groups, with our waiting receipts taken off. */
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
	/** What was sent from this PC, in its order, for paper. */
	'delivery.receipts': call({ documentId: z.string() }, { receipts: z.array(sentReceipt) }),
	/** Begins a receipt without an order. */
	'delivery.begin': call({ locationId: z.string(), supplierId: z.string(), intentId }, delivery),
	/** Deletes one that was not sent. */
	'delivery.discard': call({ documentId: z.string() }, nothing),
	/** Begins the entry if nothing was entered, so that photos have a place. */
	'delivery.keep': call({ documentId: z.string() }, delivery),
	/**
	 * Adds an item that nobody ordered, once. As a substitute it names the line that it replaces; with `closes`, nothing more is
	 * expected on that one, if nothing was entered there.
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
