import { beforeEach, expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { stockRecord } from '../../../../test/support/kitchen.ts';

const lists = {
	'supplier.list': [{ id: 'S-1', name: 'Harbour Dairy', code: 'HD' }],
	'purchaseOption.list': [
		{ id: 'PO-1', itemId: '1', supplierId: 'S-1', uomId: 3, price: '6.50' },
		{ id: 'PO-2', itemId: '2', supplierId: 'S-1', uomId: 3, price: '6.50' },
	],
	'inventoryItem.currentStock': [stockRecord('A-1', '1', '12', 1)],
};
/** Friday, 20 November 2026, 09:00 in Dublin. */
const now = Date.UTC(2026, 10, 20, 9);

const kitchen = eachKitchen({ practice: true, lists });
beforeEach(() => {
	kitchen.clock.setWallClock(now);
});

const board = () => kitchen.call('ordering.board', { locationId: 'L-1' }).suppliers;

test('a practice location has a cut-off today, par levels, a minimum order and a standing order', () => {
	expect(board()).toMatchObject([
		{
			supplierId: 'S-1',
			delivery: { day: '2026-11-21', cutOff: Date.UTC(2026, 10, 20, 22, 30) },
			minimumAmount: '250',
		},
	]);
	const asked = { locationId: 'L-1', supplierId: 'S-1', deliveryDate: null };
	const { lines } = kitchen.call('ordering.suggestion', asked);
	expect(lines.find(({ item }) => item.itemId === '1')).toMatchObject({
		suggestion: { kind: 'suggested' },
		terms: { standing: '2' },
	});
});

test('what somebody emptied stays empty', () => {
	board();
	const asked = { locationId: 'L-1', table: 'delivery' as const };
	const { rows } = kitchen.call('ordering.list', asked);
	kitchen.call('ordering.save', {
		...asked,
		locale: 'en-GB',
		rows: rows.map(({ cells }) => ({
			supplierId: cells['supplierId'] ?? '',
			weekday: cells['weekday'] ?? '',
			advanceDays: '',
			cutOff: '',
		})),
	});
	expect(rows).toHaveLength(2);
	expect(board()).toMatchObject([{ delivery: null }]);
});
