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
import { documentContent } from './likeness.ts';
import { operation, type Payload } from './operation.ts';
import { judges, movesOn, newDocument, onlineOnly, sameContent, sameFlag } from './replay-rule.ts';
import { locationQuery, resource } from './resource.ts';

/** Fields are shown. */
const updateReturnOrderItem = shownRecord('UpdateReturnOrderItem', {
	id: text.optional(),
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
	purchaseOrderItemId: text.optional(),
	purchaseOrderReceivingItemId: text.optional(),
});

/** Fields are shown. */
const updateReturnOrder = shownRecord('UpdateReturnOrder', {
	id,
	returnDate: dateTime,
	description: text.optional(),
	locationId: id,
	isDraft: flag.optional(),
	supplierId: id,
	purchaseOrderId: text.optional(),
	purchaseOrderReceivingId: text.optional(),
	purchaseOrderNumber: text.optional(),
	invoiceNumber: text.optional(),
	orderDate: text.optional(),
	receivingDate: text.optional(),
	originalTotalAmount: decimal.optional(),
	returnReason: text.optional(),
	items: z.array(updateReturnOrderItem),
});

const { id: _shownId, items: _shownItems, ...newReturn } = updateReturnOrder.shape;

const createReturnOrderItem = record('CreateReturnOrderItem', {
	...updateReturnOrderItem.shape,
});

/** Like the update, without an identifier. */
const createReturnOrder = record('CreateReturnOrder', {
	...newReturn,
	items: z.array(createReturnOrderItem),
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
	/** Its id in the accounting system. */
	integrationReference: text.optional(),
	integrationStatus: text.optional(),
	items: z.array(returnOrderItem),
	modifiedDate: dateTime.optional(),
});

/** A receipt line with a quantity still returnable. */
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
/** The target state, in the service's word. */
const returnOrderStatusUpdate = record('ReturnOrderStatusUpdate', { id, status: stateWord });

const updateReturnOrderIntegration = record('UpdateReturnOrderIntegration', {
	id,
	integrationReference: text.optional(),
	integrationStatus: text.optional(),
	items: z
		.array(
			record('UpdateReturnOrderIntegrationItemData', { id, integrationReference: text.optional() }),
		)
		.optional(),
});

const returns = resource('Purchasing', 'ReturnOrder', 'shown');
const atLocation = (payload: Payload) => ({
	locationId: createReturnOrder.parse(payload).locationId,
});

export const returnOrderOperations = [
	returns.create(
		'returnOrder.create',
		'/api/v1/ReturnOrder',
		createReturnOrder,
		returnOrderRecord,
		newDocument('returnOrder.list', atLocation, documentContent),
	),
	returns.list('returnOrder.list', '/api/v1/ReturnOrder', returnOrderRecord, locationQuery),
	operation({
		name: 'returnOrder.update',
		area: 'Purchasing',
		resource: 'ReturnOrder',
		method: 'PUT',
		path: '/api/v1/ReturnOrder',
		evidence: { method: 'shown', request: 'shown', response: 'assumed' },
		body: updateReturnOrder,
		answer: { kind: 'empty' },
		replay: sameContent('returnOrder.get'),
		note: 'request fields shown',
	}),
	returns.get('returnOrder.get', '/api/v1/ReturnOrder/{id}', returnOrderRecord),
	returns.step(
		'returnOrder.submit',
		'POST',
		'/api/v1/ReturnOrder/{id}/submit',
		movesOn('returnOrder.get', ['draft', 'rejected'], ['submitted', 'approved']),
	),
	returns.step(
		'returnOrder.approve',
		'POST',
		'/api/v1/ReturnOrder/{id}/approve',
		judges('returnOrder.get', ['submitted'], ['approved']),
	),
	returns.step(
		'returnOrder.reject',
		'POST',
		'/api/v1/ReturnOrder/{id}/reject',
		judges('returnOrder.get', ['submitted'], ['rejected']),
		{
			evidence: { method: 'shown', request: 'shown', response: 'shown' },
			note: 'no body; 200, no body',
		},
	),
	returns.count('returnOrder.count', '/api/v1/ReturnOrder/Count', locationQuery),
	returns.list(
		'returnOrder.eligibleItems',
		'/api/v1/ReturnOrder/EligibleItems',
		eligibleReturnItem,
		z.object({
			purchaseOrderId: id.optional(),
			locationId: id.optional(),
			supplierId: id.optional(),
		}),
	),
	returns.list(
		'returnOrder.items',
		'/api/v1/ReturnOrder/ItemsDetail/{returnOrderId}',
		returnOrderItem,
		z.object({ search: text.optional() }),
	),
	returns.change(
		'returnOrder.lock',
		'PUT',
		'/api/v1/ReturnOrder/LockUnlock',
		returnOrderLockUnlock,
		sameFlag('returnOrder.get'),
	),
	returns.change(
		'returnOrder.updateStatus',
		'PUT',
		'/api/v1/ReturnOrder/UpdateStatus',
		returnOrderStatusUpdate,
		sameFlag('returnOrder.get'),
	),
	returns.change(
		'returnOrder.updateIntegration',
		'PUT',
		'/api/v1/ReturnOrder/UpdateIntegration',
		updateReturnOrderIntegration,
		onlineOnly('draft'),
	),
] as const;
