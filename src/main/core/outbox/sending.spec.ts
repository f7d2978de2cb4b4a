import { beforeEach, expect, test } from 'vitest';
import { create, eachQueue, submit } from '../../../../test/support/queue.ts';
import { applied, noReply, notSent, refused } from '../../../../test/support/verdicts.ts';
import type { WriteVerdict } from '../api/verdict.ts';

const queue = eachQueue();
beforeEach(() => queue.lists());

test("a lane is sent in order, with the service's id filled in and our reference in the text that the profile names", async () => {
	queue.shows({ id: 'W-1', status: 'Draft' });
	const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['confirmed', 'confirmed']);
	const description = `Dropped a tray [${queue.referenceOf(laneId)}]`;
	expect(queue.service.writes).toMatchObject([
		{ name: 'wastage.create', stateThen: 'sending', input: { body: { description } } },
		{ name: 'wastage.submit', stateThen: 'sending', input: { path: { id: 'W-1' } } },
	]);
});

const made = (status: string) => () => {
	const { payload } = queue.outbox.tables.inState('sending')[0]!;
	const { body } = JSON.parse(payload) as { body: object };
	return applied('W-1', { id: 'W-1', status, ...body });
};

test.each([
	['does not look at a document that the answer to its create showed', 'Draft', 0, 0],
	['looks at one in a state from which it cannot be submitted', 'Submitted', 0, 1],
	['looks at one that was made too long ago', 'Draft', 5 * 60_000, 1],
])('before a submit, %s', async (_name, status, ms, times) => {
	let looks = 0;
	queue.shows({ id: 'W-1', status });
	const look = queue.service.reads['wastage.get']!;
	queue.service.reads['wastage.get'] = () => {
		looks += 1;
		return look();
	};
	queue.service.verdicts = [made(status), applied(null)];
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	await queue.clock.pass(ms);
	queue.enqueue('d1', submit('i2'));
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['confirmed', 'confirmed']);
	expect(looks).toBe(times);
});

test('sends no more at once than allowed, and starts the next as soon as one is answered', async () => {
	queue.profile = { ...queue.profile, lanesAtOnce: 2 };
	const first = Promise.withResolvers<WriteVerdict>();
	const second = Promise.withResolvers<WriteVerdict>();
	queue.service.verdicts = [() => first.promise, () => second.promise, applied('W-3')];
	const lanes = ['d1', 'd2', 'd3'].map((id) => queue.enqueue(id, create(id)));
	const states = () => lanes.flatMap(queue.states);
	expect(queue.outbox.isSending()).toBe(false);
	await queue.clock.settle();
	expect(queue.written()).toHaveLength(2);
	expect(states()).toEqual(['sending', 'sending', 'queued']);
	expect(queue.outbox.isSending()).toBe(true);

	first.resolve(applied('W-1'));
	await queue.clock.settle();
	expect(queue.written()).toHaveLength(3);
	expect(states()).toEqual(['confirmed', 'sending', 'confirmed']);
	second.resolve(applied('W-2'));
	await queue.clock.settle();
	expect(states()).toEqual(['confirmed', 'confirmed', 'confirmed']);
	expect(queue.outbox.isSending()).toBe(false);
});

test('one commit saves the verdict on a document and starts the next', async () => {
	queue.profile = { ...queue.profile, lanesAtOnce: 1 };
	queue.online = false;
	const lanes = ['d1', 'd2'].map((id) => queue.enqueue(id, create(id)));
	await queue.clock.settle();
	queue.online = true;
	queue.outbox.wake();
	await queue.clock.settle();
	expect(lanes.flatMap(queue.states)).toEqual(['confirmed', 'confirmed']);
	const asked = ['request: before', 'request: answered'];
	expect(queue.passed).toEqual([
		'sending: before commit',
		'sending: committed',
		...asked,
		'verdict: before commit',
		'sending: before commit',
		'verdict: committed',
		'sending: committed',
		...asked,
		'verdict: before commit',
		'verdict: committed',
	]);
});

test("a refusal stops only its own lane, and shows the service's message", async () => {
	queue.service.verdicts = [refused, notSent, applied('W-2')];
	const stuck = queue.enqueue('d1', create('i1'), submit('i2'));
	const free = queue.enqueue('d2', create('i3'));
	await queue.clock.pass(60_000);
	expect(queue.ends(stuck)).toEqual(['rejected', 'queued']);
	expect(queue.rows(stuck)[0]).toMatchObject({ service_said: 'items: empty' });
	expect(queue.codes(free)).toEqual(['queued', 'sent', 'not-sent', 'sent', 'answered']);
	expect(queue.outbox.counts()).toEqual({ waiting: 0, needYou: 1 });
});

// At the start

test('an action found as sending at the start is verified, not sent', async () => {
	queue.service.verdicts = [() => new Promise(() => undefined)];
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['sending']);
	queue.start();
	queue.lists({ id: 'W-3', description: `[${queue.referenceOf(laneId)}]` });
	await queue.clock.pass(91_000);
	expect(queue.ends(laneId)).toEqual(['confirmed']);
	expect(queue.written()).toEqual(['wastage.create']);
});

test('a step queued by a newer Stillroom is kept and not sent', async () => {
	queue.online = false;
	const laneId = queue.enqueue('d1', create('i1'));
	const writtenBy = queue.store.durable.prepare('UPDATE action SET payload_version = ?');
	writtenBy.run(99);
	queue.online = true;
	queue.outbox.wake();
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['held-newer-version']);
	expect(queue.outbox.counts()).toEqual({ waiting: 0, needYou: 1 });
	// As if the newer version were installed: gives the payload a version that this program knows.
	writtenBy.run(1);
	queue.outbox.recover();
	queue.outbox.start();
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['confirmed']);
});

test("a newer Stillroom's unanswered step is verified once it can be read, not sent", async () => {
	queue.service.verdicts = [noReply];
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	await queue.outbox.stop();
	queue.store.durable.prepare(`UPDATE action SET state = 'held-newer-version'`).run();
	queue.start();
	expect(queue.ends(laneId)).toEqual(['ambiguous']);
	await queue.clock.settle();
	expect(queue.written()).toHaveLength(1);
});

test('after the copies are deleted, a confirmation does not count as newer than a new read', async () => {
	const reads = queue.store.cache.prepare('UPDATE read_counter SET last = ?');
	reads.run(40);
	queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	await queue.outbox.stop();
	reads.run(0);
	queue.start();
	expect(queue.store.cache.prepare('SELECT last FROM read_counter').pluck().get()).toBe(40);
});
