// Rows of a list are read once, and again only where what they show is another, over real files.
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
	itemRecord,
	openKitchen,
	stockRecord,
	stockUp,
	type Kitchen,
} from '../../../../test/support/kitchen.ts';
import { wastageRecord } from '../../../shared/service/wastage.ts';
import { keptRows } from './kept-list.ts';

let kitchen: Kitchen;
/** The documents that were read since the last look. */
let looked: () => string[];

const waste = (id: string, ...itemIds: string[]) => ({
	...{ id, number: id, locationId: 'L-1', date: '2026-11-19T10:00:00Z', status: 'Approved' },
	items: itemIds.map((itemId) => ({ itemId, uomId: 1, quantity: '1', wasteReasonId: 'R-1' })),
});

beforeEach(async () => {
	kitchen = openKitchen();
	stockUp(kitchen);
	kitchen.service.lists['wastage.list'] = [
		waste('milk', '1'),
		waste('butter', '2'),
		waste('both', '1', '2'),
		waste('unknown', '9'),
	];
	await kitchen.pull();
	const rows = keptRows<string>(kitchen.store, 'wastage', null);
	looked = () => {
		const read: string[] = [];
		rows(kitchen.account(), 'L-1', ({ id, json }) => {
			read.push(id);
			const { items = [] } = wastageRecord.parse(JSON.parse(json));
			return { row: id, otherId: null, itemIds: items.map(({ itemId }) => itemId) };
		});
		return read.toSorted();
	};
	expect(looked()).toHaveLength(4);
});
afterEach(() => kitchen.end());

/** Changes lists of the service and pulls them. */
const come = async (lists: Record<string, unknown[]>): Promise<void> => {
	Object.assign(kitchen.service.lists, lists);
	await kitchen.pull();
};

test('a whole pull that brings nothing new costs no row', async () => {
	await kitchen.pull();
	expect(looked()).toEqual([]);
});

test('an item that is another now costs the rows that show it, once', async () => {
	const [, butter, cream] = kitchen.service.lists['inventoryItem.list']!;
	await come({ 'inventoryItem.list': [itemRecord('1', 'Oat milk'), butter, cream] });
	expect(looked()).toEqual(['both', 'milk']);
	await kitchen.pull();
	expect(looked()).toEqual([]);
});

test('an item that went, and one that was not known before, cost the rows that show them', async () => {
	const [, butter, cream] = kitchen.service.lists['inventoryItem.list']!;
	await come({ 'inventoryItem.list': [butter, cream, itemRecord('9', 'Yeast')] });
	expect(looked()).toEqual(['both', 'milk', 'unknown']);
});

test('another cost at the location costs the rows of that item, another quantity none', async () => {
	const stock = (quantity: string, unitCost: string) => ({
		...stockRecord('A-1', '2', quantity, 2),
		unitCost,
	});
	kitchen.settings.locationId = 'L-1';
	await come({ 'inventoryItem.currentStock': [stock('24', '0.50')] });
	looked();
	await come({ 'inventoryItem.currentStock': [stock('23', '0.50')] });
	expect(looked()).toEqual([]);
	await come({ 'inventoryItem.currentStock': [stock('23', '0.75')] });
	expect(looked()).toEqual(['both', 'butter']);
});

test('the name of a reason or of a place costs every row', async () => {
	await come({ 'wasteReason.list': [{ id: 'R-1', name: 'Gone off' }] });
	expect(looked()).toHaveLength(4);
	const [, garden] = kitchen.service.lists['location.list']!;
	await come({
		'location.list': [{ id: 'L-1', name: 'Harbour', currency: 'EUR', timeZone: 'UTC' }, garden],
	});
	expect(looked()).toHaveLength(4);
});
