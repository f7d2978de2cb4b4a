import { afterEach, beforeEach, expect, test } from 'vitest';
import { create, listAnswer, openQueue, type Queue } from '../../../../test/support/queue.ts';
import { noReply } from '../../../../test/support/verdicts.ts';

let queue: Queue;
beforeEach(() => {
	queue = openQueue();
});
afterEach(() => queue.remove());

test('an action found as sending at the start is verified, not sent', async () => {
	queue.service.verdicts = [() => new Promise(() => undefined)];
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	expect(queue.states(laneId)).toEqual(['sending']);
	queue.start();
	queue.service.reads['wastage.list'] = () =>
		listAnswer({ id: 'W-3', description: `[${queue.referenceOf(laneId)}]` });
	await queue.clock.pass(91_000);
	expect(queue.states(laneId)).toEqual(['confirmed']);
	expect(queue.written()).toEqual(['wastage.create']);
});

test('a step queued by a newer Stillroom is kept and not sent', async () => {
	queue.online = false;
	const laneId = queue.enqueue('d1', create('i1'));
	queue.store.durable.prepare('UPDATE action SET payload_version = 99').run();
	queue.online = true;
	queue.outbox.wake();
	await queue.clock.settle();
	expect(queue.states(laneId)).toEqual(['held-newer-version']);
	expect(queue.outbox.counts()).toEqual({ waiting: 0, needYou: 1 });
	// As if the newer version were installed: gives the payload a version that this program knows.
	queue.store.durable.prepare('UPDATE action SET payload_version = 1').run();
	queue.outbox.recover();
	queue.outbox.start();
	await queue.clock.settle();
	expect(queue.states(laneId)).toEqual(['confirmed']);
});

test("a newer Stillroom's unanswered step is verified once it can be read, not sent", async () => {
	queue.service.verdicts = [noReply];
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	await queue.outbox.stop();
	queue.store.durable.prepare(`UPDATE action SET state = 'held-newer-version'`).run();
	queue.start();
	expect(queue.states(laneId)).toEqual(['ambiguous']);
	await queue.clock.settle();
	expect(queue.written()).toHaveLength(1);
});

test('after the copies are deleted, a confirmation does not count as newer than a new read', async () => {
	queue.store.cache.prepare('UPDATE read_counter SET last = 40').run();
	queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	await queue.outbox.stop();
	queue.store.cache.prepare('UPDATE read_counter SET last = 0').run();
	queue.start();
	expect(queue.store.cache.prepare('SELECT last FROM read_counter').pluck().get()).toBe(40);
});
