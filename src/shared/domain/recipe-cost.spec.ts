import { expect, test } from 'vitest';
import { ratioOf } from './decimal.ts';
import { costOfOne, costText, deepest, type Known } from './recipe-cost.ts';
import type { Recipe } from './recipe.ts';

const recipe = (recipeId: string, makes: string | null, ...lines: [string, string][]): Recipe => ({
	recipeId,
	name: recipeId,
	makes,
	units: [{ unitId: '1', factor: ratioOf('1') }],
	lines: lines.map(([itemId, quantity]) => ({ itemId, unitId: '1', quantity })),
});

const costs: Readonly<Record<string, string | null>> = { flour: '0.9', oil: '6', saffron: null };
const knownWith = (...recipes: Recipe[]): Known => ({
	item: (itemId, unitId) =>
		itemId in costs
			? {
					name: itemId,
					factor: unitId === '1' ? ratioOf('1') : null,
					unitCost: costs[itemId] ?? null,
				}
			: null,
	recipe: (id) => recipes.find(({ recipeId }) => recipeId === id) ?? null,
});
const cost = (of: Recipe, ...others: Recipe[]) => {
	const found = costOfOne(of, knownWith(of, ...others));
	return 'unknown' in found ? found.unknown : costText(found.cost, 4);
};

test('a recipe costs what its lines cost, through the recipes inside it, divided by the yield', () => {
	const dough = recipe('dough', '3', ['flour', '2'], ['oil', '0.1']);
	expect(cost(dough)).toBe('0.8');
	expect(cost(recipe('pizza', '1', ['dough', '0.25'], ['oil', '0.01']), dough)).toBe('0.26');
});

test('what is not known makes the cost unknown, not smaller', () => {
	expect(cost(recipe('rice', '1', ['saffron', '1']))).toEqual({ why: 'cost', of: 'saffron' });
	for (const itemId of ['flour', 'dough']) {
		const lines = [{ itemId, unitId: 'cup', quantity: '1' }];
		expect(cost({ ...recipe('bread', '1'), lines }, recipe('dough', '3'))).toEqual({ why: 'unit' });
	}
	expect(cost(recipe('soup', null, ['flour', '1']))).toEqual({ why: 'yield', of: 'soup' });
	expect(cost(recipe('bread', '1', ['yeast', '1']))).toEqual({ why: 'item' });
	const stock = recipe('stock', null, ['oil', '1']);
	expect(cost(recipe('soup', '1', ['stock', '1']), stock)).toEqual({ why: 'yield', of: 'stock' });
	// A list of the service may leave ingredients out.
	const bare = recipe('stock', '2');
	expect(cost(recipe('soup', '1', ['stock', '1']), bare)).toEqual({ why: 'lines', of: 'stock' });
});

test('a recipe that contains itself is named with its path', () => {
	const one = recipe('sauce', '1', ['base', '1']);
	const two = recipe('base', '1', ['roux', '1']);
	const three = recipe('roux', '1', ['sauce', '1']);
	expect(cost(one, two, three)).toEqual({
		why: 'cycle',
		path: ['sauce', 'base', 'roux', 'sauce'],
	});
});

test('recipes are followed to a depth that nobody means', () => {
	const deep = Array.from({ length: deepest + 2 }, (_, at) =>
		recipe(`level ${String(at)}`, '1', [`level ${String(at + 1)}`, '1']),
	);
	expect(cost(deep[0]!, ...deep.slice(1))).toMatchObject({ why: 'too-deep' });
});
