// The same merge for salvage, copies of another PC and work files: each row by identity and version.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accountId, openKitchen, type Kitchen } from '../../../../test/support/kitchen.ts';
import type { Row } from './durable-tables.ts';
import { bringing, merge } from './merge.ts';

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
