// Dishes and preparations, and what goes into them, from the copies of the service's recipes.
import { z } from 'zod';
import { call } from './call.ts';
import { currency, decimal, instant, item, itemUnit, totalCost } from './values.ts';

/** `menu`: a dish that is sold, by the portion. `prep`: what the kitchen makes ahead. */
const recipeKind = z.enum(['menu', 'prep']);

export const recipe = z.object({
	recipeId: z.string(),
	kind: recipeKind,
	code: z.string(),
	name: z.string(),
	/** A dish has one, its portion, whose name is empty. */
	units: z.array(itemUnit.pick({ unitId: true, name: true, places: true })),
});
export type RecipeView = z.infer<typeof recipe>;

const explodedRecipe = z.object({
	recipe,
	currency,
	lines: z.array(
		z.object({
			item,
			unitId: z.string(),
			/** In that unit. */
			quantity: decimal,
			/** False where the places of its units could not hold it. */
			exact: z.boolean(),
			cost: decimal.nullable(),
		}),
	),
	...totalCost,
	/** What could not be worked out, by its name or id: it is missing from the lines. */
	unknown: z.array(z.string()),
	/** What may have taken these ingredients off stock already. */
	takenBy: z.enum(['sales', 'production', 'nothing']),
	asOf: instant.nullable(),
});
export type ExplodedRecipe = z.infer<typeof explodedRecipe>;

export const recipeCalls = {
	/** By words of name or code, at most 10. */
	'recipe.search': call(
		z.object({ text: z.string() }),
		z.object({ recipes: z.array(recipe), asOf: instant.nullable() }),
	),
	/** What so much of it is made of, down to items of the store. `not-found` when nothing here knows it. */
	'recipe.explode': call(
		z.object({
			recipeId: z.string(),
			unitId: z.string(),
			quantity: decimal,
			locationId: z.string(),
		}),
		explodedRecipe,
	),
};
