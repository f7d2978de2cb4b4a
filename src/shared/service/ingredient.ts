// Recipe ingredients, shared by modifiers, menu items and prep items. The fields are our reading.
import { z } from 'zod';
import { decimal, flag, id, integer, record, text } from './field.ts';
import { diningOption } from './dining-option.ts';

/** Kind of item in a recipe or document: 1 inventory item, 2 prep item, 3 menu item. */
export const itemType = record('ItemType', { id: integer, name: text });

/** A line of a recipe. */
export const ingredient = record('Ingredient', {
	/** An inventory item or a prep item. */
	itemId: id,
	uomId: integer,
	/** In the unit `uomId`, per portion or batch of the product. */
	quantity: decimal,
	description: text.optional(),
});

/** A possible ingredient. */
export const ingredientsData = record('IngredientsData', {
	itemId: id,
	itemType,
	code: text.optional(),
	name: text,
	baseUomId: integer,
	/** Average cost per base unit. */
	unitCost: decimal.optional(),
	isActive: flag.optional(),
});
export type IngredientsData = z.output<typeof ingredientsData>;

/** A brand's dining options at a location. */
export const brandLocationDiningOptions = record('BrandLocationDiningOptions', {
	brandId: id.optional(),
	brandName: text.optional(),
	locationId: id,
	locationName: text,
	diningOptions: z.array(diningOption),
});
export type BrandLocationDiningOptions = z.output<typeof brandLocationDiningOptions>;
