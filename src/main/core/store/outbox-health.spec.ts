import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore, type Store } from './open.ts';
import { outboxHealth } from './outbox-health.ts';
import { freshFolder } from '../../../../test/support/fresh-folder.ts';

const folder = freshFolder();
let store: Store;
beforeEach(() => {
	store = openStore(folder());
	for (const account of ['ours', 'theirs']) {
		store.durable
			.prepare(`INSERT INTO account VALUES (?, 'http://127.0.0.1:1', ?, 'Test', 0, '{}', 0, 1)`)
			.run(account, account);
	}
});
afterEach(() => {
	store.close();
});

function add(account: string, at: number, state: string, verdicts: readonly (string | null)[]) {
	const id = `${account}-${String(at)}`;
	store.durable
		.prepare(
			`INSERT INTO lane (lane_id, account_id, document, document_id, label, created_at, created_by)
			 VALUES (@id, @account, 'wastage', @id, '{"title":"Past"}', @at, 'Noor')`,
		)
		.run({ id, account, at });
	store.durable
		.prepare(
			`INSERT INTO action (action_id, intent_id, lane_id, account_id, actor, operation, payload_version, payload, reference,
				state, revision, since, created_at, fresh_from, service_said)
			 VALUES (@id, @id, @id, @account, 'Noor', 'wastage.create', 1, '{}', '', @state, 1, @at, @at, @at, '')`,
		)
		.run({ id, account, at, state });
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
