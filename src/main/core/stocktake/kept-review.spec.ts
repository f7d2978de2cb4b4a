import { expect, test } from 'vitest';
import type { BoxRow } from '../store/count-journal.ts';
import type { LineRow } from '../store/count-lines.ts';
import { keptReview } from './kept-review.ts';
import { reviewLines, type ReviewedCount } from './review-lines.ts';

const row: LineRow = {
	line_no: 1,
	area_id: 'A-1',
	walk_area_id: 'A-1',
	position: 1,
	shelf: '',
	item_id: 'I-1',
	item: JSON.stringify({
		code: 'C',
		name: 'Milk',
		category: 'Dairy',
		baseUnitName: 'each',
		unitCost: '0.50',
		units: [
			{
				unitId: '1',
				name: 'each',
				kind: 'each',
				places: 3,
				factor: { numerator: '1', denominator: '1' },
			},
		],
	}),
	book: '10',
	last_count: null,
	note: '',
	left_by: '',
	keep: '',
	stands: null,
	reason: '',
	added: 0,
	revision: 1,
};
const box: BoxRow = {
	line_no: 1,
	unit_id: '1',
	typed: '8',
	locale: 'en-GB',
	quantity: '8',
	at: 1,
	by: 'Noor',
	book: '10',
	book_as_of: 0,
	entry_id: 1,
};

/** New objects each time, as if read from the file. */
const counted = (more: Partial<ReviewedCount> = {}): ReviewedCount => ({
	count: { currency: 'EUR', state: 'open', keep: '', book_as_of: 0 },
	plan: { blanks: 'leave' },
	rows: [{ ...row }, { ...row, line_no: 2, item_id: 'I-2' }],
	boxes: new Map([[1, [{ ...box }]]]),
	rounds: [],
	bookNow: () => '10',
	corrections: new Map(),
	tolerances: { all: { quantity: null, percent: '5', money: '5' }, byCategory: {} },
	reasonNeeded: false,
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
	['the order', { rows: [{ ...row, line_no: 2, item_id: 'I-2' }, row] }],
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
