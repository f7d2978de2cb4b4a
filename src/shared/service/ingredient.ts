// What recipes are made of. Modifiers, menu items and prep items share these; the fields are our reading.
import { z } from 'zod';
import { decimal, flag, id, integer, record, text } from './field.ts';
import { diningOption } from './dining-option.ts';

/** A kind of item that can stand in a recipe or on a document: 1 inventory item, 2 prep item, 3 menu item. */
export const itemType = record('ItemType', { id: integer, name: text });

/** A line of a recipe. */
export const ingredient = record('Ingredient', {
	/** An inventory item or a prep item. */
	itemId: id,
	uomId: integer,
	/** In the unit `uomId`, for one portion or batch of what it goes into. */
	quantity: decimal,
	description: text.optional(),
});

/** Something that can be chosen as an ingredient. */
export const ingredientsData = record('IngredientsData', {
	itemId: id,
	itemType,
	code: text.optional(),
	name: text,
	baseUomId: integer,
	/** Average cost of one base unit. */
	unitCost: decimal.optional(),
	isActive: flag.optional(),
});
export type IngredientsData = z.output<typeof ingredientsData>;

/** The ways of dining that a brand offers at a location. */
export const brandLocationDiningOptions = record('BrandLocationDiningOptions', {
	brandId: id.optional(),
	brandName: text.optional(),
	locationId: id,
	locationName: text,
	diningOptions: z.array(diningOption),
});
export type BrandLocationDiningOptions = z.output<typeof brandLocationDiningOptions>;
