// When a lookup of quantities can be trusted: our own and other people's movements of the same items.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answer, body, lane, openQueue, type Queue } from '../../../../test/support/queue.ts';
import { applied, noReply } from '../../../../test/support/verdicts.ts';

let queue: Queue;
beforeEach(() => {
	queue = openQueue();
});
afterEach(() => queue.remove());

const hour = 3_600_000;
const stateOf = (laneId: string) => queue.rows(laneId)[0];
const transfer = (quantityReceived: string) => ({
	...{ id: 'T1', fromLocationId: 'L2', toLocationId: 'L1', date: body.date, status: 'InTransit' },
	items: [{ id: 'TI1', itemId: 'I1', quantity: '5', quantityReceived }],
});
const enqueueReceipt = (quantity: string, base: unknown) =>
	queue.enqueueIn(
		{ ...lane('service:T1'), document: 'transfer-in', server: { id: 'T1', number: 'TRI-1' } },
		[
			{
				intentId: `receive ${quantity}`,
				operation: 'transferIn.receive',
				payload: {
					body: {
						transferId: 'T1',
						date: body.date,
						items: [
							{
								transferItemId: 'TI1',
								itemId: 'I1',
								quantities: [{ uomId: 1, quantity }],
								quantity,
							},
						],
					},
				},
				base,
			},
		],
	);
const enqueueCount = () =>
	queue.enqueueIn({ ...lane('count'), document: 'stocktake' }, [
		{
			intentId: 'count',
			operation: 'inventoryItem.changeStock',
			payload: {
				body: {
					locationId: 'L1',
					date: body.date,
					items: [{ itemId: 'I1', storageAreaId: 'S1', quantity: '5' }],
				},
			},
		},
	]);
const stockOf = (quantity: string, locationId = 'L1') =>
	answer([{ itemId: 'I1', locationId, storageAreaId: 'S1', quantity }]);

test('quantities do not prove a lost stock change while our receipt moved the same item there', async () => {
	let there = '10';
	queue.service.reads['inventoryItem.currentStock'] = () => stockOf(there);
	queue.service.reads['transferIn.get'] = () => answer(transfer('0'));
	queue.service.verdicts = [
		noReply,
		() => {
			there = '15';
			return applied(null);
		},
	];
	const lost = enqueueCount();
	await queue.clock.settle();
	const receipt = enqueueReceipt('5', transfer('0'));
	await queue.clock.pass(hour);
	expect(queue.states(receipt)).toEqual(['confirmed']);
	expect(stateOf(lost)).toMatchObject({ attention: 'not-confirmed-undecided' });
});

test('stock of another location does not count', async () => {
	queue.service.reads['inventoryItem.currentStock'] = () => stockOf('10', 'L2');
	const laneId = enqueueCount();
	await queue.clock.settle();
	expect(queue.states(laneId)).toEqual(['queued']);
	expect(queue.written()).toEqual([]);
});

describe('a receipt that waited', () => {
	test("needs attention if a colleague received the same lines, and goes by the person's order", async () => {
		queue.service.reads['transferIn.get'] = () => answer(transfer('5'));
		const laneId = enqueueReceipt('5', transfer('0'));
		await queue.clock.settle();
		expect(stateOf(laneId)).toMatchObject({ attention: 'moved-meanwhile' });
		expect(queue.written()).toEqual([]);
		queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit');
		await queue.clock.settle();
		expect(queue.states(laneId)).toEqual(['confirmed']);
	});

	test('can be edited then, and is sent as edited', async () => {
		queue.service.reads['transferIn.get'] = () => answer(transfer('2'));
		const laneId = enqueueReceipt('5', transfer('0'));
		await queue.clock.settle();
		expect(queue.outbox.edit(queue.targetOf(laneId), 'Kit')).toMatchObject({ ok: true });
		expect(queue.reopened).toEqual(['service:T1']);
		enqueueReceipt('3', transfer('2'));
		await queue.clock.settle();
		expect(queue.states(laneId)).toEqual(['superseded', 'confirmed']);
	});

	test('is sent if only our own earlier receipt moved the lines', async () => {
		let received = '0';
		queue.service.reads['transferIn.get'] = () => answer(transfer(received));
		queue.service.verdicts = [
			() => {
				received = '2';
				return applied(null);
			},
			applied(null),
		];
		queue.online = false;
		enqueueReceipt('2', transfer('0'));
		const laneId = enqueueReceipt('3', transfer('0'));
		queue.online = true;
		queue.outbox.wake();
		await queue.clock.settle();
		expect(queue.states(laneId)).toEqual(['confirmed', 'confirmed']);
	});
});
