// Roles within the business. Paths are shown; methods and records are our reading.
import { z } from 'zod';
import { dateTime, flag, id, integer, record, text } from './field.ts';
import { onlineOnly } from './replay-rule.ts';
import { noQuery, resource, searchQuery } from './resource.ts';
import { roleUser } from './roles.ts';

const createBuyerRole = record('CreateBuyerRole', {
	name: text,
	description: text.optional(),
	isActive: flag.optional(),
	scopes: z.array(integer).optional(),
});

const updateBuyerRole = record('UpdateBuyerRole', { ...createBuyerRole.shape });
const updateBuyerRoles = record('UpdateBuyerRoles', { ids: z.array(id), isActive: flag });

export const buyerRoleRecord = record('BuyerRole', {
	id,
	...createBuyerRole.shape,
	modifiedDate: dateTime.optional(),
});

const roles = resource('Access control', 'BuyerRoles', 'assumed');

export const buyerRoleOperations = [
	roles.list('buyerRole.list', '/api/v1/buyer/roles', buyerRoleRecord, searchQuery),
	roles.create(
		'buyerRole.create',
		'/api/v1/buyer/roles',
		createBuyerRole,
		buyerRoleRecord,
		onlineOnly('draft'),
	),
	roles.change(
		'buyerRole.updateMany',
		'PUT',
		'/api/v1/buyer/roles',
		updateBuyerRoles,
		onlineOnly('draft'),
	),
	roles.get('buyerRole.get', '/api/v1/buyer/roles/{id}', buyerRoleRecord),
	roles.change(
		'buyerRole.update',
		'PUT',
		'/api/v1/buyer/roles/{id}',
		updateBuyerRole,
		onlineOnly('draft'),
	),
	roles.list('buyerRole.users', '/api/v1/buyer/roles/{id}/users', roleUser, noQuery),
	roles.count('buyerRole.count', '/api/v1/buyer/roles/count', noQuery),
] as const;
