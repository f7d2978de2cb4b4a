// A suggested order of 2,000 items with par levels, stock, orders and two counts, through the core.
import { CountedTotals } from '../src/main/core/store/counted-totals.ts';
import { openStore } from '../src/main/core/store/open.ts';
import { orderingRows } from '../src/main/core/store/ordering-rows.ts';
import { compare, takeTurns, timedUntil, type Benchmark } from './harness.ts';
import { makeItem } from './item.ts';
import { accountId, answerOf, locationId, makeKitchen, openCore } from './kitchen.ts';

const items = 2_000;
const supplierId = 'supplier-1';

function fill(): ReturnType<typeof makeKitchen> {
	const kitchen = makeKitchen([{ areaId: 'area-1', items }]);
	const store = openStore(kitchen.dataFolder);
	const at = Date.now();
	const records = store.records;
	const rows = orderingRows(store.durable);
	const kept = { account_id: accountId, location_id: locationId, changed_at: at, changed_by: '' };
	const each = Array.from({ length: items }, (_, index) => makeItem(index));
	store.cache.transaction(() => {
		const put = (
			kind: 'supplier' | 'purchaseOption' | 'purchaseOrder',
			record: object,
			id: string,
		) =>
			records.put(
				accountId,
				kind,
				{
					id,
					locationId: kind === 'purchaseOrder' ? locationId : null,
					json: JSON.stringify({ id, ...record }),
				},
				{ readNo: 1, at, touch: false },
			);
		put('supplier', { name: 'Green Fields' }, supplierId);
		for (const { itemId, units } of each) {
			const uomId = Number(units[0]?.unitId);
			put('purchaseOption', { itemId, supplierId, uomId, price: '4.2' }, `option-${itemId}`);
		}
		for (let order = 0; order < 40; order += 1) {
			const lines = each.slice(order * 50, order * 50 + 50).map(({ itemId, units }) => ({
				id: `${String(order)}-${itemId}`,
				itemId,
				uomId: Number(units[0]?.unitId),
				quantity: '3',
				quantityReceived: '1',
			}));
			const head = { locationId, supplierId, date: new Date(at).toISOString(), status: 'Approved' };
			put('purchaseOrder', { ...head, items: lines }, `order-${String(order)}`);
		}
		store.pulls.finish(accountId, 'purchaseOption', '', at, 1);
	})();
	store.durable.transaction(() => {
		for (const { itemId, units } of each.filter((_, index) => index % 2 === 0)) {
			const cells = { itemId, par: '40', minimum: '5', unitId: units[0]?.unitId, multiple: null };
			const key = JSON.stringify([itemId]);
			rows.put({ ...kept, table_name: 'par', key, cells: JSON.stringify(cells) });
		}
		for (const weekday of ['1', '4']) {
			const cells = { supplierId, weekday, advanceDays: '1', cutOff: '14:00' };
			const key = JSON.stringify([supplierId, weekday]);
			rows.put({ ...kept, table_name: 'delivery', key, cells: JSON.stringify(cells) });
		}
		for (const [days, quantity] of [
			[14, '80'],
			[0, '10'],
		] as const) {
			const on = at - days * 86_400_000;
			const id = `count-${String(days)}`;
			store.durable
				.prepare(
					`INSERT INTO stocktake (stocktake_id, intent_id, account_id, location_id, name, blind, state, currency,
						time_zone, business_date, opened_at, opened_by, submitted_at, plan)
					 VALUES (?, ?, ?, ?, 'Full', 0, 'submitted', 'EUR', 'UTC', ?, ?, '', ?, '{}')`,
				)
				.run(id, id, accountId, locationId, new Date(on).toISOString().slice(0, 10), on, on);
			new CountedTotals(store.durable).put(
				id,
				each.map(({ itemId, units }) => ({
					areaId: 'area-1',
					itemId,
					quantity,
					unitIds: units.map(({ unitId }) => unitId),
				})),
			);
		}
	})();
	store.close();
	return kitchen;
}

export const suggestions: Benchmark = {
	name: 'suggestions',
	about: `a suggested order of ${items.toLocaleString('en')} items`,
	rounds: 20,
	async run(rounds, say) {
		say(`making ${items.toLocaleString('en')} items with orders and counts`);
		const kitchen = fill();
		const { core } = openCore(kitchen);
		try {
			const asked = { locationId, supplierId, deliveryDate: null };
			const { lines } = await answerOf(core, 'ordering.suggestion', asked);
			const known = lines.filter(({ suggestion }) => suggestion.kind === 'suggested').length;
			if (known !== items) throw new Error(`${String(known)} lines have a suggestion.`);
			const samples = await takeTurns(rounds, {
				suggested: () => timedUntil(() => answerOf(core, 'ordering.suggestion', asked)),
			});
			return [
				compare('a suggested order', '200 ms', samples.suggested, 200, { median: 1, p99: 1 }),
			];
		} finally {
			await core.stop();
			kitchen.remove();
		}
	},
};
