// Roles of the system. The update of one role is shown field by field; the other records are our reading.
import { z } from 'zod';
import { dateTime, flag, id, integer, record, shownRecord, text } from './field.ts';
import { operation } from './operation.ts';
import { onlineOnly } from './replay-rule.ts';
import { noQuery, resource, searchQuery } from './resource.ts';

/** Fields are shown; the meaning of the numbers in `scopes` is not. */
const updateRole = shownRecord('UpdateRole', {
	name: text,
	description: text.optional(),
	isActive: flag.optional(),
	scopes: z.array(integer).optional(),
});

const createRole = record('CreateRole', { ...updateRole.shape });

export const roleRecord = record('Role', {
	id,
	...updateRole.shape,
	modifiedDate: dateTime.optional(),
});

/** A location where a role applies. */
const roleLocation = record('RoleLocation', { locationId: id });

/** A person with a role. */
export const roleUser = record('RoleUser', {
	id,
	name: text,
	email: text.optional(),
	locations: z.array(roleLocation).optional(),
	isActive: flag.optional(),
});
export type RoleUser = z.output<typeof roleUser>;

export const addUserRole = record('AddUserRole', {
	userId: id,
	roleId: id,
	/** Omitted means everywhere. */
	locations: z.array(roleLocation).optional(),
});
const removeUserRole = record('RemoveUserRole', { userId: id, roleId: id });

const roles = resource('Access control', 'Roles', 'shown');

export const roleOperations = [
	roles.create('role.create', '/api/v1/roles', createRole, roleRecord, onlineOnly('draft')),
	roles.list('role.list', '/api/v1/roles', roleRecord, searchQuery),
	roles.change(
		'role.update',
		'PUT',
		'/api/v1/roles',
		record('RoleUpdate', { id, ...updateRole.shape }),
		onlineOnly('draft'),
	),
	roles.get('role.get', '/api/v1/roles/{id}', roleRecord),
	operation({
		name: 'role.updateOne',
		area: 'Access control',
		resource: 'Roles',
		method: 'PUT',
		path: '/api/v1/roles/{id}',
		evidence: { method: 'shown', request: 'shown', response: 'shown' },
		body: updateRole,
		answer: { kind: 'empty' },
		replay: onlineOnly('draft'),
		note: 'request fields shown; 200 no body',
	}),
	roles.list('role.users', '/api/v1/roles/{id}/users', roleUser, noQuery),
	roles.change(
		'role.addUser',
		'POST',
		'/api/v1/roles/add-user-role',
		addUserRole,
		onlineOnly('draft'),
	),
	roles.count('role.count', '/api/v1/roles/count', noQuery),
	roles.change(
		'role.removeUser',
		'DELETE',
		'/api/v1/roles/remove-user-role',
		removeUserRole,
		onlineOnly('draft'),
	),
] as const;
