// What is left of an item if the delivery that is being ordered does not come.
import { beforeEach, expect, test } from 'vitest';
import { enterBox, openCount } from '../../../../test/support/counting.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';

const kitchen = eachKitchen({
	lists: {
		'supplier.list': [{ id: 'S-1', name: 'Harbour Dairy' }],
		'purchaseOption.list': [{ id: 'N-1', itemId: '1', supplierId: 'S-1', uomId: 3, price: '6' }],
	},
});
beforeEach(async () => {
	// Two counts give the daily usage.
	for (const [day, quantity] of [
		[6, '50'],
		[20, '8'],
	] as const) {
		kitchen.clock.setWallClock(Date.UTC(2026, 10, day, 9));
		const stocktakeId = openCount(kitchen, { scope: { kind: 'items', itemIds: ['1'] } });
		enterBox(kitchen, stocktakeId, 1, quantity);
		enterBox(kitchen, stocktakeId, 2, '0');
		kitchen.call('stocktake.submit', { stocktakeId, intentId: `intent-${String(day)}` });
		await kitchen.send();
	}
	kitchen.call('ordering.save', {
		locationId: 'L-1',
		table: 'delivery',
		locale: 'en-GB',
		rows: ['1', '4'].map((weekday) => ({
			supplierId: 'S-1',
			weekday,
			advanceDays: '1',
			cutOff: '14:00',
		})),
	});
});

/** Two of three cases of twelve are to come. */
const order = (deliveryDate: string | undefined, supplierId = 'S-1') => ({
	id: 'O-1',
	locationId: 'L-1',
	supplierId,
	date: '2026-11-18T09:00:00Z',
	deliveryDate,
	status: 'Approved',
	items: [{ id: 'l-1', itemId: '1', uomId: 3, quantity: '3', quantityReceived: '1', price: '6' }],
});

test.each([
	['before it is there', order('2026-11-20T09:00:00Z'), 24],
	['from another supplier is there', order('2026-11-23T09:00:00Z', 'S-2'), 24],
	['for it does not come either', order('2026-11-23T09:00:00Z'), 0],
	['without a day may be for it', order(undefined), 0],
])('what was ordered %s', async (_case, ordered, more) => {
	const leftWith = async (...orders: object[]) => {
		await kitchen.shows({ 'purchaseOrder.list': orders });
		const asked = { locationId: 'L-1', supplierId: 'S-1', deliveryDate: '2026-11-23' };
		const [line] = kitchen.call('ordering.suggestion', asked).lines;
		return { due: line?.terms.due, left: Number(line?.leftIfNone ?? Number.NaN) };
	};
	const { left } = await leftWith();
	expect(await leftWith(ordered)).toEqual({ due: '24', left: left + more });
});
