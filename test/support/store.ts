// A store of one spec, and rows of the outbox to put into it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ActionRow, LaneRow } from '../../src/main/core/outbox/action.ts';
import { openStore, type Store } from '../../src/main/core/store/open.ts';

export interface TestStore extends Store {
	readonly folder: string;
	end(): void;
}

export function openTestStore(...accounts: readonly string[]): TestStore {
	const folder = mkdtempSync(join(tmpdir(), 'stillroom-store-'));
	const store = openStore(folder);
	addAccounts(store, accounts);
	return {
		...store,
		folder,
		end() {
			store.close();
			rmSync(folder, { recursive: true });
		},
	};
}

export function addAccounts({ durable }: Pick<Store, 'durable'>, accounts: readonly string[]) {
	const add = durable.prepare<[string, string]>(
		`INSERT OR IGNORE INTO account VALUES (?, 'http://127.0.0.1:1', ?, 'Test', 0, '{}', 0, 1)`,
	);
	for (const account of accounts) add.run(account, account);
}

export const laneRow = (laneId: string, more: Partial<LaneRow> = {}): LaneRow => ({
	lane_id: laneId,
	account_id: 'account-1',
	document: 'wastage',
	document_id: `draft-${laneId}`,
	label: '{}',
	server_id: null,
	server_number: null,
	created_at: 0,
	created_by: 'Noor',
	standing: 'done',
	words: '',
	waits_for: null,
	...more,
});

export const actionRow = (
	laneId: string,
	actionId: string,
	more: Partial<ActionRow> = {},
): Omit<ActionRow, 'seq'> => ({
	action_id: actionId,
	intent_id: `intent-${actionId}`,
	lane_id: laneId,
	account_id: 'account-1',
	actor: 'Noor',
	operation: 'wastage.submit',
	payload_version: 1,
	payload: '{}',
	base: null,
	base_hash: null,
	baseline: null,
	reference: '',
	state: 'queued',
	attention: null,
	revision: 1,
	resolution: null,
	since: 0,
	next_at: null,
	created_at: 0,
	fresh_from: 0,
	unsent_count: 0,
	absent_probes: 0,
	service_status: null,
	service_said: '',
	confirmed_by: null,
	confirmed_read_no: null,
	settings: '{}',
	...more,
});
