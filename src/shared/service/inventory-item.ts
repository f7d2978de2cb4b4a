// Inventory items, their stock and changes of it. Paths are shown; methods and records are our reading.
import Big from 'big.js';
import { z } from 'zod';
import { dateTime, decimal, flag, id, integer, record, text } from './field.ts';
import { operation } from './operation.ts';

/** A unit of an item. `uom` and `uomId` are integers wherever the document shows them. */
export const unitOfMeasure = record('UnitOfMeasureData', {
	uomId: integer,
	name: text,
	/** `case`, `pack`, `each`, `weight`; anything else is shown as it is. */
	type: text.optional(),
	/** Base units in one of this unit. */
	conversionFactor: decimal,
	/** Decimal places a quantity in this unit may have. */
	decimals: integer.optional(),
});

export const itemRecord = record('InventoryItem', {
	id,
	code: text.optional(),
	name: text,
	categoryId: id.optional(),
	categoryName: text.optional(),
	baseUomId: integer,
	/** Average cost of one base unit. */
	unitCost: decimal.optional(),
	units: z.array(unitOfMeasure),
	barcodes: z.array(record('ItemBarcode', { barcode: text, uomId: integer })).optional(),
	isActive: flag.optional(),
	modifiedDate: dateTime.optional(),
});
export type ItemRecord = z.output<typeof itemRecord>;

/** One item in one storage area of a location. */
export const currentStockRecord = record('CurrentStock', {
	itemId: id,
	locationId: id,
	storageAreaId: id,
	shelf: text.optional(),
	/** Walking order within the area. */
	sequence: integer.optional(),
	/** Base units. */
	quantity: decimal,
	/** Average cost of one base unit at this location. */
	unitCost: decimal.optional(),
});
export type CurrentStockRecord = z.output<typeof currentStockRecord>;

export const stockChangeItem = record('StockChangeItem', {
	itemId: id,
	storageAreaId: id,
	/** Change in base units: what was counted less what was in the book. */
	quantity: decimal,
	/** What was counted, in base units. */
	countedQuantity: decimal.optional(),
	description: text.optional(),
});

export const stockChanges = record('StockChanges', {
	locationId: id,
	date: dateTime,
	description: text.optional(),
	items: z.array(stockChangeItem),
});

const stockLine = (line: { itemId: string; storageAreaId: string }) =>
	`${line.itemId} ${line.storageAreaId}`;

const sumByLine = (
	lines: readonly { line: string; quantity: string }[],
): Record<string, string> => {
	const sums: Record<string, string> = {};
	for (const { line, quantity } of lines) {
		sums[line] = new Big(sums[line] ?? '0').plus(quantity).toFixed();
	}
	return sums;
};

export const inventoryItemOperations = [
	operation({
		name: 'inventoryItem.list',
		area: 'Catalogue',
		resource: 'inventoryitem',
		method: 'GET',
		path: '/api/v1/inventoryitem',
		evidence: { method: 'assumed', request: 'assumed', response: 'assumed' },
		query: z.object({ search: text.optional(), categoryId: id.optional() }),
		answer: { kind: 'list', schema: itemRecord },
	}),
	operation({
		name: 'inventoryItem.get',
		area: 'Catalogue',
		resource: 'inventoryitem',
		method: 'GET',
		path: '/api/v1/inventoryitem/{id}',
		evidence: { method: 'assumed', request: 'assumed', response: 'assumed' },
		answer: { kind: 'one', schema: itemRecord },
	}),
	operation({
		name: 'inventoryItem.currentStock',
		area: 'Catalogue',
		resource: 'inventoryitem',
		method: 'GET',
		path: '/api/v1/inventoryitem/CurrentStock',
		evidence: { method: 'assumed', request: 'assumed', response: 'assumed' },
		query: z.object({ locationId: id.optional(), itemId: id.optional() }),
		answer: { kind: 'list', schema: currentStockRecord },
	}),
	operation({
		name: 'inventoryItem.changeStock',
		area: 'Catalogue',
		resource: 'inventoryitem',
		method: 'POST',
		path: '/api/v1/inventoryitem/StockChanges',
		evidence: { method: 'assumed', request: 'assumed', response: 'assumed' },
		body: stockChanges,
		answer: { kind: 'empty' },
		replay: {
			proof: 'quantities',
			risk: 'stock',
			read: 'inventoryItem.currentStock',
			readInput: (payload) => ({ query: { locationId: stockChanges.parse(payload).locationId } }),
			present: (answer, payload) => {
				const ours = new Set(stockChanges.parse(payload).items.map(stockLine));
				return sumByLine(
					z
						.array(currentStockRecord)
						.parse(answer)
						.filter((row) => ours.has(stockLine(row)))
						.map((row) => ({ line: stockLine(row), quantity: row.quantity })),
				);
			},
			adds: (payload) =>
				sumByLine(
					stockChanges
						.parse(payload)
						.items.map((item) => ({ line: stockLine(item), quantity: item.quantity })),
				),
		},
		note: 'could also be a read; see the stocktake posting setting',
	}),
] as const;
