import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, subtract } from './decimal.ts';
import { reconcile } from './reconcile.ts';

// Ten in the book, eight counted, three sold after the count.
const line = { counted: '8', bookThen: '10', bookNow: '7' };

describe('goods moved after counting', () => {
	it('stay moved when the difference is kept: two missing, three sold, five left', () => {
		expect(reconcile(line, 'difference')).toEqual({
			variance: '-2',
			movedSince: '-3',
			adjustment: '-2',
			stockAfter: '5',
		});
	});

	it('count as included when the count is kept: eight left', () => {
		expect(reconcile(line, 'counted')).toEqual({
			variance: '-2',
			movedSince: '-3',
			adjustment: '1',
			stockAfter: '8',
		});
	});
});

const quantity = fc.integer({ min: -4000, max: 4000 }).map((n) => (n / 8).toString());

it('the resulting stock is the count, plus movements since when the difference is kept', () => {
	fc.assert(
		fc.property(quantity, quantity, quantity, (counted, bookThen, bookNow) => {
			const moved = subtract(bookNow, bookThen);
			const by = { counted, bookThen, bookNow };
			expect(reconcile(by, 'counted').stockAfter).toBe(add(counted, '0'));
			expect(reconcile(by, 'difference').stockAfter).toBe(add(counted, moved));
			if (moved === '0') expect(reconcile(by, 'counted')).toEqual(reconcile(by, 'difference'));
		}),
	);
});
