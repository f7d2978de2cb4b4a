import { afterAll, beforeAll, expect, test } from 'vitest';
import { laneRow, openTestStore, type TestStore } from '../../../../test/support/store.ts';
import type { LaneRow } from '../outbox/action.ts';
import { actionTables } from './actions.ts';
import { laneLists, type LanesAskedFor } from './lane-lists.ts';

const account = 'account-1';
const past = 20_000;
const day = 24 * 60 * 60 * 1_000;
let store: TestStore;

beforeAll(() => {
	store = openTestStore(account);
	store.durable.transaction(() => {
		for (let at = 0; at < past; at += 1) {
			addLane({
				lane_id: `past-${String(at)}`,
				document: at % 500 === 0 ? 'stocktake' : 'wastage',
				words: `harbour kitchen noor ${at % 5_000 === 7 ? 'saffron' : 'butter'}`,
				server_number: `WST-${String(at).padStart(5, '0')}`,
				created_at: Math.floor(at / 100) * day,
			});
		}
		addLane({ lane_id: 'open', words: 'harbour kitchen noor crème fraîche' });
		store.durable.prepare(`UPDATE lane SET standing = 'needs-you' WHERE lane_id = 'open'`).run();
	})();
}, 30_000);

afterAll(() => store.end());

const addLane = (lane: Partial<LaneRow> & { lane_id: string }) =>
	actionTables(store.durable).insertLane(
		laneRow(lane.lane_id, { created_at: past * day, words: 'kept', ...lane }),
	);

const anything: LanesAskedFor = {
	account,
	standing: null,
	document: null,
	text: '',
	from: null,
	until: null,
	after: null,
	limit: 2,
};
const page = (asked: Partial<LanesAskedFor>) =>
	laneLists(store.durable)
		.page({ ...anything, ...asked })
		.map(({ lane_id }) => lane_id);

test('pages go from newest to oldest without gaps, even if a document is added in between', () => {
	expect(page({ standing: 'done' })).toEqual(['past-19999', 'past-19998']);
	addLane({ lane_id: 'late' });
	expect(page({ standing: 'done', after: 'past-19998' })).toEqual(['past-19997', 'past-19996']);
	expect(page({ standing: 'done', after: 'past-1' })).toEqual(['past-0']);
	store.durable.prepare(`DELETE FROM lane WHERE lane_id = 'late'`).run();
	expect(page({ text: 'late' })).toEqual([]);
});

test('finds a document by kind, day and standing', () => {
	expect(page({ document: 'stocktake' })).toEqual(['past-19500', 'past-19000']);
	expect(page({ from: 3 * day, until: 4 * day })).toEqual(['past-399', 'past-398']);
	expect(page({ standing: 'needs-you' })).toEqual(['open']);
	expect(page({ standing: 'needs-you', document: 'stocktake' })).toEqual([]);
});

test('finds a document by the beginnings of its words, in any order and without accents', () => {
	expect(page({ text: 'saff kitch' })).toEqual(['past-15007', 'past-10007']);
	expect(page({ text: 'creme' })).toEqual(['open']);
	expect(page({ text: 'Fraîche', standing: 'done' })).toEqual([]);
	expect(page({ text: 'WST-00042' })).toEqual(['past-42']);
	expect(page({ text: '"' })).toEqual(page({}));
});

test('finds a number that the service assigned later, and still the earlier words', () => {
	actionTables(store.durable).setServer('open', 'S-1', 'WST-77777');
	expect(page({ text: 'wst-777' })).toEqual(['open']);
	expect(page({ text: 'fraiche' })).toEqual(['open']);
});

test('every filter uses an index and reads nothing else', () => {
	const asked = ([null, 'waiting', 'needs-you', 'done'] as const).flatMap((standing) =>
		([null, 'wastage'] as const).flatMap((document) =>
			['', 'butter'].flatMap((text) =>
				[null, 3 * day].map((from) => ({ standing, document, text, from })),
			),
		),
	);
	for (const each of asked) {
		const { sql, values } = laneLists(store.durable).statement({ ...anything, ...each });
		const plan = planOf(sql, values);
		expect(plan, sql).not.toMatch(/SCAN lane\b/);
		// Sorts only the documents of one day.
		if (each.from === null) expect(plan, sql).not.toContain('TEMP B-TREE');
	}
});

const planOf = (sql: string, values: object) =>
	store.durable
		.prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
		.all(values)
		.map(({ detail }) => detail)
		.join('\n');
