// No schema changes unnoticed. 0001.sql is its text, so a fingerprint is enough. To accept a change, run this file with
// `-- --update`.
import { createHash } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { openTestStore } from '../../../../test/support/store.ts';
import type { Sqlite } from './open.ts';

const store = openTestStore();
afterAll(() => store.end());

const written = ({ type, sql }: { type: string; sql: string }): string => {
	const bare = sql.replace(/\s*--.*$/gm, '');
	return type === 'table' ? bare : bare.replace(/\s+/g, ' ');
};

const schemaOf = (db: Sqlite): string =>
	db
		.prepare<[], { type: string; sql: string }>(
			`SELECT type, sql FROM sqlite_schema WHERE sql IS NOT NULL
			 ORDER BY tbl_name, type <> 'table', type, name`,
		)
		.all()
		.map((each) => `${written(each)};\n`)
		.join('');

const fingerprintOf = (db: Sqlite): string =>
	createHash('sha256').update(schemaOf(db)).digest('hex').slice(0, 16);

test('The schemas of both files are those that were accepted', () => {
	expect(fingerprintOf(store.durable)).toMatchInlineSnapshot(`"e53ebc7e0ec2f354"`);
	expect(fingerprintOf(store.cache)).toMatchInlineSnapshot(`"fefff13d06fa7985"`);
});
