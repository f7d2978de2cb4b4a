// Return orders: goods sent back to a supplier. The update request's and lines' fields are shown. Our reading: most are
// optional, and the other records.
import { z } from 'zod';
import {
	dateTime,
	decimal,
	flag,
	id,
	integer,
	record,
	shownRecord,
	stateWord,
	text,
} from './field.ts';
import { integration } from './purchase-order.ts';
import { judges, movesOn, newDocument, sameContent, sameFlag, stillOpen } from './replay-rule.ts';
import {
	allShown,
	change,
	count,
	create,
	get,
	list,
	locationQuery,
	rejection,
	resource,
	searchQuery,
	step,
} from './resource.ts';

/** Fields are shown. */
const updateReturnOrderItem = shownRecord('UpdateReturnOrderItem', {
	id: id.optional(),
	itemId: id,
	referenceNumber: text.optional(),
	description: text.optional(),
	/** In the unit `uomId`. */
	returnQuantity: decimal,
	quantityOrdered: decimal.optional(),
	quantityReceived: decimal.optional(),
	uomId: integer,
	price: decimal.optional(),
	unitCost: decimal.optional(),
	discount: decimal.optional(),
	totalCost: decimal.optional(),
	taxId: integer.optional(),
	taxValue: decimal.optional(),
	totalAmount: decimal.optional(),
	landedCost: decimal.optional(),
	totalLineAmount: decimal.optional(),
	returnReason: text.optional(),
	itemCondition: text.optional(),
	purchaseOrderItemId: id.optional(),
	purchaseOrderReceivingItemId: id.optional(),
});

/** Fields are shown. */
const updateReturnOrder = shownRecord('UpdateReturnOrder', {
	id,
	returnDate: dateTime,
	description: text.optional(),
	locationId: id,
	isDraft: flag.optional(),
	supplierId: id,
	purchaseOrderId: id.optional(),
	purchaseOrderReceivingId: id.optional(),
	purchaseOrderNumber: text.optional(),
	invoiceNumber: text.optional(),
	orderDate: text.optional(),
	receivingDate: text.optional(),
	originalTotalAmount: decimal.optional(),
	returnReason: text.optional(),
	items: z.array(updateReturnOrderItem),
});

const { id: _shownId, items: _shownItems, ...newReturn } = updateReturnOrder.shape;

/** Like the update, without an identifier. */
const createReturnOrder = record('CreateReturnOrder', {
	...newReturn,
	items: z.array(record('CreateReturnOrderItem', updateReturnOrderItem.shape)),
});
export type CreateReturnOrder = z.output<typeof createReturnOrder>;

const returnOrderItem = record('ReturnOrderItem', { ...updateReturnOrderItem.shape, id });
export type ReturnOrderItem = z.output<typeof returnOrderItem>;

export const returnOrderRecord = record('ReturnOrder', {
	...updateReturnOrder.shape,
	number: text.optional(),
	status: stateWord,
	isLocked: flag.optional(),
	totalAmount: decimal.optional(),
	integrationReference: text.optional(),
	integrationStatus: text.optional(),
	items: z.array(returnOrderItem),
	modifiedDate: dateTime.optional(),
});

const eligibleReturnItem = record('EligibleReturnItem', {
	purchaseOrderId: id,
	purchaseOrderReceivingId: id,
	purchaseOrderItemId: id,
	purchaseOrderReceivingItemId: id,
	itemId: id,
	uomId: integer,
	quantityReceived: decimal,
	quantityReturned: decimal,
	unitCost: decimal.optional(),
});
export type EligibleReturnItem = z.output<typeof eligibleReturnItem>;

const returnOrderLockUnlock = record('ReturnOrderLockUnlock', { id, isLocked: flag });
const returnOrderStatusUpdate = record('ReturnOrderStatusUpdate', { id, status: stateWord });

export const returnOrders = resource('returnOrder', 'Purchasing', 'ReturnOrder', 'shown', {
	create: create(
		'',
		createReturnOrder,
		returnOrderRecord,
		newDocument((payload) => createReturnOrder.parse(payload).locationId),
	),
	list: list('', returnOrderRecord, locationQuery),
	update: {
		...change('PUT', '', updateReturnOrder, sameContent(stillOpen)),
		evidence: { ...allShown, response: 'assumed' },
		note: 'request fields shown',
	},
	get: get('/{id}', returnOrderRecord),
	submit: step('POST', '/{id}/submit', movesOn(stillOpen, ['submitted', 'approved'])),
	approve: step('POST', '/{id}/approve', judges(['submitted'], ['approved'])),
	reject: {
		...change('POST', '/{id}/reject', rejection, judges(['submitted'], ['rejected'])),
		evidence: allShown,
		note: 'no body; 200, no body',
	},
	count: count('/Count', locationQuery),
	eligibleItems: list(
		'/EligibleItems',
		eligibleReturnItem,
		z.object({
			purchaseOrderId: id.optional(),
			locationId: id.optional(),
			supplierId: id.optional(),
		}),
	),
	items: list('/ItemsDetail/{returnOrderId}', returnOrderItem, searchQuery),
	lock: change('PUT', '/LockUnlock', returnOrderLockUnlock, sameFlag),
	updateStatus: change('PUT', '/UpdateStatus', returnOrderStatusUpdate, sameFlag),
	updateIntegration: change(
		'PUT',
		'/UpdateIntegration',
		integration('UpdateReturnOrderIntegration'),
	),
});
