// Levels of the business above its locations. The path is shown; method and record are our reading.
import { flag, id, record, text } from './field.ts';
import { noQuery, resource } from './resource.ts';

export const businessStructureRecord = record('BusinessStructure', {
	id,
	name: text,
	/** `group`, `brand` or `region`. */
	level: text,
	parentId: id.optional(),
	isActive: flag.optional(),
});

const structures = resource('Organisation', 'BusinessStructures', 'assumed');

export const businessStructureOperations = [
	structures.list(
		'businessStructure.list',
		'/api/v1/business-structures',
		businessStructureRecord,
		noQuery,
	),
] as const;
