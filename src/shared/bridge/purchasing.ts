// Facts about orders and requests that only this PC knows: when an order was sent to its supplier, lines closed short,
// and the orders made from a request.
import { z } from 'zod';
import { againReasons } from '../ordering/amending.ts';
import { call } from './call.ts';
import { decimal, instant, intentId, locale, phase, standing } from './values.ts';

export const sentHow = z.enum(['email', 'print', 'phone', 'portal', 'other']);
export type SentHow = z.infer<typeof sentHow>;

const orderedLine = z.object({
	lineId: z.string(),
	itemId: z.string(),
	name: z.string(),
	unitId: z.string(),
	unitName: z.string(),
	quantity: decimal.nullable(),
	price: decimal.nullable(),
	note: z.string(),
});

/** An order as its supplier reads it. */
export const orderContent = z.object({
	supplierId: z.string().nullable(),
	deliveryDate: z.string().nullable(),
	lines: z.array(orderedLine),
});

const orderLine = z.object({
	lineId: z.string(),
	name: z.string(),
	unitName: z.string(),
	/** In the unit of the line. */
	ordered: decimal,
	received: decimal,
	closedShort: decimal,
	/** Still to come; null for an item or unit that is not here. */
	open: decimal.nullable(),
	/** By whom and why it was closed short on the order, not with a receipt; null if it was not. */
	closed: z.object({ reason: z.string(), by: z.string(), at: instant }).nullable(),
});

const orderHere = z.object({
	documentId: z.string(),
	/** When it was marked as sent, and its content then; null if never. */
	sent: z.object({ at: instant, how: sentHow, by: z.string(), content: orderContent }).nullable(),
	/** Now, at the service. */
	content: orderContent,
	/** As last approved, or as it is now if nothing changed since. The total is null if a price is not known. */
	approved: z.object({
		supplierId: z.string().nullable(),
		itemIds: z.array(z.string()),
		total: decimal.nullable(),
	}),
	/** By line at the service: the discount, and the tax in percent on top of the price. */
	charges: z.record(z.string(), z.object({ discount: decimal, tax: decimal })),
	/** Why it needs another approval although the service keeps it approved; empty if it needs none. */
	again: z.array(z.enum(againReasons)),
	supplier: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
	lines: z.array(orderLine),
	/** Approved, and the supplier was not sent its current content. */
	isToSend: z.boolean(),
	/** Lines can be closed short. */
	isOpen: z.boolean(),
	/** Nothing more is expected, but the service still waits for some lines. */
	isToClose: z.boolean(),
	/** A total above the approved one by more than this many percent is approved again. */
	approveAgainPercent: decimal,
});
export type OrderHere = z.infer<typeof orderHere>;

const requestHere = z.object({
	documentId: z.string(),
	/** Made from it, drafts included, oldest first. */
	orders: z.array(
		z.object({
			documentId: z.string(),
			number: z.string(),
			supplierName: z.string(),
			phase,
			stateWord: z.string(),
			standing,
		}),
	),
	isToOrder: z.boolean(),
	lines: z.array(
		z.object({
			lineId: z.string(),
			/** As requested, else who usually delivers the item; null if that is not clear. */
			supplierId: z.string().nullable(),
			/** An order made from it has the item. */
			isOrdered: z.boolean(),
		}),
	),
});
export type RequestHere = z.infer<typeof requestHere>;

const ofDocument = { documentId: z.string() };
const ofLine = { ...ofDocument, lineId: z.string() };

export const purchasingCalls = {
	/** Of an order of the service. */
	'purchasing.ofOrder': call(ofDocument, orderHere),
	/** Stores the current content as sent to the supplier. `not-possible-now` before it is approved. */
	'purchasing.send': call({ ...ofDocument, how: sentHow }, orderHere),
	/** A person marks the current content as approved. `not-possible-now` before the service has it as approved. */
	'purchasing.markApproved': call(ofDocument, orderHere),
	/** Undoes `send`. */
	'purchasing.takeBack': call(ofDocument, orderHere),
	/** Stops waiting for the rest of a line. `not-possible-now` if nothing is open. */
	'purchasing.closeLine': call({ ...ofLine, reason: z.string().trim().min(1).max(500) }, orderHere),
	/** Undoes `closeLine`. Lines closed with a receipt stay closed. */
	'purchasing.reopenLine': call(ofLine, orderHere),
	/** Of a request of the service. */
	'purchasing.ofRequest': call(ofDocument, requestHere),
	/** A draft for each supplier. Repeating it with the same intent makes no others. */
	'purchasing.orderFrom': call(
		{
			...ofDocument,
			intentId,
			locale,
			lines: z
				.array(z.object({ lineId: z.string(), supplierId: z.string() }))
				.min(1)
				.max(500),
		},
		{ orders: z.array(z.object({ documentId: z.string() })) },
	),
};
