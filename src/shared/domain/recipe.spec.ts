import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addRatios, compareRatios, multiplyRatios, ratioOf, type Ratio } from './decimal.ts';
import { amountIn, explode, type Recipe } from './recipe.ts';
import type { ItemUnit } from './unit.ts';

const unit = (unitId: string, factor: string, places: number): ItemUnit => ({
	unitId,
	name: unitId,
	kind: 'other',
	factor: ratioOf(factor),
	places,
});
const litre = [{ unitId: 'l', factor: ratioOf('1') }];
const portion = [{ unitId: 'portion', factor: ratioOf('1') }];
const sauce: Recipe = {
	recipeId: 'sauce',
	name: 'Tomato sauce',
	makes: '3',
	units: litre,
	lines: [
		{ itemId: 'tomato', unitId: 'kg', quantity: '2' },
		{ itemId: 'oil', unitId: 'ml', quantity: '50' },
	],
};
const pasta: Recipe = {
	recipeId: 'pasta',
	name: 'House pasta',
	makes: '1',
	units: portion,
	lines: [
		{ itemId: 'sauce', unitId: 'l', quantity: '0.2' },
		{ itemId: 'tomato', unitId: 'kg', quantity: '0.1' },
	],
};
const factors: Record<string, Ratio> = {
	'tomato kg': ratioOf('1'),
	'oil l': ratioOf('1'),
	'oil ml': { numerator: '1', denominator: '1000' },
};
const run = (recipe: Recipe, amount: Ratio, recipes: Recipe[]) =>
	explode(
		recipe,
		amount,
		(id) => recipes.find(({ recipeId }) => recipeId === id) ?? null,
		(itemId, unitId) => factors[`${itemId} ${unitId}`] ?? null,
	);

describe('recipe', () => {
	it('expands nested recipes and sums repeated items', () => {
		const { items, unknown } = run(pasta, ratioOf('3'), [sauce, pasta]);
		expect(unknown).toEqual([]);
		expect(items.map(({ itemId }) => itemId)).toEqual(['tomato', 'oil']);
		// 3 portions: 0.6 l of sauce, whose 3 l batch takes 2 kg, plus 0.3 kg.
		expect(compareRatios(items[0]!.base, ratioOf('0.7'))).toBe(0);
		expect(compareRatios(items[1]!.base, ratioOf('0.01'))).toBe(0);
		expect(items.map(({ unitId }) => unitId)).toEqual(['kg', 'ml']);
	});

	it('reports unknown ingredients, and stops at cycles', () => {
		const loop: Recipe = {
			...pasta,
			lines: [
				{ itemId: 'pasta', unitId: 'portion', quantity: '1' },
				{ itemId: 'saffron', unitId: 'g', quantity: '1' },
				{ itemId: 'sauce', unitId: 'bucket', quantity: '1' },
			],
		};
		expect(run(loop, ratioOf('1'), [loop, sauce])).toEqual({
			items: [],
			unknown: ['pasta', 'saffron', 'sauce'],
		});
		const tomato = { itemId: 'tomato', unitId: 'kg', quantity: '1' };
		const within = { ...sauce, lines: [tomato, { ...loop.lines[0]! }] };
		const dish = { ...pasta, lines: [tomato, { itemId: 'sauce', unitId: 'l', quantity: '3' }] };
		const { items, unknown } = run(dish, ratioOf('1'), [dish, within]);
		expect([items.length, compareRatios(items[0]!.base, ratioOf('2')), unknown]).toEqual([
			1,
			0,
			['pasta'],
		]);
	});

	it('reports a recipe without a yield', () => {
		expect(run(pasta, ratioOf('1'), [{ ...sauce, makes: null }]).unknown).toEqual(['sauce']);
	});

	it('names the first unit of an item with two', () => {
		const line = { itemId: 'oil', unitId: 'l', quantity: '1' };
		const oiled = { ...pasta, lines: [line, { ...line, unitId: 'ml' }] };
		expect(run(oiled, ratioOf('1'), []).items.map(({ unitId }) => unitId)).toEqual(['l']);
	});

	it('of two amounts together is the sum of each alone', () => {
		const amount = fc
			.tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 99 }))
			.map(([numerator, denominator]): Ratio => ({
				numerator: String(numerator),
				denominator: String(denominator),
			}));
		fc.assert(
			fc.property(amount, amount, (a, b) => {
				const [both, one, other] = [addRatios(a, b), a, b].map(
					(each) => run(pasta, each, [sauce]).items,
				);
				for (const [at, { base }] of both!.entries())
					expect(compareRatios(base, addRatios(one![at]!.base, other![at]!.base))).toBe(0);
			}),
		);
	});
});

describe('amount', () => {
	const units = [unit('case', '12', 0), unit('each', '1', 0)];

	it("keeps the recipe's unit if that is exact, else uses another", () => {
		expect(amountIn(ratioOf('24'), units, 'case')).toEqual({
			unitId: 'case',
			quantity: '2',
			wanted: '2',
			exact: true,
		});
		expect(amountIn(ratioOf('24'), units, 'each')).toMatchObject({
			unitId: 'each',
			quantity: '24',
		});
		expect(amountIn(ratioOf('5'), units, 'case')).toEqual({
			unitId: 'each',
			quantity: '5',
			wanted: '5',
			exact: true,
		});
	});

	it('rounds in the finest unit if none is exact, and says what is too little for any', () => {
		const weights = [unit('kg', '1', 3), unit('g', '0.001', 0), unit('sack', '25', 0)];
		const third = multiplyRatios(ratioOf('1'), { numerator: '1', denominator: '3' });
		expect(amountIn(third, weights, 'sack')).toMatchObject({ quantity: '0.333', exact: false });
		const spoon = { ...unit('spoon', '1', 0), factor: { numerator: '1', denominator: '200' } };
		const cup = { ...unit('cup', '1', 0), factor: { numerator: '1', denominator: '4' } };
		expect(amountIn(third, [cup, spoon], 'cup')).toMatchObject({ unitId: 'spoon', quantity: '67' });
		expect(amountIn(third, [unit('each', '1', 0)], 'each')).toMatchObject({
			quantity: '0',
			wanted: '0.333',
			exact: false,
		});
		expect(amountIn(third, [], 'each')).toBeNull();
	});
});
