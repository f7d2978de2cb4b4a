// Sales from a till. Paths are shown; methods and records are our reading. No path reads a sale back, so a lost answer
// can never be resolved: sales are never queued offline.
import { z } from 'zod';
import { dateTime, decimal, id, integer, record, text } from './field.ts';
import { onlineOnly } from './replay-rule.ts';
import { change, create, resource } from './resource.ts';

/** 1 is a sale, 2 a refund. */
const saleTransactionType = record('SaleTransactionType', {
	id: integer,
	name: text.optional(),
});

const saleItemModifier = record('SaleItemModifier', { modifierId: id, quantity: decimal });

const saleItem = record('SaleItem', {
	menuItemId: id,
	quantity: decimal,
	price: decimal.optional(),
	modifiers: z.array(saleItemModifier).optional(),
});

const addSaleRequestModel = record('AddSaleRequestModel', {
	locationId: id,
	date: dateTime,
	receiptNumber: text.optional(),
	diningOptionId: id.optional(),
	transactionType: saleTransactionType.optional(),
	description: text.optional(),
	items: z.array(saleItem),
});
export type AddSale = z.output<typeof addSaleRequestModel>;

export const saleRecord = record('Sale', {
	id,
	...addSaleRequestModel.shape,
	number: text.optional(),
	totalAmount: decimal.optional(),
	totalCost: decimal.optional(),
});
export type SaleRecord = z.output<typeof saleRecord>;

export const sales = resource(
	'sale',
	'Stock movement',
	'Sales',
	'assumed',
	{
		create: create('', addSaleRequestModel, saleRecord, onlineOnly('stock')),
		update: change(
			'PUT',
			'/{id}',
			record('UpdateSaleRequestModel', addSaleRequestModel.shape),
			onlineOnly('stock'),
		),
	},
	'/api/v1/sales',
);
