// Menu items: dishes for sale, with their recipes. Paths are shown; methods and records are our reading.
import { z } from 'zod';
import { dateTime, decimal, flag, id, record, text } from './field.ts';
import { brandLocationDiningOptions, ingredient, ingredientsData } from './ingredient.ts';
import { oneMoreWith, onlineOnly, sameContent } from './replay-rule.ts';
import { noQuery, resource, searchQuery } from './resource.ts';

const addMenuItem = record('AddMenuItem', {
	name: text,
	code: text.optional(),
	categoryId: id.optional(),
	/** Price per portion, before tax. */
	price: decimal.optional(),
	ingredients: z.array(ingredient).optional(),
	modifierGroupIds: z.array(id).optional(),
	diningOptionIds: z.array(id).optional(),
	description: text.optional(),
	isActive: flag.optional(),
});

const updateMenuItem = record('UpdateMenuItem', { id, ...addMenuItem.shape });

export const menuItemRecord = record('MenuItem', {
	id,
	...addMenuItem.shape,
	modifiedDate: dateTime.optional(),
});

const bulkUpdateMenuItem = record('BulkUpdateMenuItem', { ids: z.array(id), isActive: flag });

const menuItem = resource('Catalogue', 'MenuItem', 'assumed');

export const menuItemOperations = [
	menuItem.list('menuItem.list', '/api/v1/MenuItem', menuItemRecord, searchQuery),
	menuItem.create(
		'menuItem.create',
		'/api/v1/MenuItem',
		addMenuItem,
		menuItemRecord,
		oneMoreWith('menuItem.list', 'name', 'code'),
	),
	menuItem.change(
		'menuItem.update',
		'PUT',
		'/api/v1/MenuItem',
		updateMenuItem,
		sameContent('menuItem.get'),
	),
	menuItem.get('menuItem.get', '/api/v1/MenuItem/{id}', menuItemRecord),
	menuItem.change(
		'menuItem.updateMany',
		'PUT',
		'/api/v1/MenuItem/BulkUpdateMenuItem',
		bulkUpdateMenuItem,
		onlineOnly('draft'),
	),
	menuItem.count('menuItem.count', '/api/v1/MenuItem/Count', searchQuery),
	menuItem.list(
		'menuItem.diningOptions',
		'/api/v1/MenuItem/GetBrandLocationDiningOptions',
		brandLocationDiningOptions,
		noQuery,
	),
	menuItem.list(
		'menuItem.ingredients',
		'/api/v1/MenuItem/GetIngredientList',
		ingredientsData,
		searchQuery,
	),
] as const;
