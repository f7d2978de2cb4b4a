import { expect, test } from 'vitest';
import type { ItemUnitView } from '../../../shared/bridge/values.ts';
import { columnsOf, unitsByColumn } from './unit-columns.ts';

const unit = (unitId: string, kind: ItemUnitView['kind'], factor: string): ItemUnitView => ({
	unitId,
	name: unitId,
	kind,
	factor: { numerator: factor, denominator: '1' },
	places: 0,
});
const placesOf = (units: readonly ItemUnitView[]) =>
	Object.fromEntries([...unitsByColumn(units)].map(([column, { unitId }]) => [column, unitId]));

test('case, pack and each stand in their own columns, in whatever order they come', () => {
	expect(
		placesOf([unit('ea', 'each', '1'), unit('cs', 'case', '24'), unit('pk', 'pack', '6')]),
	).toEqual({ case: 'cs', pack: 'pk', single: 'ea' });
});

test('weight stands where each would', () => {
	expect(placesOf([unit('kg', 'weight', '1')])).toEqual({ single: 'kg' });
});

test('a second case and a weight beside each keep a column of their own', () => {
	expect(
		placesOf([
			unit('ea', 'each', '1'),
			unit('kg', 'weight', '4'),
			unit('small', 'case', '6'),
			unit('big', 'case', '12'),
		]),
	).toEqual({ case: 'big', single: 'ea', 'more-1': 'small', 'more-2': 'kg' });
});

test('a sheet has the columns that its items use and no other', () => {
	const beer = unitsByColumn([unit('bt', 'each', '1'), unit('cs', 'case', '24')]);
	const flour = unitsByColumn([unit('kg', 'weight', '1')]);
	expect(columnsOf([flour])).toEqual(['single']);
	expect(columnsOf([flour, beer])).toEqual(['case', 'single']);
});
