// Purchase orders and their receipts. Paths are shown; methods and records are our reading.
import Big from 'big.js';
import { z } from 'zod';
import { dateTime, decimal, flag, id, integer, record, stateWord, text } from './field.ts';
import { documentContent } from './likeness.ts';
import { operation } from './operation.ts';
import { judges, newDocument, onlineOnly, sameContent, sameFlag } from './replay-rule.ts';
import { locationQuery, resource } from './resource.ts';

/** Tax by rate, summed over the lines. */
const taxesSummaryData = record('TaxesSummaryData', {
	taxId: integer,
	name: text.optional(),
	rate: decimal,
	taxableAmount: decimal,
	taxAmount: decimal,
});
const grnTaxesSummary = record('GRNTaxesSummary', { ...taxesSummaryData.shape });

const purchaseOrderItemData = record('PurchaseOrderItemData', {
	id: id.optional(),
	itemId: id,
	uomId: integer,
	/** In the unit `uomId`. */
	quantity: decimal,
	/** Per unit, before tax and discount; from the purchase option if omitted. */
	price: decimal.optional(),
	/** Amount off the line. */
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

const updatePurchaseOrder = record('UpdatePurchaseOrder', { id, ...addPurchaseOrder.shape });

/** A line of an order; the name is misspelt as in the document. */
const purchaseOrderLine = record('PurchaseOderItemData', {
	...purchaseOrderItemData.shape,
	id,
	purchaseOrderId: id.optional(),
	/** Received so far, in the unit `uomId`. */
	quantityReceived: decimal,
	/** Sent back so far, in the unit `uomId`. */
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
	/** Net, tax and gross, in the location's currency. */
	totalCost: decimal.optional(),
	taxAmount: decimal.optional(),
	totalAmount: decimal.optional(),
	taxes: z.array(taxesSummaryData).optional(),
	rejectReason: text.optional(),
	/** Its id in the accounting system. */
	integrationReference: text.optional(),
	integrationStatus: text.optional(),
	items: z.array(purchaseOrderLine),
	modifiedDate: dateTime.optional(),
});
export type PurchaseOrderRecord = z.output<typeof purchaseOrderRecord>;

const purchaseOrderUpdateStatus = record('PurchaseOrderUpdateStatus', {
	id,
	/** The target state, in the service's word. */
	status: stateWord,
});

const receivingItem = record('PurchaseOrderReceivingItem', {
	purchaseOrderItemId: id,
	itemId: id,
	uomId: integer,
	/** Quantity received, in the unit `uomId`. */
	quantity: decimal,
	/** Price paid per unit; from the order if omitted. */
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

/** A goods-received note. */
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
	taxes: z.array(grnTaxesSummary).optional(),
	integrationReference: text.optional(),
	integrationStatus: text.optional(),
});
export type PurchaseOrderReceiving = z.output<typeof purchaseOrderReceiving>;

/** Reason for rejecting a request or order. */
export const rejectReason = record('RejectReason', { reason: text.optional() });

const integration = {
	id,
	integrationReference: text.optional(),
	integrationStatus: text.optional(),
};
const integrationItem = { id, integrationReference: text.optional() };

const updatePurchaseOrderIntegration = record('UpdatePurchaseOrderIntegration', {
	...integration,
	items: z.array(record('UpdatePurchaseOrderIntegrationItemData', integrationItem)).optional(),
});
const updateGrnIntegration = record('UpdateGRNIntegration', {
	...integration,
	items: z.array(record('UpdateGRNIntegrationItemData', integrationItem)).optional(),
});

/** Quantities by line; a line may appear more than once. */
const byLine = (
	lines: readonly { purchaseOrderItemId: string; quantity: string }[],
): Record<string, string> => {
	const sums: Record<string, string> = {};
	for (const line of lines) {
		const before = sums[line.purchaseOrderItemId] ?? '0';
		sums[line.purchaseOrderItemId] = new Big(before).plus(line.quantity).toFixed();
	}
	return sums;
};

const order = resource('Purchasing', 'PurchaseOrder', 'assumed');

export const purchaseOrderOperations = [
	order.list('purchaseOrder.list', '/api/v1/PurchaseOrder', purchaseOrderRecord, locationQuery),
	order.create(
		'purchaseOrder.create',
		'/api/v1/PurchaseOrder',
		addPurchaseOrder,
		addPurchaseOrderResponse,
		newDocument(
			'purchaseOrder.list',
			(payload) => ({ locationId: addPurchaseOrder.parse(payload).locationId }),
			documentContent,
		),
	),
	order.change(
		'purchaseOrder.update',
		'PUT',
		'/api/v1/PurchaseOrder',
		updatePurchaseOrder,
		sameContent('purchaseOrder.get'),
	),
	order.count('purchaseOrder.count', '/api/v1/PurchaseOrder/Count', locationQuery),
	order.get('purchaseOrder.get', '/api/v1/PurchaseOrder/{id}', purchaseOrderRecord),
	order.list(
		'purchaseOrder.items',
		'/api/v1/PurchaseOrder/PurchaseOrderItems',
		purchaseOrderLine,
		z.object({ purchaseOrderId: id.optional(), locationId: id.optional() }),
	),
	order.change(
		'purchaseOrder.updateStatus',
		'PUT',
		'/api/v1/PurchaseOrder/UpdateStatus',
		purchaseOrderUpdateStatus,
		sameFlag('purchaseOrder.get'),
	),
	operation({
		name: 'purchaseOrder.receive',
		area: 'Purchasing',
		resource: 'PurchaseOrder',
		method: 'POST',
		path: '/api/v1/PurchaseOrder/AddPurchaseOrderReceiving',
		evidence: { method: 'assumed', request: 'assumed', response: 'assumed' },
		body: addPurchaseOrderReceivingItems,
		answer: { kind: 'empty' },
		replay: {
			proof: 'quantities',
			risk: 'stock',
			offline: 'queue',
			read: 'purchaseOrder.get',
			readInput: (payload) => ({
				path: { id: addPurchaseOrderReceivingItems.parse(payload).purchaseOrderId },
			}),
			present: (answer) =>
				Object.fromEntries(
					purchaseOrderRecord.parse(answer).items.map((line) => [line.id, line.quantityReceived]),
				),
			adds: (payload) => byLine(addPurchaseOrderReceivingItems.parse(payload).items),
		},
	}),
	order.list(
		'purchaseOrder.receivings',
		'/api/v1/PurchaseOrder/PurchaseOrderReceiving',
		purchaseOrderReceiving,
		z.object({ purchaseOrderId: id.optional(), locationId: id.optional() }),
	),
	order.step(
		'purchaseOrder.approve',
		'POST',
		'/api/v1/PurchaseOrder/{id}/approve',
		judges('purchaseOrder.get', ['submitted'], ['approved', 'partly-received', 'received']),
	),
	order.change(
		'purchaseOrder.reject',
		'POST',
		'/api/v1/PurchaseOrder/{id}/reject',
		rejectReason,
		judges('purchaseOrder.get', ['submitted'], ['rejected']),
	),
	order.change(
		'purchaseOrder.updateIntegration',
		'PUT',
		'/api/v1/PurchaseOrder/UpdateIntegration',
		updatePurchaseOrderIntegration,
		onlineOnly('draft'),
	),
	order.change(
		'purchaseOrder.updateReceivingIntegration',
		'PUT',
		'/api/v1/PurchaseOrder/UpdateGRNIntegration',
		updateGrnIntegration,
		onlineOnly('draft'),
	),
] as const;
