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

test('case, pack and each have their own columns, in any order', () => {
	expect(
		placesOf([unit('ea', 'each', '1'), unit('cs', 'case', '24'), unit('pk', 'pack', '6')]),
	).toEqual({ case: 'cs', pack: 'pk', single: 'ea' });
});

test('weight takes the column of each', () => {
	expect(placesOf([unit('kg', 'weight', '1')])).toEqual({ single: 'kg' });
});

test('a second case, or weight beside each, gets its own column', () => {
	expect(
		placesOf([
			unit('ea', 'each', '1'),
			unit('kg', 'weight', '4'),
			unit('small', 'case', '6'),
			unit('big', 'case', '12'),
		]),
	).toEqual({ case: 'big', single: 'ea', 'more-1': 'small', 'more-2': 'kg' });
});

test('a sheet has exactly the columns its items use', () => {
	const beer = unitsByColumn([unit('bt', 'each', '1'), unit('cs', 'case', '24')]);
	const flour = unitsByColumn([unit('kg', 'weight', '1')]);
	expect(columnsOf([flour])).toEqual(['single']);
	expect(columnsOf([flour, beer])).toEqual(['case', 'single']);
});
