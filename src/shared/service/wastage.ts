// Wastage documents. Paths and methods are shown; the records are our reading.
import { z } from 'zod';
import { dateTime, decimal, flag, id, integer, record, stateWord, text } from './field.ts';
import { documentContent } from './likeness.ts';
import { operation } from './operation.ts';
import { rejection } from './rejection.ts';
import { onlineOnly, sameContent, sameFlag, stillOpen } from './replay-rule.ts';
import { locationQuery, resource } from './resource.ts';

export const wastageItem = record('WastageItem', {
	id: id.optional(),
	itemId: id,
	uomId: integer,
	/** In the unit `uomId`. */
	quantity: decimal,
	wasteReasonId: id.optional(),
	description: text.optional(),
	/** Cost of one base unit, and of the line. */
	unitCost: decimal.optional(),
	totalCost: decimal.optional(),
});

export const wastageRequest = record('AddWastage', {
	locationId: id,
	date: dateTime,
	description: text.optional(),
	isDraft: flag.optional(),
	items: z.array(wastageItem),
});
export type WastageRequest = z.output<typeof wastageRequest>;

export const wastageRecord = record('Wastage', {
	id,
	number: text.optional(),
	locationId: id,
	date: dateTime,
	description: text.optional(),
	status: stateWord,
	isLocked: flag.optional(),
	totalCost: decimal.optional(),
	items: z.array(wastageItem).optional(),
	createdDate: dateTime.optional(),
	modifiedDate: dateTime.optional(),
});
export type WastageRecord = z.output<typeof wastageRecord>;

export const updateWastage = record('UpdateWastage', { id, ...wastageRequest.shape });

/** A line of any wastage document, as the list of all lines shows it. */
const wastageLine = record('WastageLine', {
	...wastageItem.shape,
	wastageId: id,
	number: text.optional(),
	locationId: id,
	date: dateTime,
	status: stateWord,
});

/** The state that the documents go to, by the service's word. */
const wastageBulkUpdateStatus = record('WastageBulkUpdateStatus', {
	ids: z.array(id),
	status: stateWord,
});
const lockUnlockWastage = record('LockUnlockWastage', { id, isLocked: flag });
const bulkLockUnlockWastage = record('BulkLockUnlockWastageDTO', {
	ids: z.array(id),
	isLocked: flag,
});

const shown = { method: 'shown', request: 'assumed', response: 'assumed' } as const;
const place = { area: 'Stock movement', resource: 'Wastage', evidence: shown } as const;

const wastage = resource('Stock movement', 'Wastage', 'shown');

export const wastageOperations = [
	operation({
		...place,
		name: 'wastage.create',
		method: 'POST',
		path: '/api/v1/Wastage',
		body: wastageRequest,
		answer: { kind: 'created', schema: wastageRecord },
		replay: {
			proof: 'reference',
			risk: 'draft',
			offline: 'queue',
			list: 'wastage.list',
			window: (payload) => ({ locationId: wastageRequest.parse(payload).locationId }),
			content: documentContent,
		},
	}),
	operation({
		...place,
		name: 'wastage.update',
		method: 'PUT',
		path: '/api/v1/Wastage',
		body: updateWastage,
		answer: { kind: 'empty' },
		replay: sameContent('wastage.get', stillOpen),
	}),
	operation({
		...place,
		name: 'wastage.list',
		method: 'GET',
		path: '/api/v1/Wastage',
		query: locationQuery,
		answer: { kind: 'list', schema: wastageRecord },
	}),
	wastage.change(
		'wastage.updateMany',
		'PUT',
		'/api/v1/Wastage/BulkUpdate',
		wastageBulkUpdateStatus,
		onlineOnly('transition'),
	),
	wastage.count('wastage.count', '/api/v1/Wastage/Count', locationQuery, {
		note: '200, no body shape',
	}),
	operation({
		...place,
		name: 'wastage.get',
		method: 'GET',
		path: '/api/v1/Wastage/{id}',
		answer: { kind: 'one', schema: wastageRecord },
	}),
	wastage.list(
		'wastage.items',
		'/api/v1/Wastage/WastageItems',
		wastageLine,
		z.object({ locationId: id.optional(), wastageId: id.optional() }),
	),
	operation({
		...place,
		name: 'wastage.submit',
		method: 'POST',
		path: '/api/v1/Wastage/{id}/submit',
		answer: { kind: 'empty' },
		replay: {
			proof: 'state',
			risk: 'transition',
			read: 'wastage.get',
			from: ['draft', 'rejected'],
			reached: ['submitted', 'approved'],
			judgement: false,
			offline: 'queue',
		},
	}),
	wastage.change(
		'wastage.lock',
		'PUT',
		'/api/v1/Wastage/LockUnlock',
		lockUnlockWastage,
		sameFlag('wastage.get'),
	),
	wastage.change(
		'wastage.lockMany',
		'PUT',
		'/api/v1/Wastage/BulkLockUnlock',
		bulkLockUnlockWastage,
		onlineOnly('transition'),
	),
	operation({
		...place,
		name: 'wastage.approve',
		method: 'POST',
		path: '/api/v1/Wastage/{id}/approve',
		answer: { kind: 'empty' },
		replay: {
			proof: 'state',
			risk: 'transition',
			read: 'wastage.get',
			from: ['submitted'],
			reached: ['approved'],
			judgement: true,
			offline: 'by-choice',
		},
	}),
	operation({
		...place,
		name: 'wastage.reject',
		method: 'POST',
		path: '/api/v1/Wastage/{id}/reject',
		body: rejection,
		answer: { kind: 'empty' },
		replay: {
			proof: 'state',
			risk: 'transition',
			read: 'wastage.get',
			from: ['submitted'],
			reached: ['rejected'],
			judgement: true,
			offline: 'by-choice',
		},
	}),
] as const;
