// Who may do what: roles of the system and of the business, its people, and the approval matrix. Paths are shown, and
// the methods of system roles. The update of one system role is shown field by field; everything else is our reading.
import { z } from 'zod';
import { decimal, flag, id, integer, record, shownRecord, stored, text } from './field.ts';
import { inRoleOnline, oneMoreOnlineWith, sameContentOnline } from './replay-rule.ts';
import {
	activation,
	allShown,
	change,
	count,
	create,
	get,
	list,
	noQuery,
	resource,
	searchQuery,
} from './resource.ts';

const area = 'Access control';

const newRole = {
	name: text,
	description: text.optional(),
	isActive: flag.optional(),
	/** The meaning of the numbers is not shown. */
	scopes: z.array(integer).optional(),
};

export const roleRecord = stored('Role', newRole);

const roleLocation = record('RoleLocation', { locationId: id });

const roleUser = record('RoleUser', {
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

export const roles = resource(
	'role',
	area,
	'Roles',
	'shown',
	{
		create: create('', record('CreateRole', newRole), roleRecord, oneMoreOnlineWith('name')),
		list: list('', roleRecord, searchQuery),
		update: change('PUT', '', record('RoleUpdate', { id, ...newRole })),
		get: get('/{id}', roleRecord),
		updateOne: {
			...change('PUT', '/{id}', shownRecord('UpdateRole', newRole), sameContentOnline),
			evidence: allShown,
			note: 'request fields shown; 200 no body',
		},
		users: list('/{id}/users', roleUser, noQuery),
		addUser: change('POST', '/add-user-role', addUserRole, inRoleOnline(true)),
		count: count('/count', noQuery),
		removeUser: change('DELETE', '/remove-user-role', removeUserRole, inRoleOnline(false)),
	},
	'/api/v1/roles',
);

export const buyerRoleRecord = stored('BuyerRole', newRole);

export const buyerRoles = resource(
	'buyerRole',
	area,
	'BuyerRoles',
	'assumed',
	{
		list: list('', buyerRoleRecord, searchQuery),
		create: create(
			'',
			record('CreateBuyerRole', newRole),
			buyerRoleRecord,
			oneMoreOnlineWith('name'),
		),
		updateMany: activation('', 'UpdateBuyerRoles'),
		get: get('/{id}', buyerRoleRecord),
		update: change('PUT', '/{id}', record('UpdateBuyerRole', newRole), sameContentOnline),
		users: list('/{id}/users', roleUser, noQuery),
		count: count('/count', noQuery),
	},
	'/api/v1/buyer/roles',
);

const newBuyerUser = {
	name: text,
	email: text,
	roleIds: z.array(id).optional(),
	/** Omitted means everywhere. */
	locationIds: z.array(id).optional(),
	isActive: flag.optional(),
};

export const buyerUserRecord = stored('BuyerUser', newBuyerUser);

export const buyerUsers = resource(
	'buyerUser',
	area,
	'BuyerUsers',
	'assumed',
	{
		list: list('', buyerUserRecord, searchQuery),
		create: create(
			'',
			record('AddBuyerUser', newBuyerUser),
			buyerUserRecord,
			oneMoreOnlineWith('email'),
		),
		updateMany: activation('', 'BulkUpdateBuyerUsers'),
		get: get('/{id}', buyerUserRecord),
		update: change('PUT', '/{id}', record('UpdateBuyerUser', newBuyerUser), sameContentOnline),
		count: count('/count', searchQuery),
	},
	'/api/v1/buyer/users',
);

const approvalRule = record('ApprovalRule', {
	roleId: id,
	/** The amount from which a layer is needed; omitted means always. */
	condition: record('ApprovalCondition', { amountFrom: decimal.optional() }).optional(),
});

const approvalLayer = record('ApprovalLayer', {
	sequence: integer,
	rules: z.array(approvalRule),
});

export const createApprovalMatrix = record('CreateApprovalMatrix', {
	name: text,
	/** `PurchaseRequest`, `PurchaseOrder`, `ReturnOrder`, `Wastage`, `Production`, `TransferIn` or `TransferOut`. */
	documentType: text,
	/** Omitted means everywhere. */
	locationIds: z.array(id).optional(),
	layers: z.array(approvalLayer),
	isActive: flag.optional(),
});

export const approvalMatrixRecord = stored('ApprovalMatrix', createApprovalMatrix.shape);

export const approvalMatrices = resource(
	'approvalMatrix',
	area,
	'ApprovalMatrix',
	'assumed',
	{
		list: list('', approvalMatrixRecord, searchQuery),
		create: create(
			'',
			createApprovalMatrix,
			approvalMatrixRecord,
			oneMoreOnlineWith('name', 'documentType'),
		),
		get: get('/{id}', approvalMatrixRecord),
		update: change(
			'PUT',
			'/{id}',
			record('UpdateApprovalMatrix', createApprovalMatrix.shape),
			sameContentOnline,
		),
	},
	'/api/v1/approval-matrix',
);
