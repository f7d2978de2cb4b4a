import { afterEach, expect, test } from 'vitest';
import { openStockedKitchen, type Kitchen } from '../../../../test/support/kitchen.ts';

let kitchen: Kitchen;
afterEach(() => kitchen.end());

test('References are found, sorted and named by the titles of what they refer to', async () => {
	kitchen = await openStockedKitchen({
		lists: {
			'supplier.list': [
				{ id: 'P-1', name: 'Riverside Dairy' },
				{ id: 'P-2', name: 'Green Hill Farm' },
			],
			'purchaseOption.list': [
				{ id: 'O-1', itemId: 'I-9', supplierId: 'P-1', uomId: 1, price: '2' },
				{ id: 'O-2', itemId: 'I-9', supplierId: 'P-2', uomId: 1, price: '3' },
			],
		},
	});
	const list = (input: object) => kitchen.call('record.list', { type: 'purchaseOption', ...input });
	const { rows, names: titles } = list({ order: { by: 'supplierId', descending: false } });
	expect(rows.map(({ id }) => id)).toEqual(['O-2', 'O-1']);
	expect(titles).toMatchObject({ 'supplier/P-1': 'Riverside Dairy' });
	expect(list({ search: 'dairy' }).rows.map(({ id }) => id)).toEqual(['O-1']);
	expect(kitchen.call('record.get', { type: 'purchaseOption', id: 'O-1' }).names).toMatchObject({
		'supplier/P-1': 'Riverside Dairy',
	});
});
