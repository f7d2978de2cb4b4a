import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { abs, add, compare, decimalText, isZero, roundTo } from './decimal.ts';
import {
	asShown,
	exactParts,
	placesToShow,
	shownPlaces,
	splitIntoUnits,
	statedFactor,
	strays,
	toBase,
} from './unit.ts';
import type { ItemUnit, UnitKind } from './unit.ts';

function unit(kind: UnitKind, factor: string, denominator = '1', places = 0): ItemUnit {
	return { unitId: kind, name: kind, kind, factor: { numerator: factor, denominator }, places };
}

const bottles = [unit('each', '1'), unit('case', '12'), unit('pack', '6')];

const quantity = fc
	.record({ coefficient: fc.bigInt(-(10n ** 12n), 10n ** 12n), scale: fc.nat(6) })
	.map(({ coefficient, scale }) => decimalText(`${String(coefficient)}e-${String(scale)}`));

const anyUnits = fc
	.array(
		fc.record({
			numerator: fc.integer({ min: 1, max: 5000 }),
			denominator: fc.integer({ min: 1, max: 60 }),
			places: fc.nat(4),
		}),
		{ minLength: 1, maxLength: 4 },
	)
	.map((factors) =>
		factors.map(({ numerator, denominator, places }, index): ItemUnit => {
			const factor = { numerator: String(numerator), denominator: String(denominator) };
			return { unitId: String(index), name: String(index), kind: 'other', factor, places };
		}),
	);

describe('boxes to base units', () => {
	it('sums cases, packs and each', () => {
		const boxes = [
			{ unitId: 'case', quantity: '3' },
			{ unitId: 'each', quantity: '5' },
		];
		expect(toBase(boxes, bottles)).toBe('41');
	});

	it('rounds once over all boxes, not per box', () => {
		const third = [unit('each', '1'), unit('pack', '1', '3')];
		const boxes = Array.from({ length: 3 }, () => ({ unitId: 'pack', quantity: '1' }));
		expect(toBase(boxes, third)).toBe('1');
	});

	it('throws for a unit the item lacks', () => {
		expect(() => toBase([{ unitId: 'barrel', quantity: '1' }], bottles)).toThrow(/barrel/);
	});
});

describe('base units to boxes', () => {
	it('fills the biggest first: 41 is 3 cases and 5 each', () => {
		const cases = [unit('each', '1'), unit('case', '12')];
		expect(splitIntoUnits('41', cases)).toEqual({
			parts: [
				{ unitId: 'case', quantity: '3' },
				{ unitId: 'each', quantity: '5' },
			],
			residual: '0',
		});
	});

	it('writes zero in the smallest unit', () => {
		expect(splitIntoUnits('0', bottles).parts).toEqual([{ unitId: 'each', quantity: '0' }]);
	});

	it('uses whole cases even if parts of a case are allowed', () => {
		const partCases = [unit('case', '12', '1', 2), unit('each', '1')];
		expect(splitIntoUnits('18', partCases).parts).toEqual([
			{ unitId: 'case', quantity: '1' },
			{ unitId: 'each', quantity: '6' },
		]);
	});

	it('reports the residual that whole units cannot express', () => {
		expect(splitIntoUnits('-13.5', bottles)).toEqual({
			parts: [
				{ unitId: 'case', quantity: '-1' },
				{ unitId: 'each', quantity: '-1' },
			],
			residual: '-0.5',
		});
	});

	it('skips units with an invalid factor', () => {
		const broken = [
			unit('case', '0'),
			unit('pack', '-6'),
			unit('weight', '1', '0'),
			unit('each', '-1', '-1'),
		];
		expect(splitIntoUnits('7', broken).parts).toEqual([{ unitId: 'each', quantity: '7' }]);
		expect(splitIntoUnits('-7', broken).parts).toEqual([{ unitId: 'each', quantity: '-7' }]);
		expect(splitIntoUnits('7', [])).toEqual({ parts: [], residual: '7' });
	});

	it('fills the base unit alone if the split leaves a residual', () => {
		expect(exactParts('13', bottles)).toEqual(splitIntoUnits('13', bottles).parts);
		expect(exactParts('13.5', bottles)).toEqual([{ unitId: 'each', quantity: '13.5' }]);
		expect(exactParts('13.5', [unit('case', '12')])).toEqual([]);
	});

	it('always adds up to the base quantity again', () => {
		fc.assert(
			fc.property(quantity, anyUnits, (base, units) => {
				const { parts, residual } = splitIntoUnits(base, units);
				expect(add(toBase(parts, units), residual)).toBe(base);
				expect(compare(abs(toBase(parts, units)), abs(base))).toBeLessThanOrEqual(0);
			}),
		);
	});

	it('has no residual for whole quantities if there is a base unit', () => {
		fc.assert(
			fc.property(fc.nat(1_000_000), (whole) => {
				expect(splitIntoUnits(String(whole), bottles).residual).toBe('0');
			}),
		);
	});
});

it.each([
	['0.083333', '1', '12'],
	['0.33333', '1', '3'],
	['2.666667', '8', '3'],
	['0.006944', '1', '144'],
	['0.006897', '0.006897', '1'],
	['0.3333', '0.3333', '1'],
	['0.00001', '0.00001', '1'],
	['0.123457', '10', '81'],
	['12.0', '12', '1'],
])('takes a factor of %s for %s/%s', (stated, numerator, denominator) => {
	expect(statedFactor(stated)).toEqual({ numerator, denominator });
});

it('knows the quantities in a unit that the item lacks', () => {
	const [each, barrel] = [
		{ unitId: 'each', quantity: '1' },
		{ unitId: 'barrel', quantity: '2' },
	];
	expect(strays([each, barrel], bottles)).toEqual([barrel]);
});

it('shows the decimals of a weighed base unit, and all decimals of a counted one', () => {
	const kilogram = { ...unit('weight', '1'), places: 3 };
	expect(shownPlaces([unit('case', '4'), kilogram])).toBe(3);
	expect(shownPlaces(bottles)).toBeUndefined();
	expect(shownPlaces([])).toBeUndefined();
});

it.each([
	['4.9996', 3, '5'],
	['-4.9995', 3, '-5'],
	['4.9994', 3, '4.999'],
	['0.0004', 3, '0.0004'],
	['4.99960', undefined, '4.9996'],
])('reads %s with %s decimals as %s', (quantity, places, read) => {
	expect(asShown(quantity, places)).toBe(read);
});

it('never shows a quantity as 0 that is not', () => {
	expect(placesToShow('-10.0004', 3)).toBe(3);
	expect(placesToShow('-0.0004', 3)).toBeUndefined();
	expect(placesToShow('0.0005', 3)).toBe(3);
	expect(placesToShow('0.00', 3)).toBe(3);
	expect(placesToShow(null, 3)).toBe(3);
	fc.assert(
		fc.property(quantity, fc.nat(6), (exact, places) => {
			const shown = roundTo(exact, placesToShow(exact, places) ?? 6);
			expect(isZero(shown)).toBe(isZero(exact));
		}),
	);
});
