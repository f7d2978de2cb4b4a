// People of the business. Paths are shown; methods and records are our reading.
import { z } from 'zod';
import { dateTime, flag, id, record, text } from './field.ts';
import { onlineOnly } from './replay-rule.ts';
import { resource, searchQuery } from './resource.ts';

const addBuyerUser = record('AddBuyerUser', {
	name: text,
	email: text,
	roleIds: z.array(id).optional(),
	/** Omitted means everywhere. */
	locationIds: z.array(id).optional(),
	isActive: flag.optional(),
});

const updateBuyerUser = record('UpdateBuyerUser', { ...addBuyerUser.shape });

export const buyerUserRecord = record('BuyerUser', {
	id,
	...addBuyerUser.shape,
	modifiedDate: dateTime.optional(),
});

const bulkUpdateBuyerUsers = record('BulkUpdateBuyerUsers', { ids: z.array(id), isActive: flag });

const users = resource('Access control', 'BuyerUsers', 'assumed');

export const buyerUserOperations = [
	users.list('buyerUser.list', '/api/v1/buyer/users', buyerUserRecord, searchQuery),
	users.create(
		'buyerUser.create',
		'/api/v1/buyer/users',
		addBuyerUser,
		buyerUserRecord,
		onlineOnly('draft'),
	),
	users.change(
		'buyerUser.updateMany',
		'PUT',
		'/api/v1/buyer/users',
		bulkUpdateBuyerUsers,
		onlineOnly('draft'),
	),
	users.get('buyerUser.get', '/api/v1/buyer/users/{id}', buyerUserRecord),
	users.change(
		'buyerUser.update',
		'PUT',
		'/api/v1/buyer/users/{id}',
		updateBuyerUser,
		onlineOnly('draft'),
	),
	users.count('buyerUser.count', '/api/v1/buyer/users/count', searchQuery),
] as const;
