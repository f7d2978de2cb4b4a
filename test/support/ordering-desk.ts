// What suppliers sell to a kitchen, its tables of ordering, and counts that tell its usage: Friday, 20 November 2026, 9:00.
import type { CallInput } from '../../src/shared/bridge/contract.ts';
import type { OrderingTableName } from '../../src/shared/ordering/tables.ts';
import { enterBox, openCount } from './counting.ts';
import { openStockedKitchen, type Kitchen } from './kitchen.ts';

export const sold = (id: string, itemId: string, price: string, more: object = {}) => ({
	id: `N-${id}`,
	itemId,
	supplierId: 'S-1',
	uomId: 3,
	price,
	supplierItemCode: `HD-${id}`,
	...more,
});

/** Milk at 6.50 and butter at 11.25 a case, of Harbour Dairy. */
export async function openOrderingKitchen(lists: Record<string, unknown[]> = {}): Promise<Kitchen> {
	const kitchen = await openStockedKitchen({
		lists: {
			'supplier.list': [
				{ id: 'S-1', name: 'Harbour Dairy', code: 'HD' },
				{ id: 'S-2', name: 'Green Fields', code: 'GF' },
			],
			'purchaseOption.list': [sold('1', '1', '6.50'), sold('2', '2', '11.25')],
			...lists,
		},
	});
	kitchen.clock.setWallClock(Date.UTC(2026, 10, 20, 9));
	return kitchen;
}

export function orderingAt(kitchen: () => Kitchen) {
	const save = (table: OrderingTableName, ...rows: CallInput<'ordering.save'>['rows']) =>
		kitchen().call('ordering.save', { locationId: 'L-1', table, locale: 'en-GB', rows });
	/** Of milk, on a day of November. */
	async function count(day: number, quantity: string): Promise<void> {
		kitchen().clock.setWallClock(Date.UTC(2026, 10, day, 9));
		const stocktakeId = openCount(kitchen(), { scope: { kind: 'items', itemIds: ['1'] } });
		enterBox(kitchen(), stocktakeId, 1, quantity);
		enterBox(kitchen(), stocktakeId, 2, '0');
		kitchen().call('stocktake.submit', { stocktakeId, intentId: `intent-${day}` });
		await kitchen().send();
	}
	return {
		save,
		/** Orders go before 14:00 of the day before. */
		deliversOn: (...weekdays: string[]) =>
			save(
				'delivery',
				...weekdays.map((weekday) => {
					return { supplierId: 'S-1', weekday, advanceDays: '1', cutOff: '14:00' };
				}),
			),
		/** 70 milk in fourteen days are five a day; four are left. */
		async useMilk(): Promise<void> {
			await count(6, '74');
			await count(20, '4');
			kitchen().clock.setWallClock(Date.UTC(2026, 10, 20, 9));
		},
	};
}
