import { expect, test } from 'vitest';
import {
	answer,
	body,
	create,
	eachQueue,
	known,
	serviceLane,
	submit,
	textLimits,
	transfer,
} from '../../../../test/support/queue.ts';
import { applied, noReply } from '../../../../test/support/verdicts.ts';

const queue = eachQueue();
const hour = 3_600_000;
const alike = {
	locationId: 'L1',
	date: body.date,
	items: [{ itemId: 'I1', uomId: 1, quantity: '2.0' }],
};
const noReferences = { reference: { wastage: null }, behaviour: known };

test('without references, the only new document with the same content is ours', async () => {
	queue.useProfile(noReferences);
	queue.lists({ id: 'old', ...alike });
	queue.service.verdicts = [
		() => {
			queue.lists({ id: 'old', ...alike }, { id: 'new', ...alike });
			return noReply;
		},
	];
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(91_000);
	expect(queue.ends(laneId)).toEqual(['confirmed']);
	expect(queue.outbox.tables.laneOfDocument('account-1', 'wastage', 'd1')).toMatchObject({
		server_id: 'new',
		server_number: null,
	});
	expect(queue.codes(laneId)).toContain('same-content-found');
});

test.each([
	['without references', noReferences],
	['while it is unknown whether references are kept', {}],
])('%s, an absence needs attention and nothing is sent automatically', async (_, profile) => {
	queue.useProfile(profile);
	queue.service.verdicts = [noReply];
	queue.lists();
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(hour);
	expect(queue.ends(laneId)).toEqual(['not-confirmed-absent']);
	expect(queue.written()).toHaveLength(1);
});

test('while it is unknown whether references are kept, a reference proves it, and so does the only new document with the same content', async () => {
	queue.useProfile({});
	queue.service.verdicts = [noReply];
	const old = { id: 'old', ...alike };
	queue.lists(old);
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	const first = { id: 'without', ...alike };
	queue.lists(old, first);
	await queue.clock.pass(91_000);
	expect(queue.outbox.laneOf('wastage', 'd1')?.serverId).toBe('without');
	expect(queue.ends(laneId)).toEqual(['confirmed']);

	const kept = queue.enqueue('d2', create('i2'));
	await queue.clock.settle();
	const marked = { id: 'marked', ...alike, description: `[${queue.referenceOf(kept)}]` };
	queue.lists(old, first, { id: 'another', ...alike }, marked);
	await queue.clock.pass(91_000);
	expect(queue.outbox.laneOf('wastage', 'd2')?.serverId).toBe('marked');
});

test('findings of the service check let an absent draft be sent again automatically', async () => {
	queue.useProfile({ textLimits });
	queue.learned = { keepsReferences: { wastage: true }, listsAreCurrent: { wastage: true } };
	queue.service.verdicts = [noReply, applied('W-2')];
	queue.lists();
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(160_000);
	expect(queue.ends(laneId)).toEqual(['confirmed']);
	expect(queue.outbox.tables.history(laneId)).toContainEqual(
		expect.objectContaining({ code: 'none-is-ours', args: '{"count":0}' }),
	);
	expect(queue.written()).toHaveLength(2);
});

test('a create applied without an id is found by its reference', async () => {
	queue.service.verdicts = [applied(null)];
	const laneId = queue.enqueue('d1', create('i1'));
	queue.lists({ id: 'W-7', number: 'WST-7', description: `[${queue.referenceOf(laneId)}]` });
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['confirmed']);
	expect(queue.outbox.tables.laneOfDocument('account-1', 'wastage', 'd1')).toMatchObject({
		server_id: 'W-7',
		server_number: 'WST-7',
	});
});

test('a create that was applied but cannot be found is never sent again automatically', async () => {
	queue.service.verdicts = [applied(null)];
	queue.lists();
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(hour);
	expect(queue.ends(laneId)).toEqual(['confirmed-not-found']);
	expect(queue.written()).toHaveLength(1);
});

test.each([
	["action SET payload = '{'", 'unreadable'],
	["action SET base = '{'", 'unreadable'],
	["action SET operation = 'wastage.gone'", 'unreadable'],
	['lane SET server_id = NULL', 'confirmed-not-found'],
])('a step is kept for a person after damage like UPDATE %s', async (damage, end) => {
	queue.online = false;
	const laneId = queue.enqueueIn(serviceLane(), [submit('i1')]);
	queue.store.durable.exec(`UPDATE ${damage}`);
	queue.online = true;
	queue.outbox.wake();
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual([end]);
	expect(queue.written()).toEqual([]);
});

// Quantities

const stockOf = (quantity: string, locationId = 'L1') =>
	answer([{ itemId: 'I1', locationId, storageAreaId: 'S1', quantity }]);

test.each([
	['another change of it', '2', () => queue.enqueueCount('second', '2'), '12'],
	['our receipt', '5', () => queue.enqueueReceipt('5', transfer('0')), '15'],
])(
	'quantities do not prove a lost change of stock while %s moved the same line',
	async (_, quantity, enter, after) => {
		let there = '10';
		queue.service.reads['inventoryItem.currentStock'] = () => stockOf(there);
		queue.service.reads['transferIn.get'] = () => answer(transfer('0'));
		queue.service.verdicts = [
			noReply,
			() => {
				there = after;
				return applied(null);
			},
		];
		const lost = queue.enqueueCount('first', quantity);
		await queue.clock.settle();
		const other = enter();
		await queue.clock.pass(hour);
		expect(queue.ends(other)).toEqual(['confirmed']);
		expect(queue.ends(lost)).toEqual(['not-confirmed-undecided']);
	},
);

test('stock of another location does not count', async () => {
	queue.service.reads['inventoryItem.currentStock'] = () => stockOf('10', 'L2');
	const laneId = queue.enqueueCount('count', '5');
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['queued']);
	expect(queue.written()).toEqual([]);
});

test("a receipt needs attention if a colleague received the same lines, and is sent on the person's order", async () => {
	queue.service.reads['transferIn.get'] = () => answer(transfer('5'));
	const laneId = queue.enqueueReceipt('5', transfer('0'));
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['moved-meanwhile']);
	expect(queue.written()).toEqual([]);
	queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit');
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['confirmed']);
});

test('such a receipt can be edited, and is sent as edited', async () => {
	queue.service.reads['transferIn.get'] = () => answer(transfer('2'));
	const laneId = queue.enqueueReceipt('5', transfer('0'));
	await queue.clock.settle();
	expect(queue.outbox.edit(queue.targetOf(laneId), 'Kit')).toMatchObject({ ok: true });
	expect(queue.reopened).toEqual(['service:transferIn:T1']);
	queue.enqueueReceipt('3', transfer('2'));
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['superseded', 'confirmed']);
});
