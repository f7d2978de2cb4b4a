import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOutside, toleranceOf, type Tolerance } from './tolerance.ts';

const none: Tolerance = { quantity: null, percent: null, money: null };
const line = (adjustment: string, book: string, unitCost: string | null = null) => ({
	adjustment,
	book,
	unitCost,
});

describe('tolerance of a variance', () => {
	it.each<[string, string, string | null, Partial<Tolerance>, boolean]>([
		['0', '10', '2', {}, false],
		['-1', '10', '2', {}, true],
		['-2', '10', '2', { quantity: '2' }, false],
		['-2.001', '10', '2', { quantity: '2' }, true],
		['1', '10', '2', { percent: '10' }, false],
		['1.1', '10', '2', { percent: '10' }, true],
		['3', '10', '2', { money: '6' }, false],
		['3.01', '10', '2', { money: '6' }, true],
		// No book: any percentage of zero is exceeded, a fixed quantity still allows it.
		['1', '0', '2', { percent: '50' }, true],
		['1', '0', '2', { percent: '50', quantity: '1' }, false],
		// Money is ignored without a cost.
		['5', '10', null, { money: '100', quantity: '2' }, true],
	])('variance %s of book %s at %s, %j: %s', (variance, book, cost, set, outside) => {
		expect(isOutside(line(variance, book, cost), { ...none, ...set })).toBe(outside);
	});

	it('uses the largest limit, so another limit never puts a line outside', () => {
		const amount = fc.integer({ min: 0, max: 400 }).map((n) => (n / 4).toString());
		const way = fc.option(amount);
		fc.assert(
			fc.property(
				fc.record({ quantity: way, percent: way, money: way }),
				fc.integer({ min: -400, max: 400 }).map((n) => (n / 8).toString()),
				amount,
				amount,
				(tolerance, variance, book, unitCost) => {
					const compared = line(variance, book, unitCost);
					const ways = (['quantity', 'percent', 'money'] as const).filter(
						(each) => tolerance[each] !== null,
					);
					const outside = isOutside(compared, tolerance);
					const alone = ways.map((each) =>
						isOutside(compared, { ...none, [each]: tolerance[each] }),
					);
					const any = Number(variance) !== 0;
					expect(outside).toBe(any && alone.every(Boolean));
				},
			),
		);
	});
});

it('judges a category by its own tolerance', () => {
	const strict: Tolerance = { ...none, quantity: '0' };
	const tolerances = { all: { ...none, percent: '5' }, byCategory: { Spirits: strict } };
	expect(toleranceOf(tolerances, 'Spirits')).toBe(strict);
	expect(toleranceOf(tolerances, 'Flour')).toBe(tolerances.all);
	expect(toleranceOf(tolerances, 'constructor')).toBe(tolerances.all);
});
