import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { credentials, startTestPractice, type TestPractice } from '../../test/support/practice.ts';
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

/** Our quantity of the item at a location, over all its areas. */
async function stockOf(location: number, item = 0): Promise<number> {
	const { stock } = await practice.snapshot();
	return stock
		.filter((row) => row.locationId === locations[location]!.id && row.itemId === items[item]!.id)
		.reduce((sum, row) => sum + Math.round(Number(row.quantity) * 1000), 0);
}

describe('signing in', () => {
	test('gives a token that opens the service, and nothing opens without one', async () => {
		expect((await practice.call('location.count')).json).toEqual({ count: 2 });
		practice.useToken('');
		const refused = await practice.call('location.count');
		expect(refused.status).toBe(401);
		expect(refused.json).toMatchObject({ title: 'Unauthorized', status: 401 });
		expect(refused.headers.get('content-type')).toContain('application/problem+json');
	});

	test('is refused with a wrong secret, and names the fields that are missing', async () => {
		expect((await practice.login('wrong')).status).toBe(401);
		const body = new FormData();
		body.set('client_id', credentials.clientId);
		const half = await practice.send('POST', '/api/Account/Login', { body });
		expect(half.status).toBe(400);
		expect(half.json).toHaveProperty('client_secret');
	});

	test('lasts as long as expires_in says, in the time of the service', async () => {
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
	test('come in pages that together hold every row once', async () => {
		const seen: string[] = [];
		for (let page = 1; page <= 9; page += 1) {
			const { json } = await practice.call('inventoryItem.list', {
				query: { pageNumber: String(page), pageSize: '7' },
			});
			const read = json as {
				items: Row[];
				totalCount: number;
				pageNumber: number;
				pageSize: number;
			};
			expect(read).toMatchObject({ totalCount: 60, pageNumber: page, pageSize: 7 });
			seen.push(...read.items.map(({ id }) => id));
		}
		expect(seen).toEqual(items.map(({ id }) => id));
		expect(new Set(seen).size).toBe(60);
	});

	test('show documents newest first and by the location they belong to', async () => {
		const { id } = (await practice.call('wastage.create', { body: wasteOf(1) })).json as Row;
		const here = await practice.all<Row>('wastage.list', { locationId: locations[0]!.id });
		const there = await practice.all<Row>('wastage.list', { locationId: locations[1]!.id });
		expect(here[0]!.id).toBe(id);
		expect(there.map((row) => row.id)).not.toContain(id);
		const arrivals = await practice.all<Row>('transferIn.list', { locationId: locations[1]!.id });
		expect(arrivals.length).toBeGreaterThan(0);
		expect(arrivals.every((row) => row['toLocationId'] === locations[1]!.id)).toBe(true);
	});

	test('find a document by its number and by its description, with % and _ as themselves', async () => {
		const body = wasteOf(1, { description: 'half_way 100% [SR-ABCDEFGHJK]' });
		const { id, number } = (await practice.call('wastage.create', { body })).json as Row;
		const found = async (search: string) =>
			(await practice.all<Row>('wastage.list', { search })).map((row) => row.id);
		expect(await found(number)).toEqual([id]);
		expect(await found('sr-abcdefghjk')).toEqual([id]);
		expect(await found('half_way 100%')).toEqual([id]);
		expect(await found('half%100')).toEqual([]);
	});

	test('refuse a page that cannot be', async () => {
		const answer = await practice.call('location.list', {
			query: { pageNumber: '0', pageSize: '5000' },
		});
		expect(answer.status).toBe(400);
		expect(answer.json).toHaveProperty('pageNumber');
		expect(answer.json).toHaveProperty('pageSize');
	});
});

describe('documents', () => {
	test('keep every digit and the fields that nobody declared', async () => {
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

	test('say every field that is wrong, and nothing changes', async () => {
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

	test('that name what there is not break a rule', async () => {
		const answer = await practice.call('wastage.create', {
			body: wasteOf(1, { locationId: 'nowhere' }),
		});
		expect(answer.status).toBe(422);
		expect(answer.json).toHaveProperty('locationId');
		const toItself = transferOf(1, { toLocationId: locations[0]!.id });
		expect((await practice.call('transferOut.create', { body: toItself })).status).toBe(422);
		expect((await practice.call('wastage.get', { path: { id: 'none' } })).status).toBe(404);
	});

	test('waste leaves stock once, with the approval', async () => {
		const before = await stockOf(0);
		const { id, status } = (await practice.call('wastage.create', { body: wasteOf(2.5) }))
			.json as Row;
		expect(status).toBe('Draft');
		const act = async (name: OperationName) => (await practice.call(name, { path: { id } })).status;
		expect(await act('wastage.approve')).toBe(409);
		expect(await act('wastage.submit')).toBe(200);
		expect(await act('wastage.submit')).toBe(409);
		expect(await stockOf(0)).toBe(before);
		expect(await act('wastage.approve')).toBe(200);
		expect(await act('wastage.approve')).toBe(409);
		expect(await act('wastage.reject')).toBe(409);
		expect(await stockOf(0)).toBe(before - 2500);
		expect(practice.checkLedger()).toEqual([]);
	});

	test('waste is changed while it is a draft, and not after', async () => {
		const { id, number } = (await practice.call('wastage.create', { body: wasteOf(1) }))
			.json as Row;
		const body = wasteOf(7, { id, description: 'Seven' });
		expect((await practice.call('wastage.update', { body })).status).toBe(200);
		const changed = (await practice.call('wastage.get', { path: { id } })).json as Row;
		expect(changed).toMatchObject({ number, status: 'Draft', description: 'Seven' });
		expect(changed['items']).toMatchObject([{ quantity: 7 }]);
		await practice.call('wastage.submit', { path: { id } });
		expect((await practice.call('wastage.update', { body })).status).toBe(409);
	});
});

describe('transfers', () => {
	async function sent(quantity: number, part = quantity) {
		const { id } = (await practice.call('transferOut.create', { body: transferOf(quantity) }))
			.json as Row;
		for (const act of ['submit', 'approve', 'finalize'] as const) {
			expect((await practice.call(`transferOut.${act}`, { path: { id } })).status).toBe(200);
		}
		expect((await fulfil(id, part)).status).toBe(200);
		return id;
	}

	async function documentOf(name: 'transferOut.get' | 'transferIn.get', id: string) {
		return (await practice.call(name, { path: { id } })).json as Row & {
			items: { id: string; itemId: string; quantity: number; quantityReceived: number }[];
			counterpartId: string;
		};
	}

	async function fulfil(id: string, quantity: number) {
		const { items: lines } = await documentOf('transferOut.get', id);
		return practice.call('transferOut.fulfill', { body: movementOf(id, lines[0]!, quantity) });
	}

	async function receive(id: string, quantity: number) {
		const { items: lines } = await documentOf('transferIn.get', id);
		return practice.call('transferIn.receive', { body: movementOf(id, lines[0]!, quantity) });
	}

	const movementOf = (id: string, line: { id: string; itemId: string }, quantity: number) => ({
		transferId: id,
		date: '2026-03-02T10:00:00Z',
		items: [{ transferItemId: line.id, itemId: line.itemId, quantities: [], quantity }],
	});

	test('leave the sender when fulfilled and reach the receiver when received, in parts', async () => {
		const [here, there] = [await stockOf(0), await stockOf(1)];
		const id = await sent(10, 6);
		expect(await documentOf('transferOut.get', id)).toMatchObject({ status: 'InTransit' });
		expect([await stockOf(0), await stockOf(1)]).toEqual([here - 6000, there]);

		const { counterpartId } = await documentOf('transferOut.get', id);
		expect(await documentOf('transferIn.get', counterpartId)).toMatchObject({
			status: 'InTransit',
			counterpartId: id,
			sentDate: '2026-03-02T10:00:00Z',
			items: [{ quantity: 6, quantityReceived: 0 }],
		});
		expect((await receive(counterpartId, 4)).status).toBe(200);
		expect(await documentOf('transferIn.get', counterpartId)).toMatchObject({
			status: 'PartiallyReceived',
			items: [{ quantityReceived: 4 }],
		});
		expect((await fulfil(id, 5)).status).toBe(422);
		expect((await fulfil(id, 4)).status).toBe(200);
		expect((await fulfil(id, 1)).status).toBe(409);
		expect((await receive(counterpartId, 6)).status).toBe(200);
		expect(await documentOf('transferIn.get', counterpartId)).toMatchObject({
			status: 'Received',
			items: [{ quantity: 10, quantityReceived: 10 }],
		});
		expect((await receive(counterpartId, 1)).status).toBe(409);
		expect([await stockOf(0), await stockOf(1)]).toEqual([here - 10_000, there + 10_000]);
		const received = (await practice.snapshot()).receipts.filter(
			(receipt) => receipt['transferId'] === counterpartId,
		);
		expect(received).toHaveLength(2);
		expect(practice.checkLedger()).toEqual([]);
	});

	test('take in a tenth more than was sent, and no more', async () => {
		const there = await stockOf(1);
		const { counterpartId } = await documentOf('transferOut.get', await sent(10));
		const over = await receive(counterpartId, 11.001);
		expect(over.status).toBe(422);
		expect(over.json).toHaveProperty('items[0].quantity');
		expect(await stockOf(1)).toBe(there);
		expect((await receive(counterpartId, 11)).status).toBe(200);
		expect(await stockOf(1)).toBe(there + 11_000);
	});

	test('come back to the sender when the receiver turns them away', async () => {
		const here = await stockOf(0);
		const id = await sent(5);
		const { counterpartId } = await documentOf('transferOut.get', id);
		const reject = () => practice.call('transferIn.reject', { path: { id: counterpartId } });
		expect((await reject()).status).toBe(200);
		expect((await reject()).status).toBe(409);
		expect(await documentOf('transferOut.get', id)).toMatchObject({ status: 'Rejected' });
		expect(await stockOf(0)).toBe(here);
		expect(practice.checkLedger()).toEqual([]);
	});

	test('that the receiver asked for leave the sender as they are received', async () => {
		const [here, there] = [await stockOf(0), await stockOf(1)];
		const { id } = (await practice.call('transferIn.create', { body: transferOf(3) })).json as Row;
		expect((await receive(id, 3)).status).toBe(409);
		for (const act of ['submit', 'approve', 'finalize'] as const) {
			expect((await practice.call(`transferIn.${act}`, { path: { id } })).status).toBe(200);
		}
		expect((await receive(id, 3)).status).toBe(200);
		expect([await stockOf(0), await stockOf(1)]).toEqual([here - 3000, there + 3000]);
	});

	test('must name a quantity that agrees with its units', async () => {
		const { counterpartId } = await documentOf('transferOut.get', await sent(10));
		const { items: lines } = await documentOf('transferIn.get', counterpartId);
		const body = movementOf(counterpartId, lines[0]!, 3);
		const quantities = [{ uomId: items[0]!.units[0]!.uomId, quantity: 2 }];
		const answer = await practice.call('transferIn.receive', {
			body: { ...body, items: [{ ...body.items[0], quantities }] },
		});
		expect(answer.status).toBe(400);
		expect(answer.json).toHaveProperty('items[0].quantity');
	});
});

describe('a count', () => {
	const changes = (lines: object[]) => ({
		locationId: locations[0]!.id,
		date: '2026-03-02T20:00:00Z',
		description: 'Month-end count [SR-0123456789]',
		items: lines,
	});

	test('changes stock by its differences, in the areas it names', async () => {
		const row = (await practice.snapshot()).stock.find(
			(each) => each.locationId === locations[0]!.id,
		);
		const { itemId, storageAreaId } = row!;
		const answer = await practice.call('inventoryItem.changeStock', {
			body: changes([{ itemId, storageAreaId, quantity: -0.35 }]),
		});
		expect(answer).toMatchObject({ status: 200, text: '' });
		const after = (await practice.snapshot()).stock.find(
			(each) => each.itemId === itemId && each.storageAreaId === storageAreaId,
		);
		expect(Number(after!.quantity)).toBeCloseTo(Number(row!.quantity) - 0.35, 9);
		expect(practice.checkLedger()).toEqual([]);
		expect((await practice.journal()).at(-1)).toMatchObject({
			operation: 'inventoryItem.changeStock',
			committed: true,
			reference: 'SR-0123456789',
		});
	});

	test('is taken whole or not at all, and says which lines are wrong', async () => {
		const before = await practice.snapshot();
		const row = before.stock.find((each) => each.locationId === locations[0]!.id);
		const good = { itemId: row!.itemId, storageAreaId: row!.storageAreaId, quantity: 5 };
		const elsewhere = before.stock.find((each) => each.locationId !== row!.locationId)!;
		const answer = await practice.call('inventoryItem.changeStock', {
			body: changes([
				good,
				{ ...good, storageAreaId: elsewhere.storageAreaId },
				good,
				{ ...good, itemId: 'no-such-item' },
			]),
		});
		expect(answer.status).toBe(400);
		const wrong = Object.keys(answer.json as object).filter((name) => name.startsWith('items'));
		expect(wrong).toEqual(['items[1].storageAreaId', 'items[3].itemId']);
		expect(await practice.snapshot()).toEqual(before);
	});
});

test('the control routes answer only to their own token', async () => {
	for (const path of ['faults', 'journal', 'snapshot']) {
		expect((await practice.send('GET', `/control/${path}`)).status).toBe(403);
	}
	const headers = { 'x-control-token': 'wrong' };
	expect((await practice.send('POST', '/control/reset', { headers })).status).toBe(403);
	expect((await practice.control('PUT', 'faults', { faults: [{ kind: 'plague' }] })).status).toBe(
		400,
	);
});

test('a reset brings the first day back and leaves the sign-in', async () => {
	const before = await practice.snapshot();
	await practice.call('wastage.create', { body: wasteOf(1) });
	await practice.setFaults({ kind: 'html' });
	await practice.control('POST', 'reset');
	expect(await practice.snapshot()).toEqual(before);
	expect(await practice.journal()).toEqual([]);
	expect((await practice.call('location.count')).json).toEqual({ count: 2 });
});

test('documents, stock and sign-ins are there after a restart', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'practice-'));
	const file = join(folder, 'practice.db');
	const first = await startTestPractice({ file });
	const { access_token } = (await first.login()).json as { access_token: string };
	first.useToken(access_token);
	const [location] = await first.all<Row>('location.list');
	const [item] = await first.all<Row>('inventoryItem.list');
	const { id } = (
		await first.call('wastage.create', {
			body: {
				locationId: location!.id,
				date: '2026-03-02T09:00:00Z',
				items: [{ itemId: item!.id, uomId: item!['baseUomId'] as number, quantity: 1 }],
			},
		})
	).json as Row;
	const before = await first.snapshot();
	await first.close();

	const second = await startTestPractice({ file });
	second.useToken(access_token);
	expect((await second.call('wastage.get', { path: { id } })).status).toBe(200);
	expect(await second.snapshot()).toEqual(before);
	await second.close();
	rmSync(folder, { recursive: true });
});
