import { expect, test } from 'vitest';
import type { Facts } from './rules.ts';
import { otherUnit } from './unit-price.ts';

const milk = {
	unitCost: '0.50',
	units: [
		{ uomId: 1, name: 'each', type: 'each', conversionFactor: '1' },
		{ uomId: 3, name: 'case', type: 'case', conversionFactor: '12' },
	],
};
const facts: Facts = {
	before: null,
	exists: () => null,
	record: (to, id) => (to === 'inventoryItem' && id === 'milk' ? milk : null),
	hasTwin: () => null,
};
const asked = (price: string, uomId: number, itemId = 'milk') =>
	otherUnit({ itemId, uomId, price }, facts).map(({ at, args }) => [at, args]);

test('a price twelve times too high or too low asks for which unit it is', () => {
	expect(asked('6.10', 1)).toEqual([['price', { unit: 'each', other: 'case' }]]);
	expect(asked('0.52', 3)).toEqual([['price', { unit: 'case', other: 'each' }]]);
});

test('a price that fits its unit, or no unit of the item, asks nothing', () => {
	expect(asked('6.10', 3)).toEqual([]);
	expect(asked('3', 1)).toEqual([]);
});

test('without the item, its cost or its unit nothing is asked', () => {
	expect(asked('6.10', 1, 'unknown')).toEqual([]);
	expect(asked('6.10', 9)).toEqual([]);
});
