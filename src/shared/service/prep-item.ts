// Prep items, made ahead in the kitchen and stocked. Paths are shown; methods and records are our reading.
import { z } from 'zod';
import { dateTime, decimal, flag, id, integer, record, text } from './field.ts';
import { ingredient, ingredientsData } from './ingredient.ts';
import { unitOfMeasure } from './inventory-item.ts';
import { oneMoreWith, onlineOnly, sameContent } from './replay-rule.ts';
import { resource, searchQuery } from './resource.ts';
import { currentStockRecord, linesOfStock, stockChanges, stockRule } from './stock.ts';

/** 1 is stocked, 2 is made to order. */
const prepItemType = record('PrepItemType', { id: integer, name: text });

export const addPrepItem = record('AddPrepItem', {
	name: text,
	code: text.optional(),
	type: prepItemType.optional(),
	categoryId: id.optional(),
	baseUomId: integer,
	units: z.array(unitOfMeasure),
	/** Base units per batch. */
	yield: decimal.optional(),
	ingredients: z.array(ingredient).optional(),
	description: text.optional(),
	isActive: flag.optional(),
});

const updatePrepItem = record('UpdatePrepItem', { id, ...addPrepItem.shape });

export const prepItemRecord = record('PrepItem', {
	id,
	...addPrepItem.shape,
	/** Cost per base unit, from its recipe. */
	unitCost: decimal.optional(),
	modifiedDate: dateTime.optional(),
});

const bulkUpdatePrepItem = record('BulkUpdatePrepItem', { ids: z.array(id), isActive: flag });

/** A prep item in one storage area; same fields as an inventory item's stock. */
const prepCurrentStock = record('PrepCurrentStock', { ...currentStockRecord.shape });
const prepStockChanges = record('PrepStockChanges', { ...stockChanges.shape });

const prepItem = resource('Catalogue', 'PrepItem', 'assumed');

export const prepItemOperations = [
	prepItem.list('prepItem.list', '/api/v1/PrepItem', prepItemRecord, searchQuery),
	prepItem.create(
		'prepItem.create',
		'/api/v1/PrepItem',
		addPrepItem,
		prepItemRecord,
		oneMoreWith('prepItem.list', 'name', 'code'),
	),
	prepItem.change(
		'prepItem.update',
		'PUT',
		'/api/v1/PrepItem',
		updatePrepItem,
		sameContent('prepItem.get'),
	),
	prepItem.get('prepItem.get', '/api/v1/PrepItem/{id}', prepItemRecord),
	prepItem.change(
		'prepItem.updateMany',
		'PUT',
		'/api/v1/PrepItem/BulkUpdatePrepItem',
		bulkUpdatePrepItem,
		onlineOnly('draft'),
	),
	prepItem.count('prepItem.count', '/api/v1/PrepItem/Count', searchQuery),
	prepItem.list(
		'prepItem.ingredients',
		'/api/v1/PrepItem/GetIngredientList',
		ingredientsData,
		searchQuery,
	),
	prepItem.list(
		'prepItem.currentStock',
		'/api/v1/PrepItem/PrepCurrentStock',
		prepCurrentStock,
		linesOfStock,
	),
	prepItem.change(
		'prepItem.changeStock',
		'POST',
		'/api/v1/PrepItem/PrepStockChanges',
		prepStockChanges,
		stockRule('prepItem.currentStock'),
		{ note: 'could also be a read; see the stocktake posting setting' },
	),
] as const;
