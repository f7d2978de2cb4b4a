// Tests on real files that list rows are read once, and again only when something they show has changed.
import { beforeEach, expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { itemRecord, stockRecord } from '../../../../test/support/kitchen.ts';
import { wastageRecord } from '../../../shared/service/wastage.ts';
import { keptRows } from './kept-list.ts';

let looked: () => string[];

const waste = (id: string, ...itemIds: string[]) => ({
	id,
	number: id,
	locationId: 'L-1',
	date: '2026-11-19T10:00:00Z',
	status: 'Approved',
	items: itemIds.map((itemId) => ({ itemId, uomId: 1, quantity: '1', wasteReasonId: 'R-1' })),
});

const kitchen = eachKitchen({
	lists: {
		'wastage.list': [
			waste('milk', '1'),
			waste('butter', '2'),
			waste('both', '1', '2'),
			waste('unknown', '9'),
		],
	},
});
beforeEach(() => {
	const rows = keptRows<string>(kitchen.store, 'wastage', null, ['wasteReason', 'location']);
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

const come = async (lists: Record<string, unknown[]>): Promise<void> => {
	Object.assign(kitchen.service.lists, lists);
	await kitchen.pull();
};

test('a complete pull without changes rereads no row', async () => {
	await kitchen.pull();
	expect(looked()).toEqual([]);
});

test('a changed item rereads the rows that show it, once', async () => {
	const [, butter, cream] = kitchen.service.lists['inventoryItem.list']!;
	await come({ 'inventoryItem.list': [itemRecord('1', 'Oat milk'), butter, cream] });
	expect(looked()).toEqual(['both', 'milk']);
	await kitchen.pull();
	expect(looked()).toEqual([]);
});

test('a removed or newly known item rereads the rows that show it', async () => {
	const [, butter, cream] = kitchen.service.lists['inventoryItem.list']!;
	await come({ 'inventoryItem.list': [butter, cream, itemRecord('9', 'Yeast')] });
	expect(looked()).toEqual(['both', 'milk', 'unknown']);
});

test('a new cost at the location rereads the rows of that item, a new quantity none', async () => {
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

test('a renamed reason or location rereads every row', async () => {
	await come({ 'wasteReason.list': [{ id: 'R-1', name: 'Gone off' }] });
	expect(looked()).toHaveLength(4);
	const [, garden] = kitchen.service.lists['location.list']!;
	await come({
		'location.list': [{ id: 'L-1', name: 'Harbour', currency: 'EUR', timeZone: 'UTC' }, garden],
	});
	expect(looked()).toHaveLength(4);
});
