// Purchase options: supplier, unit and price of an item. Paths are shown; methods and records are our reading.
import { z } from 'zod';
import { dateTime, decimal, flag, id, integer, record, text } from './field.ts';
import { oneMoreWith, onlineOnly, sameContent } from './replay-rule.ts';
import { deletion, resource } from './resource.ts';
import { supplierRecord } from './supplier.ts';

/** A price valid from a day. */
const priceListData = record('PriceListData', {
	price: decimal,
	/** ISO 4217. */
	currency: text.optional(),
	fromDate: dateTime.optional(),
});

/** The distributor, if it is not the supplier. */
const distributerData = record('DistributerData', { id: id.optional(), name: text });

const createPurchaseOption = record('CreatePurchaseOption', {
	itemId: id,
	supplierId: id,
	/** The purchase unit. */
	uomId: integer,
	/** Price per unit, before tax. */
	price: decimal,
	prices: z.array(priceListData).optional(),
	distributer: distributerData.optional(),
	supplierItemCode: text.optional(),
	/** Minimum order quantity, in this unit. */
	minimumQuantity: decimal.optional(),
	isDefault: flag.optional(),
	isActive: flag.optional(),
});

const updatePurchaseOption = record('UpdatePurchaseOption', {
	id,
	...createPurchaseOption.shape,
});

export const purchaseOptionRecord = record('PurchaseOptionData', {
	id,
	...createPurchaseOption.shape,
	modifiedDate: dateTime.optional(),
});

const option = resource('Purchasing', 'PurchaseOption', 'assumed');

export const purchaseOptionOperations = [
	option.list(
		'purchaseOption.list',
		'/api/v1/PurchaseOption',
		purchaseOptionRecord,
		z.object({ itemId: id.optional(), supplierId: id.optional() }),
	),
	option.create(
		'purchaseOption.create',
		'/api/v1/PurchaseOption',
		createPurchaseOption,
		purchaseOptionRecord,
		oneMoreWith('purchaseOption.list', 'itemId', 'supplierId', 'uomId'),
	),
	option.change(
		'purchaseOption.update',
		'PUT',
		'/api/v1/PurchaseOption',
		updatePurchaseOption,
		sameContent('purchaseOption.get'),
	),
	option.change(
		'purchaseOption.remove',
		'DELETE',
		'/api/v1/PurchaseOption',
		deletion('DeletePurchaseOption'),
		onlineOnly('draft'),
	),
	option.get('purchaseOption.get', '/api/v1/PurchaseOption/{id}', purchaseOptionRecord),
	option.list(
		'purchaseOption.suppliers',
		'/api/v1/PurchaseOption/suppliers',
		supplierRecord,
		z.object({ itemId: id.optional() }),
	),
] as const;
