// Modifiers: additions to a dish, or things left out. Paths and methods are shown; the records are our reading.
import { z } from 'zod';
import { dateTime, decimal, flag, id, integer, record, text } from './field.ts';
import { brandLocationDiningOptions, ingredient, ingredientsData } from './ingredient.ts';
import { oneMoreWith, onlineOnly, sameContent } from './replay-rule.ts';
import { noQuery, resource, searchQuery } from './resource.ts';

/** Effect on the dish: 1 adds, 2 removes, 3 replaces. */
const modifierImpactType = record('ModifierImpactType', { id: integer, name: text });

const addModifier = record('AddModifier', {
	name: text,
	code: text.optional(),
	modifierGroupId: id.optional(),
	impactType: modifierImpactType.optional(),
	price: decimal.optional(),
	ingredients: z.array(ingredient).optional(),
	description: text.optional(),
	isActive: flag.optional(),
});

const updateModifier = record('UpdateModifier', { id, ...addModifier.shape });

export const modifierRecord = record('Modifier', {
	id,
	...addModifier.shape,
	modifiedDate: dateTime.optional(),
});

const bulkUpdateModifier = record('BulkUpdateModifier', { ids: z.array(id), isActive: flag });

const modifier = resource('Catalogue', 'Modifier', 'shown');

export const modifierOperations = [
	modifier.create(
		'modifier.create',
		'/api/v1/Modifier',
		addModifier,
		modifierRecord,
		oneMoreWith('modifier.list', 'name', 'code'),
	),
	modifier.list('modifier.list', '/api/v1/Modifier', modifierRecord, searchQuery),
	modifier.change(
		'modifier.update',
		'PUT',
		'/api/v1/Modifier',
		updateModifier,
		sameContent('modifier.get'),
	),
	modifier.get('modifier.get', '/api/v1/Modifier/{id}', modifierRecord),
	modifier.change(
		'modifier.updateMany',
		'PUT',
		'/api/v1/Modifier/BulkUpdateModifier',
		bulkUpdateModifier,
		onlineOnly('draft'),
	),
	modifier.count('modifier.count', '/api/v1/Modifier/Count', searchQuery, {
		note: '200, no body shape',
	}),
	modifier.list(
		'modifier.diningOptions',
		'/api/v1/Modifier/GetBrandLocationDiningOptions',
		brandLocationDiningOptions,
		noQuery,
	),
	modifier.list(
		'modifier.ingredients',
		'/api/v1/Modifier/GetIngredientList',
		ingredientsData,
		searchQuery,
	),
] as const;
