// A kitchen with as many documents of each kind as a list is measured with.
import { openStore } from '../src/main/core/store/open.ts';
import { makeItem } from './item.ts';
import {
	accountId,
	locationId,
	makeKitchen,
	openCore,
	reasonId,
	setUp,
	type Kitchen,
} from './kitchen.ts';

const items = 500;
const otherId = 'location-2';

export async function fillLists(documents: number): Promise<Kitchen> {
	const kitchen = makeKitchen([{ areaId: 'area-1', items }]);
	const store = openStore(kitchen.dataFolder);
	const records = store.records;
	const at = Date.now();
	const put = (
		kind: 'wastage' | 'transferOut' | 'purchaseOrder' | 'location',
		id: string,
		record: object,
	) => {
		const of = kind === 'location' ? null : locationId;
		const json = JSON.stringify({ id, ...record });
		records.put(accountId, kind, { id, locationId: of, json }, { readNo: 1, at, touch: false });
	};
	store.cache.transaction(() => {
		put('location', otherId, { name: 'Mill Street', currency: 'EUR', timeZone: 'UTC' });
		for (let index = 0; index < documents; index += 1) {
			const date = new Date(at - index * 3_600_000).toISOString();
			const { itemId } = makeItem(index % items);
			put('wastage', `waste-${String(index)}`, {
				number: `WST-${String(index)}`,
				locationId,
				date,
				status: 'Approved',
				items: [{ itemId, uomId: 1, quantity: '2', totalCost: '3.5', wasteReasonId: reasonId }],
			});
			put('transferOut', `transfer-${String(index)}`, {
				number: `TRO-${String(index)}`,
				fromLocationId: locationId,
				toLocationId: otherId,
				date,
				status: 'Received',
				totalCost: '12.5',
				items: [],
			});
			put('purchaseOrder', `order-${String(index)}`, {
				number: `PO-${String(index)}`,
				locationId,
				supplierId: 'supplier-1',
				date,
				status: index % 100 === 0 ? 'Approved' : 'Received',
				totalCost: '12.5',
				items: [
					{ id: 'l-1', itemId, uomId: 1, quantity: '2', price: '6.25', quantityReceived: '0' },
				],
			});
		}
		const pulls = store.pulls;
		for (const kind of ['wastage', 'transferOut', 'transferIn', 'purchaseOrder'] as const)
			pulls.finish(accountId, kind, '', at, 1);
	})();
	store.close();
	const { core } = openCore(kitchen);
	await setUp(core);
	await core.stop();
	return kitchen;
}
