// The last change of an item's stock is reversed at the practice service: what a person is told, and that it is never
// done twice.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallArguments, CallOutput } from '../../../shared/bridge/contract.ts';
import type { Reply } from '../../../shared/bridge/reply.ts';
import {
	openPracticeKitchen,
	type PracticeKitchen,
} from '../../../../test/support/practice-kitchen.ts';
import { recordCapability } from './record.ts';

let world: PracticeKitchen;
beforeEach(async () => {
	world = openPracticeKitchen();
	await world.kitchen.pull();
	count('A-1', '5');
	count('A-1', '3');
});
afterEach(() => world.end());

/** Somebody enters a change of stock at the service itself. */
const count = (storageAreaId: string, quantity: string): void => {
	const items = [{ itemId: '1', storageAreaId, quantity }];
	world.ask('inventoryItem.changeStock', {
		body: { locationId: 'L-1', date: '2026-11-20T09:00:00Z', items },
	});
};
const atService = (quantity: string) => [{ areaId: 'A-1', quantity }];
type Reversed = Reply<CallOutput<'record.reverseStock'>>;
const reverse = async (
	asked: Partial<CallArguments<'record.reverseStock'>> = {},
): Promise<Reversed> => {
	const call = recordCapability(world.kitchen.context)['record.reverseStock'];
	const where = { id: '1', locationId: 'L-1', areaId: 'A-1', intentId: randomUUID() };
	const replied = (async () => call({ ...where, ...asked }, { connection: 'test' }))();
	await world.kitchen.clock.pass(1_000);
	return replied;
};
const steps = () =>
	world.kitchen.outbox
		.laneOf('record:inventoryItem', '1')
		?.actions.map(({ state, attention }) => attention ?? state) ?? [];
const history = () => world.kitchen.call('record.get', { type: 'inventoryItem', id: '1' }).history;
const anHour = 3_600_000;

test('reverses the last change, and returns the stock before and after', async () => {
	expect(await reverse()).toEqual({
		ok: true,
		value: { state: 'applied', before: atService('8'), after: atService('5') },
	});
	expect(steps()).toEqual(['confirmed']);
	expect(history()).toMatchObject([{ act: 'stock', state: 'confirmed', changes: [], told: [] }]);
});

test("a refusal returns the service's words, and changes nothing", async () => {
	const reply = await reverse({ areaId: 'A-2' });
	expect(reply).toMatchObject({ code: 'refused' });
	expect(JSON.stringify(reply)).toContain('No counted change of this item stands in this area.');
	expect(history()).toMatchObject([{ act: 'stock', state: 'cancelled' }]);
});

test('a lost answer to a change that was reversed is proved by the stock', async () => {
	world.service.fate = 'lost after';
	expect(await reverse()).toMatchObject({
		value: { state: 'not-confirmed', before: atService('8'), after: atService('5') },
	});
	await world.kitchen.clock.pass(anHour);
	expect(steps()).toEqual(['confirmed']);
	expect(world.kitchen.outbox.laneOf('record:inventoryItem', '1')).toMatchObject({
		standing: 'done',
	});
});

test('a lost request leaves the stock as it was, goes to a person and is not sent again', async () => {
	world.service.fate = 'lost before';
	expect(await reverse()).toMatchObject({
		value: { state: 'not-confirmed', before: atService('8'), after: atService('8') },
	});
	expect(await reverse()).toMatchObject({ code: 'not-possible-now' });
	await world.kitchen.clock.pass(anHour);
	expect(steps()).toEqual(['not-confirmed-absent']);
	expect(world.ask('inventoryItem.currentStock', { query: { itemId: '1' } })).toMatchObject({
		rows: [{ quantity: '8' }],
	});
});

test('a change of stock by a waiting step of ours proves nothing', async () => {
	const { kitchen } = world;
	world.service.fate = 'lost before';
	const lost = reverse();
	kitchen.outbox.enqueue(
		{
			document: 'stocktake',
			documentId: 'C-1',
			label: { locationId: 'L-1', title: '', lines: 1, cost: null, currency: '' },
			server: null,
		},
		[
			{
				intentId: 'C-1/1/post',
				operation: 'inventoryItem.changeStock',
				payload: {
					body: {
						locationId: 'L-1',
						date: '2026-11-20T09:00:00Z',
						items: [{ itemId: '1', storageAreaId: 'A-1', quantity: '2' }],
					},
				},
			},
		],
	);
	await lost;
	await kitchen.clock.pass(anHour);
	expect(steps()).toEqual(['not-confirmed-undecided']);
});

test('a repeated call takes back no second change', async () => {
	const intentId = randomUUID();
	await reverse({ intentId });
	expect(await reverse({ intentId })).toMatchObject({ code: 'not-possible-now' });
	expect(world.ask('inventoryItem.currentStock', { query: { itemId: '1' } })).toMatchObject({
		rows: [{ quantity: '5' }],
	});
});

test('nothing is sent offline, nor kept for later', async () => {
	world.kitchen.service.there = false;
	expect(await reverse()).toMatchObject({ code: 'needs-network' });
	expect(steps()).toEqual([]);
});

test('nothing is sent if the stock cannot be read before', async () => {
	const { api } = world.kitchen.context;
	const { readAll } = api;
	api.readAll = () =>
		Promise.resolve({ ok: false, kind: 'unreadable', status: null, said: 'cut', waitUntil: null });
	expect(await reverse()).toMatchObject({ code: 'not-shown', message: 'cut' });
	api.readAll = readAll;
	expect(steps()).toEqual([]);
});
