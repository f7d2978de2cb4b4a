import { expect, test } from 'vitest';
import {
	answer,
	body,
	create,
	eachQueue,
	known,
	serviceLane,
	step,
	submit,
} from '../../../../test/support/queue.ts';
import { applied, noReply, refused } from '../../../../test/support/verdicts.ts';
import { serverId, type NewAction } from './outbox.ts';

const queue = eachQueue();
const reason = 'Not wanted';

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

test('a create refused after a lost answer, and not found, becomes a draft again when discarded', async () => {
	queue.service.verdicts = [noReply, refused];
	queue.lists();
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(3_600_000);
	expect(queue.ends(laneId)).toEqual(['rejected']);
	queue.outbox.discard({ ...queue.targetOf(laneId), reason }, 'Kit');
	expect(queue.reopened).toEqual(['d1']);
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
	queue.lists();
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	const shown = queue.targetOf(laneId);
	expect(queue.outbox.sendAgain(shown, 'Kit')).toMatchObject({ ok: true });
	await queue.clock.settle();
	expect(queue.ends(laneId), 'it waits for a decision again').toEqual(['rejected']);
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
	expect(queue.codes(laneId).at(-1)).toBe('looked-at');
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['confirmed', 'confirmed']);
});

const inLane = (laneId: string, at: number) => {
	const { action_id: actionId, revision } = queue.rows(laneId)[at]!;
	return { actionId, revision };
};
const goOnline = async () => {
	queue.online = true;
	queue.outbox.wake();
	await queue.clock.settle();
};

test('every decision is refused for an unknown step, for one of another account, and for one that is sent automatically', async () => {
	const { outbox } = queue;
	const answersTo = (target: { actionId: string; revision: number }) =>
		[
			outbox.sendAgain(target, 'Kit'),
			outbox.edit(target, 'Kit'),
			outbox.resolve(target, 'Kit'),
			outbox.decideAnew(target, 'Kit'),
			outbox.choose({ ...target, key: 'a', choice: 'mine' }),
			outbox.markDone({ ...target, serverId: 'W-1' }, 'Kit'),
			outbox.discard({ ...target, reason }, 'Kit'),
		].map((reply) => !reply.ok && reply.code);
	const all = (code: string) => Array.from({ length: 7 }, () => code);
	queue.service.verdicts = [refused];
	const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
	await queue.clock.settle();
	expect(answersTo({ ...queue.targetOf(laneId), actionId: 'none' })).toEqual(all('not-found'));
	expect(answersTo(inLane(laneId, 1))).toEqual(all('changed-meanwhile'));
	const rejected = queue.targetOf(laneId);
	for (const reply of [
		outbox.resolve(rejected, 'Kit'),
		outbox.decideAnew(rejected, 'Kit'),
		outbox.choose({ ...rejected, key: 'a', choice: 'mine' }),
	])
		expect(reply).toMatchObject({ code: 'not-found' });
	queue.store.durable.exec(
		`INSERT INTO account VALUES ('old', 'http://127.0.0.1:2', 'client', 'Old', 0, '{}', 0, 1);
		 UPDATE action SET account_id = 'old'; UPDATE lane SET account_id = 'old'`,
	);
	expect(answersTo(rejected)).toEqual(all('not-found'));
	expect(queue.ends(laneId)).toEqual(['rejected', 'queued']);
});

const update = (quantity: string): NewAction =>
	step('update', {
		intentId: `draft-${quantity}/1/update`,
		payload: { body: { ...body, id: serverId, items: [{ ...body.items[0], quantity }] } },
	});
const draftOf = (id: string, state: 'open' | 'submitted') =>
	queue.store.durable
		.prepare(
			`INSERT INTO draft (draft_id, account_id, document, location_id, server_id, state, revision, body,
				business_date, time_zone, created_at, changed_at, entered_by)
			 VALUES (?, 'account-1', 'wastage', 'L1', 'W-1', ?, 1, '{}', '2026-11-20', 'UTC', 0, 0, 'Kit')`,
		)
		.run(id, state);

test('does not undo a change of a document while another draft of it is open', async () => {
	queue.shows({ ...body, id: 'W-1', status: 'Draft' });
	queue.service.verdicts = [refused];
	const laneId = queue.enqueueIn(serviceLane(), [update('3')]);
	await queue.clock.settle();
	draftOf('draft-3', 'submitted');
	draftOf('draft-4', 'open');
	const edit = () => queue.outbox.edit(queue.targetOf(laneId), 'Kit');
	const cancel = () => queue.outbox.cancel(queue.targetOf(laneId), 'Kit');
	expect(edit()).toMatchObject({ code: 'not-possible-now' });
	queue.online = false;
	queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit');
	expect(cancel()).toMatchObject({ code: 'not-possible-now' });
	expect(queue.ends(laneId)).toEqual(['queued']);
	expect(queue.reopened).toEqual([]);
	queue.store.durable.exec(`UPDATE draft SET state = 'discarded' WHERE draft_id = 'draft-4'`);
	expect(cancel()).toMatchObject({ ok: true });
	expect(queue.ends(laneId)).toEqual(['cancelled']);
});

test('a refused change can be edited and an unsent one undone, although an earlier decision is done', async () => {
	let status = 'Submitted';
	queue.service.reads['wastage.get'] = () => answer({ ...body, id: 'W-1', status });
	queue.service.verdicts = [
		() => {
			status = 'Draft';
			return applied(null);
		},
		refused,
	];
	const laneId = queue.enqueueIn(serviceLane(), [step('reject')]);
	await queue.clock.settle();
	status = 'Draft';
	queue.enqueueIn(serviceLane(), [update('3')]);
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['confirmed', 'rejected']);
	expect(queue.outbox.edit(queue.targetOf(laneId), 'Kit')).toMatchObject({ ok: true });
	queue.online = false;
	queue.enqueueIn(serviceLane(), [update('4')]);
	expect(queue.outbox.cancel(inLane(laneId, 2), 'Kit')).toMatchObject({ ok: true });
	expect(queue.ends(laneId)).toEqual(['confirmed', 'superseded', 'cancelled']);
});

test('the remaining steps of a created document cannot be undone, and a decision cannot be edited', async () => {
	queue.service.verdicts = [applied('W-1'), refused];
	queue.shows({ id: 'W-1', status: 'Draft' });
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	queue.online = false;
	queue.enqueue('d1', submit('i2'));
	expect(queue.outbox.cancel(queue.targetOf(laneId), 'Kit')).toMatchObject({
		code: 'not-possible-now',
	});
	await goOnline();
	expect(queue.ends(laneId)).toEqual(['confirmed', 'rejected']);
	expect(queue.outbox.edit(queue.targetOf(laneId), 'Kit')).toMatchObject({
		code: 'not-possible-now',
	});
	queue.outbox.discard({ ...queue.targetOf(laneId), reason }, 'Kit');
	expect(queue.reopened).toEqual([]);
});

test('a create that may have been made is watched after it is discarded, and does not become a draft again', async () => {
	queue.service.verdicts = [noReply];
	queue.lists();
	const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
	await queue.clock.pass(3_600_000);
	expect(queue.ends(laneId)).toEqual(['not-confirmed-absent', 'queued']);
	queue.outbox.discard({ ...queue.targetOf(laneId), reason }, 'Kit');
	expect(queue.ends(laneId)).toEqual(['discarded', 'discarded']);
	expect(queue.rows(laneId)[1]).toMatchObject({ resolution: reason });
	expect(queue.codes(laneId).slice(-2)).toEqual(['given-up', 'earlier-given-up']);
	expect(queue.reopened).toEqual([]);
	const watched = queue.store.durable.prepare('SELECT action_id FROM twin_watch').pluck();
	expect(watched.all()).toEqual([inLane(laneId, 0).actionId]);
});

test.each([
	['sends its later steps too', false, 'queued'],
	['does not send a later step that may have been sent there', true, 'ambiguous'],
])('an order to create what came from elsewhere %s', async (_, isTried, later) => {
	queue.service.verdicts = [noReply];
	queue.lists();
	const laneId = queue.enqueue('d1', create('d1/1/create'), submit('d1/1/submit'));
	await queue.clock.settle();
	queue.store.durable.exec(`UPDATE action SET resolution = 'from-copy', state = 'ambiguous'`);
	if (isTried) {
		queue.store.durable
			.prepare(`INSERT INTO attempt (action_id, number, revision, started_at) VALUES (?, 1, 1, 0)`)
			.run(inLane(laneId, 1).actionId);
	}
	queue.outbox.start();
	await queue.clock.pass(3_600_000);
	expect(queue.ends(laneId)).toEqual(['not-confirmed-absent', 'ambiguous']);
	queue.service.verdicts = [applied('W-1'), applied(null)];
	queue.shows({ id: 'W-1', status: 'Draft' });
	queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit');
	expect(queue.ends(laneId)).toEqual(['queued', later]);
	await queue.clock.pass(3_600_000);
	expect(queue.ends(laneId)).toEqual(['confirmed', isTried ? 'not-confirmed-absent' : 'confirmed']);
	expect(queue.written().filter((name) => name === 'wastage.submit')).toHaveLength(isTried ? 0 : 1);
});

test('a step without a new document is marked as done without naming one, and the next is sent', async () => {
	queue.shows({ id: 'W-1', status: 'Rejected' });
	const laneId = queue.enqueueIn(serviceLane(), [step('approve')]);
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['changed']);
	queue.shows({ ...body, id: 'W-1', status: 'Draft' });
	queue.enqueueIn(serviceLane(), [update('3')]);
	const done = queue.outbox.markDone({ ...queue.targetOf(laneId), serverId: null }, 'Kit');
	expect(done).toMatchObject({ ok: true });
	expect(queue.rows(laneId)[0]).toMatchObject({ confirmed_by: 'person' });
	expect(
		queue.outbox.tables.history(laneId).find(({ code }) => code === 'said-to-be-done'),
	).toMatchObject({
		by: 'Kit',
	});
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['confirmed', 'confirmed']);
});

test('an unclear step that a person sends again is not asked about again', async () => {
	queue.service.verdicts = [noReply, noReply];
	queue.lists();
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	queue.lists({ ...body, id: 'W-8', description: '' });
	await queue.clock.pass(3_600_000);
	expect(queue.ends(laneId)).toEqual(['not-confirmed-undecided']);
	queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit');
	await queue.clock.settle();
	expect(queue.written()).toHaveLength(2);
	expect(queue.rows(laneId)[0]).toMatchObject({ resolution: 'ordered', unsent_count: 0 });
	queue.store.durable.exec(`UPDATE action SET state = 'attention', attention = 'rejected'`);
	queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit');
	await queue.clock.settle();
	expect(queue.written(), 'an order holds').toHaveLength(3);
});
