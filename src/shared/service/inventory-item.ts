// Inventory items, their stock and stock changes. Paths are shown; methods and records are our reading.
import { z } from 'zod';
import { dateTime, decimal, file, flag, id, integer, record, text } from './field.ts';
import { goneOnline, oneMoreWith } from './replay-rule.ts';
import {
	activation,
	change,
	count,
	create,
	deletion,
	get,
	list,
	replacement,
	resource,
	searchQuery,
} from './resource.ts';
import {
	currentStockRecord,
	linesOfStock,
	stockChanges,
	stockRule,
	reversesOnline,
} from './stock.ts';

export { currentStockRecord, stockChanges, type CurrentStockRecord } from './stock.ts';

/** A unit of an item. `uom` and `uomId` are integers wherever the document shows them. */
export const unitOfMeasure = record('UnitOfMeasureData', {
	uomId: integer,
	name: text,
	/** `case`, `pack`, `each`, `weight`; anything else is shown verbatim. */
	type: text.optional(),
	/** Base units per unit. */
	conversionFactor: decimal,
	/** Decimal places a quantity in this unit may have. */
	decimals: integer.optional(),
});

export const countingFrequency = record('CountingFrequency', { id: integer, name: text });

const unitOfMeasureTypeRequest = record('UnitOfMeasureTypeRequest', {
	uomId: integer,
	name: text.optional(),
	type: text.optional(),
	conversionFactor: decimal,
	decimals: integer.optional(),
});

const transactionUnit = record('TransactionUnit', { transaction: text, uomId: integer });

const barcode = record('ItemBarcode', { barcode: text, uomId: integer });

export const addInventoryItem = record('AddInventoryItem', {
	code: text.optional(),
	name: text,
	categoryId: id.optional(),
	baseUomId: integer,
	units: z.array(unitOfMeasureTypeRequest),
	transactionUnits: z.array(transactionUnit).optional(),
	barcodes: z.array(barcode).optional(),
	countingFrequency: countingFrequency.optional(),
	description: text.optional(),
	isActive: flag.optional(),
});

export const itemRecord = record('InventoryItem', {
	id,
	code: text.optional(),
	name: text,
	categoryId: id.optional(),
	categoryName: text.optional(),
	baseUomId: integer,
	/** Average cost per base unit. */
	unitCost: decimal.optional(),
	units: z.array(unitOfMeasure),
	transactionUnits: z.array(transactionUnit).optional(),
	barcodes: z.array(barcode).optional(),
	countingFrequency: countingFrequency.optional(),
	description: text.optional(),
	isActive: flag.optional(),
	modifiedDate: dateTime.optional(),
});
export type ItemRecord = z.output<typeof itemRecord>;

export const rollBackItemTransaction = record('RollBackItemTransaction', {
	itemId: id,
	locationId: id,
	storageAreaId: id,
	description: text.optional(),
});

/** A file of items in a form: CSV with a heading line. */
const importFile = record('UploadImportFile', { file });

export const inventoryItems = resource('inventoryItem', 'Catalogue', 'inventoryitem', 'assumed', {
	list: list('', itemRecord, z.object({ search: text.optional(), categoryId: id.optional() })),
	create: create('', addInventoryItem, itemRecord, oneMoreWith('name', 'code')),
	update: replacement('UpdateInventoryItem', addInventoryItem.shape),
	remove: change('DELETE', '', deletion('DeleteProductRequest'), goneOnline),
	get: get('/{id}', itemRecord),
	updateMany: activation('/BulkUpdate', 'BulkUpdateProduct'),
	count: count('/Count', searchQuery),
	rollBack: change('POST', '/RollBackItemTransaction', rollBackItemTransaction, reversesOnline),
	changeStock: {
		...change('POST', '/StockChanges', stockChanges, stockRule),
		note: 'could also be a read; see the stocktake posting setting',
	},
	currentStock: list('/CurrentStock', currentStockRecord, linesOfStock),
	import: { ...change('POST', '/UploadImportFile', importFile), form: true, note: 'a file upload' },
});
