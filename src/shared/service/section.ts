// Sections of a location: bar, kitchen, terrace. Paths are shown; methods and records are our reading.
import { z } from 'zod';
import { dateTime, flag, id, record, text } from './field.ts';
import { oneMoreWith, onlineOnly } from './replay-rule.ts';
import { locationQuery, resource } from './resource.ts';

const createSectionModel = record('CreateSectionModel', {
	locationId: id,
	name: text,
	storageAreaIds: z.array(id).optional(),
	description: text.optional(),
	isActive: flag.optional(),
});

const updateSectionModel = record('UpdateSectionModel', { id, ...createSectionModel.shape });

export const sectionRecord = record('Section', {
	id,
	...createSectionModel.shape,
	modifiedDate: dateTime.optional(),
});

const bulkUpdateSectionModel = record('BulkUpdateSectionModel', {
	ids: z.array(id),
	isActive: flag,
});

const section = resource('Organisation', 'Section', 'assumed');

export const sectionOperations = [
	section.list('section.list', '/api/v1/Section', sectionRecord, locationQuery),
	section.create(
		'section.create',
		'/api/v1/Section',
		createSectionModel,
		sectionRecord,
		oneMoreWith('section.list', 'locationId', 'name'),
	),
	section.change(
		'section.update',
		'PUT',
		'/api/v1/Section',
		updateSectionModel,
		// No path reads a single one.
		onlineOnly('draft'),
	),
	section.change(
		'section.updateMany',
		'PUT',
		'/api/v1/Section/UpdateBulk',
		bulkUpdateSectionModel,
		onlineOnly('draft'),
	),
] as const;
