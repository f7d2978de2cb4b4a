import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestPractice, type TestPractice } from '../../../test/support/practice.ts';
import type { OperationName } from '../../shared/service/index.ts';

interface Row {
	id: string;
	[field: string]: unknown;
}

let practice: TestPractice;
let locationId: string;
let supplierId: string;
let item: Row & { baseUomId: number };
const date = '2026-03-02T09:00:00Z';

beforeEach(async () => {
	practice = await startTestPractice();
	await practice.signIn();
	locationId = (await practice.all<Row>('location.list'))[0]!.id;
	supplierId = (await practice.all<Row>('supplier.list'))[0]!.id;
	item = (await practice.all<typeof item>('inventoryItem.list'))[0]!;
});
afterEach(async () => {
	expect(practice.checkLedger()).toEqual([]);
	await practice.close();
});

async function ok<Value = Row>(
	name: OperationName,
	input: Parameters<TestPractice['call']>[1] = {},
): Promise<Value> {
	const answered = await practice.call(name, input);
	expect(answered.status, `${name}: ${answered.text}`).toBe(200);
	return answered.json as Value;
}

const stockOf = async (itemId: string, of: 'inventoryItem' | 'prepItem' = 'inventoryItem') => {
	const rows = await practice.all<{ quantity: number; unitCost: number }>(`${of}.currentStock`, {
		locationId,
		itemId,
	});
	return {
		quantity: Number(rows.reduce((sum, row) => sum + row.quantity, 0).toFixed(6)),
		unitCost: rows[0]?.unitCost,
	};
};

test('submit, close and cancel of an order share an address, and the journal tells them apart', async () => {
	const create = (isDraft: boolean) =>
		ok('purchaseOrder.create', {
			body: {
				locationId,
				supplierId,
				date,
				isDraft,
				items: [{ itemId: item.id, uomId: item.baseUomId, quantity: 2, price: 3 }],
			},
		});
	const goesTo = async (name: OperationName, id: string, status: string) => {
		await ok(name, { body: { id, status } });
		return (await ok('purchaseOrder.get', { path: { id } }))['status'];
	};
	const { id } = await create(true);
	expect(await goesTo('purchaseOrder.submit', id, 'Submitted')).toBe('Submitted');
	await ok('purchaseOrder.approve', { path: { id } });
	expect(await goesTo('purchaseOrder.close', id, 'Closed')).toBe('Closed');
	expect(
		(await practice.call('purchaseOrder.cancel', { body: { id, status: 'Cancelled' } })).status,
	).toBe(409);
	const other = await create(false);
	expect(await goesTo('purchaseOrder.cancel', other.id, 'Cancelled')).toBe('Cancelled');
	const journal = await practice.journal();
	const names = journal.flatMap(
		({ operation }) => /\.(submit|close|cancel)$/.exec(operation)?.[1] ?? [],
	);
	expect(names).toEqual(['submit', 'close', 'cancel', 'cancel']);
});

/** A new item without stock. */
async function newItem(name: string): Promise<Row & { baseUomId: number }> {
	return ok('inventoryItem.create', {
		body: {
			name,
			baseUomId: 1,
			units: [
				{ uomId: 1, name: 'piece', conversionFactor: 1 },
				{ uomId: 3, name: 'case', conversionFactor: 12 },
			],
		},
	});
}

async function approvedOrder(line: object): Promise<Row & { items: Row[] }> {
	const { id } = await ok('purchaseOrder.create', {
		body: { locationId, supplierId, date, isDraft: false, items: [line] },
	});
	await ok('purchaseOrder.approve', { path: { id } });
	return ok('purchaseOrder.get', { path: { id } });
}

test('an approved order can be amended, and is approved again if it becomes more than a little dearer', async () => {
	const line = { itemId: item.id, uomId: item.baseUomId, quantity: 10, price: 3 };
	const { id, items } = await approvedOrder(line);
	const amend = async (more: object) => {
		const body = { id, locationId, supplierId, date, items: [{ ...items[0], ...line, ...more }] };
		await ok('purchaseOrder.update', { body });
		return (await ok('purchaseOrder.get', { path: { id } }))['status'];
	};
	expect(await amend({ price: 3.1 })).toBe('Approved');
	expect(await amend({ quantity: 11 })).toBe('Submitted');
	expect((await practice.call('purchaseOrder.update', { body: { id, locationId } })).status).toBe(
		400,
	);
});

const receiptOf = (order: Row & { items: Row[] }, quantity: number, more: object = {}) => ({
	purchaseOrderId: order.id,
	date,
	items: order.items.map((line) => ({
		purchaseOrderItemId: line.id,
		itemId: line['itemId'],
		uomId: line['uomId'],
		quantity,
	})),
	...more,
});

test('a receipt adds stock in base units and averages in the price paid', async () => {
	const { id } = await newItem('Test flour');
	const order = await approvedOrder({ itemId: id, uomId: 3, quantity: 10, price: 24 });
	await ok('purchaseOrder.receive', { body: receiptOf(order, 2, { invoiceNumber: 'A' }) });
	expect(await stockOf(id)).toEqual({ quantity: 24, unitCost: 2 });
	const dearer = receiptOf(order, 6, { invoiceNumber: 'B' });
	dearer.items = dearer.items.map((line) => ({ ...line, price: 36 }));
	await ok('purchaseOrder.receive', { body: dearer });
	expect(await stockOf(id)).toEqual({ quantity: 96, unitCost: 2.75 });
	expect(await ok('purchaseOrder.get', { path: { id: order.id } })).toMatchObject({
		status: 'PartiallyReceived',
		items: [{ quantityReceived: 8 }],
	});
});

test("a production consumes its recipe and adds the product at the ingredients' cost", async () => {
	const flour = await newItem('Test flour');
	const order = await approvedOrder({ itemId: flour.id, uomId: 1, quantity: 20, price: 2 });
	await ok('purchaseOrder.receive', { body: receiptOf(order, 20) });
	const dough = await ok('prepItem.create', {
		body: {
			name: 'Dough',
			baseUomId: 4,
			units: [{ uomId: 4, name: 'kg', conversionFactor: 1 }],
			yield: 5,
			ingredients: [{ itemId: flour.id, uomId: 1, quantity: 4 }],
		},
	});
	const { id } = await ok('production.create', {
		body: { locationId, date, items: [{ itemId: dough.id, uomId: 4, quantity: 10 }] },
	});
	await ok('production.submit', { path: { id } });
	await ok('production.approve', { path: { id } });
	expect(await stockOf(flour.id)).toEqual({ quantity: 12, unitCost: 2 });
	expect(await stockOf(dough.id, 'prepItem')).toEqual({ quantity: 10, unitCost: 1.6 });
	await ok('production.reopen', { path: { id } });
	expect((await stockOf(flour.id)).quantity).toBe(20);
	expect((await stockOf(dough.id, 'prepItem')).quantity).toBe(0);
});

test('a locked document does not change until it is unlocked', async () => {
	const body = {
		locationId,
		date,
		items: [{ itemId: item.id, uomId: item.baseUomId, quantity: 1 }],
	};
	const { id } = await ok('wastage.create', { body });
	await ok('wastage.lock', { body: { id, isLocked: true } });
	expect((await practice.call('wastage.submit', { path: { id } })).status).toBe(409);
	expect((await practice.call('wastage.update', { body: { ...body, id } })).status).toBe(409);
	await ok('wastage.lockMany', { body: { ids: [id], isLocked: false } });
	await ok('wastage.submit', { path: { id } });
});
