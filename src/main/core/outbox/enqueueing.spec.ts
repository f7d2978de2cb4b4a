import { afterEach, beforeEach, expect, test } from 'vitest';
import { create, lane, openQueue, type Queue } from '../../../../test/support/queue.ts';
import { serviceProfile } from '../../../shared/service/profile.ts';
import { serverId, type NewAction } from './outbox.ts';

let queue: Queue;
beforeEach(() => {
	queue = openQueue();
});
afterEach(() => queue.remove());

test('two clicks of one intent make one action', async () => {
	const first = queue.enqueue('d1', create('i1'));
	const second = queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	expect(second).toBe(first);
	expect(queue.written()).toEqual(['wastage.create']);
});

test('a second click finds the first even after the reference field was changed', async () => {
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	queue.profile = serviceProfile.parse({ reference: { wastage: 'remarks' } });
	queue.enqueue('d1', create('i1'));
	await queue.clock.pass(1_000);
	expect(queue.written()).toEqual(['wastage.create']);
	expect(queue.states(laneId)).toEqual(['confirmed']);
});

test('an operation that waits only by choice is refused offline unless the person chose to wait', () => {
	queue.online = false;
	const there = { ...lane('service:W-1'), server: { id: 'W-1', number: 'WST-1' } };
	const approval: NewAction = {
		intentId: 'approve',
		operation: 'wastage.approve',
		payload: { path: { id: serverId } },
		base: { id: 'W-1', status: 'Submitted' },
	};
	const ask = (choice?: { mayWait: boolean }) =>
		queue.store.durable.transaction(() => queue.outbox.enqueue(there, [approval], choice))();
	expect(ask()).toMatchObject({ ok: false, code: 'needs-network' });
	expect(queue.outbox.laneOf('wastage', 'service:W-1')).toBeNull();
	expect(ask({ mayWait: true })).toMatchObject({ ok: true });
});

test('an operation that cannot be verified is never queued', () => {
	const many: NewAction = {
		intentId: 'many',
		operation: 'wastage.lockMany',
		payload: { body: { ids: ['W-1'], isLocked: true } },
	};
	const reply = queue.store.durable.transaction(() =>
		queue.outbox.enqueue(lane('d1'), [many], { mayWait: true }),
	)();
	expect(reply).toMatchObject({ ok: false, code: 'needs-network' });
});
