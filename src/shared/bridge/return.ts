// Returns beside their documents (shared/document/return-order.ts): the receipts from which goods can go back, and how
// much.
import { z } from 'zod';
import { call } from './call.ts';
import { businessDate, currency, decimal, instant, intentId, item } from './values.ts';

const receiptLine = z.object({
	/** Of the order. */
	lineId: z.string(),
	item,
	/** The unit of the receipt. */
	unitName: z.string(),
	/** Base units: received, back at the supplier or on the way there, and what can still go back. */
	received: decimal,
	returned: decimal,
	left: decimal,
	price: decimal.nullable(),
});
export type ReceiptLine = z.infer<typeof receiptLine>;

const receipt = z.object({
	/** Of the service; null while it does not show the receipt. */
	receivingId: z.string().nullable(),
	/** Of this PC; null if the service shows the receipt. */
	receiptDraftId: z.string().nullable(),
	orderId: z.string(),
	orderNumber: z.string(),
	/** Empty while unknown. */
	number: z.string(),
	invoiceNumber: z.string(),
	supplierName: z.string(),
	receivedOn: businessDate,
	totalAmount: decimal.nullable(),
	currency,
	lines: z.array(receiptLine),
});
export type Receipt = z.infer<typeof receipt>;

/** When the figures were fetched; `isAnswer`: by asking the service what can go back. */
const age = { asOf: instant.nullable(), isAnswer: z.boolean() };

/** Fields of a return's line that come from the line of its receipt (shared/document/return-order.ts). */
const lineFields = z.record(z.string(), z.union([z.string(), z.number()]).nullable());

const eligibleLine = receiptLine
	.pick({ received: true, returned: true, left: true })
	.extend({ lineId: z.string() });

export const returnCalls = {
	/** The suppliers of a location's receipts, by name. */
	'return.suppliers': call(
		{ locationId: z.string() },
		{ suppliers: z.array(z.object({ supplierId: z.string(), name: z.string() })) },
	),
	/** The latest receipts of a supplier or of an order (its document id), newest first. */
	'return.receipts': call(
		{
			locationId: z.string(),
			supplierId: z.string().nullable().default(null),
			documentId: z.string().nullable().default(null),
		},
		{ receipts: z.array(receipt), ...age },
	),
	/** Makes a draft with these lines of the order. Fails with `not-found` if the receipt is not here. */
	'return.begin': call(
		{
			locationId: z.string(),
			orderId: z.string(),
			receivingId: z.string().nullable(),
			receiptDraftId: z.string().nullable(),
			lineIds: z.array(z.string()).min(1).max(500),
			intentId,
		},
		{ documentId: z.string() },
	),
	/** How much of each line of a draft can go back, and the lines of its receipt that it leaves out. */
	'return.eligible': call(
		{ documentId: z.string() },
		{
			lines: z.array(eligibleLine),
			others: z.array(receiptLine.extend({ fields: lineFields })),
			/** Why it cannot be sent yet: the code of a problem. */
			waits: z.string().nullable(),
			orderId: z.string().nullable(),
			...age,
		},
	),
	/** Asks the service for the receipts of an order, and for what can go back. `answered` is false without an answer. */
	'return.ask': call({ locationId: z.string(), orderId: z.string() }, { answered: z.boolean() }),
};
