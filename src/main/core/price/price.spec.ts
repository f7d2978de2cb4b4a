import { expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';

const kitchen = eachKitchen({
	lists: {
		'purchaseOption.list': [
			{
				id: 'N-1',
				itemId: '1',
				supplierId: 'P-1',
				uomId: 3,
				price: '6.00',
				prices: [
					{ price: '6.00', currency: 'EUR', fromDate: '2026-01-01' },
					{ price: '6.50', currency: 'EUR', fromDate: '2026-11-21' },
				],
			},
		],
	},
});
const listed = () => kitchen.call('price.list', { locationId: 'L-1' }).rows[0]?.listed;

test('a price of tomorrow is listed once the business day begins, though nothing was fetched since', () => {
	// The day begins at five in Berlin.
	kitchen.clock.setWallClock(Date.UTC(2026, 10, 21, 3, 59));
	expect(listed()).toBe('6.00');
	kitchen.clock.setWallClock(Date.UTC(2026, 10, 21, 4, 1));
	expect(listed()).toBe('6.50');
});

test('of two prices from the same day, the last in the list counts, whatever their times', async () => {
	const price = (of: string, fromDate?: string) => ({ price: of, currency: 'EUR', fromDate });
	const [option] = kitchen.service.lists['purchaseOption.list'] as object[];
	const listedOf = async (...prices: object[]) => {
		await kitchen.shows({ 'purchaseOption.list': [{ ...option, prices }] });
		return listed();
	};
	const [first, second] = [price('7', '2026-11-01T09:00:00Z'), price('8', '2026-11-01')];
	expect(await listedOf(first, second, price('5', '2026-10-31'))).toBe('8');
	expect(await listedOf(second, first, price('5'))).toBe('7');
	expect(await listedOf(price('5'), price('4'))).toBe('4');
});
