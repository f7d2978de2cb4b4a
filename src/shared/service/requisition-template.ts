// Requisition templates: a location's usual orders. The update request's fields are shown. Our reading: some are
// optional, and the other records.
import { z } from 'zod';
import { dateTime, decimal, flag, id, integer, record, shownRecord, text } from './field.ts';
import { operation } from './operation.ts';
import { oneMoreWith, onlineOnly, sameContent } from './replay-rule.ts';
import { noQuery, resource, searchQuery } from './resource.ts';

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

const createRequisitionTemplateItem = record('CreateRequisitionTemplateItem', {
	...updateRequisitionTemplateItem.shape,
});

const { id: _shownId, ...newTemplate } = updateRequisitionTemplate.shape;
const createRequisitionTemplate = record('CreateRequisitionTemplate', {
	...newTemplate,
	items: z.array(createRequisitionTemplateItem),
});

export const requisitionTemplateRecord = record('RequisitionTemplate', {
	...updateRequisitionTemplate.shape,
	modifiedDate: dateTime.optional(),
});

const bulkUpdateRequisitionTemplate = record('BulkUpdateRequisitionTemplate', {
	ids: z.array(id),
	isActive: flag,
});

const template = resource('Purchasing', 'RequisitionTemplate', 'shown');

export const requisitionTemplateOperations = [
	template.create(
		'requisitionTemplate.create',
		'/api/v1/RequisitionTemplate',
		createRequisitionTemplate,
		requisitionTemplateRecord,
		oneMoreWith('requisitionTemplate.list', 'templateName'),
	),
	template.list(
		'requisitionTemplate.list',
		'/api/v1/RequisitionTemplate',
		requisitionTemplateRecord,
		searchQuery,
	),
	operation({
		name: 'requisitionTemplate.update',
		area: 'Purchasing',
		resource: 'RequisitionTemplate',
		method: 'PUT',
		path: '/api/v1/RequisitionTemplate',
		evidence: { method: 'shown', request: 'shown', response: 'shown' },
		body: updateRequisitionTemplate,
		answer: { kind: 'empty' },
		replay: sameContent('requisitionTemplate.get'),
		note: 'request fields shown; 200 with null body',
	}),
	template.get(
		'requisitionTemplate.get',
		'/api/v1/RequisitionTemplate/{id}',
		requisitionTemplateRecord,
	),
	template.count(
		'requisitionTemplate.count',
		'/api/v1/RequisitionTemplate/AllRequisitionTemplateCount',
		noQuery,
	),
	template.change(
		'requisitionTemplate.updateMany',
		'PUT',
		'/api/v1/RequisitionTemplate/UpdateBulk',
		bulkUpdateRequisitionTemplate,
		onlineOnly('draft'),
	),
] as const;
