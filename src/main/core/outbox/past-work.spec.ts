// Finished work must cost nothing: the start, the numbers on every screen and the outbox do not read it.
import Database from 'better-sqlite3';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import {
	accountId,
	caller,
	openKitchen,
	stockUp,
	valueOf,
} from '../../../../test/support/kitchen.ts';
import { serviceProfile } from '../../../shared/service/profile.ts';
import { openStore } from '../store/open.ts';
import { openWork } from '../store/open-work.ts';

afterEach(() => {
	vi.restoreAllMocks();
});

function livedIn(documents: number): string {
	const folder = mkdtempSync(join(tmpdir(), 'stillroom-past-'));
	const { durable, close } = openStore(folder);
	durable
		.prepare(
			`INSERT INTO account VALUES (?, 'http://127.0.0.1:1', 'client', 'Test', 0, '{}', 0, 1)`,
		)
		.run(accountId);
	const each = `WITH RECURSIVE past(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM past WHERE n < ${String(documents)})`;
	durable.exec(`
		INSERT INTO lane (lane_id, account_id, document, document_id, label, server_id, created_at, created_by, words)
		${each} SELECT 'lane-' || n, '${accountId}', 'wastage', 'draft-' || n,
			'{"locationId":"L-1","title":"Past","lines":1,"cost":null,"currency":"EUR"}', 'S-' || n, n, 'Noor', 'past' FROM past;
		INSERT INTO action (action_id, intent_id, lane_id, account_id, actor, operation, payload_version, payload, reference,
			state, revision, since, created_at, fresh_from, service_said, confirmed_by, confirmed_read_no)
		${each} SELECT 'action-' || n, 'intent-' || n, 'lane-' || n, '${accountId}', 'Noor', 'wastage.create', 1, '{}', 'SR-' || n,
			'confirmed', 1, n, n, n, '', 'answer', 0 FROM past;
		INSERT INTO action_event (action_id, at, from_state, to_state, by, why, code, args)
		${each} SELECT 'action-' || n, n, 'sending', 'confirmed', 'Stillroom', '', 'answered', '{}' FROM past;`);
	close();
	return folder;
}

interface Asked {
	sql: string;
	plan: string;
	rows: number;
}

/** Records every statement on stillroom.db, its query plan, and its row count. */
function listen(): Asked[] {
	const asked: Asked[] = [];
	const prepare: (this: Database.Database, sql: string) => Database.Statement =
		Database.prototype.prepare;
	vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (
		this: Database.Database,
		sql: string,
	) {
		const statement = prepare.call(this, sql);
		if (!this.name.endsWith('stillroom.db') || !statement.reader) return statement;
		const note = (values: unknown[], rows: number) => {
			const plan = prepare
				.call(this, `EXPLAIN QUERY PLAN ${sql}`)
				.all(...values)
				.map((step) => (step as { detail: string }).detail)
				.join('\n');
			asked.push({ sql, plan, rows });
		};
		const [all, get] = [statement.all.bind(statement), statement.get.bind(statement)];
		statement.all = (...values: unknown[]) => {
			const rows = all(...values);
			note(values, rows.length);
			return rows;
		};
		statement.get = (...values: unknown[]) => {
			const row = get(...values);
			note(values, row === undefined ? 0 : 1);
			return row;
		};
		return statement;
	});
	return asked;
}

/** Lists are complete, so everything since the last one may have to be shown. */
const profile = serviceProfile.parse({
	behaviour: { keepsReferences: true, listsAreCurrent: true, refusesRepeatedTransition: true },
});

async function lookAround(documents: number): Promise<{ scanned: string[]; rows: number }> {
	const folder = livedIn(documents);
	const asked = listen();
	const kitchen = openKitchen({ folder, profile });
	stockUp(kitchen);
	await kitchen.send();
	kitchen.outbox.counts();
	openWork(kitchen.store).needYou(kitchen.account());
	openWork(kitchen.store).elsewhere(kitchen.account());
	for (const filter of ['waiting', 'needs-you'] as const) {
		const page = { document: null, text: '', from: null, until: null, after: null, limit: 50 };
		valueOf(kitchen.calls['outbox.list']({ filter, ...page }, caller));
	}
	kitchen.outbox.lanes('wastage');
	await kitchen.pull();
	kitchen.outbox.lanes('wastage');
	await kitchen.end();
	vi.restoreAllMocks();
	return {
		scanned: asked
			.filter(({ plan }) =>
				/SCAN (lane|action|action_event|attempt)\b(?! USING .*INDEX action_in_the_middle)/.test(
					plan,
				),
			)
			.map(({ sql }) => sql),
		rows: asked.reduce((sum, { rows }) => sum + rows, 0),
	};
}

test('start, counts and outbox read only open work, however much is finished', async () => {
	const few = await lookAround(300);
	const many = await lookAround(3_000);
	expect(few.rows).toBeGreaterThan(0);
	expect(many.scanned).toEqual([]);
	expect(many.rows).toBe(few.rows);
});
