// Groups of modifiers. Paths are shown; methods and records are our reading.
import { z } from 'zod';
import { dateTime, flag, id, integer, record, text } from './field.ts';
import { oneMoreWith, onlineOnly, sameContent } from './replay-rule.ts';
import { deletion, resource, searchQuery } from './resource.ts';

const createModifierGroup = record('CreateModifierGroup', {
	name: text,
	code: text.optional(),
	/** How many modifiers a guest must and may choose. */
	minimum: integer.optional(),
	maximum: integer.optional(),
	description: text.optional(),
	isActive: flag.optional(),
});

const updateModifierGroup = record('UpdateModifierGroup', { id, ...createModifierGroup.shape });

export const modifierGroupRecord = record('ModifierGroup', {
	id,
	...createModifierGroup.shape,
	modifiedDate: dateTime.optional(),
});

const bulkUpdateModifierGroups = record('BulkUpdateModifierGroups', {
	ids: z.array(id),
	isActive: flag,
});

const group = resource('Catalogue', 'ModifierGroup', 'assumed');

export const modifierGroupOperations = [
	group.list('modifierGroup.list', '/api/v1/ModifierGroup', modifierGroupRecord, searchQuery),
	group.create(
		'modifierGroup.create',
		'/api/v1/ModifierGroup',
		createModifierGroup,
		modifierGroupRecord,
		oneMoreWith('modifierGroup.list', 'name', 'code'),
	),
	group.change(
		'modifierGroup.update',
		'PUT',
		'/api/v1/ModifierGroup',
		updateModifierGroup,
		sameContent('modifierGroup.get'),
	),
	group.change(
		'modifierGroup.remove',
		'DELETE',
		'/api/v1/ModifierGroup',
		deletion('DeleteModifierGroupRequest'),
		onlineOnly('draft'),
	),
	group.get('modifierGroup.get', '/api/v1/ModifierGroup/{id}', modifierGroupRecord),
	group.change(
		'modifierGroup.updateMany',
		'PUT',
		'/api/v1/ModifierGroup/BulkUpdateGroup',
		bulkUpdateModifierGroups,
		onlineOnly('draft'),
	),
	group.count('modifierGroup.count', '/api/v1/ModifierGroup/Count', searchQuery),
] as const;
