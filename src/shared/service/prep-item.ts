// Prep items, made ahead in the kitchen and stocked. Paths are shown; methods and records are our reading.
import { z } from 'zod';
import { dateTime, decimal, flag, id, integer, record, text } from './field.ts';
import { unitOfMeasure } from './inventory-item.ts';
import { ingredient, ingredientsData } from './menu.ts';
import { oneMoreWith } from './replay-rule.ts';
import {
	activation,
	change,
	count,
	create,
	get,
	list,
	replacement,
	resource,
	searchQuery,
} from './resource.ts';
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

export const prepItemRecord = record('PrepItem', {
	id,
	...addPrepItem.shape,
	unitCost: decimal.optional(),
	modifiedDate: dateTime.optional(),
});

export const prepItems = resource('prepItem', 'Catalogue', 'PrepItem', 'assumed', {
	list: list('', prepItemRecord, searchQuery),
	create: create('', addPrepItem, prepItemRecord, oneMoreWith('name', 'code')),
	update: replacement('UpdatePrepItem', addPrepItem.shape),
	get: get('/{id}', prepItemRecord),
	updateMany: activation('/BulkUpdatePrepItem', 'BulkUpdatePrepItem'),
	count: count('/Count', searchQuery),
	ingredients: list('/GetIngredientList', ingredientsData, searchQuery),
	// The same fields as an inventory item's stock.
	currentStock: list(
		'/PrepCurrentStock',
		record('PrepCurrentStock', currentStockRecord.shape),
		linesOfStock,
	),
	changeStock: {
		...change(
			'POST',
			'/PrepStockChanges',
			record('PrepStockChanges', stockChanges.shape),
			stockRule,
		),
		note: 'could also be a read; see the stocktake posting setting',
	},
});
