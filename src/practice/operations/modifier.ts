// Modifiers of dishes.
import type { HandlersOf } from './handler.ts';
import { plain } from './plain.ts';
import { checkRecipe, diningOptionRows, ingredientRows } from './recipe.ts';

const modifiers = plain('modifier', {
	one: 'modifier',
	refers: { modifierGroupId: 'modifierGroup' },
	amounts: ['price'],
	check: checkRecipe,
});

export const modifierHandlers = {
	'modifier.create': ({ body }, practice) => modifiers.create(body, practice),
	'modifier.list': ({ query, page }, practice) => modifiers.list(query, page, practice),
	'modifier.update': ({ body }, practice) => modifiers.update(body.id, body, practice),
	'modifier.get': ({ path }, practice) => modifiers.get(path.id, practice),
	'modifier.updateMany': ({ body }, practice) => modifiers.switchMany(body, practice),
	'modifier.count': ({ query }, practice) => modifiers.count(query, practice),
	'modifier.diningOptions': ({ page }, practice) => diningOptionRows(page, practice),
	'modifier.ingredients': ({ query, page }, practice) =>
		ingredientRows(query.search, page, practice),
} satisfies HandlersOf<'modifier'>;
