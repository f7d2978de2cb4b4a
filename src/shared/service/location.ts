// Locations: the restaurants. Paths and methods are shown; the records are our reading.
import { z } from 'zod';
import { dateTime, flag, id, integer, record, text } from './field.ts';
import { oneMoreWith, onlineOnly, sameContent } from './replay-rule.ts';
import { noQuery, resource, searchQuery } from './resource.ts';

export const locationData = record('LocationData', {
	name: text,
	code: text.optional(),
	/** ISO 4217. */
	currency: text.optional(),
	/** IANA name of the time zone. */
	timeZone: text.optional(),
	/** Hour at which the business day begins. */
	dayStartHour: integer.optional(),
	businessStructureId: id.optional(),
	isActive: flag.optional(),
});

const updateLocation = record('UpdateLocation', { id, ...locationData.shape });

export const locationRecord = record('Location', {
	id,
	...locationData.shape,
	modifiedDate: dateTime.optional(),
});
export type LocationRecord = z.output<typeof locationRecord>;

/** A node in the tree of brands, regions and locations: a flat row with a parent. */
const locationHierarchy = record('LocationHierarchy', {
	id,
	name: text,
	/** `group`, `brand`, `region` or `location`. */
	level: text,
	parentId: id.optional(),
	isActive: flag.optional(),
});
export type LocationHierarchyRow = z.output<typeof locationHierarchy>;

const bulkUpdateLocationStatus = record('BulkUpdateLocationStatus', {
	ids: z.array(id),
	isActive: flag,
});

const location = resource('Organisation', 'Location', 'shown');

export const locationOperations = [
	location.create(
		'location.create',
		'/api/v1/Location',
		locationData,
		locationRecord,
		oneMoreWith('location.list', 'name', 'code'),
	),
	location.change(
		'location.update',
		'PUT',
		'/api/v1/Location',
		updateLocation,
		sameContent('location.get'),
	),
	location.list('location.list', '/api/v1/Location', locationRecord, searchQuery),
	location.get('location.get', '/api/v1/Location/GetById/{id}', locationRecord),
	location.list('location.listAll', '/api/v1/Location/all', locationRecord, noQuery),
	location.count('location.count', '/api/v1/Location/AllLocationCount', noQuery),
	location.list(
		'location.hierarchy',
		'/api/v1/Location/GetLocationHierarchy',
		locationHierarchy,
		noQuery,
	),
	location.list(
		'location.activeHierarchy',
		'/api/v1/Location/GetLocationHierarchyByActiveLocation',
		locationHierarchy,
		noQuery,
	),
	location.change(
		'location.updateMany',
		'PUT',
		'/api/v1/Location/UpdateBulk',
		bulkUpdateLocationStatus,
		onlineOnly('draft'),
	),
] as const;
