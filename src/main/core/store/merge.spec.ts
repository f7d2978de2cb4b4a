// The same merge for salvage, copies of another PC and work files: each row by identity and version.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accountId, openKitchen, type Kitchen } from '../../../../test/support/kitchen.ts';
import type { Row } from './durable-tables.ts';
import { laneWordsDue } from './lane-words-due.ts';
import { bringing, merge } from './merge.ts';
import { takeOverWork } from './taking-over.ts';

let there: Kitchen;
let here: Kitchen;
beforeEach(() => {
	there = openKitchen();
	here = openKitchen();
});
afterEach(async () => {
	await there.end();
	await here.end();
});

const dbOf = (at: Kitchen) => at.store.durable;
const both = (sql: string): void => {
	for (const at of [there, here]) dbOf(at).exec(sql);
};
const rows = (at: Kitchen, sql: string): Row[] => dbOf(at).prepare<[], Row>(sql).all();

/** Going back to another PC's copy, and importing a work file. */
const ways: Record<string, (table: string) => void> = {
	'a copy': () => {
		merge(dbOf(there), dbOf(here), 'other');
	},
	'a file': fromFile,
};
function fromFile(table: string): void {
	const bring = bringing(dbOf(here));
	for (const row of rows(there, `SELECT * FROM ${table}`)) bring(table, row);
}

test.each(Object.entries(ways))(
	'%s brings the step a lane waits for, and an older lane does not remove it',
	(_way, bring) => {
		both(`INSERT INTO lane (lane_id, account_id, document, document_id, label, created_at, created_by, standing)
			VALUES ('lane-1', '${accountId}', 'wastage', 'draft-1', '{}', 0, 'Noor', 'done')`);
		dbOf(there).exec(`UPDATE lane SET waits_for = 'receipt-1'`);
		bring('lane');
		expect(rows(here, 'SELECT waits_for FROM lane')).toEqual([{ waits_for: 'receipt-1' }]);
		dbOf(here).exec(`UPDATE lane SET waits_for = NULL`);
		bring('lane');
		expect(rows(here, 'SELECT waits_for FROM lane')).toEqual([{ waits_for: null }]);
	},
);

test('salvage brings the step a lane waits for from a damaged file into its replacement', () => {
	both(`INSERT INTO lane (lane_id, account_id, document, document_id, label, created_at, created_by, standing)
		VALUES ('lane-1', '${accountId}', 'wastage', 'draft-1', '{}', 0, 'Noor', 'done')`);
	dbOf(there).exec(`UPDATE lane SET waits_for = 'receipt-1'`);
	merge(dbOf(there), dbOf(here), 'later');
	expect(rows(here, 'SELECT waits_for FROM lane')).toEqual([{ waits_for: 'receipt-1' }]);
});

test.each(Object.entries(ways))(
	'for a code scanned on both PCs, %s keeps the higher count and every note',
	(_way, bring) => {
		both(`INSERT INTO stocktake (stocktake_id, intent_id, account_id, location_id, name, blind, state, currency,
				time_zone, business_date, opened_at, opened_by, plan)
			VALUES ('count-1', 'intent-1', '${accountId}', 'L-1', 'Friday', 0, 'open', 'EUR', 'UTC', '2026-11-20', 0, 'Noor', '{}')`);
		both(
			`INSERT INTO count_unknown_code (stocktake_id, code, area_id, times, at, by) VALUES ('count-1', '400', '', 1, 0, 'Noor')`,
		);
		dbOf(there).exec(`UPDATE count_unknown_code SET times = 3`);
		dbOf(there).exec(`UPDATE count_unknown_code SET times = 4`);
		dbOf(here).exec(`UPDATE count_unknown_code SET note = 'Behind the door'`);
		bring('count_unknown_code');
		const unknownCodes = 'SELECT times, note FROM count_unknown_code';
		expect(rows(here, unknownCodes)).toEqual([{ times: 4, note: 'Behind the door' }]);
		bring('count_unknown_code');
		expect(rows(here, unknownCodes)).toEqual([{ times: 4, note: 'Behind the door' }]);
	},
);

test('An append-only row is added once, whatever its number in each file', () => {
	both(`INSERT INTO stocktake (stocktake_id, intent_id, account_id, location_id, name, blind, state, currency,
			time_zone, business_date, opened_at, opened_by, plan)
		VALUES ('count-1', 'intent-1', '${accountId}', 'L-1', 'Friday', 0, 'open', 'EUR', 'UTC', '2026-11-20', 0, 'Noor', '{}')`);
	const event = (at: Kitchen, what: string) =>
		dbOf(at).exec(
			`INSERT INTO count_event (stocktake_id, at, by, connection, what, detail) VALUES ('count-1', 0, 'Noor', '', '${what}', '{}')`,
		);
	event(here, 'ours');
	event(there, 'theirs');
	event(there, 'ours');
	fromFile('count_event');
	fromFile('count_event');
	expect(rows(here, 'SELECT what FROM count_event ORDER BY event_id')).toEqual([
		{ what: 'ours' },
		{ what: 'theirs' },
	]);
});

test.each(['later', 'other'] as const)(
	'a document that was queued in each file has one lane, with the steps of both (%s)',
	(sourceIs) => {
		const queue = (at: Kitchen, lane: string, server: string | null) => {
			dbOf(at)
				.prepare(
					`INSERT INTO lane (lane_id, account_id, document, document_id, label, server_id, server_number,
						created_at, created_by, standing) VALUES (?, ?, 'wastage', 'draft-1', '{}', ?, ?, 0, 'Noor', 'done')`,
				)
				.run(lane, accountId, server, server === null ? null : 'WST-1');
			dbOf(at)
				.prepare(
					`INSERT INTO action (action_id, intent_id, lane_id, account_id, actor, operation, payload_version, payload,
						reference, state, revision, since, created_at, fresh_from)
					 VALUES (?, 'draft-1/1/create', ?, ?, 'Noor', 'wastage.create', 1, '{}', 'SR-0123456789', 'queued', 1, 0, 0, 0)`,
				)
				.run(`step of ${lane}`, lane, accountId);
		};
		queue(here, 'lane-2', null);
		queue(there, 'lane-1', 'W-1');
		// Words of the step that was here: those of the other are missing.
		dbOf(here).prepare(`UPDATE lane SET words = 'tray'`).run();
		const due = laneWordsDue(dbOf(here));
		expect(due.withoutWords(1)).toEqual([]);
		for (let times = 0; times < 2; times += 1) merge(dbOf(there), dbOf(here), sourceIs);
		expect(due.withoutWords(1)).toMatchObject([{ lane_id: 'lane-2' }]);
		expect(rows(here, 'SELECT lane_id, server_id, server_number, standing FROM lane')).toEqual([
			{ lane_id: 'lane-2', server_id: 'W-1', server_number: 'WST-1', standing: 'waiting' },
		]);
		expect(rows(here, 'SELECT action_id, lane_id FROM action ORDER BY seq')).toEqual([
			{ action_id: 'step of lane-2', lane_id: 'lane-2' },
			{ action_id: 'step of lane-1', lane_id: 'lane-2' },
		]);
	},
);

test.each(
	(['later', 'other'] as const).flatMap((sourceIs) =>
		(['there', 'here'] as const).map((where) => ({ sourceIs, where })),
	),
)(
	'a step stays in the account of its lane if work was taken over $where, and lanes are counted ($sourceIs)',
	({ sourceIs, where }) => {
		both(`INSERT INTO account (account_id, service_url, client_id, name, practice, profile, created_at, used_at)
				VALUES ('new', 'https://new.example', 'client', 'Harbour', 0, '{}', 0, 0);
			INSERT INTO lane (lane_id, account_id, document, document_id, label, created_at, created_by, standing)
				VALUES ('lane-1', '${accountId}', 'wastage', 'draft-1', '{}', 0, 'Noor', 'waiting');
			INSERT INTO action (action_id, intent_id, lane_id, account_id, actor, operation, payload_version, payload,
				reference, state, revision, since, created_at, fresh_from)
				VALUES ('step-1', 'draft-1/1/create', 'lane-1', '${accountId}', 'Noor', 'wastage.create', 1, '{}',
				'SR-0123456789', 'queued', 1, 0, 0, 0)`);
		const [taken, left] = where === 'there' ? [there, here] : [here, there];
		takeOverWork(dbOf(taken), accountId, 'new');
		for (let times = 0; times < 3; times += 1)
			dbOf(left).exec(`UPDATE action SET unsent_count = unsent_count + 1`);
		merge(dbOf(there), dbOf(here), sourceIs);
		for (const table of ['lane', 'action'])
			expect(rows(here, `SELECT account_id FROM ${table}`)).toEqual([{ account_id: 'new' }]);
		expect(rows(here, 'SELECT * FROM lane_count')).toEqual([
			{ account_id: 'new', standing: 'waiting', lanes: 1 },
		]);
	},
);
