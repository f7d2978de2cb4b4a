// Record types of the organisation: where the business is, and its money, taxes and clocks.
import { atLocation, description, isActive, name } from './fields.ts';
import { recordType } from './record-kit.ts';

export const location = recordType('location', {
	place: 'organisation',
	title: 'name',
	fields: {
		name,
		code: { kind: 'code' },
		currency: { kind: 'reference', to: 'currency', by: 'code', fixed: true },
		timeZone: { kind: 'reference', to: 'timeZone' },
		dayStartHour: { kind: 'whole', from: 0, to: 23 },
		businessStructureId: { kind: 'reference', to: 'businessStructure' },
		isActive,
	},
	columns: ['code', 'name', 'businessStructureId', 'currency', 'timeZone', 'isActive'],
	form: {
		basics: ['name', 'code', 'businessStructureId', 'isActive'],
		money: ['currency'],
		day: ['timeZone', 'dayStartHour'],
	},
	search: ['name', 'code'],
	unique: [['name']],
});

export const section = recordType('section', {
	place: 'organisation',
	title: 'name',
	fields: {
		locationId: atLocation,
		name,
		storageAreaIds: { kind: 'references', to: 'storageArea', within: 'locationId' },
		description,
		isActive,
	},
	columns: ['locationId', 'name', 'storageAreaIds', 'isActive'],
	form: { basics: ['locationId', 'name', 'description', 'isActive'], areas: ['storageAreaIds'] },
	search: ['name'],
	unique: [['locationId', 'name']],
});

export const storageArea = recordType('storageArea', {
	place: 'organisation',
	title: 'name',
	fields: {
		locationId: atLocation,
		name,
		sequence: { kind: 'whole', from: 0, to: 9999 },
		isActive,
	},
	columns: ['locationId', 'sequence', 'name', 'isActive'],
	form: { basics: ['locationId', 'name', 'sequence', 'isActive'] },
	search: ['name'],
	unique: [['locationId', 'name']],
});

/** Lines of orders and returns name a tax by `taxId`, which the service gives. */
export const systemTaxSetting = recordType('systemTaxSetting', {
	place: 'organisation',
	title: 'name',
	fields: {
		taxId: { kind: 'whole', owned: true },
		name,
		rate: { kind: 'decimal', needed: true, from: '0', to: '100', unit: 'percent' },
		isInclusive: { kind: 'flag' },
		isDefault: { kind: 'flag' },
		isActive,
	},
	columns: ['taxId', 'name', 'rate', 'isInclusive', 'isDefault', 'isActive'],
	form: { basics: ['name', 'taxId', 'rate', 'isInclusive', 'isDefault', 'isActive'] },
	search: ['name'],
	unique: [['name']],
});

/** Only the rate and whether it is active can be changed. */
export const currency = recordType('currency', {
	place: 'organisation',
	title: 'code',
	fields: {
		code: { kind: 'code', owned: true },
		name: { kind: 'text', owned: true },
		symbol: { kind: 'text', owned: true },
		decimals: { kind: 'whole', owned: true },
		rate: { kind: 'decimal', above: '0' },
		isActive,
	},
	columns: ['code', 'name', 'symbol', 'rate', 'isActive'],
	form: { basics: ['code', 'name', 'symbol', 'decimals'], rate: ['rate', 'isActive'] },
	search: ['code', 'name'],
	unique: [['code']],
});

export const businessStructure = recordType('businessStructure', {
	place: 'organisation',
	title: 'name',
	fields: {
		name: { kind: 'text', owned: true },
		level: { kind: 'choice', options: ['group', 'brand', 'region'], owned: true },
		parentId: { kind: 'reference', to: 'businessStructure', owned: true },
		isActive: { kind: 'flag', owned: true },
	},
	columns: ['name', 'level', 'parentId', 'isActive'],
	form: { basics: ['name', 'level', 'parentId', 'isActive'] },
	search: ['name'],
	unique: [],
});

export const timeZone = recordType('timeZone', {
	place: 'organisation',
	title: 'name',
	fields: { name: { kind: 'text', owned: true } },
	columns: ['name'],
	form: { basics: ['name'] },
	search: ['name'],
	unique: [],
});
