import { expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { failureOf } from '../../../../test/support/kitchen.ts';

const kitchen = eachKitchen({
	lists: {
		'prepItem.list': [
			{
				id: 'prep-1',
				name: 'Custard',
				code: 'PREP-1',
				type: { id: 1, name: 'Kept' },
				baseUomId: 5,
				units: [{ uomId: 5, name: 'litre', conversionFactor: '1', decimals: 3 }],
				yield: '2',
				ingredients: [{ itemId: '1', uomId: 3, quantity: '1' }],
			},
		],
		'menuItem.list': [
			{
				id: 'dish-1',
				name: 'Crème caramel',
				code: 'M-1',
				ingredients: [
					{ itemId: 'prep-1', uomId: 5, quantity: '0.5' },
					{ itemId: '2', uomId: 1, quantity: '1' },
					{ itemId: 'gone', uomId: 1, quantity: '1' },
				],
			},
			{ id: 'dish-2', name: 'Milk shake', isActive: false },
		],
	},
});

const search = (text: string) =>
	kitchen.call('recipe.search', { text }).recipes.map(({ name }) => name);
const explode = (recipeId: string, unitId: string, quantity: string) =>
	kitchen.call('recipe.explode', { recipeId, unitId, quantity, locationId: 'L-1' });

test('dishes and preparations are found by words of their name and by code', () => {
	expect(search('cara')).toEqual(['Crème caramel']);
	expect(search('prep-1')).toEqual(['Custard']);
	expect(search('c')).toEqual(['Crème caramel', 'Custard']);
	expect(search('%')).toEqual([]);
	expect(search('shake')).toEqual([]);
	expect(search('')).toEqual([]);
});

test('a dish is broken down into items with costs, unknown parts, and what may already have deducted it from stock', () => {
	// Two portions: 1 l of custard, half of a batch that needs a case of 12.
	const { lines, cost, unknown, takenBy } = explode('menu:dish-1', 'portion', '2');
	expect(
		lines.map(({ item, unitId, quantity, cost: each }) => [item.name, unitId, quantity, each]),
	).toEqual([
		['Whole milk', '3', '0.5', '3'],
		['Butter', '1', '2', '1'],
	]);
	expect({ cost, unknown, takenBy }).toEqual({ cost: '4', unknown: ['gone'], takenBy: 'sales' });
	expect(explode('prep:prep-1', '5', '1').takenBy).toBe('production');
});

test('an unknown recipe is reported as not found', () => {
	expect(failureOf(() => explode('menu:dish-9', 'portion', '1')).code).toBe('not-found');
	expect(failureOf(() => explode('prep:prep-1', '77', '1')).code).toBe('not-found');
});

test.each([{ yield: undefined }, { yield: '0' }, { ingredients: undefined }, { ingredients: [] }])(
	'a preparation with %o counts as unknown, not as a yield of one or as nothing',
	async (more) => {
		const [custard] = kitchen.service.lists['prepItem.list'] ?? [];
		await kitchen.shows({ 'prepItem.list': [{ ...Object(custard), ...more }] });
		const asked = { recipeId: 'prep:prep-1', unitId: '5', quantity: '1' };
		const exploded = explode(asked.recipeId, asked.unitId, asked.quantity);
		expect(exploded).toMatchObject({ lines: [], unknown: ['Custard'] });
		expect(explode('menu:dish-1', 'portion', '1').unknown).toContain('Custard');
	},
);
