// Wastage documents and reasons for waste. Paths are shown, and the methods of wastage; the records are our reading.
import { z } from 'zod';
import { dateTime, decimal, flag, id, integer, record, stateWord, text } from './field.ts';
import {
	judges,
	movesOn,
	newDocument,
	onlineOnly,
	sameContent,
	sameFlag,
	stillOpen,
} from './replay-rule.ts';
import {
	change,
	count,
	create,
	creation,
	get,
	list,
	locationQuery,
	locking,
	newState,
	noQuery,
	rejection,
	resource,
	step,
} from './resource.ts';

const area = 'Stock movement';

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

const wastageLine = record('WastageLine', {
	...wastageItem.shape,
	wastageId: id,
	number: text.optional(),
	locationId: id,
	date: dateTime,
	status: stateWord,
});

const lockUnlockWastage = record('LockUnlockWastage', { id, isLocked: flag });

export const wastages = resource('wastage', area, 'Wastage', 'shown', {
	create: create(
		'',
		wastageRequest,
		wastageRecord,
		newDocument((payload) => wastageRequest.parse(payload).locationId),
	),
	update: change('PUT', '', updateWastage, sameContent(stillOpen)),
	list: list('', wastageRecord, locationQuery),
	updateMany: change(
		'PUT',
		'/BulkUpdate',
		newState('WastageBulkUpdateStatus'),
		onlineOnly('transition'),
	),
	count: { ...count('/Count', locationQuery), note: '200, no body shape' },
	get: get('/{id}', wastageRecord),
	items: list(
		'/WastageItems',
		wastageLine,
		z.object({ locationId: id.optional(), wastageId: id.optional() }),
	),
	submit: step('POST', '/{id}/submit', movesOn(stillOpen, ['submitted', 'approved'])),
	lock: change('PUT', '/LockUnlock', lockUnlockWastage, sameFlag),
	lockMany: change(
		'PUT',
		'/BulkLockUnlock',
		locking('BulkLockUnlockWastageDTO'),
		onlineOnly('transition'),
	),
	approve: step('POST', '/{id}/approve', judges(['submitted'], ['approved'])),
	reject: change('POST', '/{id}/reject', rejection, judges(['submitted'], ['rejected'])),
});

const newReason = { name: text, isActive: flag.optional() };

export const wasteReasonRecord = record('WasteReasonItem', { id, ...newReason });

export const wasteReasons = resource('wasteReason', area, 'WasteReason', 'assumed', {
	list: list('', wasteReasonRecord, noQuery),
	create: creation('CreateWasteReason', newReason, wasteReasonRecord, 'name'),
});
