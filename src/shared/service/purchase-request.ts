// Purchase requests of a location. Paths are shown; methods and records are our reading.
import { z } from 'zod';
import { dateTime, decimal, id, integer, record, stateWord, text } from './field.ts';
import { documentContent } from './likeness.ts';
import { rejectReason } from './purchase-order.ts';
import { judges, movesOn, newDocument, onlineOnly, sameContent } from './replay-rule.ts';
import { locationQuery, resource } from './resource.ts';

const purchaseRequestItem = record('PurchaseRequestItem', {
	id: id.optional(),
	itemId: id,
	uomId: integer,
	/** In the unit `uomId`. */
	quantity: decimal,
	/** Preferred supplier. */
	supplierId: id.optional(),
	description: text.optional(),
});

const updatePurchaseRequestItem = record('UpdatePurchaseRequestItem', {
	...purchaseRequestItem.shape,
});

const head = {
	locationId: id,
	date: dateTime,
	neededDate: dateTime.optional(),
	description: text.optional(),
};

const createPurchaseRequest = record('CreatePurchaseRequest', {
	...head,
	items: z.array(purchaseRequestItem),
});
export type CreatePurchaseRequest = z.output<typeof createPurchaseRequest>;

const updatePurchaseRequest = record('UpdatePurchaseRequest', {
	id,
	...head,
	items: z.array(updatePurchaseRequestItem),
});

export const purchaseRequestRecord = record('PurchaseRequest', {
	id,
	...head,
	number: text.optional(),
	status: stateWord,
	rejectReason: text.optional(),
	/** The resulting orders. */
	purchaseOrderIds: z.array(id).optional(),
	items: z.array(purchaseRequestItem),
	modifiedDate: dateTime.optional(),
});

/** The target state, in the service's word. */
const bulkUpdatePurchaseRequest = record('BulkUpdatePurchaseRequest', {
	ids: z.array(id),
	status: stateWord,
});

const request = resource('Purchasing', 'PurchaseRequest', 'assumed');

export const purchaseRequestOperations = [
	request.list(
		'purchaseRequest.list',
		'/api/v1/PurchaseRequest',
		purchaseRequestRecord,
		locationQuery,
	),
	request.create(
		'purchaseRequest.create',
		'/api/v1/PurchaseRequest',
		createPurchaseRequest,
		purchaseRequestRecord,
		newDocument(
			'purchaseRequest.list',
			(payload) => ({ locationId: createPurchaseRequest.parse(payload).locationId }),
			documentContent,
		),
	),
	request.change(
		'purchaseRequest.update',
		'PUT',
		'/api/v1/PurchaseRequest',
		updatePurchaseRequest,
		sameContent('purchaseRequest.get'),
	),
	request.get('purchaseRequest.get', '/api/v1/PurchaseRequest/{id}', purchaseRequestRecord),
	request.step(
		'purchaseRequest.approve',
		'POST',
		'/api/v1/PurchaseRequest/{id}/approve',
		judges('purchaseRequest.get', ['submitted'], ['approved']),
	),
	request.change(
		'purchaseRequest.reject',
		'POST',
		'/api/v1/PurchaseRequest/{id}/reject',
		rejectReason,
		judges('purchaseRequest.get', ['submitted'], ['rejected']),
	),
	request.step(
		'purchaseRequest.submit',
		'POST',
		'/api/v1/PurchaseRequest/{id}/submit',
		movesOn('purchaseRequest.get', ['draft', 'rejected'], ['submitted', 'approved']),
	),
	request.change(
		'purchaseRequest.updateMany',
		'PUT',
		'/api/v1/PurchaseRequest/BulkUpdate',
		bulkUpdatePurchaseRequest,
		onlineOnly('transition'),
	),
	request.count('purchaseRequest.count', '/api/v1/PurchaseRequest/Count', locationQuery),
] as const;
