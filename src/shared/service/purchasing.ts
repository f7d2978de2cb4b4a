// What comes before a purchase order: suppliers and their prices, requisitions and purchase requests. Paths are shown,
// and the methods of requisition templates, with the fields of their update; everything else is our reading.
import { z } from 'zod';
import {
	calendarDay,
	dateTime,
	decimal,
	flag,
	id,
	integer,
	record,
	shownRecord,
	stateWord,
	stored,
	text,
} from './field.ts';
import {
	goneOnline,
	judges,
	movesOn,
	newDocument,
	oneMoreWith,
	onlineOnly,
	sameContent,
	stillOpen,
} from './replay-rule.ts';
import {
	activation,
	allShown,
	change,
	count,
	create,
	creation,
	deletion,
	get,
	list,
	locationQuery,
	newState,
	noQuery,
	replacement,
	resource,
	searchQuery,
	step,
} from './resource.ts';

const area = 'Purchasing';

const newSupplier = {
	name: text,
	code: text.optional(),
	email: text.optional(),
	phone: text.optional(),
	paymentDays: integer.optional(),
	isActive: flag.optional(),
};

export const supplierRecord = record('SupplierData', { id, ...newSupplier });

export const suppliers = resource('supplier', area, 'Supplier', 'assumed', {
	list: list('', supplierRecord, searchQuery),
	create: creation('AddSupplier', newSupplier, supplierRecord, 'name', 'code'),
	update: replacement('UpdateSupplier', newSupplier),
	get: get('/{id}', supplierRecord),
	updateMany: activation('/BulkUpdate', 'BulkUpdateSupplier'),
	count: count('/Count', searchQuery),
});

const priceListData = record('PriceListData', {
	price: decimal,
	/** ISO 4217. */
	currency: text.optional(),
	fromDate: calendarDay.optional(),
});

const distributerData = record('DistributerData', { id: id.optional(), name: text });

const newPurchaseOption = {
	itemId: id,
	supplierId: id,
	uomId: integer,
	/** Price per unit, before tax. */
	price: decimal,
	prices: z.array(priceListData).optional(),
	distributer: distributerData.optional(),
	supplierItemCode: text.optional(),
	/** Minimum order quantity, in this unit. */
	minimumQuantity: decimal.optional(),
	isDefault: flag.optional(),
	isActive: flag.optional(),
};

export const purchaseOptionRecord = stored('PurchaseOptionData', newPurchaseOption);

export const purchaseOptions = resource('purchaseOption', area, 'PurchaseOption', 'assumed', {
	list: list(
		'',
		purchaseOptionRecord,
		z.object({ itemId: id.optional(), supplierId: id.optional() }),
	),
	create: creation(
		'CreatePurchaseOption',
		newPurchaseOption,
		purchaseOptionRecord,
		'itemId',
		'supplierId',
		'uomId',
	),
	update: replacement('UpdatePurchaseOption', newPurchaseOption),
	remove: change('DELETE', '', deletion('DeletePurchaseOption'), goneOnline),
	get: get('/{id}', purchaseOptionRecord),
	suppliers: list('/suppliers', supplierRecord, z.object({ itemId: id.optional() })),
});

/** Fields are shown; the meaning of the numbers in `itemTypeId` and `uom` is not. */
export const updateRequisitionTemplateItem = shownRecord('UpdateRequisitionTemplateItem', {
	itemId: id,
	itemTypeId: integer.optional(),
	description: text.optional(),
	qty: decimal,
	uom: integer,
	daysToDeliver: integer.optional(),
});

/** Fields are shown. `id` and the locations are uuids there. */
const updateRequisitionTemplate = shownRecord('UpdateRequisitionTemplate', {
	id,
	templateName: text,
	description: text.optional(),
	type: integer.optional(),
	isActive: flag.optional(),
	items: z.array(updateRequisitionTemplateItem),
	locations: z.array(id).optional(),
});

const { id: _shownId, ...newTemplate } = updateRequisitionTemplate.shape;
const createRequisitionTemplate = record('CreateRequisitionTemplate', {
	...newTemplate,
	items: z.array(
		record('CreateRequisitionTemplateItem', { ...updateRequisitionTemplateItem.shape }),
	),
});

export const requisitionTemplateRecord = record('RequisitionTemplate', {
	...updateRequisitionTemplate.shape,
	modifiedDate: dateTime.optional(),
});

export const requisitionTemplates = resource(
	'requisitionTemplate',
	area,
	'RequisitionTemplate',
	'shown',
	{
		create: create(
			'',
			createRequisitionTemplate,
			requisitionTemplateRecord,
			oneMoreWith('templateName'),
		),
		list: list('', requisitionTemplateRecord, searchQuery),
		update: {
			...change('PUT', '', updateRequisitionTemplate, sameContent()),
			evidence: allShown,
			note: 'request fields shown; 200 with null body',
		},
		get: get('/{id}', requisitionTemplateRecord),
		count: count('/AllRequisitionTemplateCount', noQuery),
		updateMany: activation('/UpdateBulk', 'BulkUpdateRequisitionTemplate'),
	},
);

const createRequisitionQueue = record('CreateRequisitionQueue', {
	locationId: id,
	date: dateTime,
	requisitionTemplateId: id.optional(),
	description: text.optional(),
	items: z.array(
		record('RequisitionQueueItemData', {
			itemId: id,
			uomId: integer,
			/** In the unit `uomId`. */
			quantity: decimal,
			description: text.optional(),
		}),
	),
});

export const requisitionQueueRecord = record('RequisitionQueue', {
	id,
	...createRequisitionQueue.shape,
	number: text.optional(),
	createdDate: dateTime.optional(),
});

export const requisitionQueues = resource('requisitionQueue', area, 'RequisitionQueue', 'assumed', {
	create: create(
		'',
		createRequisitionQueue,
		requisitionQueueRecord,
		newDocument((payload) => createRequisitionQueue.parse(payload).locationId),
	),
	list: list('/GetAllRequisitionQueue', requisitionQueueRecord, locationQuery),
});

const purchaseRequestItem = {
	id: id.optional(),
	itemId: id,
	uomId: integer,
	/** In the unit `uomId`. */
	quantity: decimal,
	supplierId: id.optional(),
	description: text.optional(),
};
const requestedItems = z.array(record('PurchaseRequestItem', purchaseRequestItem));

const head = {
	locationId: id,
	date: dateTime,
	neededDate: dateTime.optional(),
	description: text.optional(),
};

const createPurchaseRequest = record('CreatePurchaseRequest', { ...head, items: requestedItems });
export type CreatePurchaseRequest = z.output<typeof createPurchaseRequest>;

const updatePurchaseRequest = record('UpdatePurchaseRequest', {
	id,
	...head,
	items: z.array(record('UpdatePurchaseRequestItem', purchaseRequestItem)),
});

export const purchaseRequestRecord = record('PurchaseRequest', {
	id,
	...head,
	number: text.optional(),
	status: stateWord,
	purchaseOrderIds: z.array(id).optional(),
	items: requestedItems,
	modifiedDate: dateTime.optional(),
});

/** Its fields are not shown; the profile may name one for the reason (profile.rejection). */
export const rejectReason = record('RejectReason', {}).optional();

export const purchaseRequests = resource('purchaseRequest', area, 'PurchaseRequest', 'assumed', {
	list: list('', purchaseRequestRecord, locationQuery),
	create: create(
		'',
		createPurchaseRequest,
		purchaseRequestRecord,
		newDocument((payload) => createPurchaseRequest.parse(payload).locationId),
	),
	update: change('PUT', '', updatePurchaseRequest, sameContent(stillOpen)),
	get: get('/{id}', purchaseRequestRecord),
	approve: step('POST', '/{id}/approve', judges(['submitted'], ['approved'])),
	reject: change('POST', '/{id}/reject', rejectReason, judges(['submitted'], ['rejected'])),
	submit: step('POST', '/{id}/submit', movesOn(stillOpen, ['submitted', 'approved'])),
	updateMany: change(
		'PUT',
		'/BulkUpdate',
		newState('BulkUpdatePurchaseRequest'),
		onlineOnly('transition'),
	),
	count: count('/Count', locationQuery),
});
