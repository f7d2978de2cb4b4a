// Shows schema changes in review through a snapshot. To accept a change, run this file with `-- --update`.
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

test.each(['durable', 'cache'] as const)(
	'The schema of the %s file matches its snapshot',
	async (file) => {
		await expect(schemaOf(store[file])).toMatchFileSnapshot(`migrations/${file}-schema.txt`);
	},
);
