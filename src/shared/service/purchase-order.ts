// Purchase orders and their receipts. Paths are shown; methods and records are our reading.
import { z } from 'zod';
import { dateTime, decimal, flag, id, integer, record, stateWord, text } from './field.ts';
import type { Phase } from '../bridge/values.ts';
import { rejectReason } from './purchasing.ts';
import type { Payload } from './operation.ts';
import { judges, movesLines, movesOn, newDocument, sameContent, stillOpen } from './replay-rule.ts';
import { change, count, create, get, list, locationQuery, resource, step } from './resource.ts';

/** Tax by rate, summed over the lines. */
const taxesSummaryData = record('TaxesSummaryData', {
	taxId: integer,
	name: text.optional(),
	rate: decimal,
	taxableAmount: decimal,
	taxAmount: decimal,
});
const purchaseOrderItemData = record('PurchaseOrderItemData', {
	id: id.optional(),
	itemId: id,
	uomId: integer,
	/** In the unit `uomId`. */
	quantity: decimal,
	/** Per unit, before tax and discount; from the purchase option if omitted. */
	price: decimal.optional(),
	discount: decimal.optional(),
	taxId: integer.optional(),
	description: text.optional(),
});

const addPurchaseOrder = record('AddPurchaseOrder', {
	locationId: id,
	supplierId: id,
	date: dateTime,
	deliveryDate: dateTime.optional(),
	description: text.optional(),
	isDraft: flag.optional(),
	purchaseRequestId: id.optional(),
	items: z.array(purchaseOrderItemData),
});
export type AddPurchaseOrder = z.output<typeof addPurchaseOrder>;

const addPurchaseOrderResponse = record('AddPurchaseOrderResponse', {
	id,
	number: text.optional(),
});

/** A line of an order; the name is misspelt as in the document. */
const purchaseOrderLine = record('PurchaseOderItemData', {
	...purchaseOrderItemData.shape,
	id,
	purchaseOrderId: id.optional(),
	/** Received so far, in the unit `uomId`. */
	quantityReceived: decimal,
	quantityReturned: decimal.optional(),
	/** Quantity × price − discount, the tax on it, and both. */
	totalCost: decimal.optional(),
	taxValue: decimal.optional(),
	totalAmount: decimal.optional(),
});
export type PurchaseOrderLine = z.output<typeof purchaseOrderLine>;

export const purchaseOrderRecord = record('POData', {
	id,
	...addPurchaseOrder.shape,
	number: text.optional(),
	status: stateWord,
	totalCost: decimal.optional(),
	taxAmount: decimal.optional(),
	totalAmount: decimal.optional(),
	taxes: z.array(taxesSummaryData).optional(),
	integrationReference: text.optional(),
	integrationStatus: text.optional(),
	items: z.array(purchaseOrderLine),
	modifiedDate: dateTime.optional(),
});
export type PurchaseOrderRecord = z.output<typeof purchaseOrderRecord>;

const purchaseOrderUpdateStatus = record('PurchaseOrderUpdateStatus', {
	id,
	status: stateWord,
});

const receivingItem = record('PurchaseOrderReceivingItem', {
	purchaseOrderItemId: id,
	itemId: id,
	uomId: integer,
	/** Quantity received, in the unit `uomId`. */
	quantity: decimal,
	price: decimal.optional(),
	description: text.optional(),
});

const addPurchaseOrderReceivingItems = record('AddPurchaseOrderReceivingItems', {
	purchaseOrderId: id,
	/** The supplier's; unique within an order. */
	invoiceNumber: text.optional(),
	date: dateTime,
	description: text.optional(),
	items: z.array(receivingItem),
});
export type AddReceiving = z.output<typeof addPurchaseOrderReceivingItems>;

export const purchaseOrderReceiving = record('PurchaseOrderReceiving', {
	id,
	...addPurchaseOrderReceivingItems.shape,
	number: text.optional(),
	locationId: id,
	supplierId: id,
	items: z.array(
		record('PurchaseOrderReceivingLine', {
			...receivingItem.shape,
			id,
			totalCost: decimal.optional(),
			taxValue: decimal.optional(),
		}),
	),
	totalCost: decimal.optional(),
	taxAmount: decimal.optional(),
	totalAmount: decimal.optional(),
	taxes: z.array(record('GRNTaxesSummary', taxesSummaryData.shape)).optional(),
	integrationReference: text.optional(),
	integrationStatus: text.optional(),
});
export type PurchaseOrderReceiving = z.output<typeof purchaseOrderReceiving>;

const byOrderLine = (item: { purchaseOrderItemId: string; quantity: string }) => ({
	line: item.purchaseOrderItemId,
	quantity: item.quantity,
});

export const receiptsList = 'purchaseOrder.receivings';

/** People type the letters of an invoice number in either case. */
export const invoiceKey = (number: string): string => number.trim().toLowerCase();

/** Another PC may have entered the same invoice: for the order, or for another order that was made afterwards. */
const sameInvoice = {
	list: receiptsList,
	document: 'purchaseOrderId',
	key: ({ invoiceNumber }: Payload) => {
		const key = typeof invoiceNumber === 'string' ? invoiceKey(invoiceNumber) : '';
		return key === '' ? null : key;
	},
	beside: ({ locationId, supplierId }: Payload) => ({
		query: { locationId: String(locationId) },
		counts: (row: Payload) => row['supplierId'] === supplierId,
	}),
};

export const integration = (name: string) =>
	record(name, {
		id,
		integrationReference: text.optional(),
		integrationStatus: text.optional(),
		items: z
			.array(record(`${name}ItemData`, { id, integrationReference: text.optional() }))
			.optional(),
	});

const ofOrder = z.object({ purchaseOrderId: id.optional(), locationId: id.optional() });

/** Submit, close and cancel share a path; the state in the body tells them apart. */
const goesTo = (sets: Phase, from: readonly Phase[], later: readonly Phase[] = []) => ({
	...change('PUT', '/UpdateStatus', purchaseOrderUpdateStatus, movesOn(from, [sets, ...later])),
	sets,
});

export const purchaseOrders = resource('purchaseOrder', 'Purchasing', 'PurchaseOrder', 'assumed', {
	list: list('', purchaseOrderRecord, locationQuery),
	create: create(
		'',
		addPurchaseOrder,
		addPurchaseOrderResponse,
		newDocument((payload) => addPurchaseOrder.parse(payload).locationId),
	),
	update: change(
		'PUT',
		'',
		record('UpdatePurchaseOrder', { id, ...addPurchaseOrder.shape }),
		sameContent(['draft', 'rejected', 'approved', 'partly-received']),
	),
	count: count('/Count', locationQuery),
	get: get('/{id}', purchaseOrderRecord),
	items: list('/PurchaseOrderItems', purchaseOrderLine, ofOrder),
	submit: goesTo('submitted', stillOpen, ['approved', 'partly-received', 'received', 'closed']),
	/** Stops waiting for the rest. A fully received order needs no closing. */
	close: goesTo('closed', ['approved', 'partly-received'], ['received']),
	cancel: goesTo('cancelled', ['draft', 'submitted', 'approved', 'rejected']),
	receive: change(
		'POST',
		'/AddPurchaseOrderReceiving',
		addPurchaseOrderReceivingItems,
		movesLines(
			'purchaseOrderId',
			(payload) => addPurchaseOrderReceivingItems.parse(payload).items.map(byOrderLine),
			(order) =>
				purchaseOrderRecord.parse(order).items.map((line) => [line.id, line.quantityReceived]),
			{ waitsIn: ['submitted'], same: sameInvoice },
		),
	),
	receivings: list('/PurchaseOrderReceiving', purchaseOrderReceiving, ofOrder),
	approve: step(
		'POST',
		'/{id}/approve',
		judges(['submitted'], ['approved', 'partly-received', 'received', 'closed']),
	),
	reject: change('POST', '/{id}/reject', rejectReason, judges(['submitted'], ['rejected'])),
	updateIntegration: change(
		'PUT',
		'/UpdateIntegration',
		integration('UpdatePurchaseOrderIntegration'),
	),
	updateReceivingIntegration: change(
		'PUT',
		'/UpdateGRNIntegration',
		integration('UpdateGRNIntegration'),
	),
});
