// Inventory items, their stock and stock changes. Paths are shown; methods and records are our reading.
import { z } from 'zod';
import { dateTime, decimal, file, flag, id, integer, record, text } from './field.ts';
import { operation } from './operation.ts';
import { oneMoreWith, onlineOnly, sameContent } from './replay-rule.ts';
import { deletion, resource, searchQuery } from './resource.ts';
import { currentStockRecord, linesOfStock, stockChanges, stockRule } from './stock.ts';

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

/** How often an item is counted. */
export const countingFrequency = record('CountingFrequency', { id: integer, name: text });

/** A unit in a request: only its id, kind and size. */
const unitOfMeasureTypeRequest = record('UnitOfMeasureTypeRequest', {
	uomId: integer,
	name: text.optional(),
	type: text.optional(),
	conversionFactor: decimal,
	decimals: integer.optional(),
});

/** The unit used by a kind of document. */
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

const updateInventoryItem = record('UpdateInventoryItem', { id, ...addInventoryItem.shape });

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
	barcodes: z.array(barcode).optional(),
	countingFrequency: countingFrequency.optional(),
	isActive: flag.optional(),
	modifiedDate: dateTime.optional(),
});
export type ItemRecord = z.output<typeof itemRecord>;

const bulkUpdateProduct = record('BulkUpdateProduct', { ids: z.array(id), isActive: flag });

/** Reverts the last StockChanges change to an item's stock in a storage area. */
export const rollBackItemTransaction = record('RollBackItemTransaction', {
	itemId: id,
	locationId: id,
	storageAreaId: id,
	description: text.optional(),
});

/** A file of items in a form: CSV with a heading line. */
const importFile = record('UploadImportFile', { file });

const item = resource('Catalogue', 'inventoryitem', 'assumed');

export const inventoryItemOperations = [
	item.list(
		'inventoryItem.list',
		'/api/v1/inventoryitem',
		itemRecord,
		z.object({ search: text.optional(), categoryId: id.optional() }),
	),
	item.create(
		'inventoryItem.create',
		'/api/v1/inventoryitem',
		addInventoryItem,
		itemRecord,
		oneMoreWith('inventoryItem.list', 'name', 'code'),
	),
	item.change(
		'inventoryItem.update',
		'PUT',
		'/api/v1/inventoryitem',
		updateInventoryItem,
		sameContent('inventoryItem.get'),
	),
	item.change(
		'inventoryItem.remove',
		'DELETE',
		'/api/v1/inventoryitem',
		deletion('DeleteProductRequest'),
		onlineOnly('draft'),
	),
	item.get('inventoryItem.get', '/api/v1/inventoryitem/{id}', itemRecord),
	item.change(
		'inventoryItem.updateMany',
		'PUT',
		'/api/v1/inventoryitem/BulkUpdate',
		bulkUpdateProduct,
		onlineOnly('draft'),
	),
	item.count('inventoryItem.count', '/api/v1/inventoryitem/Count', searchQuery),
	item.change(
		'inventoryItem.rollBack',
		'POST',
		'/api/v1/inventoryitem/RollBackItemTransaction',
		rollBackItemTransaction,
		onlineOnly('stock'),
	),
	item.change(
		'inventoryItem.changeStock',
		'POST',
		'/api/v1/inventoryitem/StockChanges',
		stockChanges,
		stockRule('inventoryItem.currentStock'),
		{ note: 'could also be a read; see the stocktake posting setting' },
	),
	item.list(
		'inventoryItem.currentStock',
		'/api/v1/inventoryitem/CurrentStock',
		currentStockRecord,
		linesOfStock,
	),
	operation({
		name: 'inventoryItem.import',
		area: 'Catalogue',
		resource: 'inventoryitem',
		method: 'POST',
		path: '/api/v1/inventoryitem/UploadImportFile',
		evidence: { method: 'assumed', request: 'assumed', response: 'assumed' },
		body: importFile,
		form: true,
		answer: { kind: 'empty' },
		replay: onlineOnly('draft'),
		note: 'a file upload',
	}),
] as const;
