import type Database from 'better-sqlite3';
import { beforeEach, expect, test } from 'vitest';
import { freshFolder } from '../../../../test/support/fresh-folder.ts';
import { CountedTotals } from './counted-totals.ts';
import { countHistory } from './count-history.ts';
import { workTables } from './work-tables.ts';
import { openDurable } from './open.ts';
import { salvage } from './salvage.ts';

const folder = freshFolder();
let file: string;

beforeEach(() => {
	file = folder('stillroom.db');
	const db = openDurable(file);
	db.exec(
		`INSERT INTO account (account_id, service_url, client_id, name, practice, profile, created_at, used_at)
			VALUES ('account', 'http://127.0.0.1:9', 'client', 'Quay Street', 0, '{}', 1, 1)`,
	);
	const count = db.prepare(
		`INSERT INTO stocktake (stocktake_id, intent_id, account_id, location_id, name, blind, state, currency, time_zone,
			business_date, opened_at, opened_by, submitted_at, plan)
		 VALUES (@id, @id, 'account', 'L-1', @id, 0, 'submitted', 'EUR', 'UTC', @on, @at, 'Noor', @at, '{}')`,
	);
	// The ids sort in the opposite order: the last count is decided by the time of submission.
	const monday = { id: 'monday', on: '2026-03-02', at: 1_000 };
	const friday = { id: 'friday', on: '2026-03-06', at: 2_000 };
	for (const each of [monday, friday]) count.run(each);
	const total = (itemId: string, quantity: string) => ({
		itemId,
		areaId: 'A-1',
		quantity,
		unitIds: ['1'],
	});
	const totals = new CountedTotals(db);
	totals.put('monday', [total('flour', '5'), total('salt', '7')]);
	totals.put('friday', [total('flour', '6')]);
	db.close();
});

function lastOf(db: Database.Database) {
	const totals = new CountedTotals(db);
	const of = (itemId: string) => totals.last('account', 'L-1', 'A-1', itemId)?.quantity ?? null;
	return { flour: of('flour'), salt: of('salt'), days: totals.lastDays('account', 'L-1') };
}

test('An item has its last count, with date and history', () => {
	const db = openDurable(file);
	const days = new Map([
		['flour', '2026-03-06'],
		['salt', '2026-03-02'],
	]);
	expect(lastOf(db)).toEqual({ flour: '6', salt: '7', days });
	const trend = countHistory(db).trend('account', 'L-1', 'flour', 10);
	expect(trend.map(({ stocktake_id }) => stocktake_id)).toEqual(['friday', 'monday']);
	db.close();
});

test('A trend has all areas of the counts that it goes back to', () => {
	const db = openDurable(file);
	const at = (areaId: string) => ({ itemId: 'flour', areaId, quantity: '1', unitIds: ['1'] });
	new CountedTotals(db).put('monday', ['A-1', 'A-2', 'A-3'].map(at));
	const areas = (counts: number) =>
		countHistory(db)
			.trend('account', 'L-1', 'flour', counts)
			.map(({ stocktake_id, area_id }) => `${stocktake_id} ${area_id}`);
	expect(areas(2)).toEqual(['friday A-1', 'monday A-1', 'monday A-2', 'monday A-3']);
	expect(areas(1)).toEqual(['friday A-1']);
	db.close();
});

test('An imported count is the last of its items only if no later one was submitted', () => {
	const db = openDurable(file);
	const work = workTables(db);
	const monday = work.count('monday');
	const other = (id: string, at: number) => ({
		stocktake: { ...monday!.stocktake, stocktake_id: id, intent_id: id, submitted_at: at },
		parts: {
			counted_total: ['flour', 'salt'].map((item) => ({
				stocktake_id: id,
				item_id: item,
				area_id: 'A-1',
				quantity: '9',
				unit_ids: '["1"]',
			})),
		},
	});
	work.putCount(other('wednesday', 1_500));
	expect(lastOf(db)).toMatchObject({ flour: '6', salt: '9' });
	db.close();
});

test('A reopened count without totals is no longer the last count', () => {
	const db = openDurable(file);
	const work = workTables(db);
	work.replaceCount({ stocktake: work.count('friday')!.stocktake, parts: {} });
	expect(lastOf(db)).toMatchObject({ flour: '5', salt: '7' });
	db.close();
});

test('Last counts are rebuilt from the totals of a damaged file', () => {
	openDurable(file).close();
	const db = openDurable(folder('making.db'));
	salvage(file, db, null);
	expect(lastOf(db)).toMatchObject({ flour: '6', salt: '7' });
	db.close();
});
