// What the service answers on demand, and of which no copy is kept. Offline, each fails with `needs-network`, unless it
// says otherwise; a service that does not answer fails with `unreachable`, in its own words.
import { z } from 'zod';
import { recordTypes, type RecordTypeName } from '../record/records.ts';
import { call } from './call.ts';
import { currency, decimal, instant } from './values.ts';

const type = z.enum(Object.keys(recordTypes) as [RecordTypeName, ...RecordTypeName[]]);
const written = z.string().min(1).max(200);

const placeInBusiness = z.object({
	id: z.string(),
	name: z.string(),
	/** The service's word: `group`, `brand`, `region`, `location`. */
	level: z.string(),
	/** null at the top, and where the service names a parent that it does not show. */
	parentId: z.string().nullable(),
	isActive: z.boolean(),
});
export type PlaceInBusiness = z.infer<typeof placeInBusiness>;

const soldAt = z.object({
	brandName: z.string(),
	locationId: z.string(),
	locationName: z.string(),
	diningOptions: z.array(z.string()),
});

const itemType = z.enum(['inventoryItem', 'prepItem', 'menuItem']);

const atService = z.object({
	itemId: z.string(),
	name: z.string(),
	/** Empty without one. */
	code: z.string(),
	/** In the service's words: `Prep item`. */
	kind: z.string(),
	/** The type of the copy; without one, what the profile says of the kind. null if it says nothing. */
	type: itemType.nullable(),
	/** Whether this PC has a copy. */
	isHere: z.boolean(),
});
export type AtService = z.infer<typeof atService>;

/** What a list offers: `genericItem` items, preparations and dishes; the others the ingredients for their recipes. */
const offering = z.enum(['genericItem', 'menuItem', 'modifier', 'prepItem']);
export type Offering = z.infer<typeof offering>;

export const lookupCalls = {
	/** How many records the service has; null if it does not count them, or does not answer now. */
	'lookup.count': call({ type }, { count: z.number().int().nullable() }),
	/** The business as a tree: each part and location with its parent. Offline, from the copies. */
	'lookup.hierarchy': call(
		{ inactive: z.boolean() },
		{
			places: z.array(placeInBusiness),
			/** Of the copies; null if the service answered now. */
			asOf: instant.nullable(),
		},
	),
	/** Units of `to` for one of `from`. */
	'lookup.rate': call(
		{ from: currency.min(1), to: currency.min(1) },
		{ rate: decimal, date: z.string() },
	),
	/** The number that the next document or record of this kind gets. */
	'lookup.nextCode': call({ target: written }, { code: z.string() }),
	/** Where dishes or modifiers are sold, and by which dining options. */
	'lookup.soldAt': call({ type: z.enum(['menuItem', 'modifier']) }, { places: z.array(soldAt) }),
	/** Who sells an item, as the service knows it. */
	'lookup.suppliers': call(
		{ itemId: written },
		{ suppliers: z.array(z.object({ supplierId: z.string(), name: z.string() })) },
	),
	/** What the service has of a preparation at a location, in its base unit; null if it has none there. */
	'lookup.stock': call({ itemId: written, locationId: written }, { quantity: decimal.nullable() }),
	/** What the service has of an item in each storage area of a location, in its base unit. */
	'lookup.itemStock': call(
		{ itemId: written, locationId: written },
		{ areas: z.array(z.object({ areaId: z.string(), quantity: decimal })) },
	),
	/** What the service offers for the typed words: the fitting rows of one page, never of the whole list. */
	'lookup.offered': call(
		{ by: offering, search: written },
		{ found: z.array(atService), isPart: z.boolean() },
	),
	/** An item, preparation or dish at the service; null if it knows none. */
	'lookup.item': call({ itemId: written }, { item: atService.nullable() }),
};
