import { describe, expect, test } from 'vitest';
import {
	againBecause,
	amendmentOf,
	approvedOf,
	type OrderContent,
	type OrderedLine,
} from './amending.ts';

const milk: OrderedLine = {
	lineId: 'l-1',
	itemId: '1',
	name: 'Milk',
	unitId: '3',
	unitName: 'case',
	quantity: '2',
	price: '6',
	note: '',
};
const butter: OrderedLine = { ...milk, lineId: 'l-2', itemId: '2', name: 'Butter' };
const order: OrderContent = {
	supplierId: 'P-1',
	deliveryDate: '2026-11-20',
	lines: [milk, butter],
};

describe('an amendment', () => {
	test('is nothing where only the way a number is written differs, or an item’s name', () => {
		const same = { ...milk, quantity: '2.00', price: '6.0', name: 'Whole milk' };
		expect(amendmentOf(order, { ...order, lines: [same, butter] })).toBeNull();
	});

	test('has each changed line as it was and as it is, new and dropped lines, supplier and day', () => {
		const more = { ...milk, quantity: '3' };
		const cream = { ...milk, lineId: 'l-3', itemId: '3', name: 'Cream' };
		const now = { supplierId: 'P-2', deliveryDate: null, lines: [more, cream] };
		expect(amendmentOf(order, now)).toEqual({
			supplier: true,
			deliveryDate: true,
			lines: [
				{ before: milk, now: more },
				{ before: null, now: cream },
				{ before: butter, now: null },
			],
		});
	});
});

describe('a changed order needs approval again', () => {
	const approved = { supplierId: 'P-1', itemIds: ['1', '2'], total: '100' };
	const again = (more: Partial<typeof approved> | { total: null }) =>
		againBecause(approved, { ...approved, ...more }, '5');

	test('counts a line at nothing once its discount is more than it costs', () => {
		// 2 × 6 − 20 takes nothing off the butter.
		const charges = { 'l-1': { discount: '20', tax: '20' } };
		expect(approvedOf(order, 'EUR', charges).total).toBe('12');
	});

	test('from another supplier', () => {
		expect(again({ supplierId: 'P-2' })).toEqual(['supplier']);
	});

	test('with a line that it did not have, even of an item that it had once', () => {
		expect(again({ itemIds: ['1', '2', '3'] })).toEqual(['new-line']);
		expect(again({ itemIds: ['2', '1', '2'] })).toEqual(['new-line']);
		expect(again({ itemIds: ['2'] })).toEqual([]);
	});

	test('above the percentage, exactly, and not for less', () => {
		expect(again({ total: '105' })).toEqual([]);
		expect(again({ total: '105.01' })).toEqual(['total']);
		expect(again({ total: '20' })).toEqual([]);
	});

	test('where a total cannot be compared', () => {
		expect(again({ total: null })).toEqual(['total-unknown']);
	});
});
