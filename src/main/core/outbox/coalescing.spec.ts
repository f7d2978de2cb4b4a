import { afterEach, beforeEach, expect, test } from 'vitest';
import {
	body,
	create,
	lane,
	openQueue,
	submit,
	type Queue,
} from '../../../../test/support/queue.ts';
import { noReply } from '../../../../test/support/verdicts.ts';
import { serverId, type NewAction } from './outbox.ts';

let queue: Queue;
beforeEach(() => {
	queue = openQueue();
});
afterEach(() => queue.remove());

const update = (intentId: string, more: object): NewAction => ({
	intentId,
	operation: 'wastage.update',
	payload: { body: { ...body, ...more, id: serverId } },
	base: { seen: intentId },
});
const sentBodies = () =>
	queue.service.writes.map(({ input }) => (input as { body?: unknown }).body);

test('folds a change into an unsent step and keeps its reference', async () => {
	queue.online = false;
	const laneId = queue.enqueue('d1', create('i1'));
	queue.enqueue('d1', update('i2', { description: 'Dropped two trays' }));
	expect(queue.states(laneId)).toEqual(['superseded', 'queued']);
	expect(queue.outbox.tables.history(laneId).at(-1)).toMatchObject({
		from_state: 'queued',
		to_state: 'superseded',
		by: 'Kit',
	});
	queue.online = true;
	queue.outbox.wake();
	await queue.clock.settle();
	expect(queue.written()).toEqual(['wastage.create']);
	const { reference } = queue.rows(laneId)[1]!;
	expect(sentBodies()).toEqual([{ ...body, description: `Dropped two trays [${reference}]` }]);
});

test('does not fold a change into a step that another copy may have sent', async () => {
	queue.online = false;
	const laneId = queue.enqueue('d1', create('d1/1/create'));
	await queue.outbox.stop();
	queue.lostEvents = 3;
	queue.start();
	queue.enqueue('d1', update('d1/2/update', { description: 'Dropped two trays' }));
	expect(queue.states(laneId)).toEqual(['queued', 'queued']);
});

test('of two unsent updates sends the later, based on what the first changed', () => {
	queue.online = false;
	const there = { ...lane('service:W-1'), server: { id: 'W-1', number: '' } };
	const laneId = queue.enqueueIn(there, [update('i1', { description: 'One' })]);
	queue.enqueueIn(there, [update('i2', { description: 'Two' })]);
	expect(queue.states(laneId)).toEqual(['superseded', 'queued']);
	expect(queue.rows(laneId)[1]).toMatchObject({
		operation: 'wastage.update',
		base: '{"seen":"i1"}',
		intent_id: 'i2',
	});
});

test('does not fold a change across a submit, or into a step that may have been sent', async () => {
	queue.online = false;
	const submitted = queue.enqueue('d1', create('i1'), submit('i2'));
	queue.enqueue('d1', update('i3', {}));
	expect(queue.states(submitted)).toEqual(['queued', 'queued', 'queued']);
	queue.online = true;
	queue.service.verdicts = [noReply];
	const tried = queue.enqueue('d2', create('i4'));
	await queue.clock.settle();
	queue.enqueue('d2', update('i5', {}));
	expect(queue.states(tried)).toEqual(['ambiguous', 'queued']);
});

test('discarding an unsent document discards both steps, and a second click changes nothing', async () => {
	queue.online = false;
	const category = lane('c1');
	const made: NewAction = {
		intentId: 'i1',
		operation: 'category.create',
		payload: { body: { name: 'Cheese' } },
	};
	const discard: NewAction = {
		intentId: 'i2',
		operation: 'category.remove',
		payload: { body: { id: serverId } },
	};
	const laneId = queue.enqueueIn(category, [made]);
	expect(queue.enqueueIn(category, [discard])).toBe(laneId);
	expect(queue.enqueueIn(category, [discard])).toBe(laneId);
	expect(queue.states(laneId)).toEqual(['superseded', 'superseded']);
	expect(queue.outbox.counts()).toEqual({ waiting: 0, needYou: 0 });
	queue.online = true;
	queue.outbox.wake();
	await queue.clock.pass(1_000_000);
	expect(queue.written()).toEqual([]);
});

test('a folded step can still be undone', () => {
	queue.online = false;
	const laneId = queue.enqueue('d1', create('i1'));
	queue.enqueue('d1', update('i2', {}));
	const head = queue.rows(laneId)[1]!;
	const target = { actionId: head.action_id, revision: head.revision };
	expect(queue.outbox.cancel(target, 'Kit')).toMatchObject({ ok: true });
	expect(queue.states(laneId)).toEqual(['superseded', 'cancelled']);
});
