import { expect, test } from 'vitest';
import { wastage } from '../../shared/document/wastage.ts';
import { choicesOf, ListFilters, statesOf } from './list-filters.svelte.ts';

test('an address sets the same filters again, and an unfiltered list adds nothing to it', () => {
	const filters = new ListFilters(choicesOf(wastage), {});
	expect([filters.query, filters.active]).toEqual([{}, false]);
	expect(filters.asked('2026-11-20', 'en-GB')).toEqual({ text: '', from: null, to: null });
	filters.text = 'fridge';
	filters.choose('state', 'submitted');
	filters.choose('enteredBy', 'Ana');
	filters.choose('reasonId', 'R-1');
	filters.period.name = 'dates';
	filters.period.from = '2026-11-01';
	const again = new ListFilters(choicesOf(wastage), filters.query);
	expect(again.query).toEqual({
		text: 'fridge',
		state: 'submitted',
		enteredBy: 'Ana',
		reasonId: 'R-1',
		period: 'dates',
		from: '2026-11-01',
	});
	expect(again.asked('2026-11-20', 'en-GB')).toEqual(filters.asked('2026-11-20', 'en-GB'));
	again.clear();
	expect(again.active).toBe(false);
});

test('a period is compared with the one before if it has both ends, in their order', () => {
	const filters = new ListFilters(choicesOf(wastage), {});
	const compared = (from: string, to: string) => {
		Object.assign(filters.period, { name: 'dates', from, to });
		return filters.compared('2026-11-20', 'en-GB');
	};
	expect(compared('2026-11-09', '2026-11-15')).toEqual({
		now: { from: '2026-11-09', to: '2026-11-15' },
		before: { from: '2026-11-02', to: '2026-11-08' },
	});
	expect(compared('2026-11-15', '2026-11-09')).toBeNull();
	expect(compared('', '2026-11-15')).toBeNull();
	expect(compared('2026-11-09', '')).toBeNull();
});

test('an address that names no state, period or day of ours filters nothing', () => {
	const address = { state: 'in-transit', period: 'always', from: '2026-02-31', other: 'x' };
	const filters = new ListFilters(choicesOf(wastage), address);
	expect(filters.active).toBe(false);
});

test('a kind is filtered by its phases in their order, and by lock if it has that', () => {
	expect(statesOf(wastage).slice(3)).toEqual(['submitted', 'approved', 'rejected', 'locked']);
});

test('a view of the list is kept in the address and when filters are cleared, and filters nothing', () => {
	const filters = new ListFilters({ show: ['open', 'all'], tag: ['', 'short'] }, { show: 'all' });
	expect([filters.active, filters.query]).toEqual([false, { show: 'all' }]);
	filters.choose('tag', 'short');
	expect(filters.active).toBe(true);
	filters.clear();
	expect([filters.active, filters.chosen]).toEqual([false, { show: 'all', tag: '' }]);
});
