import { expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { itemRecord } from '../../../../test/support/kitchen.ts';
import { RowOrder } from './row-order.ts';

const milk = itemRecord('1', 'Milk', { code: 'DA-1' });
const old = itemRecord('2', 'Old cheese', { code: 'DA-2', isActive: false });

const kitchen = eachKitchen({ lists: { 'inventoryItem.list': [milk, old] } });

const type = 'inventoryItem';
const names = (where: Record<string, boolean[]> = {}) =>
	kitchen.call('record.list', { type, where }).rows.map(({ values }) => values['name']);
const found = (text: string) =>
	kitchen.call('item.search', { text, locationId: null }).items.map(({ name }) => name);

test('Items are read once, for scanning and for their list of records', async () => {
	const reads: string[] = [];
	kitchen.service.onRead = (name) => void reads.push(name);
	await kitchen.pull();
	expect(reads.filter((name) => name === 'inventoryItem.list')).toHaveLength(1);
	expect(kitchen.call('record.get', { type, id: '1' }).record).toMatchObject({ units: milk.units });
});

test('An inactive item is listed as a record, and is no item to count', () => {
	expect(names()).toEqual(['Milk', 'Old cheese']);
	expect(names({ isActive: [true] })).toEqual(['Milk']);
	expect(found('old')).toEqual([]);
	expect(kitchen.call('record.get', { type, id: '2' }).record).toMatchObject({ isActive: false });
});

test('An item that becomes active can be counted, and one that is gone is not listed', async () => {
	await kitchen.shows({ 'inventoryItem.list': [{ ...old, isActive: true }] });
	expect(names({ isActive: [true] })).toEqual(['Old cheese']);
	expect(found('old')).toEqual(['Old cheese']);
	await kitchen.shows({ 'inventoryItem.list': [milk] });
	expect(names()).toEqual(['Milk']);
});

test('A sorted list takes in new rows in their place and leaves out those that are gone', () => {
	const order = new RowOrder<{ readonly name: string }>();
	const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }] as const;
	const sorted = (...rows: readonly { readonly name: string }[]) =>
		order
			.sorted('names', rows, (one, other) => (one.name < other.name ? -1 : 1))
			.map(({ name }) => name)
			.join('');
	expect(sorted(c, a)).toBe('ac');
	expect(sorted(b, c, a)).toBe('abc');
	expect(sorted(b, a)).toBe('ab');
});
