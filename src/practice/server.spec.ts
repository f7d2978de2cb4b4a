import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestPractice, type TestPractice } from '../../test/support/practice.ts';
import type { OperationName } from '../shared/service/index.ts';

interface Row {
	id: string;
	number: string;
	status: string;
	description?: string;
	[field: string]: unknown;
}

let practice: TestPractice;
let locations: Row[];
let items: { id: string; units: { uomId: number; conversionFactor: number }[] }[];

beforeEach(async () => {
	practice = await startTestPractice();
	await practice.signIn();
	locations = await practice.all('location.list');
	items = await practice.all('inventoryItem.list');
});

afterEach(() => practice.close());

const wasteOf = (quantity: unknown, more: object = {}) => ({
	locationId: locations[0]!.id,
	date: '2026-03-02T09:00:00Z',
	items: [{ itemId: items[0]!.id, uomId: items[0]!.units[0]!.uomId, quantity }],
	...more,
});

const transferOf = (quantity: number, more: object = {}) => ({
	fromLocationId: locations[0]!.id,
	toLocationId: locations[1]!.id,
	date: '2026-03-02T09:00:00Z',
	items: [{ itemId: items[0]!.id, quantities: [{ uomId: items[0]!.units[0]!.uomId, quantity }] }],
	...more,
});

/** Our stock of the item at a location, over all its areas. */
async function stockOf(location: number, item = 0): Promise<number> {
	const { stock } = await practice.snapshot();
	return stock
		.filter((row) => row.locationId === locations[location]!.id && row.itemId === items[item]!.id)
		.reduce((sum, row) => sum + Math.round(Number(row.quantity) * 1000), 0);
}

describe('signing in', () => {
	test("lasts as long as expires_in says, by the service's clock", async () => {
		const { expires_in } = (await practice.login()).json as { expires_in: number };
		practice.clock.time += expires_in * 1000 - 1;
		expect((await practice.call('location.count')).status).toBe(200);
		practice.clock.time += 1;
		expect((await practice.call('location.count')).status).toBe(401);
	});

	test('is renewed by a refresh token, which works once', async () => {
		const first = (await practice.login()).json as { refresh_token: string };
		const refresh = (refresh_token: string) =>
			practice.call('account.refresh', { body: { refresh_token } });
		const second = await refresh(first.refresh_token);
		expect(second.status).toBe(200);
		const { access_token, refresh_token } = second.json as Record<string, string>;
		practice.useToken(access_token!);
		expect((await practice.call('location.count')).status).toBe(200);
		expect((await refresh(first.refresh_token)).status).toBe(401);
		expect((await refresh(refresh_token!)).status).toBe(200);
	});
});

describe('lists', () => {
	test('show documents newest first, filtered by location', async () => {
		const { id } = (await practice.call('wastage.create', { body: wasteOf(1) })).json as Row;
		const here = await practice.all<Row>('wastage.list', { locationId: locations[0]!.id });
		const there = await practice.all<Row>('wastage.list', { locationId: locations[1]!.id });
		expect(here[0]!.id).toBe(id);
		expect(there.map((row) => row.id)).not.toContain(id);
		const arrivals = await practice.all<Row>('transferIn.list', { locationId: locations[1]!.id });
		expect(arrivals.length).toBeGreaterThan(0);
		expect(arrivals.every((row) => row['toLocationId'] === locations[1]!.id)).toBe(true);
	});

	test('find a document by number and description, with % and _ as literals', async () => {
		const body = wasteOf(1, { description: 'half_way 100% [SR-ABCDEFGHJK]' });
		const { id, number } = (await practice.call('wastage.create', { body })).json as Row;
		const found = async (search: string) =>
			(await practice.all<Row>('wastage.list', { search })).map((row) => row.id);
		expect(await found(number)).toEqual([id]);
		expect(await found('sr-abcdefghjk')).toEqual([id]);
		expect(await found('half_way 100%')).toEqual([id]);
		expect(await found('half%100')).toEqual([]);
	});
});

describe('documents', () => {
	test('keep every digit and undeclared fields', async () => {
		const body = JSON.stringify(wasteOf('QUANTITY', { colour: { deep: ['x', 'NUMBER'] } }))
			.replace('"QUANTITY"', '0.300000')
			.replace('"NUMBER"', '12345678901234567890.10');
		const created = await practice.call('wastage.create', { body });
		expect(created.status).toBe(200);
		const { id } = created.json as Row;
		const read = await practice.call('wastage.get', { path: { id } });
		expect(read.text).toContain('"quantity":0.300000');
		expect(read.text).toContain('"colour":{"deep":["x",12345678901234567890.10]}');
	});

	test('report every wrong field and change nothing', async () => {
		const before = await practice.snapshot();
		const answer = await practice.call('wastage.create', {
			body: {
				date: 'yesterday',
				locationId: locations[0]!.id,
				items: [
					{ itemId: 'nothing', uomId: 1, quantity: 1 },
					{ itemId: items[0]!.id, uomId: 99, quantity: -1 },
				],
			},
		});
		expect(answer.status).toBe(400);
		expect(Object.keys(answer.json as object)).toEqual(
			expect.arrayContaining(['date', 'items[0].itemId', 'items[1].uomId', 'items[1].quantity']),
		);
		const unreadable = await practice.call('wastage.create', {
			body: { date: 5, items: [{ itemId: items[0]!.id, uomId: 1.5, quantity: 'much' }] },
		});
		expect(Object.keys(unreadable.json as object)).toEqual(
			expect.arrayContaining(['locationId', 'date', 'items[0].uomId', 'items[0].quantity']),
		);
		expect((await practice.call('wastage.create', { body: '{"date":' })).status).toBe(400);
		expect((await practice.call('wastage.create', { body: wasteOf(1e300) })).status).toBe(400);
		expect(await practice.snapshot()).toEqual(before);
	});

	test('with unknown references break a rule', async () => {
		const answer = await practice.call('wastage.create', {
			body: wasteOf(1, { locationId: 'nowhere' }),
		});
		expect(answer.status).toBe(422);
		expect(answer.json).toHaveProperty('locationId');
		const toItself = transferOf(1, { toLocationId: locations[0]!.id });
		expect((await practice.call('transferOut.create', { body: toItself })).status).toBe(422);
		expect((await practice.call('wastage.get', { path: { id: 'none' } })).status).toBe(404);
	});

	test('waste is editable as a draft, and leaves stock once, on approval', async () => {
		const before = await stockOf(0);
		const { id, status } = (await practice.call('wastage.create', { body: wasteOf(2.5) }))
			.json as Row;
		expect(status).toBe('Draft');
		const change = (quantity: number) =>
			practice.call('wastage.update', { body: wasteOf(quantity, { id }) });
		expect((await change(3)).status).toBe(200);
		const act = async (name: OperationName) => (await practice.call(name, { path: { id } })).status;
		expect(await act('wastage.approve')).toBe(409);
		expect(await act('wastage.submit')).toBe(200);
		expect(await act('wastage.submit')).toBe(409);
		expect(await act('wastage.reject')).toBe(200);
		expect(await act('wastage.submit')).toBe(200);
		expect((await change(4)).status).toBe(409);
		expect(await stockOf(0)).toBe(before);
		expect(await act('wastage.approve')).toBe(200);
		expect(await act('wastage.approve')).toBe(409);
		expect(await act('wastage.reject')).toBe(409);
		expect(await stockOf(0)).toBe(before - 3000);
		expect(practice.checkLedger()).toEqual([]);
	});
});

test('a count is posted whole or not at all, and names the wrong lines', async () => {
	const before = await practice.snapshot();
	const row = before.stock.find((each) => each.locationId === locations[0]!.id);
	const good = { itemId: row!.itemId, storageAreaId: row!.storageAreaId, quantity: 5 };
	const elsewhere = before.stock.find((each) => each.locationId !== row!.locationId)!;
	const answer = await practice.call('inventoryItem.changeStock', {
		body: {
			locationId: locations[0]!.id,
			date: '2026-03-02T20:00:00Z',
			items: [
				good,
				{ ...good, storageAreaId: elsewhere.storageAreaId },
				good,
				{ ...good, itemId: 'no-such-item' },
			],
		},
	});
	expect(answer.status).toBe(400);
	const wrong = Object.keys(answer.json as object).filter((name) => name.startsWith('items'));
	expect(wrong).toEqual(['items[1].storageAreaId', 'items[3].itemId']);
	expect(await practice.snapshot()).toEqual(before);
});

test('a reset restores the first day and keeps the sign-in', async () => {
	const before = await practice.snapshot();
	await practice.call('wastage.create', { body: wasteOf(1) });
	await practice.setFaults({ kind: 'html' });
	await practice.control('POST', 'reset');
	expect(await practice.snapshot()).toEqual(before);
	expect(await practice.journal()).toEqual([]);
	expect((await practice.call('location.count')).json).toEqual({ count: 2 });
});

test('variant c answers writes with an empty body and keeps no description', async () => {
	const service = await startTestPractice({ variant: 'c' });
	await service.signIn();
	const rowsOf = async (name: OperationName) =>
		((await service.call(name)).json as { result: { rows: Row[] } }).result.rows;
	const [[location], [item]] = [await rowsOf('location.list'), await rowsOf('inventoryItem.list')];
	const line = { itemId: item!.id, uomId: item!['baseUomId'], quantity: 1 };
	const body = wasteOf(1, { locationId: location!.id, description: 'Dropped', items: [line] });
	expect(await service.call('wastage.create', { body })).toMatchObject({ status: 200, text: '' });
	const [newest] = await rowsOf('wastage.list');
	expect(newest).toMatchObject({ items: [{ itemId: item!.id }] });
	expect(newest).not.toHaveProperty('description');
	await service.close();
});
