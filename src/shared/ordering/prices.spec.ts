import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { historyOf, likelierUnit, percentOver, riseOf } from './prices.ts';

describe('the history of a price', () => {
	it('has the last, the one before, and the mean of the four weeks before the last', () => {
		const history = historyOf([
			{ on: '2026-11-18', price: '7' },
			{ on: '2026-09-01', price: '1' },
			{ on: '2026-11-04', price: '6' },
			{ on: '2026-10-21', price: '5' },
		]);
		expect(history).toMatchObject({ last: { price: '7' }, before: { price: '6' }, mean: '5.5' });
	});

	it('says nothing of what was never paid, and has no mean of one price', () => {
		expect(historyOf([])).toEqual({ last: null, before: null, mean: null });
		expect(historyOf([{ on: '2026-11-18', price: '7' }])).toMatchObject({
			before: null,
			mean: null,
		});
	});

	it('does not depend on the order in which receipts come', () => {
		const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-11-${String(n).padStart(2, '0')}`);
		const paid = fc.uniqueArray(fc.record({ on: day, price: fc.constantFrom('1', '2', '3.5') }), {
			selector: ({ on }) => on,
		});
		fc.assert(
			fc.property(paid, (prices) => {
				expect(historyOf(prices.toReversed())).toEqual(historyOf(prices));
			}),
		);
	});
});

describe('a rise', () => {
	it.each([
		['10.10', '10', null],
		['10.11', '10', 'amber'],
		['10.50', '10', 'amber'],
		['10.51', '10', 'red'],
		['9', '10', null],
		['0.62', '0.60', null],
		['0.621', '0.60', 'amber'],
		['0.12', '0.10', 'red'],
		['10', null, null],
	] as const)('to %s from %s is marked %s', (price, other, mark) => {
		expect(riseOf(price, other, 'EUR', { priceAmberPercent: 1, priceRedPercent: 5 })).toBe(mark);
	});

	it.each([
		['10.40', null],
		['10.41', 'amber'],
		['10.80', 'amber'],
		['10.81', 'red'],
	] as const)('to %s from 10 is marked %s by the percentages of the profile', (price, mark) => {
		expect(riseOf(price, '10', 'EUR', { priceAmberPercent: 4, priceRedPercent: 8 })).toBe(mark);
	});

	it.each([
		['0.402', '0.4', 'BHD', null],
		['0.405', '0.4', 'BHD', 'amber'],
		['122', '120', 'JPY', null],
		['123', '120', 'JPY', 'amber'],
	] as const)(
		'to %s from %s %s is marked %s, above two of the smallest unit',
		(price, other, of, mark) => {
			expect(riseOf(price, other, of, { priceAmberPercent: 0.1, priceRedPercent: 5 })).toBe(mark);
		},
	);

	it('is told in per cent', () => {
		expect(percentOver('10.60', '10')).toBe('6');
		expect(percentOver('9', '10')).toBe('-10');
		expect(percentOver('9', '0')).toBeNull();
	});
});

describe('a price that fits another unit', () => {
	const units = [
		{ unitId: 'case', factor: { numerator: '12', denominator: '1' } },
		{ unitId: 'each', factor: { numerator: '1', denominator: '1' } },
		{ unitId: 'dozen less one', factor: { numerator: '11', denominator: '1' } },
	];
	const [box, each] = units;

	it.each([
		['14.00', '1.20', each, 'case'],
		['1.15', '14.40', box, 'each'],
		['1.30', '1.20', each, null],
		['15.00', '14.40', box, null],
		['3.60', '1.20', each, null],
		['14.00', null, each, null],
	] as const)('%s after %s', (price, usual, unit, found) => {
		expect(likelierUnit(price, usual, unit!, units)).toBe(found);
	});

	it('never takes a price near the usual one for another unit', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 100_000 }),
				fc.integer({ min: 60, max: 170 }),
				(p, by) => {
					const [usual, price] = [String(p * 100), String(p * by)];
					expect(likelierUnit(price, usual, each!, units)).toBeNull();
				},
			),
		);
	});
});
