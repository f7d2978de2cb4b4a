import { expect, test } from 'vitest';
import {
	body,
	create,
	eachQueue,
	lane,
	serviceLane,
	step,
	submit,
} from '../../../../test/support/queue.ts';
import { noReply } from '../../../../test/support/verdicts.ts';
import { alsoElsewhere } from '../store/also-elsewhere.ts';
import { serverId, type NewAction, type NewLane } from './outbox.ts';

const queue = eachQueue();
const update = (intentId: string, more: object) =>
	step('update', {
		intentId,
		payload: { body: { ...body, ...more, id: serverId } },
		base: { seen: intentId },
	});

test('two clicks of one intent make one action, even if the reference field changes in between', async () => {
	const laneId = queue.enqueue('d1', create('i1'));
	expect(queue.enqueue('d1', create('i1'))).toBe(laneId);
	await queue.clock.settle();
	queue.useProfile({ reference: { wastage: 'remarks' } });
	queue.enqueue('d1', create('i1'));
	await queue.clock.pass(1_000);
	expect(queue.written()).toEqual(['wastage.create']);
	expect(queue.ends(laneId)).toEqual(['confirmed']);
});

const ask = (newLane: NewLane, action: NewAction, mayWait: boolean) =>
	queue.store.durable.transaction(() => queue.outbox.enqueue(newLane, [action], { mayWait }))();

test('an operation that waits only by choice is refused offline unless the person chose to wait', () => {
	queue.online = false;
	const approval = step('approve', { base: { id: 'W-1', status: 'Submitted' } });
	expect(ask(serviceLane(), approval, false)).toMatchObject({ code: 'needs-network' });
	expect(queue.outbox.laneOf('wastage', 'service:wastage:W-1')).toBeNull();
	expect(ask(serviceLane(), approval, true)).toMatchObject({ ok: true });
});

test('an operation that cannot be verified is never queued', () => {
	const payload = { body: { ids: ['W-1'], isLocked: true } };
	const many: NewAction = { intentId: 'many', operation: 'wastage.lockMany', payload };
	expect(ask(lane('d1'), many, true)).toMatchObject({ code: 'needs-network' });
});

// Merging steps that were never sent

test('folds a change into an unsent step and keeps its reference', async () => {
	queue.online = false;
	const laneId = queue.enqueue('d1', create('i1'));
	queue.enqueue('d1', update('i2', { description: 'Dropped two trays' }));
	expect(queue.ends(laneId)).toEqual(['superseded', 'queued']);
	expect(queue.outbox.tables.history(laneId).at(-1)).toMatchObject({
		from_state: 'queued',
		to_state: 'superseded',
		by: 'Kit',
	});
	queue.online = true;
	queue.outbox.wake();
	await queue.clock.settle();
	const { reference } = queue.rows(laneId)[1]!;
	const description = `Dropped two trays [${reference}]`;
	expect(queue.service.writes).toMatchObject([
		{ name: 'wastage.create', input: { body: { ...body, description } } },
	]);
});

test('does not fold a change into a step that another copy may have sent', () => {
	queue.online = false;
	const laneId = queue.enqueue('d1', create('d1/1/create'));
	alsoElsewhere(queue.store.durable).add('d1', 0);
	queue.enqueue('d1', update('d1/2/update', { description: 'Dropped two trays' }));
	expect(queue.ends(laneId)).toEqual(['queued', 'queued']);
});

test('of two unsent updates sends the later, based on what the first changed', () => {
	queue.online = false;
	const laneId = queue.enqueueIn(serviceLane(), [update('i1', { description: 'One' })]);
	queue.enqueueIn(serviceLane(), [update('i2', { description: 'Two' })]);
	expect(queue.ends(laneId)).toEqual(['superseded', 'queued']);
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
	expect(queue.ends(submitted)).toEqual(['queued', 'queued', 'queued']);
	queue.online = true;
	queue.service.verdicts = [noReply];
	const tried = queue.enqueue('d2', create('i4'));
	await queue.clock.settle();
	queue.enqueue('d2', update('i5', {}));
	expect(queue.ends(tried)).toEqual(['ambiguous', 'queued']);
});

test('a folded step can still be undone', () => {
	queue.online = false;
	const laneId = queue.enqueue('d1', create('i1'));
	queue.enqueue('d1', update('i2', {}));
	const { action_id: actionId, revision } = queue.rows(laneId)[1]!;
	expect(queue.outbox.cancel({ actionId, revision }, 'Kit')).toMatchObject({ ok: true });
	expect(queue.ends(laneId)).toEqual(['superseded', 'cancelled']);
});
