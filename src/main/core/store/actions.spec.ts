// Lane data kept by triggers, and reads that do not slow down with the number of finished lanes.
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
	actionRow,
	laneRow,
	openTestStore,
	type TestStore,
} from '../../../../test/support/store.ts';
import type { ActionState } from '../outbox/action.ts';
import { actionTables, type ActionTables } from './actions.ts';

const account = 'account-1';
let store: TestStore;
let tables: ActionTables;

beforeEach(() => {
	store = openTestStore(account, 'account-2');
	tables = actionTables(store.durable);
});
afterEach(() => store.end());

function addLane(laneId: string, actions: number, accountId = account): void {
	tables.insertLane(laneRow(laneId, { account_id: accountId }));
	for (let each = 1; each <= actions; each += 1) addAction(laneId, `${laneId}-${each}`, accountId);
}

const addAction = (laneId: string, actionId: string, accountId = account, payload = {}) =>
	tables.insertAction(
		actionRow(laneId, actionId, { account_id: accountId, payload: JSON.stringify(payload) }),
	);

function move(actionId: string, to: ActionState, readNo: number | null = null): void {
	const row = tables.byId(actionId)!;
	expect(
		tables.move(row, to, { at: 1, by: 'Kit', why: { code: 'queued' }, confirmed_read_no: readNo }),
	).toBe(true);
}

const standing = (laneId: string) => tables.lane(laneId)?.standing;

test('a lane always has the standing of its head', () => {
	addLane('a', 2);
	expect(standing('a')).toBe('waiting');
	move('a-1', 'sending');
	move('a-1', 'attention');
	expect(standing('a')).toBe('needs-you');
	move('a-1', 'confirmed');
	expect(standing('a')).toBe('waiting');
	move('a-2', 'cancelled');
	expect(standing('a')).toBe('done');
	addAction('a', 'a-3');
	expect(standing('a')).toBe('waiting');
	expect(tables.laneCounts(account)).toEqual({ waiting: 1, 'needs-you': 0, done: 0 });
});

test("a step behind the head does not change the lane's standing", () => {
	addLane('a', 2);
	move('a-1', 'attention');
	move('a-2', 'discarded');
	expect(standing('a')).toBe('needs-you');
});

test('counts documents by account and standing', () => {
	addLane('a', 1);
	addLane('b', 1);
	addLane('c', 1);
	addLane('d', 1, 'account-2');
	move('a-1', 'attention');
	move('b-1', 'confirmed');
	expect(tables.laneCounts(account)).toEqual({ waiting: 1, 'needs-you': 1, done: 1 });
	expect(tables.laneCounts('account-2')).toEqual({ waiting: 1, 'needs-you': 0, done: 0 });
});

test('shows live lanes, and those confirmed after the copies were read', () => {
	for (const laneId of ['old', 'new', 'live']) addLane(laneId, 1);
	move('old-1', 'confirmed', 3);
	move('new-1', 'confirmed', 7);
	const shown = (since: { readNo: number; most: number }) =>
		tables.lanesShown(account, 'wastage', since).map(({ lane_id }) => lane_id);
	expect(shown({ readNo: 7, most: -1 })).toEqual(['live', 'new']);
	expect(shown({ readNo: 8, most: -1 })).toEqual(['live']);
	expect(shown({ readNo: 0, most: -1 })).toEqual(['live', 'new', 'old']);
	expect(shown({ readNo: 0, most: 1 })).toEqual(['live', 'new']);
});

test('heads come in the order they were queued', () => {
	addLane('a', 2);
	addLane('b', 1);
	move('a-1', 'confirmed');
	expect(tables.liveHeads(account).map(({ action_id }) => action_id)).toEqual(['a-2', 'b-1']);
});

test("the history starts with the queueing of each step, in order with the other steps' events", () => {
	addLane('a', 2);
	move('a-1', 'sending');
	addAction('a', 'a-3', account, { note: 'As agreed' });
	move('a-1', 'confirmed');
	const told = tables
		.history('a')
		.map(({ action_id, from_state, to_state, code, args }) =>
			[action_id, from_state, to_state, code, args].join(' '),
		);
	expect(told).toEqual([
		'a-1  queued queued {}',
		'a-2  queued queued {}',
		'a-1 queued sending queued {}',
		'a-3  queued queued-with-note {"note":"As agreed"}',
		'a-1 sending confirmed queued {}',
	]);
	expect(tables.lastEventOf('a-2')).toMatchObject({ at: 0, by: 'Noor', to_state: 'queued' });
	expect(tables.lastEventOf('a-1')).toMatchObject({ to_state: 'confirmed' });
});

test('the history shows the queued values even after a change, and leaves out what is unreadable', () => {
	addLane('a', 0);
	addAction('a', 'a-1', account, { note: 'As agreed' });
	const row = tables.byId('a-1')!;
	const next = { payload_version: 1, payload: '{}', base: null, base_hash: null };
	tables.revise(row, next, 1);
	expect(tables.lastEventOf('a-1')).toMatchObject({ args: '{"note":"As agreed"}' });
	store.durable.prepare(`UPDATE action_revision SET payload = '{"note'`).run();
	expect(tables.lastEventOf('a-1')).toMatchObject({ code: 'queued', args: '{}' });
});
