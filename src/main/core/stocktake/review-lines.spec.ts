import fc from 'fast-check';
import { expect, test } from 'vitest';
import { subtract } from '../../../shared/domain/decimal.ts';
import type { BoxRow, LineRow } from '../store/counts.ts';
import { reviewLines, type ReviewedCount } from './review-lines.ts';

const row = (lineNo: number, more: Partial<LineRow> = {}): LineRow => ({
	line_no: lineNo,
	area_id: 'A-1',
	walk_area_id: 'A-1',
	position: lineNo,
	shelf: '',
	item_id: `I-${String(lineNo)}`,
	item: JSON.stringify({
		code: 'C',
		name: 'Milk',
		category: 'Dairy',
		baseUnitName: 'each',
		units: [
			{
				unitId: '1',
				name: 'each',
				kind: 'each',
				factor: { numerator: '1', denominator: '1' },
				places: 3,
			},
		],
		unitCost: '0.50',
	}),
	book: '10',
	last_count: null,
	note: '',
	left_by: '',
	keep: '',
	stands: null,
	reason: '',
	closed_book: null,
	added: 0,
	revision: 1,
	...more,
});
const box = (lineNo: number, quantity: string, book: string): BoxRow => ({
	line_no: lineNo,
	unit_id: '1',
	typed: quantity,
	locale: 'en-GB',
	quantity,
	at: 1,
	by: 'Noor',
	book,
	book_as_of: 0,
	entry_id: 1,
});
const reviewed = (more: Partial<ReviewedCount>): ReviewedCount => ({
	count: { currency: 'EUR', state: 'open', keep: '', book_as_of: 0 },
	plan: { blanks: 'leave' },
	rows: [row(1)],
	boxes: new Map(),
	rounds: [],
	bookNow: () => null,
	tolerances: { all: { quantity: null, percent: '5', money: '5' }, byCategory: {} },
	reasonNeeded: false,
	...more,
});

const quantity = fc.integer({ min: 0, max: 4000 }).map((n) => (n / 8).toString());

test('the variance is counted − (book of now − what moved since), and what is booked ends at what is kept', () => {
	fc.assert(
		fc.property(
			quantity,
			quantity,
			quantity,
			fc.constantFrom('difference', 'counted'),
			(counted, then, now, keep) => {
				const [line] = reviewLines(
					reviewed({
						rows: [row(1, { keep })],
						boxes: new Map([[1, [box(1, counted, then)]]]),
						bookNow: () => now,
					}),
				);
				const { variance, moved, adjustment, stockAfter } = line ?? {};
				expect(variance).toBe(subtract(counted, subtract(now, moved ?? '')));
				expect(adjustment).toBe(keep === 'counted' ? subtract(counted, now) : variance);
				expect(subtract(stockAfter ?? '', adjustment ?? '')).toBe(subtract(now, '0'));
			},
		),
	);
});

test('a blank line stops the submit only where the plan asks for a decision', () => {
	const problems = (blanks: 'ask' | 'leave' | 'zero', leftBy = '') =>
		reviewLines(reviewed({ plan: { blanks }, rows: [row(1, { left_by: leftBy })] }))[0]?.problems;
	expect(problems('ask')).toEqual(['undecided']);
	expect(problems('leave')).toEqual(['uncounted']);
	expect(problems('ask', 'Noor')).toEqual([]);
});

test('a recount of an item in two places stands when both are counted again', () => {
	const rows = [row(1, { item_id: 'I' }), row(2, { item_id: 'I' })];
	const boxes = new Map([
		[1, [box(1, '4', '10')]],
		[2, [box(2, '3', '10')]],
	]);
	const countedAgain = (lineNos: readonly number[]) =>
		reviewLines(
			reviewed({
				rows,
				boxes,
				rounds: [
					{
						round: 1,
						open: false,
						lineNos: new Set([1, 2]),
						boxes: new Map(lineNos.map((lineNo) => [lineNo, [box(lineNo, '5', '10')]])),
					},
				],
			}),
		)[0];
	expect(countedAgain([1])).toMatchObject({ counted: '7', stands: 0, attempts: [] });
	expect(countedAgain([1, 2])).toMatchObject({ counted: '10', stands: 1, variance: '0' });
});
