// Shows schema changes in review through a snapshot. To accept a change, run this file with `-- --update`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore, type Sqlite, type Store } from './open.ts';

let folder: string;
let store: Store;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'stillroom-schema-'));
	store = openStore(folder);
});
afterAll(() => {
	store.close();
	rmSync(folder, { recursive: true, force: true });
});

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
