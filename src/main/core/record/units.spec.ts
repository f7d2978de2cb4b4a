// Units of items that the form offers, and what the last count says about a factor.
import { expect, test } from 'vitest';
import { enterBox, openCount } from '../../../../test/support/counting.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';

const kitchen = eachKitchen();

test('a new unit is chosen among those of other items, by their names', () => {
	const { units } = kitchen.call('record.units', {});
	expect(units.map(({ uomId }) => uomId)).toEqual(
		[...new Set(units.map(({ uomId }) => uomId))].toSorted((a, b) => a - b),
	);
	expect(units.find(({ uomId }) => uomId === 1)).toMatchObject({ types: ['each'] });
});

test('a factor is compared with the expected stock of the last count', () => {
	const evidence = (uomId: number) => kitchen.call('record.unitEvidence', { id: '1', uomId }).found;
	expect(evidence(3)).toBeNull();
	const stocktakeId = openCount(kitchen, {}, { name: 'March' });
	const line = kitchen
		.call('stocktake.sheet', { stocktakeId })
		.lines.find(({ itemId }) => itemId === '1')!;
	enterBox(kitchen, stocktakeId, line.lineNo, '2', { unitId: '3' });
	enterBox(kitchen, stocktakeId, line.lineNo, '6');
	expect(evidence(3)).toBeNull();
	kitchen.call('stocktake.submit', { stocktakeId, intentId: 'intent-units' });
	// 48 were expected: six pieces beside two cases.
	expect(evidence(3)).toMatchObject({ count: '2', book: '42', each: '21' });
});
