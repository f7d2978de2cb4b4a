import { afterEach, beforeEach, expect, test } from 'vitest';
import {
	answer,
	create,
	lane,
	openQueue,
	submit,
	type Queue,
} from '../../../../test/support/queue.ts';
import { serverId } from './outbox.ts';

let queue: Queue;
beforeEach(() => {
	queue = openQueue();
});
afterEach(() => queue.remove());

const enqueueApproval = (base: unknown) =>
	queue.enqueueIn({ ...lane('service:W-1'), server: { id: 'W-1', number: 'WST-1' } }, [
		{
			intentId: 'approve',
			operation: 'wastage.approve',
			payload: { path: { id: serverId } },
			base,
		},
	]);
const seen = { id: 'W-1', status: 'Submitted', items: [{ quantity: '2' }] };

test('a transition that the service already shows is confirmed without being sent', async () => {
	queue.service.reads['wastage.get'] = () =>
		answer({ id: 'W-1', status: 'Approved', number: 'WST-W-1' });
	const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
	await queue.clock.settle();
	expect(queue.written()).toEqual(['wastage.create']);
	expect(queue.rows(laneId)[1]).toMatchObject({ state: 'confirmed', confirmed_by: 'probe' });
});

test('a transition from a state that does not allow it needs attention', async () => {
	queue.service.reads['transferIn.get'] = () => answer({ id: 'T1', status: 'Received', items: [] });
	const laneId = queue.enqueueIn(
		{ ...lane('service:T1'), document: 'transfer-in', server: { id: 'T1', number: '' } },
		[{ intentId: 'i', operation: 'transferIn.reject', payload: { path: { id: serverId } } }],
	);
	await queue.clock.settle();
	expect(queue.rows(laneId)[0]).toMatchObject({ state: 'attention', attention: 'changed' });
	expect(queue.written()).toEqual([]);
});

test('an approval is not sent if the document differs from what the person saw', async () => {
	queue.service.reads['wastage.get'] = () => answer({ ...seen, items: [{ quantity: '20' }] });
	const laneId = enqueueApproval(seen);
	await queue.clock.settle();
	expect(queue.rows(laneId)[0]).toMatchObject({ state: 'attention', attention: 'changed' });
	expect(queue.written()).toEqual([]);
});

test('an approval is sent if the document is unchanged', async () => {
	queue.service.reads['wastage.get'] = () =>
		answer({ items: seen.items, status: 'Submitted', id: 'W-1', modifiedDate: 'x' });
	const laneId = enqueueApproval(seen);
	await queue.clock.settle();
	expect(queue.states(laneId)).toEqual(['confirmed']);
});
