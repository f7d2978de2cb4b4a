// Record types of the catalogue: what is made and sold, and how it is numbered.
import {
	description,
	inCategory,
	ingredients,
	isActive,
	name,
	ownIngredient,
	recipeCycle,
	units,
	wrongBase,
} from './fields.ts';
import { recordType } from './record-kit.ts';
import { changedFactors, unevenUnits } from './unit-ratios.ts';

export const itemClass = recordType('class', {
	place: 'catalogue',
	title: 'name',
	fields: { name, code: { kind: 'code' }, description, isActive },
	columns: ['code', 'name', 'description', 'isActive'],
	form: { basics: ['name', 'code', 'description', 'isActive'] },
	search: ['name', 'code'],
	unique: [['name']],
});

export const category = recordType('category', {
	place: 'catalogue',
	title: 'name',
	fields: {
		name,
		code: { kind: 'code' },
		classId: { kind: 'reference', to: 'class' },
		description,
		isActive,
	},
	columns: ['code', 'name', 'classId', 'isActive'],
	form: { basics: ['name', 'code', 'classId', 'description', 'isActive'] },
	search: ['name', 'code'],
	unique: [['name']],
});

export const diningOption = recordType('diningOption', {
	place: 'catalogue',
	title: 'name',
	fields: {
		name,
		isAggregator: { kind: 'flag' },
		isDefault: { kind: 'flag' },
		diningOptionId: { kind: 'code' },
		isActive,
	},
	columns: ['name', 'diningOptionId', 'isAggregator', 'isDefault', 'isActive'],
	form: {
		basics: ['name', 'isDefault', 'isActive'],
		aggregator: ['isAggregator', 'diningOptionId'],
	},
	search: ['name', 'diningOptionId'],
	unique: [['name']],
});

/** The service's options for how often an item is counted are not shown, so that field can only be read. */
export const inventoryItem = recordType('inventoryItem', {
	place: 'catalogue',
	title: 'name',
	fields: {
		name,
		code: { kind: 'code' },
		categoryId: inCategory,
		categoryName: { kind: 'text', owned: true },
		baseUomId: { kind: 'unit', of: 'units', needed: true },
		units,
		transactionUnits: {
			kind: 'lines',
			key: ['transaction'],
			fields: {
				transaction: { kind: 'text', needed: true },
				uomId: { kind: 'unit', of: 'units', needed: true },
			},
		},
		barcodes: {
			kind: 'lines',
			key: ['barcode'],
			fields: {
				barcode: { kind: 'code', needed: true },
				uomId: { kind: 'unit', of: 'units', needed: true },
			},
		},
		countingFrequency: { kind: 'coded', options: {} },
		unitCost: { kind: 'money', places: 4, owned: true },
		description,
		isActive,
	},
	columns: ['code', 'name', 'categoryId', 'unitCost', 'countingFrequency', 'isActive'],
	form: {
		basics: ['name', 'code', 'categoryId', 'description', 'countingFrequency', 'isActive'],
		units: ['baseUomId', 'units', 'transactionUnits', 'unitCost'],
		scanning: ['barcodes'],
	},
	search: ['code', 'name'],
	unique: [['code', 'name']],
	check: (record, facts) => [
		...wrongBase(record),
		...unevenUnits(record, facts),
		...changedFactors(record, facts),
	],
});

export const prepItem = recordType('prepItem', {
	place: 'catalogue',
	title: 'name',
	fields: {
		name,
		code: { kind: 'code' },
		type: { kind: 'coded', options: { 1: 'kept in stock', 2: 'made to order' } },
		categoryId: inCategory,
		baseUomId: { kind: 'unit', of: 'units', needed: true },
		units,
		yield: { kind: 'decimal', above: '0', unit: 'baseUomId' },
		ingredients,
		unitCost: { kind: 'money', places: 4, owned: true },
		description,
		isActive,
	},
	columns: ['code', 'name', 'categoryId', 'yield', 'unitCost', 'isActive'],
	form: {
		basics: ['name', 'code', 'type', 'categoryId', 'description', 'isActive'],
		units: ['baseUomId', 'units'],
		recipe: ['yield', 'ingredients', 'unitCost'],
	},
	search: ['code', 'name'],
	unique: [['code', 'name']],
	check: (record, facts) => [
		...wrongBase(record),
		...unevenUnits(record, facts),
		...changedFactors(record, facts),
		...ownIngredient(record),
		...recipeCycle(record, facts),
	],
});

export const menuItem = recordType('menuItem', {
	place: 'catalogue',
	title: 'name',
	fields: {
		name,
		code: { kind: 'code' },
		categoryId: inCategory,
		price: { kind: 'money' },
		ingredients,
		modifierGroupIds: { kind: 'references', to: 'modifierGroup' },
		diningOptionIds: { kind: 'references', to: 'diningOption' },
		description,
		isActive,
	},
	columns: ['code', 'name', 'categoryId', 'price', 'diningOptionIds', 'isActive'],
	form: {
		basics: ['name', 'code', 'categoryId', 'price', 'description', 'isActive'],
		recipe: ['ingredients'],
		sold: ['diningOptionIds', 'modifierGroupIds'],
	},
	search: ['name', 'code'],
	unique: [['name']],
	check: ownIngredient,
});

export const modifierGroup = recordType('modifierGroup', {
	place: 'catalogue',
	title: 'name',
	fields: {
		name,
		code: { kind: 'code' },
		minimum: { kind: 'whole', from: 0 },
		maximum: { kind: 'whole', from: 0 },
		description,
		isActive,
	},
	columns: ['code', 'name', 'minimum', 'maximum', 'isActive'],
	form: {
		basics: ['name', 'code', 'description', 'isActive'],
		choosing: ['minimum', 'maximum'],
	},
	search: ['name', 'code'],
	unique: [['name']],
	check: ({ minimum = 0, maximum }) =>
		maximum !== undefined && maximum < minimum
			? [{ at: 'maximum', code: 'out-of-bounds', args: { from: minimum } }]
			: [],
});

export const modifier = recordType('modifier', {
	place: 'catalogue',
	title: 'name',
	fields: {
		name,
		code: { kind: 'code' },
		modifierGroupId: { kind: 'reference', to: 'modifierGroup' },
		impactType: { kind: 'coded', options: { 1: 'adds', 2: 'removes', 3: 'replaces' } },
		price: { kind: 'money' },
		ingredients,
		description,
		isActive,
	},
	columns: ['code', 'name', 'modifierGroupId', 'impactType', 'price', 'isActive'],
	form: {
		basics: ['name', 'code', 'modifierGroupId', 'impactType', 'price', 'description', 'isActive'],
		recipe: ['ingredients'],
	},
	search: ['name', 'code'],
	unique: [['name']],
	check: ownIngredient,
});

/** The three kinds of prefixes differ only in what they number. */
const prefixes = {
	place: 'catalogue',
	title: 'target',
	fields: {
		target: { kind: 'text', needed: true },
		prefix: { kind: 'text', needed: true, longest: 8, pattern: /^[A-Za-z0-9]{1,8}$/ },
		digits: { kind: 'whole', from: 1, to: 9 },
		isActive,
	},
	columns: ['target', 'prefix', 'digits', 'isActive'],
	form: { basics: ['target', 'prefix', 'digits', 'isActive'] },
	search: ['target', 'prefix'],
	unique: [['target']],
} as const;

export const categoryPrefix = recordType('categoryPrefix', prefixes);
export const entityPrefix = recordType('entityPrefix', prefixes);
export const transactionPrefix = recordType('transactionPrefix', prefixes);

/** The prefixes of all three kinds in one list. */
export const prefixConfiguration = recordType('prefixConfiguration', {
	place: 'catalogue',
	title: 'target',
	identity: ['kind', 'target'],
	fields: {
		kind: { kind: 'choice', options: ['category', 'entity', 'transaction'], owned: true },
		target: { kind: 'text', owned: true },
		prefix: { kind: 'text', owned: true },
		digits: { kind: 'whole', owned: true },
	},
	columns: ['kind', 'target', 'prefix', 'digits'],
	form: { basics: ['kind', 'target', 'prefix', 'digits'] },
	search: ['target', 'prefix'],
	unique: [],
});
