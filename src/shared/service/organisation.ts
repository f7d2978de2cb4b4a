// The business: its administrators, structure, locations, currencies and taxes. Paths are shown, and the methods of
// administrators and locations; other methods and all records are our reading.
import { z } from 'zod';
import { dateTime, decimal, flag, id, integer, record, stored, text } from './field.ts';
import { goneOnline, oneMoreWith, onlineOnly, sameInListOnline } from './replay-rule.ts';
import {
	activation,
	change,
	count,
	create,
	creation,
	deletion,
	find,
	get,
	list,
	locationQuery,
	noQuery,
	replacement,
	resource,
	searchQuery,
	step,
} from './resource.ts';

const area = 'Organisation';

export const adminRecord = record('Admin', {
	id,
	name: text,
	email: text.optional(),
	isActive: flag.optional(),
});

export const admins = resource(
	'admin',
	area,
	'Admins',
	'shown',
	{ list: list('', adminRecord, searchQuery) },
	'/api/v1/admins',
);

/** A node in the tree of the business: a flat row with a parent. */
const hierarchyNode = {
	id,
	name: text,
	/** `group`, `brand`, `region`, or in the hierarchy `location`. */
	level: text,
	parentId: id.optional(),
	isActive: flag.optional(),
};

export const businessStructureRecord = record('BusinessStructure', hierarchyNode);

export const businessStructures = resource(
	'businessStructure',
	area,
	'BusinessStructures',
	'assumed',
	{ list: list('', businessStructureRecord, noQuery) },
	'/api/v1/business-structures',
);

export const currencyRecord = record('Currency', {
	id,
	/** ISO 4217. */
	code: text,
	name: text.optional(),
	symbol: text.optional(),
	decimals: integer.optional(),
	/** Units of this currency per unit of the business's own. */
	rate: decimal.optional(),
	isActive: flag.optional(),
});

const updateCurrencyRequest = record('UpdateCurrencyRequest', {
	id,
	rate: decimal.optional(),
	isActive: flag.optional(),
});

const exchangeRate = record('ExchangeRate', {
	from: text,
	to: text,
	/** Units of `to` per unit of `from`. */
	rate: decimal,
	date: dateTime.optional(),
});

export const currencies = resource('currency', area, 'Currency', 'assumed', {
	list: list('', currencyRecord, searchQuery),
	// No path reads a single one.
	update: change('PUT', '', updateCurrencyRequest, sameInListOnline),
	exchangeRate: find(
		'/GetExchangeRate',
		exchangeRate,
		z.object({ from: text.optional(), to: text.optional() }),
	),
});

const newLocation = {
	name: text,
	code: text.optional(),
	/** ISO 4217. */
	currency: text.optional(),
	/** IANA name of the time zone. */
	timeZone: text.optional(),
	dayStartHour: integer.optional(),
	businessStructureId: id.optional(),
	isActive: flag.optional(),
};
export const locationData = record('LocationData', newLocation);

export const locationRecord = stored('Location', newLocation);
export type LocationRecord = z.output<typeof locationRecord>;

const locationHierarchy = record('LocationHierarchy', hierarchyNode);
export type LocationHierarchyRow = z.output<typeof locationHierarchy>;

export const locations = resource('location', area, 'Location', 'shown', {
	create: create('', locationData, locationRecord, oneMoreWith('name', 'code')),
	update: replacement('UpdateLocation', newLocation),
	list: list('', locationRecord, searchQuery),
	get: get('/GetById/{id}', locationRecord),
	listAll: list('/all', locationRecord, noQuery),
	count: count('/AllLocationCount', noQuery),
	hierarchy: list('/GetLocationHierarchy', locationHierarchy, noQuery),
	activeHierarchy: list('/GetLocationHierarchyByActiveLocation', locationHierarchy, noQuery),
	updateMany: activation('/UpdateBulk', 'BulkUpdateLocationStatus'),
});

const newSection = {
	locationId: id,
	name: text,
	storageAreaIds: z.array(id).optional(),
	description: text.optional(),
	isActive: flag.optional(),
};

export const sectionRecord = stored('Section', newSection);

export const sections = resource('section', area, 'Section', 'assumed', {
	list: list('', sectionRecord, locationQuery),
	create: creation('CreateSectionModel', newSection, sectionRecord, 'locationId', 'name'),
	// No path reads a single one.
	update: change('PUT', '', record('UpdateSectionModel', { id, ...newSection }), sameInListOnline),
	updateMany: activation('/UpdateBulk', 'BulkUpdateSectionModel'),
});

const newStorageArea = {
	locationId: id,
	name: text,
	/** Walking order within the location. */
	sequence: integer.optional(),
	isActive: flag.optional(),
};

export const storageAreaRecord = record('StorageArea', { id, ...newStorageArea });

export const storageAreas = resource('storageArea', area, 'StorageArea', 'assumed', {
	list: list('', storageAreaRecord, z.object({ locationId: id.optional() })),
	create: creation('CreateStorageArea', newStorageArea, storageAreaRecord, 'locationId', 'name'),
	update: replacement('UpdateStorageArea', newStorageArea),
	get: get('/{id}', storageAreaRecord),
});

const newTax = {
	name: text,
	/** Per cent. */
	rate: decimal,
	isInclusive: flag.optional(),
	isDefault: flag.optional(),
	isActive: flag.optional(),
};

export const systemTaxSettingRecord = record('SystemTaxSetting', {
	id,
	/** Referenced by lines of orders and returns. */
	taxId: integer,
	...newTax,
	modifiedDate: dateTime.optional(),
});

export const taxSettings = resource('systemTaxSetting', area, 'SystemTaxSetting', 'assumed', {
	list: list('', systemTaxSettingRecord, searchQuery),
	create: creation('AddSystemTaxSetting', newTax, systemTaxSettingRecord, 'name', 'rate'),
	update: replacement('UpdateSystemTaxSetting', newTax),
	remove: change('DELETE', '', deletion('DeleteSystemTaxSetting'), goneOnline),
	get: get('/{id}', systemTaxSettingRecord),
	seed: {
		...step('POST', '/SeedInitialDataTo{engine}', onlineOnly('draft')),
		note: 'the last part of the path is masked in the document',
	},
});

/** The id is an IANA name. */
const timeZoneRecord = record('TimeZone', { id: text, name: text.optional() });

export const timeZones = resource('timeZone', area, 'TimeZone', 'assumed', {
	list: list('', timeZoneRecord, noQuery),
});
