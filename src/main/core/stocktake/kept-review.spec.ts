import { expect, test } from 'vitest';
import { keptReview } from './kept-review.ts';
import { reviewLines, type ReviewedCount } from './review-lines.ts';
import { boxRow, lineRow, reviewed } from './reviewed-fixture.ts';

const row = lineRow(1);
const box = boxRow(1, '8', '10');

/** New objects each time, as if read from the file. */
const counted = (more: Partial<ReviewedCount> = {}): ReviewedCount =>
	reviewed({
		rows: [lineRow(1), lineRow(2)],
		boxes: new Map([[1, [{ ...box }]]]),
		bookNow: () => '10',
		...more,
	});

test('an unchanged review is returned from the cache', () => {
	const reckoned = keptReview();
	expect(reckoned(counted())).toBe(reckoned(counted()));
});

test.each<[string, Partial<ReviewedCount>]>([
	['a box', { boxes: new Map([[1, [{ ...box, quantity: '9' }]]]) }],
	['who counted', { boxes: new Map([[1, [{ ...box, by: 'Samir' }]]]) }],
	['a box of another line', { boxes: new Map([[2, [{ ...box, line_no: 2 }]]]) }],
	['a second box', { boxes: new Map([[1, [box, { ...box, by: 'Samir' }]]]) }],
	['a note', { rows: [{ ...row, note: 'open' }] }],
	['the order', { rows: [lineRow(2), row] }],
	['the book', { bookNow: () => '11' }],
	['a book that nobody knows', { bookNow: () => null }],
	['what is kept', { count: { ...counted().count, keep: 'counted' } }],
	['the state', { count: { ...counted().count, state: 'submitted' } }],
	['the plan', { plan: { blanks: 'ask' } }],
	[
		'the tolerance',
		{ tolerances: { all: { quantity: '1', percent: null, money: null }, byCategory: {} } },
	],
	['whether reasons are needed', { reasonNeeded: true }],
	['a round', { rounds: [{ round: 1, open: true, lineNos: new Set([1]), boxes: new Map() }] }],
])('the review is recomputed when %s changes', (_, more) => {
	const reckoned = keptReview();
	const before = reckoned(counted());
	const after = reckoned(counted(more));
	expect(after).not.toBe(before);
	expect(after).toEqual(reviewLines(counted(more)));
	expect(reckoned(counted())).toEqual(before);
});
