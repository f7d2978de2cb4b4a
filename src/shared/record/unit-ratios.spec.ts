import { expect, test } from 'vitest';
import { changedFactors, statedUnits, unevenUnits, unitChain } from './unit-ratios.ts';

const unit = (uomId: number, name: string, conversionFactor: string, type = name) => ({
	uomId,
	name,
	type,
	conversionFactor,
});
const each = unit(1, 'each', '1');
const pack = unit(2, 'pack', '4');
const box = unit(3, 'case', '24');
const kg = unit(4, 'kg', '2', 'weight');

const chain = (...lines: object[]) =>
	unitChain(statedUnits(lines as ReturnType<typeof unit>[])).map(
		({ name, count, isExact }) => `${isExact ? '' : '~'}${count} ${name}`,
	);

test('the biggest unit is told in all the others, exactly', () => {
	expect(chain(each, kg, pack, box)).toEqual(['1 case', '6 pack', '12 kg', '24 each']);
	expect(chain(unit(1, 'bottle', '0.75'), unit(2, 'litre', '1'))).toEqual([
		'1 litre',
		'~1.3333 bottle',
	]);
	expect(chain({ name: 'case' }, unit(2, 'pack', '0'))).toEqual([]);
});

test('a factor that is a rounded fraction is that fraction: twelve of 0.083333 make a case', () => {
	const units = [unit(1, 'case', '1'), unit(2, 'each', '0.083333')];
	expect(chain(...units)).toEqual(['1 case', '12 each']);
	expect(unevenUnits({ units, baseUomId: 1 }, { before: null })).toEqual([]);
});

test('a case that does not hold whole packs is told with what it would hold', () => {
	const nothing = { before: null };
	expect(unevenUnits({ units: [each, pack, box, kg] }, nothing)).toEqual([]);
	const uneven = { units: [each, unit(2, 'pack', '5'), box] };
	expect(unevenUnits(uneven, { before: uneven }), 'as the service has it').toEqual([]);
	const made = { ...uneven, baseUomId: 1 };
	const problem = {
		code: 'uneven-units',
		args: { unit: 'case', count: '4.8', other: 'pack', from: '24', to: '5', base: 'each' },
	};
	expect(
		unevenUnits(made, { before: { units: [each, box] } }),
		'at the pack, which is new',
	).toEqual([{ at: 'units/2/conversionFactor', ...problem }]);
	expect(unevenUnits(made, nothing)).toEqual([{ at: 'units/3/conversionFactor', ...problem }]);
});

test('the factor of a unit that the service has is not to be changed; a new unit is free', () => {
	const before = { units: [each, box] };
	const now = { units: [each, unit(3, 'case', '30'), unit(5, 'case of 12', '12', 'case')] };
	expect(changedFactors(now, { before })).toEqual([
		{ at: 'units/3/conversionFactor', code: 'factor-changed', args: { from: '24' } },
	]);
	expect(changedFactors(now, { before: null })).toEqual([]);
});
