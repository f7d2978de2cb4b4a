import { afterEach, beforeEach, expect, test } from 'vitest';
import {
	answer,
	create,
	listAnswer,
	openQueue,
	submit,
	type Queue,
} from '../../../../test/support/queue.ts';
import { applied, notSent, refused } from '../../../../test/support/verdicts.ts';
import type { WriteVerdict } from '../api/verdict.ts';

let queue: Queue;
beforeEach(() => {
	queue = openQueue();
	queue.service.reads['wastage.list'] = () => listAnswer();
});
afterEach(() => queue.remove());

test('an action is saved as sending before its request goes out', async () => {
	queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	expect(queue.service.writes).toMatchObject([{ name: 'wastage.create', stateThen: 'sending' }]);
});

test("a lane is sent in order, with the service's id filled in", async () => {
	queue.service.reads['wastage.get'] = () => answer({ id: 'W-1', status: 'Draft' });
	const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
	await queue.clock.settle();
	expect(queue.states(laneId)).toEqual(['confirmed', 'confirmed']);
	expect(
		queue.service.writes.map(({ name, input }) => [name, (input as { path?: unknown }).path]),
	).toEqual([
		['wastage.create', undefined],
		['wastage.submit', { id: 'W-1' }],
	]);
});

const made = (status: string) => () => {
	const { payload } = queue.outbox.tables.inState('sending')[0]!;
	const { body } = JSON.parse(payload) as { body: object };
	return applied('W-1', { id: 'W-1', status, ...body });
};

test('submits a document without another look if the answer to its create showed it', async () => {
	queue.service.reads['wastage.get'] = () => {
		throw new Error('It was asked for.');
	};
	queue.service.verdicts = [made('Draft'), applied(null)];
	const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
	await queue.clock.settle();
	expect(queue.states(laneId)).toEqual(['confirmed', 'confirmed']);
});

test.each([
	['is in a state from which it cannot be submitted', 'Submitted', 0],
	['was made too long ago', 'Draft', 5 * 60_000],
])('looks at a document that %s before submitting it', async (_name, status, ms) => {
	let looks = 0;
	queue.service.reads['wastage.get'] = () => {
		looks += 1;
		return answer({ id: 'W-1', status });
	};
	queue.service.verdicts = [made(status), applied(null)];
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	await queue.clock.pass(ms);
	queue.enqueue('d1', submit('i2'));
	await queue.clock.settle();
	expect(queue.states(laneId)).toEqual(['confirmed', 'confirmed']);
	expect(looks).toBe(1);
});

test('sends no more at once than allowed, and starts the next as soon as one is answered', async () => {
	queue.profile = { ...queue.profile, lanesAtOnce: 2 };
	const first = Promise.withResolvers<WriteVerdict>();
	const second = Promise.withResolvers<WriteVerdict>();
	queue.service.verdicts = [() => first.promise, () => second.promise, applied('W-3')];
	const lanes = ['d1', 'd2', 'd3'].map((id) => queue.enqueue(id, create(id)));
	await queue.clock.settle();
	expect(queue.written()).toHaveLength(2);
	expect(lanes.map(queue.states)).toEqual([['sending'], ['sending'], ['queued']]);

	first.resolve(applied('W-1'));
	await queue.clock.settle();
	expect(queue.written()).toHaveLength(3);
	expect(lanes.map(queue.states)).toEqual([['confirmed'], ['sending'], ['confirmed']]);
	second.resolve(applied('W-2'));
	await queue.clock.settle();
	expect(lanes.map(queue.states)).toEqual([['confirmed'], ['confirmed'], ['confirmed']]);
});

test('one commit saves the verdict on a document and starts the next', async () => {
	queue.profile = { ...queue.profile, lanesAtOnce: 1 };
	queue.online = false;
	const lanes = ['d1', 'd2'].map((id) => queue.enqueue(id, create(id)));
	await queue.clock.settle();
	queue.online = true;
	queue.outbox.wake();
	await queue.clock.settle();
	expect(lanes.map(queue.states)).toEqual([['confirmed'], ['confirmed']]);
	const asked = ['request: before', 'request: answered'];
	expect(queue.passed).toEqual([
		...['sending: before commit', 'sending: committed', ...asked],
		...['verdict: before commit', 'sending: before commit'],
		...['verdict: committed', 'sending: committed', ...asked],
		...['verdict: before commit', 'verdict: committed'],
	]);
});

test('sends our reference in the free text that the profile names', async () => {
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	expect(queue.service.writes[0]?.input).toMatchObject({
		body: { description: `Dropped a tray [${queue.referenceOf(laneId)}]` },
	});
});

test('sends nothing while the service is away, then everything in order', async () => {
	queue.online = false;
	queue.enqueue('d1', create('i1'));
	queue.enqueue('d2', create('i2'));
	await queue.clock.pass(3_600_000);
	expect(queue.written()).toEqual([]);
	queue.online = true;
	queue.outbox.wake();
	await queue.clock.settle();
	expect(queue.written()).toEqual(['wastage.create', 'wastage.create']);
});

test('retries automatically after a pause if the request was surely not sent', async () => {
	queue.service.verdicts = [notSent, applied('W-1')];
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	expect(queue.states(laneId)).toEqual(['queued']);
	expect(queue.written()).toHaveLength(1);
	await queue.clock.pass(60_000);
	expect(queue.states(laneId)).toEqual(['confirmed']);
	expect(queue.written()).toHaveLength(2);
});

test("a refusal stops only its own lane, and shows the service's message", async () => {
	queue.service.verdicts = [refused, applied('W-2')];
	const stuck = queue.enqueue('d1', create('i1'), submit('i2'));
	const free = queue.enqueue('d2', create('i3'));
	await queue.clock.settle();
	expect(queue.rows(stuck)[0]).toMatchObject({
		state: 'attention',
		attention: 'rejected',
		service_said: 'items: empty',
	});
	expect(queue.states(stuck)).toEqual(['attention', 'queued']);
	expect(queue.states(free)).toEqual(['confirmed']);
	expect(queue.outbox.counts()).toEqual({ waiting: 0, needYou: 1 });
});

test('every change of state leaves an event, and every try an attempt with its verdict', async () => {
	queue.service.verdicts = [notSent, applied('W-1')];
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(60_000);
	expect(queue.outbox.tables.history(laneId).map((event) => event.to_state)).toEqual([
		'queued',
		'sending',
		'queued',
		'sending',
		'confirmed',
	]);
	expect(
		queue.store.durable
			.prepare<[], string>('SELECT verdict FROM attempt ORDER BY attempt_id')
			.pluck()
			.all(),
	).toEqual(['not-sent', 'applied']);
});

test('says that it is sending only while a step is in flight', async () => {
	const during: boolean[] = [];
	queue.service.verdicts = [
		() => {
			during.push(queue.outbox.isSending());
			return applied('W-1');
		},
	];
	expect(queue.outbox.isSending()).toBe(false);
	queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	expect(during).toEqual([true]);
	expect(queue.outbox.isSending()).toBe(false);
});
