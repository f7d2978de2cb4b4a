// Deliveries: orders whose goods are expected at a location, and what is entered when they come. See receiving.ts.
import { z } from 'zod';
import { call } from './call.ts';
import { invoice, receivedLine, receivingCalls } from './receiving.ts';
import { problem } from './reply.ts';
import {
	businessDate,
	currency,
	decidable,
	decimal,
	instant,
	item,
	phase,
	standing,
	totalCost,
} from './values.ts';

/** In the order of the list. `check`: begun here, or the outbox needs a person. */
export const deliveryGroup = z.enum(['check', 'late', 'today', 'partly', 'later', 'undated']);
export type DeliveryGroup = z.infer<typeof deliveryGroup>;

const head = {
	/** `service:<kind>:<id>` */
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
	/** The unit of the order, in which prices are. */
	unitName: z.string(),
	/** Base units for which nobody waits any more. */
	closedShort: decimal,
	difference: decimal.nullable(),
	/** Per unit of the order; null if unknown. */
	orderedPrice: decimal.nullable(),
	/** The price entered is above the one ordered. */
	priceFlag,
	...receivedLine,
});
export type DeliveryLine = z.infer<typeof deliveryLine>;

const delivery = z.object({
	...head,
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
	}),
	lines: z.array(deliveryLine),
});
export type Delivery = z.infer<typeof delivery>;

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
	...receivingCalls('order-receipt', delivery),
};
