// The requisition queue: lines waiting to become purchase requests. Paths are shown; methods and records are our
// reading.
import { z } from 'zod';
import { dateTime, decimal, id, integer, record, text } from './field.ts';
import { documentContent } from './likeness.ts';
import { newDocument } from './replay-rule.ts';
import { locationQuery, resource } from './resource.ts';

export const requisitionQueueItemData = record('RequisitionQueueItemData', {
	itemId: id,
	uomId: integer,
	/** In the unit `uomId`. */
	quantity: decimal,
	description: text.optional(),
});

const createRequisitionQueue = record('CreateRequisitionQueue', {
	locationId: id,
	date: dateTime,
	/** Source template. */
	requisitionTemplateId: id.optional(),
	description: text.optional(),
	items: z.array(requisitionQueueItemData),
});

export const requisitionQueueRecord = record('RequisitionQueue', {
	id,
	...createRequisitionQueue.shape,
	number: text.optional(),
	createdDate: dateTime.optional(),
});

const queue = resource('Purchasing', 'RequisitionQueue', 'assumed');

export const requisitionQueueOperations = [
	queue.create(
		'requisitionQueue.create',
		'/api/v1/RequisitionQueue',
		createRequisitionQueue,
		requisitionQueueRecord,
		newDocument(
			'requisitionQueue.list',
			(payload) => ({ locationId: createRequisitionQueue.parse(payload).locationId }),
			documentContent,
		),
	),
	queue.list(
		'requisitionQueue.list',
		'/api/v1/RequisitionQueue/GetAllRequisitionQueue',
		requisitionQueueRecord,
		locationQuery,
	),
] as const;
