// What the service answers on demand, where it knows less of the question than was asked.
import { expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { caller, openKitchen, valueOf } from '../../../../test/support/kitchen.ts';
import { lookupCapability } from './lookup.ts';

const kitchen = eachKitchen(openKitchen);

const lookup = () => lookupCapability(kitchen.context);
const stockOf = async (asked: { itemId: string; locationId: string }) =>
	valueOf(await lookup()['lookup.stock'](asked, caller));

const stock = (itemId: string, locationId: string, quantity: string) => ({
	itemId,
	locationId,
	storageAreaId: 'A',
	quantity,
});

test('the stock of a preparation is that of its own rows, added exactly', async () => {
	kitchen.service.ignoresLocation = true;
	kitchen.service.lists['prepItem.currentStock'] = [
		stock('P-1', 'L1', '0.1'),
		stock('P-1', 'L1', '0.2'),
		stock('P-1', 'L2', '5'),
		stock('P-2', 'L1', '7'),
	];
	const asked = { itemId: 'P-1', locationId: 'L1' };
	expect(await stockOf(asked)).toEqual({ quantity: '0.3' });
	expect(await stockOf({ ...asked, itemId: 'P-3' })).toEqual({
		quantity: null,
	});
});

test('an incomplete answer is no stock', async () => {
	kitchen.service.lists['prepItem.currentStock'] = [
		stock('P-1', 'L1', '1'),
		stock('P-1', 'L1', '2'),
	];
	kitchen.service.cutAfter['prepItem.currentStock'] = 1;
	const reply = await lookup()['lookup.stock']({ itemId: 'P-1', locationId: 'L1' }, caller);
	expect(reply).toMatchObject({ ok: false, code: 'not-shown' });
});

test('a service that knows no search offers no other rows', async () => {
	kitchen.service.lists['genericItem.list'] = ['Tomato sauce', 'Bread'].map((name, index) => ({
		itemId: `X-${String(index)}`,
		itemType: { id: 9, name: 'Thing' },
		name,
	}));
	const asked = { by: 'genericItem', search: 'TOMA' } as const;
	expect(valueOf(await lookup()['lookup.offered'](asked, caller))).toEqual({
		found: [
			{ itemId: 'X-0', name: 'Tomato sauce', code: '', kind: 'Thing', type: null, isHere: false },
		],
		isPart: false,
	});
});

test('what this PC does not have comes before what it has', async () => {
	const item = (itemId: string) => ({ itemId, itemType: { id: 1, name: 'Thing' }, name: 'Bread' });
	await kitchen.shows({
		'menuItem.list': [{ id: 'D-1', name: 'Bread' }],
		'genericItem.list': [item('D-1'), item('D-2')],
	});
	const asked = { by: 'genericItem', search: 'bread' } as const;
	const { found } = valueOf(await lookup()['lookup.offered'](asked, caller));
	expect(found).toMatchObject([
		{ itemId: 'D-2', isHere: false },
		{ itemId: 'D-1', isHere: true },
	]);
});

test('takes the kind of an unknown record from the number in the profile', async () => {
	await kitchen.shows({
		'menuItem.list': [{ id: 'D-1', name: 'Bread' }],
		'genericItem.list': [1, 2, 3, 4].map((id) => ({
			itemId: `D-${String(id)}`,
			itemType: { id, name: 'Thing' },
			name: 'Bread',
		})),
	});
	kitchen.useProfile({ itemTypes: { 1: 'prepItem', 3: 'inventoryItem' } });
	const asked = { by: 'genericItem', search: 'bread' } as const;
	const { found } = valueOf(await lookup()['lookup.offered'](asked, caller));
	expect(found.map(({ itemId, type, isHere }) => [itemId, type, isHere])).toEqual([
		['D-2', null, false],
		['D-3', 'inventoryItem', false],
		['D-4', null, false],
		['D-1', 'menuItem', true],
	]);
});
