// What the database keeps by itself about lanes, and that reading them does not depend on how much is done.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ActionState } from '../outbox/action.ts';
import { openEarlier } from '../../../../test/support/earlier-file.ts';
import { actionTables, type ActionTables } from './actions.ts';
import { openDurable, openStore, type Store } from './open.ts';

const account = 'account-1';
let folder: string;
let store: Store;
let tables: ActionTables;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'stillroom-actions-'));
	store = openStore(folder);
	for (const id of [account, 'account-2']) {
		store.durable
			.prepare(`INSERT INTO account VALUES (?, 'http://127.0.0.1:1', ?, 'Test', 0, '{}', 0, 1)`)
			.run(id, id);
	}
	tables = actionTables(store.durable);
});

afterEach(() => {
	store.close();
	rmSync(folder, { recursive: true });
});

function addLane(laneId: string, actions: number, accountId = account): void {
	tables.insertLane({
		lane_id: laneId,
		account_id: accountId,
		document: 'wastage',
		document_id: `draft-${laneId}`,
		label: '{}',
		server_id: null,
		server_number: null,
		created_at: 0,
		standing: 'done',
		words: '',
		created_by: 'Kit',
		waits_for: null,
	});
	for (let each = 1; each <= actions; each += 1) addAction(laneId, `${laneId}-${each}`, accountId);
}

function addAction(laneId: string, actionId: string, accountId = account, payload = {}): void {
	tables.insertAction({
		action_id: actionId,
		intent_id: `intent-${actionId}`,
		lane_id: laneId,
		account_id: accountId,
		actor: 'Kit',
		operation: 'wastage.submit',
		payload_version: 1,
		payload: JSON.stringify(payload),
		base: null,
		base_hash: null,
		reference: '',
		state: 'queued',
		attention: null,
		revision: 1,
		since: 0,
		next_at: null,
		unsent_count: 0,
		evidence: null,
		absent_probes: 0,
		service_status: null,
		service_said: '',
		confirmed_by: null,
		confirmed_read_no: null,
		resolution: null,
		created_at: 0,
		fresh_from: 0,
		settings: '{}',
	});
}

function move(actionId: string, to: ActionState, readNo: number | null = null): void {
	const row = tables.byId(actionId)!;
	expect(
		tables.move(row, to, { at: 1, by: 'Kit', why: { code: 'queued' }, confirmed_read_no: readNo }),
	).toBe(true);
}

const standing = (laneId: string) => tables.lane(laneId)?.standing;

test('a lane stands where its head stands, whatever is written', () => {
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

test('a step behind the head does not say where the lane stands', () => {
	addLane('a', 2);
	move('a-1', 'attention');
	move('a-2', 'dropped');
	expect(standing('a')).toBe('needs-you');
});

test('documents are counted by account and standing', () => {
	addLane('a', 1);
	addLane('b', 1);
	addLane('c', 1);
	addLane('d', 1, 'account-2');
	move('a-1', 'attention');
	move('b-1', 'confirmed');
	expect(tables.laneCounts(account)).toEqual({ waiting: 1, 'needs-you': 1, done: 1 });
	expect(tables.laneCounts('account-2')).toEqual({ waiting: 1, 'needs-you': 0, done: 0 });
});

test('to be folded over the copies are the live lanes, and those confirmed since the copies were read', () => {
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

test('heads come in the order in which they were queued', () => {
	addLane('a', 2);
	addLane('b', 1);
	move('a-1', 'confirmed');
	expect(tables.liveHeads(account).map(({ action_id }) => action_id)).toEqual(['a-2', 'b-1']);
});

test('the history begins with how each step was queued, in order with what happened to the others', () => {
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
	expect(tables.lastEventOf('a-2')).toMatchObject({ at: 0, by: 'Kit', to_state: 'queued' });
	expect(tables.lastEventOf('a-1')).toMatchObject({ to_state: 'confirmed' });
});

test('what a step was queued with is told when it was changed since, and what cannot be read of it is left out', () => {
	addLane('a', 0);
	addAction('a', 'a-1', account, { note: 'As agreed' });
	const row = tables.byId('a-1')!;
	const next = { payload_version: 1, payload: '{}', base: null, base_hash: null };
	tables.revise(row, next, 1);
	expect(tables.lastEventOf('a-1')).toMatchObject({ args: '{"note":"As agreed"}' });
	store.durable.prepare(`UPDATE action_revision SET payload = '{"note'`).run();
	expect(tables.lastEventOf('a-1')).toMatchObject({ code: 'queued', args: '{}' });
});

test('a file of an earlier version keeps the history of its steps, and documents that had no words get some', () => {
	const file = join(folder, 'earlier.db');
	const earlier = openEarlier(file, 'queued_as');
	earlier.exec(`
		INSERT INTO account VALUES ('A', 'http://127.0.0.1:1', 'C', 'Test', 0, '{}', 0, 1);
		INSERT INTO lane (lane_id, account_id, document, document_id, label, created_at, created_by, standing)
			VALUES ('a', 'A', 'wastage', 'draft-a', '{"title":"Spilt"}', 0, 'Kit', 'waiting');
		INSERT INTO action (action_id, intent_id, lane_id, account_id, actor, operation, payload_version, payload, reference,
				state, revision, since, created_at, fresh_from)
			VALUES ('a-1', 'i-1', 'a', 'A', 'Kit', 'wastage.create', 1, '{}', '', 'queued', 1, 0, 0, 0);
		INSERT INTO action_event (action_id, at, from_state, to_state, by, why, code)
			VALUES ('a-1', 0, '', 'queued', 'Kit', '', 'queued');
		INSERT INTO attempt (action_id, number, revision, started_at) VALUES ('a-1', 1, 1, 5);`);
	earlier.close();
	const db = openDurable(file);
	const kept = actionTables(db);
	expect(kept.history('a')).toMatchObject([{ code: 'queued', by: 'Kit', at: 0 }]);
	expect(kept.ofIntent('a', 'i-1')).toMatchObject([{ seq: 1, operation: 'wastage.create' }]);
	expect([kept.attempts('a-1'), kept.laneCounts('A').waiting]).toEqual([1, 1]);
	kept.move(kept.byId('a-1')!, 'confirmed', { at: 1, by: 'Kit', why: { code: 'queued' } });
	expect([kept.lane('a')?.standing, kept.laneCounts('A').done]).toEqual(['done', 1]);
	expect(db.pragma('foreign_key_check')).toEqual([]);
	expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
	expect(db.prepare('SELECT words FROM lane').pluck().all()).toEqual(['Spilt Kit document']);
	expect(db.prepare('SELECT lane_id FROM lane_words_due').pluck().all()).toEqual(['a']);
	db.close();
});
