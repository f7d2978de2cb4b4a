import { expect, test } from 'vitest';
import { unit } from '../../../test/support/items.ts';
import { isWithin, nominalOf, weighedUnits } from './catch-weight.ts';
import { roundRatio } from './decimal.ts';

// Fish by the case of ten, a fish weighing two kilograms.
const box = unit('case', '20');
const each = unit('each', '2');
const kilogram = unit('weight');
const gram = { ...unit('weight', '1', { of: '1000' }), unitId: 'gram' };
const fish = [box, kilogram, each, gram];

test.each([
	['case', null, 'weight', 'gram', '2000', ['case 10', 'each 1']],
	['each', 'weight', 'weight', 'weight', '2', ['case 10', 'each 1']],
	['each', 'case', 'weight', 'gram', '2000', ['case 10', 'each 1']],
	['weight', 'weight', 'pieces', 'each', '0.0005', ['weight 1000', 'gram 1']],
])('ordered in %s and billed in %s, %s stand beside it', (ordered, billed, measure, ...shown) => {
	const { units, weighed } = weighedUnits(fish, ordered, billed)!;
	expect(weighed.measure).toBe(measure);
	expect([
		weighed.unit.unitId,
		roundRatio(weighed.nominal, 4),
		units.map(({ unitId, factor }) => `${unitId} ${roundRatio(factor, 4)}`),
	]).toEqual(shown);
});

test('needs the unit of the line, a unit of weight and one of count', () => {
	expect(weighedUnits(fish, 'barrel', null)).toBeNull();
	expect(weighedUnits([box, each], 'each', null)).toBeNull();
	expect(weighedUnits([kilogram, gram], 'gram', null)).toBeNull();
});

test('three fish weigh six kilograms', () => {
	const { weighed } = weighedUnits(fish, 'each', 'weight')!;
	expect(nominalOf(weighed, '3')).toBe('6');
});

test.each([
	['11', '10', true],
	['11.01', '10', false],
	['9', '10', true],
	['8.99', '10', false],
	['-9', '-10', true],
])('%s is within a tenth of %s: %s', (quantity, expected, within) => {
	expect(isWithin(10, quantity, expected)).toBe(within);
});
