import { afterAll, expect, test } from 'vitest';
import { openTestStore } from '../../../../test/support/store.ts';
import { tablesOf } from './damage.ts';
import { compareVersions, durableTables, joined } from './durable-tables.ts';

const store = openTestStore();
const db = store.durable;
afterAll(() => store.end());

test('Every table is declared with existing columns', () => {
	expect(durableTables.map(({ name }) => name).sort()).toEqual(tablesOf(db).sort());
	for (const { name, identity, counter, json = [] } of durableTables) {
		const columns = db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(name);
		expect(columns, name).toEqual(
			expect.arrayContaining([...identity, ...json, ...(counter === undefined ? [] : [counter])]),
		);
	}
});

test('The identity of a row is unique within its table', () => {
	for (const { name, kind, identity } of durableTables) {
		if (kind === 'log' || kind === 'made') continue;
		const unique = db
			.prepare<[string], string>(
				`SELECT (SELECT json_group_array(name) FROM (SELECT name FROM pragma_index_info(list.name) ORDER BY name))
				 FROM pragma_index_list(?) AS list WHERE "unique" = 1`,
			)
			.pluck()
			.all(name);
		// The outbox itself numbers the attempts of a step.
		if (name === 'attempt') continue;
		expect(unique, name).toContain(JSON.stringify(identity.toSorted()));
	}
});

test('The versions of two drafts tell whether one is based on the other', () => {
	const of = { a: 2, b: 1 };
	expect(compareVersions(of, of)).toBe('same');
	expect(compareVersions({ ...of, c: 1 }, of)).toBe('newer');
	expect(compareVersions({ a: 1 }, of)).toBe('older');
	expect(compareVersions({ a: 3 }, of)).toBe('both');
	expect(joined({ a: 3 }, of)).toEqual({ a: 3, b: 1 });
});

test.each([
	['service_check', { at: 1 }, { at: 2 }],
	['capability_flag', { learned_at: 1 }, { learned_at: 2 }],
	['attempt', { verdict: null }, { verdict: 'applied' }],
	['observed_text', { kept_units: 40 }, { kept_units: 60 }],
	['observed_list', { delay_ms: 100 }, { delay_ms: 900 }],
	['twin_watch', { ended_at: null, left_ms: 900 }, { ended_at: null, left_ms: 100 }],
	['twin_watch', { ended_at: null, left_ms: 0 }, { ended_at: 5, left_ms: 0 }],
	['count_box', { entry_id: 1 }, { entry_id: 2 }],
	['count_cut_off', { acknowledged_at: 1 }, { acknowledged_at: 2 }],
])('of two rows of %s, %j is older than %j', (name, older, newer) => {
	const { version } = durableTables.find((table) => table.name === name)!;
	expect(version!(newer)).toBeGreaterThan(version!(older));
});
