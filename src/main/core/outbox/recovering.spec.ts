import { afterEach, beforeEach, expect, test } from 'vitest';
import { create, listAnswer, openQueue, type Queue } from '../../../../test/support/queue.ts';
import { noReply } from '../../../../test/support/verdicts.ts';

let queue: Queue;
beforeEach(() => {
	queue = openQueue();
});
afterEach(() => queue.remove());

test('an action found in sending at the start is asked about, not sent', async () => {
	// The answer never comes, for the process ends: what is on the disk is all that is left.
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

test('what a newer Stillroom queued is kept and not sent', async () => {
	queue.online = false;
	const laneId = queue.enqueue('d1', create('i1'));
	queue.store.durable.prepare('UPDATE action SET payload_version = 99').run();
	queue.online = true;
	queue.outbox.wake();
	await queue.clock.settle();
	expect(queue.states(laneId)).toEqual(['held-newer-version']);
	expect(queue.outbox.counts()).toEqual({ waiting: 0, needYou: 1 });
	// The newer one is installed, here by making the payload one that this version knows.
	queue.store.durable.prepare('UPDATE action SET payload_version = 1').run();
	queue.outbox.recover();
	queue.outbox.start();
	await queue.clock.settle();
	expect(queue.states(laneId)).toEqual(['confirmed']);
});

test('what a newer Stillroom left without an answer is asked about when it can be read again, not sent', async () => {
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

test('after the copies were thrown away, what was confirmed is not taken for newer than a new read', async () => {
	queue.store.cache.prepare('UPDATE read_counter SET last = 40').run();
	queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	await queue.outbox.stop();
	queue.store.cache.prepare('UPDATE read_counter SET last = 0').run();
	queue.start();
	expect(queue.store.cache.prepare('SELECT last FROM read_counter').pluck().get()).toBe(40);
});
