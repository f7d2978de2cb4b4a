// A count as its review reads it, for specs.
import type { BoxRow } from '../store/count-journal.ts';
import type { LineRow } from '../store/count-lines.ts';
import type { ReviewedCount } from './review-lines.ts';

/** Milk by the piece at 0.50, with ten in the book. */
export const lineRow = (lineNo: number, more: Partial<LineRow> = {}): LineRow => ({
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
	added: 0,
	revision: 1,
	...more,
});

export const boxRow = (lineNo: number, quantity: string, book: string): BoxRow => ({
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

export const reviewed = (more: Partial<ReviewedCount>): ReviewedCount => ({
	count: { currency: 'EUR', state: 'open', keep: '', book_as_of: 0 },
	plan: { blanks: 'leave' },
	rows: [lineRow(1)],
	boxes: new Map(),
	rounds: [],
	bookNow: () => null,
	corrections: new Map(),
	tolerances: { all: { quantity: null, percent: '5', money: '5' }, byCategory: {} },
	reasonNeeded: false,
	...more,
});
