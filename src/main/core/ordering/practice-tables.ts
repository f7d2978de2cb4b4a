// Fills the tables of ordering of a practice location, once, because the practice service cannot: the service has none.
import { divideRatios, ratioOf, roundRatio, sum } from '../../../shared/domain/decimal.ts';
import { wallClockAt } from '../../../shared/domain/wall-clock.ts';
import { weekdayOf } from '../../../shared/ordering/calendar.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { itemViews } from '../document/item-view.ts';
import { activeOptions } from '../price/purchase-options.ts';
import { orderingRows } from '../store/ordering-rows.ts';
import type { OrderingTables, Writing } from './ordering-tables.ts';

const weekdayAfter = (weekday: number, days: number): string =>
	String(((weekday - 1 + days) % 7) + 1);

export function practiceTables({ store, ports }: CoreContext, tables: OrderingTables) {
	const kept = orderingRows(store.durable);
	const { records, locations } = store;
	const items = itemViews(store);

	return (account: ActiveAccount, locationId: string): void => {
		const { accountId, practice } = account;
		if (!practice || kept.isBegun(accountId, locationId)) return;
		const item = items.at(accountId, locationId);
		const options = activeOptions(records.all(accountId, 'purchaseOption'));
		const sold = options.flatMap(({ supplierId, itemId, uomId }) => {
			const found = item(itemId);
			const unit = found?.units.find(({ unitId }) => unitId === String(uomId));
			const onHand = found?.onHand ?? null;
			return onHand === null || unit === undefined ? [] : [{ supplierId, itemId, unit, onHand }];
		});
		const [first] = sold;
		if (first === undefined) return;
		const { timeZone } = locations.get(accountId, locationId);
		const today = weekdayOf(wallClockAt(ports.clock.now(), timeZone).slice(0, 10));
		const suppliers = [...new Set(sold.map(({ supplierId }) => supplierId))];
		const of = (table: Writing['table'], rows: Writing['rows']): Writing => {
			return { locationId, table, locale: 'en', rows };
		};
		const filled = [
			// Some order today, some tomorrow or the day after; the first until late.
			of(
				'delivery',
				suppliers.flatMap((supplierId, at) =>
					[at % 3, (at % 3) + 3].map((days) => ({
						supplierId,
						weekday: weekdayAfter(today, days + 1),
						advanceDays: '1',
						cutOff: at === 0 ? '23:30' : '16:00',
					})),
				),
			),
			// The others show that nothing is suggested without a need.
			of(
				'par',
				sold
					.filter((_option, at) => at % 4 !== 3)
					.map(({ itemId, unit, onHand }, at) => ({
						itemId,
						par: sum([
							roundRatio(divideRatios(ratioOf(onHand), unit.factor), 0),
							String((at % 4) + 1),
						]),
						minimum: '1',
						unitId: unit.unitId,
					})),
			),
			of('terms', [{ supplierId: first.supplierId, minimumAmount: '250', rounding: 'up' }]),
			of('standing', [
				{
					supplierId: first.supplierId,
					weekday: weekdayAfter(today, 1),
					itemId: first.itemId,
					quantity: '2',
					unitId: first.unit.unitId,
				},
			]),
		];
		for (const each of filled) tables.save(account, each);
	};
}
