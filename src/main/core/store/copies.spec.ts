import Database from 'better-sqlite3';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../../../test/support/fresh-folder.ts';
import { listCopies, makeCopy, thinCopies, writeCopy } from './copies.ts';

const folder = freshFolder();
const day = 86_400_000;

test('a copy of more pages than are synced at once is whole', async () => {
	const db = new Database(join(folder(), 'large.db'));
	db.exec(`CREATE TABLE piece AS
		WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
		SELECT i, randomblob(4000) AS content FROM n`);
	const file = join(folder(), 'copy.db');
	await writeCopy(db, file, () => Promise.resolve());
	const all = 'SELECT i, content FROM piece ORDER BY i';
	const copy = new Database(file, { readonly: true });
	expect(copy.prepare(all).all()).toEqual(db.prepare(all).all());
	copy.close();
	db.close();
});

test('of copies older than two weeks only the last fourteen stay', async () => {
	const db = new Database(':memory:');
	const made = async (at: number) => {
		await makeCopy(db, folder(), at, (file) => writeFile(file, ''));
		await thinCopies(folder(), at);
		return listCopies(folder()).map((copy) => copy.number);
	};
	for (let at = 0; at < 20; at += 1) await made(at * day);
	// The last fourteen, and the one that is fourteen days old.
	expect(await made(20 * day)).toEqual([21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7]);
	// After weeks without one, the last fourteen are kept, however old they are.
	expect(await made(60 * day)).toEqual([22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9]);
	db.close();
});
