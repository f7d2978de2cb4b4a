// Menu items.
import type { HandlersOf } from './handler.ts';
import { plain } from './plain.ts';
import { checkRecipe, diningOptionRows, ingredientRows } from './recipe.ts';

const items = plain('menuItem', {
	one: 'menu item',
	refers: {
		categoryId: 'category',
		modifierGroupIds: 'modifierGroup',
		diningOptionIds: 'diningOption',
	},
	amounts: ['price'],
	check: checkRecipe,
});

export const menuItemHandlers = {
	'menuItem.list': ({ query, page }, practice) => items.list(query, page, practice),
	'menuItem.create': ({ body }, practice) => items.create(body, practice),
	'menuItem.update': ({ body }, practice) => items.update(body.id, body, practice),
	'menuItem.get': ({ path }, practice) => items.get(path.id, practice),
	'menuItem.updateMany': ({ body }, practice) => items.switchMany(body, practice),
	'menuItem.count': ({ query }, practice) => items.count(query, practice),
	'menuItem.diningOptions': ({ page }, practice) => diningOptionRows(page, practice),
	'menuItem.ingredients': ({ query, page }, practice) =>
		ingredientRows(query.search, page, practice),
} satisfies HandlersOf<'menuItem'>;
