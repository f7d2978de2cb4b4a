// Recipes of the demo's menu: names, with their ingredients in base units of the item or preparation.
import { linesIn } from './kitchen-words.ts';

interface DemoRecipe {
	readonly name: string;
	readonly ingredients: readonly { readonly name: string; readonly quantity: string }[];
}

/** Litres of a batch. */
export const batch = '4';

/** For one batch. */
export const preparations = recipesIn(`
	Vegetable stock | Carrots 0.5, Onions brown 0.5, Leeks 0.3, Celery 0.3
	Tomato sauce | Tomatoes plum 2.5, Onions brown 0.4, Garlic 0.05
	House dressing | Sunflower oil 1 l 3, Lemons 0.8, Garlic 0.02
`);

/** For one portion. */
export const dishes = recipesIn(`
	Soup of the day | Vegetable stock 0.3, Carrots 0.08, Leeks 0.05, Celery 0.03
	Market salad | House dressing 0.04, Tomatoes cherry 0.08, Cucumber 0.07, Rocket 500 g 0.1
	House pasta | Tomato sauce 0.2, Pasta spaghetti 500 g 0.25, Parmesan wedge 0.02
	Grilled vegetables | Courgette 0.12, Aubergine 0.12, Peppers red 0.1
	Catch of the day | Sea bass fillet 0.18, Fennel 0.1, Potatoes waxy 0.2, Lemons 0.04
	House burger | Beef burger 180 g 1, Burger bun brioche 1, Cheddar mature 0.03, Tomatoes beef 0.04, Onions red 0.02, Iceberg lettuce 0.1
`);

export const modifiers = recipesIn(`
	Extra cheese | Cheddar mature 0.03
	No onion | Onions red 0.02
`);

const made = new Set(preparations.map(({ name }) => name));

/** Names of the items in any recipe. */
export const ingredientNames: ReadonlySet<string> = new Set(
	[...preparations, ...dishes, ...modifiers].flatMap(({ ingredients }) =>
		ingredients.map(({ name }) => name).filter((name) => !made.has(name)),
	),
);

function recipesIn(table: string): readonly DemoRecipe[] {
	return linesIn(table).map((line) => {
		const [name = '', parts = ''] = line.split(' | ');
		const ingredients = parts.split(', ').map((part) => {
			const at = part.lastIndexOf(' ');
			return { name: part.slice(0, at), quantity: part.slice(at + 1) };
		});
		return { name, ingredients };
	});
}
