import { afterEach, beforeEach, expect, test } from 'vitest';
import {
	actionRow,
	laneRow,
	openTestStore,
	type TestStore,
} from '../../../../test/support/store.ts';
import type { ActionState } from '../outbox/action.ts';
import { actionTables } from './actions.ts';
import { outboxHealth } from './outbox-health.ts';

let store: TestStore;
beforeEach(() => {
	store = openTestStore('ours', 'theirs');
});
afterEach(() => store.end());

function add(
	account: string,
	at: number,
	state: ActionState,
	verdicts: readonly (string | null)[],
) {
	const id = `${account}-${String(at)}`;
	const tables = actionTables(store.durable);
	tables.insertLane(laneRow(id, { account_id: account, created_at: at }));
	tables.insertAction(actionRow(id, id, { account_id: account, state }));
	for (const [at, verdict] of verdicts.entries()) {
		store.durable
			.prepare(
				'INSERT INTO attempt (action_id, number, revision, started_at, verdict) VALUES (?, ?, 1, 0, ?)',
			)
			.run(id, at + 1, verdict);
	}
}

test('reports how long the oldest document waits, and how many requests of this account got no answer', () => {
	const health = outboxHealth(store.durable);
	expect(health('ours')).toEqual({ oldestSince: null, requests: 0, unanswered: 0 });
	add('ours', 10, 'confirmed', ['not-sent', 'applied']);
	add('ours', 20, 'ambiguous', ['unknown']);
	add('ours', 30, 'queued', [null]);
	add('ours', 40, 'sending', [null]);
	add('theirs', 5, 'queued', ['unknown']);
	expect(health('ours')).toEqual({ oldestSince: 20, requests: 4, unanswered: 2 });
});

test('counts only the last requests, however many there were', () => {
	add('ours', 10, 'confirmed', ['unknown', ...Array.from({ length: 200 }, () => 'applied')]);
	expect(outboxHealth(store.durable)('ours')).toMatchObject({ requests: 200, unanswered: 0 });
});
