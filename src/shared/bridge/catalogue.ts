// Lookups in the data pulled from the service: locations, items, reasons, suppliers.
import { z } from 'zod';
import { call } from './call.ts';
import { currency, decimal, instant, item, nothing } from './values.ts';

export const location = z.object({
	locationId: z.string(),
	name: z.string(),
	currency,
	timeZone: z.string(),
	today: z.string(),
	areas: z.array(z.object({ areaId: z.string(), name: z.string(), items: z.number().int() })),
});
export type LocationView = z.infer<typeof location>;

export const wasteReason = z.object({ reasonId: z.string(), name: z.string() });
export const supplier = z.object({ supplierId: z.string(), name: z.string() });

export const catalogueCalls = {
	'location.list': call(nothing, {
		locations: z.array(location),
		/** As the service states them. */
		currencies: z.array(z.object({ code: z.string(), decimals: z.number().int().optional() })),
	}),
	/** Items with every word of the text in their name, code or barcode; best match first. */
	'item.search': call(
		{
			text: z.string(),
			locationId: z.string().nullable(),
			limit: z.number().int().min(1).max(100).default(20),
		},
		{ items: z.array(item) },
	),
	'item.get': call({ itemId: z.string(), locationId: z.string().nullable() }, item),
	'item.byBarcode': call(
		{ barcode: z.string(), locationId: z.string().nullable() },
		{ item, unitId: z.string() },
	),
	'wasteReason.list': call(nothing, { reasons: z.array(wasteReason) }),
	'supplier.list': call(nothing, { suppliers: z.array(supplier) }),
	/** Cached stock of an item at a location, per area, in base units. */
	'stock.ofItem': call(
		{ itemId: z.string(), locationId: z.string() },
		{
			total: decimal.nullable(),
			asOf: instant.nullable(),
			areas: z.array(z.object({ areaId: z.string(), onHand: decimal })),
		},
	),
};
