// Record types of access and of integrations: who may do what, and which apps are connected.
import { description, isActive, name } from './fields.ts';
import { recordType } from './record-kit.ts';

export const admin = recordType('admin', {
	place: 'access',
	title: 'name',
	fields: {
		name: { kind: 'text', owned: true },
		email: { kind: 'email', owned: true },
		isActive: { kind: 'flag', owned: true },
	},
	columns: ['name', 'email', 'isActive'],
	form: { basics: ['name', 'email', 'isActive'] },
	search: ['name', 'email'],
	unique: [],
});

/** Roles of the system and of the business have the same fields, and each their own list. */
const roles = {
	place: 'access',
	title: 'name',
	fields: { name, description, scopes: { kind: 'numbers' }, isActive },
	columns: ['name', 'description', 'isActive'],
	form: { basics: ['name', 'description', 'isActive'], rights: ['scopes'] },
	search: ['name', 'description'],
	unique: [['name']],
} as const;

export const role = recordType('role', roles);
export const buyerRole = recordType('buyerRole', roles);

export const buyerUser = recordType('buyerUser', {
	place: 'access',
	title: 'name',
	fields: {
		name,
		email: { kind: 'email', needed: true },
		roleIds: { kind: 'references', to: 'buyerRole' },
		locationIds: { kind: 'references', to: 'location' },
		isActive,
	},
	columns: ['name', 'email', 'roleIds', 'locationIds', 'isActive'],
	form: { basics: ['name', 'email', 'isActive'], rights: ['roleIds', 'locationIds'] },
	search: ['name', 'email'],
	unique: [['email']],
});

const documentTypes = [
	'PurchaseRequest',
	'PurchaseOrder',
	'ReturnOrder',
	'Wastage',
	'Production',
	'TransferIn',
	'TransferOut',
] as const;

export const approvalMatrix = recordType('approvalMatrix', {
	place: 'access',
	title: 'name',
	fields: {
		name,
		documentType: { kind: 'choice', needed: true, options: documentTypes },
		locationIds: { kind: 'references', to: 'location' },
		layers: {
			kind: 'lines',
			needed: true,
			key: ['sequence'],
			fields: {
				sequence: { kind: 'whole', needed: true },
				rules: {
					kind: 'lines',
					needed: true,
					key: ['roleId'],
					fields: {
						roleId: { kind: 'reference', to: 'role', needed: true },
						condition: { kind: 'group', fields: { amountFrom: { kind: 'money' } } },
					},
				},
			},
		},
		isActive,
	},
	columns: ['name', 'documentType', 'locationIds', 'isActive'],
	form: { basics: ['name', 'documentType', 'locationIds', 'isActive'], layers: ['layers'] },
	search: ['name', 'documentType'],
	unique: [['name']],
});

/** Connection and mapping are set by installing the app, which has no screen yet. */
export const marketPlaceApp = recordType('marketPlaceApp', {
	place: 'integrations',
	title: 'name',
	fields: {
		name,
		description,
		category: { kind: 'text' },
		isActive,
		isInstalled: { kind: 'flag', owned: true },
		connection: {
			kind: 'group',
			owned: true,
			fields: { system: { kind: 'text' }, address: { kind: 'text' } },
		},
		locations: {
			kind: 'lines',
			owned: true,
			key: ['locationId'],
			fields: { locationId: { kind: 'reference', to: 'location' }, externalId: { kind: 'code' } },
		},
		taxes: {
			kind: 'lines',
			owned: true,
			key: ['taxId'],
			fields: {
				taxId: { kind: 'reference', to: 'systemTaxSetting', by: 'taxId' },
				externalId: { kind: 'code' },
			},
		},
	},
	columns: ['name', 'category', 'isInstalled', 'isActive'],
	form: {
		basics: ['name', 'description', 'category', 'isActive'],
		installed: ['isInstalled', 'connection', 'locations', 'taxes'],
	},
	search: ['name', 'description', 'category'],
	unique: [['name']],
});
