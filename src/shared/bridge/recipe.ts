// Dishes, preparations and their ingredients, from the cached recipes.
import { z } from 'zod';
import { call } from './call.ts';
import { currency, decimal, item, itemUnit, totalCost } from './values.ts';

/** `menu`: a dish sold by the portion. `prep`: made ahead in the kitchen. */
const recipeKind = z.enum(['menu', 'prep']);

export const recipe = z.object({
	recipeId: z.string(),
	kind: recipeKind,
	code: z.string(),
	name: z.string(),
	/** A dish has one unit, the portion, with an empty name. */
	units: z.array(itemUnit.pick({ unitId: true, name: true, places: true })),
});
export type RecipeView = z.infer<typeof recipe>;

const explodedRecipe = z.object({
	currency,
	lines: z.array(
		z.object({
			item,
			unitId: z.string(),
			quantity: decimal,
			/** Before rounding, to three places: shown if nothing is left of it. */
			wanted: decimal,
			/** false if rounded to the decimal places of its units. */
			exact: z.boolean(),
			cost: decimal.nullable(),
		}),
	),
	...totalCost,
	/** Names or ids of ingredients that could not be resolved; the lines lack them. */
	unknown: z.array(z.string()),
	takenBy: z.enum(['sales', 'production', 'nothing']),
});
export type ExplodedRecipe = z.infer<typeof explodedRecipe>;

export const recipeCalls = {
	/** By words of name or code, at most 10. */
	'recipe.search': call({ text: z.string() }, { recipes: z.array(recipe) }),
	/** Breaks a quantity down to stock items. Fails with `not-found` if the recipe is unknown. */
	'recipe.explode': call(
		{
			recipeId: z.string(),
			unitId: z.string(),
			quantity: decimal,
			locationId: z.string(),
		},
		explodedRecipe,
	),
};
