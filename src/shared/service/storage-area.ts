// Storage areas of a location. Paths are shown; methods and the records are our reading.
import { z } from 'zod';
import { flag, id, integer, record, text } from './field.ts';
import { oneMoreWith, sameContent } from './replay-rule.ts';
import { resource } from './resource.ts';

const createStorageArea = record('CreateStorageArea', {
	locationId: id,
	name: text,
	/** Walking order within the location. */
	sequence: integer.optional(),
	isActive: flag.optional(),
});

const updateStorageArea = record('UpdateStorageArea', { id, ...createStorageArea.shape });

export const storageAreaRecord = record('StorageArea', { id, ...createStorageArea.shape });
export type StorageAreaRecord = z.output<typeof storageAreaRecord>;

const area = resource('Organisation', 'StorageArea', 'assumed');

export const storageAreaOperations = [
	area.list(
		'storageArea.list',
		'/api/v1/StorageArea',
		storageAreaRecord,
		z.object({ locationId: id.optional() }),
	),
	area.create(
		'storageArea.create',
		'/api/v1/StorageArea',
		createStorageArea,
		storageAreaRecord,
		oneMoreWith('storageArea.list', 'locationId', 'name'),
	),
	area.change(
		'storageArea.update',
		'PUT',
		'/api/v1/StorageArea',
		updateStorageArea,
		sameContent('storageArea.get'),
	),
	area.get('storageArea.get', '/api/v1/StorageArea/{id}', storageAreaRecord),
] as const;
