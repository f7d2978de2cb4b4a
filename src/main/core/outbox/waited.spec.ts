// What is sent while someone waits: proved by reading back, and never sent again without a person.
import { describe, expect, test } from 'vitest';
import {
	answer,
	body,
	create,
	eachQueue,
	lane,
	listAnswer,
} from '../../../../test/support/queue.ts';
import {
	applied,
	noReply,
	notSent,
	refused,
	unreachable,
} from '../../../../test/support/verdicts.ts';
import type { ReadResult, WriteVerdict } from '../api/verdict.ts';
import type { NewAction, NewLane } from './outbox.ts';

const queue = eachQueue();
const hour = 3_600_000;

const missing = { ...unreachable, kind: 'not-found', status: 404 } as const;
const unreadable = { ...unreachable, kind: 'unreadable', said: 'No JSON.' } as const;
const category = { id: 'C-1', name: 'Cheese' };
const stock = (quantity: string) =>
	answer([{ itemId: 'I1', locationId: 'L1', storageAreaId: 'S1', quantity }]);
const users = (...ids: string[]) => answer(ids.map((id) => ({ id, name: id })));
const role = { id: 'R-1', name: 'Counts' };

interface Case {
	action: Pick<NewAction, 'operation' | 'payload' | 'base'>;
	read: string;
	before: ReadResult<unknown>;
	done: ReadResult<unknown>;
	/** Neither as before nor as sent, if that decides nothing. */
	other?: ReadResult<unknown>;
}
const cases = {
	deletion: {
		action: { operation: 'category.remove', payload: { body: { id: 'C-1' } } },
		read: 'category.get',
		before: answer(category),
		done: missing,
	},
	'new person in a role': {
		action: { operation: 'role.addUser', payload: { body: { roleId: 'R-1', userId: 'U-2' } } },
		read: 'role.users',
		before: users('U-1'),
		done: users('U-1', 'U-2'),
	},
	'change of a role': {
		action: {
			operation: 'role.updateOne',
			payload: { path: { id: 'R-1' }, body: { name: 'Orders' } },
			base: role,
		},
		read: 'role.get',
		before: answer(role),
		done: answer({ ...role, name: 'Orders' }),
		other: answer({ ...role, name: 'Waste' }),
	},
	'reversal of stock': {
		action: {
			operation: 'inventoryItem.rollBack',
			payload: { body: { itemId: 'I1', locationId: 'L1', storageAreaId: 'S1' } },
		},
		read: 'inventoryItem.currentStock',
		before: stock('10'),
		done: stock('7'),
	},
	'new role': {
		action: { operation: 'role.create', payload: { body: { name: 'Orders' } } },
		read: 'role.list',
		before: listAnswer({ id: 'R-0', name: 'Orders' }),
		done: listAnswer({ id: 'R-0', name: 'Orders' }, { id: 'R-2', name: 'Orders' }),
	},
} satisfies Record<string, Case>;
const every = Object.entries<Case>(cases);

const named = (name: string): NewLane => ({
	...lane(name),
	server: { id: 'C-1', number: 'C-1' },
});
function waitFor(name: string, { action }: Case) {
	const newLane = { ...named(name), ...(name === 'new role' && { server: null }) };
	return queue.outbox.sendWaited(newLane, { ...action, intentId: name }, () => undefined);
}
/** Sends it; the answer is this one, and from then on the service shows this. */
async function send(name: string, each: Case, verdict: WriteVerdict, then: ReadResult<unknown>) {
	queue.service.reads[each.read] = () => each.before;
	queue.service.verdicts = [
		() => {
			queue.service.reads[each.read] = () => then;
			return verdict;
		},
	];
	const waiting = waitFor(name, each);
	await queue.clock.settle();
	const reply = await waiting;
	if (!reply.ok) throw new Error(reply.code);
	return reply.value;
}

test.each(every)('a %s without an answer is found by reading back at once', async (name, each) => {
	const { laneId } = await send(name, each, noReply, each.done);
	expect(queue.ends(laneId)).toEqual(['confirmed']);
	expect(queue.rows(laneId)[0]).toMatchObject({ confirmed_by: 'probe' });
	expect(queue.written()).toHaveLength(1);
});

test.each(every)(
	'a %s without an answer or a trace goes to a person, who can send it once more',
	async (name, each) => {
		const { laneId, state } = await send(name, each, noReply, each.before);
		expect(state).toBe('not-confirmed');
		// The first look comes too early to say that nothing was done.
		expect(queue.rows(laneId)).toMatchObject([{ state: 'ambiguous', absent_probes: 0 }]);
		await queue.clock.pass(hour);
		expect(queue.ends(laneId)).toEqual(['not-confirmed-absent']);
		expect(queue.written()).toHaveLength(1);
		queue.service.verdicts = [applied('C-2')];
		queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit');
		await queue.clock.settle();
		expect(queue.ends(laneId)).toEqual(['confirmed']);
		expect(queue.written()).toHaveLength(2);
	},
);

test.each(every.filter(([name]) => name !== 'deletion'))(
	'a %s that shows after a person orders it again is not sent again',
	async (name, each) => {
		const { laneId } = await send(name, each, noReply, each.before);
		await queue.clock.pass(hour);
		queue.service.reads[each.read] = () => each.done;
		queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit');
		await queue.clock.settle();
		expect(queue.rows(laneId)).toMatchObject([{ state: 'confirmed', confirmed_by: 'probe' }]);
		expect(queue.written()).toHaveLength(1);
	},
);

test.each(every)('a %s that cannot be read back is neither done nor undone', async (name, each) => {
	const { laneId } = await send(name, each, noReply, unreadable);
	expect(queue.ends(laneId)).toEqual(['ambiguous']);
	await queue.clock.pass(3 * hour);
	expect(queue.ends(laneId)).toEqual(['not-confirmed-undecided']);
	expect(queue.rows(laneId)).toMatchObject([{ service_said: 'No JSON.' }]);
	queue.service.reads[each.read] = () => unreachable;
	queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit');
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['queued']);
	expect(queue.written()).toHaveLength(1);
});

describe.each<[string, WriteVerdict]>([
	['refused', refused],
	['not-sent', notSent],
])('a request that is %s', (state, verdict) => {
	test.each(every)('gives a %s back to the person who waits', async (name, each) => {
		const told = await send(name, each, verdict, each.before);
		expect(told).toMatchObject({ state, said: state === 'refused' ? 'items: empty' : 'Refused.' });
		expect(queue.ends(told.laneId)).toEqual(['cancelled']);
		expect(queue.reopened).toEqual([name]);
		await queue.clock.pass(hour);
		expect(queue.written()).toHaveLength(1);
	});
});

test('an approval is not sent again by itself, although the service refuses a second one', async () => {
	const { laneId } = await send(
		'approval',
		{
			action: { operation: 'wastage.approve', payload: { path: { id: 'C-1' } } },
			read: 'wastage.get',
			before: answer({ id: 'C-1', status: 'Submitted' }),
			done: answer({ id: 'C-1', status: 'Approved' }),
		},
		noReply,
		answer({ id: 'C-1', status: 'Submitted' }),
	);
	await queue.clock.pass(hour);
	expect(queue.ends(laneId)).toEqual(['not-confirmed-absent']);
	expect(queue.written()).toHaveLength(1);
});

test('the absence of a record that was not shown before its deletion proves nothing', async () => {
	const { deletion } = cases;
	const { laneId } = await send('deletion', { ...deletion, before: missing }, noReply, missing);
	await queue.clock.pass(hour);
	expect(queue.ends(laneId)).toEqual(['not-confirmed-undecided']);
	expect(queue.codes(laneId).at(-1)).toBe('not-shown');
	expect(queue.written()).toHaveLength(1);
});

test('a change of a record that is gone, or that others changed, decides nothing', async () => {
	const change = cases['change of a role'];
	const gone = await send('gone', change, noReply, missing);
	await queue.clock.pass(hour);
	expect(queue.ends(gone.laneId)).toEqual(['not-confirmed-undecided']);
	const changed = await send('changed', change, noReply, change.other);
	await queue.clock.pass(hour);
	expect(queue.ends(changed.laneId)).toEqual(['not-confirmed-undecided']);
	expect(queue.codes(changed.laneId).at(-1)).toBe('neither-sent-nor-before');
	expect(queue.written()).toHaveLength(2);
});

test('stock that was not read before its reversal proves nothing', async () => {
	const reversal = cases['reversal of stock'];
	const { laneId } = await send('r', { ...reversal, before: unreadable }, noReply, stock('7'));
	await queue.clock.pass(hour);
	expect(queue.ends(laneId)).toEqual(['not-confirmed-undecided']);
	expect(queue.codes(laneId)).toContain('quantities-not-recorded');
});

test('nothing is sent with a person waiting while the service is away or an earlier step is unfinished', async () => {
	queue.online = false;
	expect(await waitFor('away', cases.deletion)).toMatchObject({ code: 'needs-network' });
	queue.enqueue('busy', create('i1'));
	queue.online = true;
	queue.service.reads['category.get'] = () => answer({ ...category, ...body });
	expect(await waitFor('busy', cases.deletion)).toMatchObject({ code: 'not-possible-now' });
	expect(queue.written()).toEqual([]);
});
