import Database from 'better-sqlite3';
import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshFolder } from '../../../test/support/fresh-folder.ts';
import { flip } from '../../../test/support/data-folder.ts';
import { DailyCopies } from '../core/rescue/daily-copies.ts';
import { isWhole, listCopies } from '../core/store/copies.ts';
import { openDurable, type Sqlite } from '../core/store/open.ts';
import { systemClock } from './clock.ts';
import { copyFile } from './copy-file.ts';

const folder = freshFolder();
let durable: Sqlite;
let said: unknown[];
let copies: DailyCopies;

beforeEach(() => {
	durable = openDurable(folder('stillroom.db'));
	durable.exec('CREATE TABLE filling (bytes BLOB)');
	said = [];
	copies = new DailyCopies({
		dataFolder: folder(),
		durable,
		clock: systemClock,
		log: {
			info: () => undefined,
			warn: () => undefined,
			error: (_message, facts) => void said.push(facts?.['error']),
		},
		free: () => null,
		copyFile,
		changed: () => undefined,
	});
});
afterEach(async () => {
	await copies.stop();
	durable.close();
});

const write = (rows: number) => {
	durable.transaction(() => {
		for (let row = 0; row < rows; row += 1)
			durable.prepare('INSERT INTO filling VALUES (randomblob(4096))').run();
	})();
};
const rowsIn = (db: Sqlite) => db.prepare('SELECT count(*) FROM filling').pluck().get();

test('a copy made in a worker is complete, and work goes on meanwhile', async () => {
	write(600);
	let during = 0;
	const working = setInterval(() => {
		write(1);
		during += 1;
	}, 1);
	const copy = await copies.make();
	clearInterval(working);
	expect(during).toBeGreaterThan(0);
	expect(copy).toEqual(listCopies(folder())[0]);
	const name = listCopies(folder())[0]?.name ?? '';
	expect(readdirSync(folder('copies'))).toEqual([name]);
	const file = folder('copies', name);
	expect(isWhole(file)).toBe(true);
	const read = new Database(file, { readonly: true });
	expect(read.pragma('journal_mode', { simple: true })).toBe('delete');
	expect(rowsIn(read)).toBeGreaterThanOrEqual(600);
	read.close();
	expect(rowsIn(durable)).toBe(600 + during);
});

test('no copy of a damaged file is kept, and the reason is reported', async () => {
	write(600);
	durable.pragma('wal_checkpoint(TRUNCATE)');
	for (let page = 60; page < 200; page += 1) flip(durable.name, page * 4096, 200);
	expect(await copies.make()).toBe('failed');
	expect(String(said[0])).toMatch(/not whole|malformed/);
	expect(readdirSync(folder('copies'))).toEqual([]);
});

test('SQLite errors in the worker reach the core with their code', async () => {
	const copied = copyFile(folder('gone.db'), folder('copy.db'));
	await expect(copied).rejects.toMatchObject({ code: 'SQLITE_CANTOPEN' });
});
