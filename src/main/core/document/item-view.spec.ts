import { expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { accountId, itemRecord } from '../../../../test/support/kitchen.ts';
import { itemViews } from './item-view.ts';

const kitchen = eachKitchen();

test('one call reads each item once, and the next call sees changes', async () => {
	const items = itemViews(kitchen.store);
	const find = items.at(accountId, 'L-1');
	const before = find('1');
	expect(before).toEqual(items.get(accountId, '1', 'L-1'));
	expect(find('nobody knows')).toBeNull();
	await kitchen.shows({ 'inventoryItem.list': [itemRecord('1', 'Another name')] });
	expect(find('1')).toBe(before);
	expect(items.at(accountId, 'L-1')('1')?.name).toBe('Another name');
});
