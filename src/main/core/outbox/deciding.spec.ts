import { expect, test } from 'vitest';
import { create, eachQueue, known, submit } from '../../../../test/support/queue.ts';
import { applied, noReply, refused } from '../../../../test/support/verdicts.ts';

const queue = eachQueue();

test('an undone step is a draft again and is not sent', async () => {
	queue.online = false;
	const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
	await queue.clock.settle();
	expect(queue.outbox.cancel(queue.targetOf(laneId), 'Kit')).toMatchObject({ ok: true });
	queue.online = true;
	queue.outbox.wake();
	await queue.clock.pass(1_000_000);
	expect(queue.ends(laneId)).toEqual(['cancelled', 'cancelled']);
	expect(queue.reopened).toEqual(['d1']);
	expect(queue.written()).toEqual([]);
});

test('a step that the service may have received cannot be undone', async () => {
	queue.service.verdicts = [noReply];
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	const undone = queue.outbox.cancel(queue.targetOf(laneId), 'Kit');
	expect(undone).toMatchObject({ code: 'changed-meanwhile' });
});

test('discarding a refused create discards the steps that need it, and the draft can be edited again', async () => {
	queue.service.verdicts = [refused];
	const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
	await queue.clock.settle();
	queue.outbox.discard({ ...queue.targetOf(laneId), reason: 'Entered twice' }, 'Kit');
	expect(queue.ends(laneId)).toEqual(['discarded', 'discarded']);
	expect(queue.reopened).toEqual(['d1']);
	expect(queue.outbox.tables.history(laneId).at(-1)).toMatchObject({
		by: 'Kit',
		to_state: 'discarded',
	});
});

test('a refused create becomes a draft again, and its edit is sent as a new create', async () => {
	queue.service.verdicts = [refused, applied('W-1'), applied(null)];
	const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
	await queue.clock.settle();
	expect(queue.outbox.edit(queue.targetOf(laneId), 'Kit')).toMatchObject({ ok: true });
	expect(queue.ends(laneId)).toEqual(['superseded', 'superseded']);
	expect(queue.rows(laneId)[0]).toMatchObject({ resolution: 'edited by Kit' });
	expect(queue.outbox.tables.history(laneId).at(-1)).toMatchObject({
		by: 'Kit',
		to_state: 'superseded',
	});
	expect(queue.reopened).toEqual(['d1']);

	queue.shows({ id: 'W-1', status: 'Draft' });
	queue.enqueue('d1', create('i3'), submit('i4'));
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['superseded', 'superseded', 'confirmed', 'confirmed']);
	expect(queue.written()).toEqual(['wastage.create', 'wastage.create', 'wastage.submit']);
});

test('a step that the service may have received cannot be edited', async () => {
	const edit = (laneId: string) => queue.outbox.edit(queue.targetOf(laneId), 'Kit');
	queue.service.verdicts = [applied('W-1'), refused];
	queue.shows({ id: 'W-1', status: 'Draft' });
	const made = queue.enqueue('d1', create('i1'), submit('i2'));
	await queue.clock.settle();
	expect(queue.states(made)).toEqual(['confirmed', 'attention']);
	expect(edit(made)).toMatchObject({ code: 'not-possible-now' });

	queue.service.verdicts = [noReply, refused];
	queue.lists();
	const unanswered = queue.enqueue('d2', create('i3'));
	await queue.clock.pass(1_000_000);
	expect(queue.states(unanswered)).toEqual(['attention']);
	expect(edit(unanswered)).toMatchObject({ code: 'not-possible-now' });
	expect(queue.reopened).toEqual([]);
});

test('marking a step as done asks for the document that the next step needs', async () => {
	queue.service.verdicts = [noReply, applied(null)];
	queue.lists();
	queue.useProfile({ reference: { wastage: null }, behaviour: known });
	const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
	await queue.clock.pass(1_000_000);
	const sayDone = (serverId: string | null) =>
		queue.outbox.markDone({ ...queue.targetOf(laneId), serverId }, 'Kit');
	expect(sayDone(null)).toMatchObject({ code: 'incomplete' });
	queue.shows({ id: 'W-5', status: 'Draft' });
	expect(sayDone('W-5')).toMatchObject({ ok: true });
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['confirmed', 'confirmed']);
	expect(queue.service.writes.at(-1)?.input).toMatchObject({ path: { id: 'W-5' } });
});

test('a decision about a step that has moved on is refused', async () => {
	queue.service.verdicts = [refused];
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	const shown = queue.targetOf(laneId);
	expect(queue.outbox.sendAgain(shown, 'Kit')).toMatchObject({ ok: true });
	await queue.clock.settle();
	expect(queue.outbox.sendAgain(shown, 'Kit')).toMatchObject({ code: 'changed-meanwhile' });
});

test('a document that waited a day needs one review before it is sent', async () => {
	queue.online = false;
	queue.shows({ id: 'W-1', status: 'Draft' });
	const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
	// The wall clock alone measures the day: the PC may have slept through it.
	queue.clock.setWallClock(queue.clock.now() + 86_400_001);
	queue.online = true;
	queue.outbox.wake();
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['stale-review', 'queued']);
	expect(queue.written()).toEqual([]);
	queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit');
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['confirmed', 'confirmed']);
});
