// Wastage documents. Paths and methods are shown; the records are our reading.
import { z } from 'zod';
import { dateTime, decimal, flag, id, integer, record, stateWord, text } from './field.ts';
import { documentContent } from './likeness.ts';
import { rejection } from './rejection.ts';
import {
	judges,
	movesOn,
	newDocument,
	onlineOnly,
	sameContent,
	sameFlag,
	stillOpen,
} from './replay-rule.ts';
import { locationQuery, resource } from './resource.ts';

export const wastageItem = record('WastageItem', {
	id: id.optional(),
	itemId: id,
	uomId: integer,
	/** In the unit `uomId`. */
	quantity: decimal,
	wasteReasonId: id.optional(),
	description: text.optional(),
	/** Cost per base unit and per line. */
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

/** A line of any wastage document, from the list of all lines. */
const wastageLine = record('WastageLine', {
	...wastageItem.shape,
	wastageId: id,
	number: text.optional(),
	locationId: id,
	date: dateTime,
	status: stateWord,
});

/** The target state, in the service's word. */
const wastageBulkUpdateStatus = record('WastageBulkUpdateStatus', {
	ids: z.array(id),
	status: stateWord,
});
const lockUnlockWastage = record('LockUnlockWastage', { id, isLocked: flag });
const bulkLockUnlockWastage = record('BulkLockUnlockWastageDTO', {
	ids: z.array(id),
	isLocked: flag,
});

const wastage = resource('Stock movement', 'Wastage', 'shown');
const path = '/api/v1/Wastage';

export const wastageOperations = [
	wastage.create(
		'wastage.create',
		path,
		wastageRequest,
		wastageRecord,
		newDocument(
			'wastage.list',
			(payload) => ({ locationId: wastageRequest.parse(payload).locationId }),
			documentContent,
		),
	),
	wastage.change(
		'wastage.update',
		'PUT',
		path,
		updateWastage,
		sameContent('wastage.get', stillOpen),
	),
	wastage.list('wastage.list', path, wastageRecord, locationQuery),
	wastage.change(
		'wastage.updateMany',
		'PUT',
		`${path}/BulkUpdate`,
		wastageBulkUpdateStatus,
		onlineOnly('transition'),
	),
	wastage.count('wastage.count', `${path}/Count`, locationQuery, { note: '200, no body shape' }),
	wastage.get('wastage.get', `${path}/{id}`, wastageRecord),
	wastage.list(
		'wastage.items',
		`${path}/WastageItems`,
		wastageLine,
		z.object({ locationId: id.optional(), wastageId: id.optional() }),
	),
	wastage.step(
		'wastage.submit',
		'POST',
		`${path}/{id}/submit`,
		movesOn('wastage.get', stillOpen, ['submitted', 'approved']),
	),
	wastage.change(
		'wastage.lock',
		'PUT',
		`${path}/LockUnlock`,
		lockUnlockWastage,
		sameFlag('wastage.get'),
	),
	wastage.change(
		'wastage.lockMany',
		'PUT',
		`${path}/BulkLockUnlock`,
		bulkLockUnlockWastage,
		onlineOnly('transition'),
	),
	wastage.step(
		'wastage.approve',
		'POST',
		`${path}/{id}/approve`,
		judges('wastage.get', ['submitted'], ['approved']),
	),
	wastage.change(
		'wastage.reject',
		'POST',
		`${path}/{id}/reject`,
		rejection,
		judges('wastage.get', ['submitted'], ['rejected']),
	),
] as const;
