import { afterEach, beforeEach, expect, test } from 'vitest';
import {
	answer,
	body,
	create,
	known,
	lane,
	listAnswer,
	openQueue,
	textLimits,
	type Queue,
} from '../../../../test/support/queue.ts';
import { applied, noReply } from '../../../../test/support/verdicts.ts';
import { serviceProfile } from '../../../shared/service/profile.ts';

let queue: Queue;
beforeEach(() => {
	queue = openQueue();
});
afterEach(() => queue.remove());

const alike = {
	locationId: 'L1',
	date: body.date,
	items: [{ itemId: 'I1', uomId: 1, quantity: '2.0' }],
};
const received = (quantityReceived: string) =>
	answer({
		id: 'T1',
		fromLocationId: 'L2',
		toLocationId: 'L1',
		date: body.date,
		status: 'InTransit',
		items: [{ id: 'TI1', itemId: 'I1', quantity: '5', quantityReceived }],
	});

test('without references, the only new document with the same content is ours', async () => {
	queue.profile = serviceProfile.parse({ reference: { wastage: null }, behaviour: known });
	let made = false;
	queue.service.verdicts = [
		() => {
			made = true;
			return noReply;
		},
	];
	queue.service.reads['wastage.list'] = () =>
		made
			? listAnswer({ id: 'old', ...alike }, { id: 'new', ...alike })
			: listAnswer({ id: 'old', ...alike });
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(91_000);
	expect(queue.states(laneId)).toEqual(['confirmed']);
	expect(queue.outbox.laneOf('wastage', 'd1')?.serverId).toBe('new');
});

test('without references, an absence needs attention and nothing is sent automatically', async () => {
	queue.profile = serviceProfile.parse({ reference: { wastage: null }, behaviour: known });
	queue.service.verdicts = [noReply];
	queue.service.reads['wastage.list'] = () => listAnswer();
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(1_000_000);
	expect(queue.rows(laneId)[0]).toMatchObject({
		state: 'attention',
		attention: 'not-confirmed-absent',
	});
	expect(queue.written()).toHaveLength(1);
});

test('an absence needs attention while it is unknown whether references are kept', async () => {
	queue.profile = serviceProfile.parse({});
	queue.service.verdicts = [noReply];
	queue.service.reads['wastage.list'] = () => listAnswer();
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(1_000_000);
	expect(queue.rows(laneId)[0]).toMatchObject({
		state: 'attention',
		attention: 'not-confirmed-absent',
	});
	expect(queue.written()).toHaveLength(1);
});

test('while it is unknown whether references are kept, a reference proves it, and so does the only new document with the same content', async () => {
	queue.profile = serviceProfile.parse({});
	const shown: { id: string; description?: string }[] = [{ id: 'old', ...alike }];
	queue.service.reads['wastage.list'] = () => listAnswer(...shown);
	queue.service.verdicts = [noReply];
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	shown.push({ id: 'without', ...alike });
	await queue.clock.pass(91_000);
	expect(queue.outbox.laneOf('wastage', 'd1')?.serverId).toBe('without');
	expect(queue.states(laneId)).toEqual(['confirmed']);

	const kept = queue.enqueue('d2', create('i2'));
	await queue.clock.settle();
	shown.push({ id: 'another', ...alike });
	shown.push({ id: 'marked', ...alike, description: `[${queue.referenceOf(kept)}]` });
	await queue.clock.pass(91_000);
	expect(queue.outbox.laneOf('wastage', 'd2')?.serverId).toBe('marked');
});

test('findings of the service check let an absent draft be sent again automatically', async () => {
	queue.profile = serviceProfile.parse({ textLimits });
	queue.learned = { keepsReferences: { wastage: true }, listsAreCurrent: { wastage: true } };
	queue.service.verdicts = [noReply, applied('W-2')];
	queue.service.reads['wastage.list'] = () => listAnswer();
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(160_000);
	expect(queue.states(laneId)).toEqual(['confirmed']);
	expect(queue.written()).toHaveLength(2);
});

test('two matching documents need attention', async () => {
	queue.service.verdicts = [noReply];
	const laneId = queue.enqueue('d1', create('i1'));
	queue.service.reads['wastage.list'] = () =>
		listAnswer(
			{ id: 'W-1', description: `[${queue.referenceOf(laneId)}]` },
			{ id: 'W-2', description: `[${queue.referenceOf(laneId)}]` },
		);
	await queue.clock.pass(100_000);
	expect(queue.rows(laneId)[0]).toMatchObject({
		state: 'attention',
		attention: 'not-confirmed-undecided',
	});
});

test('a receipt with a lost answer is confirmed if every line shows its quantity', async () => {
	let there = '1';
	queue.service.verdicts = [
		() => {
			there = '6.00';
			return noReply;
		},
	];
	queue.service.reads['transferIn.get'] = () => received(there);
	const laneId = queue.enqueueReceipt();
	await queue.clock.pass(91_000);
	expect(queue.rows(laneId)[0]).toMatchObject({ state: 'confirmed', confirmed_by: 'probe' });
});

test("an absent receipt is sent again only on a person's order", async () => {
	queue.service.verdicts = [noReply, applied(null)];
	queue.service.reads['transferIn.get'] = () => received('0');
	const laneId = queue.enqueueReceipt();
	await queue.clock.pass(1_000_000);
	expect(queue.rows(laneId)[0]).toMatchObject({
		state: 'attention',
		attention: 'not-confirmed-absent',
	});
	expect(queue.written()).toHaveLength(1);
	expect(queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit')).toEqual({ ok: true, value: {} });
	await queue.clock.settle();
	expect(queue.states(laneId)).toEqual(['confirmed']);
	expect(queue.written()).toHaveLength(2);
});

test('quantities that match neither before nor after need attention', async () => {
	let there = '0';
	queue.service.verdicts = [
		() => {
			there = '3';
			return noReply;
		},
	];
	queue.service.reads['transferIn.get'] = () => received(there);
	const laneId = queue.enqueueReceipt();
	await queue.clock.pass(100_000);
	expect(queue.rows(laneId)[0]).toMatchObject({
		state: 'attention',
		attention: 'not-confirmed-undecided',
	});
});

test('two changes of one line do not prove each other: the lost one needs attention', async () => {
	let there = '10';
	queue.service.reads['inventoryItem.currentStock'] = () =>
		answer([{ itemId: 'I1', locationId: 'L1', storageAreaId: 'S1', quantity: there }]);
	const count = (documentId: string) =>
		queue.enqueueIn({ ...lane(documentId), document: 'stocktake' }, [
			{
				intentId: documentId,
				operation: 'inventoryItem.changeStock',
				payload: {
					body: {
						locationId: 'L1',
						date: body.date,
						items: [{ itemId: 'I1', storageAreaId: 'S1', quantity: '2' }],
					},
				},
			},
		]);
	queue.service.verdicts = [
		noReply,
		() => {
			there = '12';
			return applied(null);
		},
	];
	const lost = count('first');
	await queue.clock.settle();
	const other = count('second');
	await queue.clock.pass(100_000);
	expect(queue.states(other)).toEqual(['confirmed']);
	expect(queue.rows(lost)[0]).toMatchObject({
		state: 'attention',
		attention: 'not-confirmed-undecided',
	});
});

test('a create applied without an id is found by its reference', async () => {
	queue.service.verdicts = [applied(null)];
	const laneId = queue.enqueue('d1', create('i1'));
	queue.service.reads['wastage.list'] = () =>
		listAnswer({ id: 'W-7', number: 'WST-7', description: `[${queue.referenceOf(laneId)}]` });
	await queue.clock.settle();
	expect(queue.states(laneId)).toEqual(['confirmed']);
	expect(queue.outbox.laneOf('wastage', 'd1')?.serverId).toBe('W-7');
});

test('a create that was applied but cannot be found is never sent again automatically', async () => {
	queue.service.verdicts = [applied(null)];
	queue.service.reads['wastage.list'] = () => listAnswer();
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(1_000_000);
	expect(queue.rows(laneId)[0]).toMatchObject({
		state: 'attention',
		attention: 'confirmed-not-found',
	});
	expect(queue.written()).toHaveLength(1);
});
