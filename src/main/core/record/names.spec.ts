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

test('A record without a title is named in the outbox by what it refers to', async () => {
	kitchen = await openStockedKitchen({
		lists: {
			'supplier.list': [{ id: 'P-1', name: 'Riverside Dairy' }],
			'purchaseOption.list': [
				{ id: 'O-1', itemId: 'I-9', supplierId: 'P-1', uomId: 1, price: '2' },
			],
		},
	});
	kitchen.service.there = false;
	const asked = { type: 'purchaseOption' as const, ids: ['O-1'], isActive: false };
	kitchen.call('record.switch', { ...asked, intentId: 'intent-1' });
	const { lane } = kitchen.call('outbox.lane', { id: 'O-1' });
	expect(lane?.title).toBe('Riverside Dairy');
});

test('Records are found by what their lines refer to', async () => {
	const layer = (sequence: number, roleId: string) => ({ sequence, rules: [{ roleId }] });
	kitchen = await openStockedKitchen({
		lists: {
			'approvalMatrix.list': [
				{ id: 'M-1', name: 'Orders', documentType: 'PurchaseOrder', layers: [layer(1, 'R-1')] },
				{ id: 'M-2', name: 'Waste', documentType: 'Wastage', layers: [layer(1, 'R-2')] },
			],
		},
	});
	const where = { 'layers/rules/roleId': ['R-2'] };
	const { rows } = kitchen.call('record.list', { type: 'approvalMatrix', where });
	expect(rows.map(({ id }) => id)).toEqual(['M-2']);
});
