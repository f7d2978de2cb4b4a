import { statSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshFolder } from '../../../test/support/fresh-folder.ts';
import { cacheLog } from '../core/sync/cache-log.ts';
import { openCache, type Sqlite } from '../core/store/open.ts';
import { openLogWriter } from './log-writer.ts';

const folder = freshFolder();
let cache: Sqlite;
let warned: string[];

beforeEach(() => {
	cache = openCache(folder('cache.db'));
	cache.exec('CREATE TABLE filling (bytes BLOB)');
	warned = [];
});
afterEach(() => {
	cache.close();
});

const log = {
	info: () => undefined,
	warn: (message: string) => void warned.push(message),
	error: () => undefined,
};
const megabyte = 1024 * 1024;
const write = (megabytes: number) =>
	cache.prepare('INSERT INTO filling VALUES (randomblob(?))').run(megabytes * megabyte);
const logSize = () => statSync(folder('cache.db-wal')).size;
/** Size of the database file itself, without its log. */
const fileSize = () => statSync(folder('cache.db')).size;
const writesBackByItself = () => cache.pragma('wal_autocheckpoint', { simple: true }) === 1000;

test('the log is checkpointed during long work and is short at its end', async () => {
	const { during, shorten } = cacheLog(cache, { logWriter: openLogWriter, log });
	await during(async () => {
		write(10);
		await shorten();
		expect(fileSize()).toBeLessThan(megabyte);
		write(10);
		await shorten();
		expect(fileSize()).toBeGreaterThan(20 * megabyte);
		// The next transaction restarts the log, so it stops growing.
		write(10);
		expect(logSize()).toBeLessThan(22 * megabyte);
	});
	expect(fileSize()).toBeGreaterThan(30 * megabyte);
	expect(logSize()).toBe(0);
	expect(writesBackByItself()).toBe(true);
	expect(warned).toEqual([]);
});

test('work that fails leaves a short log', async () => {
	const { during } = cacheLog(cache, { logWriter: openLogWriter, log });
	const work = during(() => {
		write(10);
		return Promise.reject(new Error('broken off'));
	});
	await expect(work).rejects.toThrow('broken off');
	expect(logSize()).toBe(0);
	expect(writesBackByItself()).toBe(true);
});

test('if the writer fails, SQLite does its own checkpoints and nothing is lost', async () => {
	const noDatabase = folder('no-database');
	writeFileSync(noDatabase, 'x'.repeat(4096));
	const failing = () => openLogWriter(noDatabase);
	const { during, shorten } = cacheLog(cache, { logWriter: failing, log });
	await during(async () => {
		write(20);
		await shorten();
		expect(writesBackByItself()).toBe(true);
		write(1);
		expect(fileSize()).toBeGreaterThan(20 * megabyte);
	});
	expect(warned).toHaveLength(1);
	await during(async () => {
		write(20);
		await shorten();
	});
	expect(warned).toHaveLength(1);
	expect(cache.prepare('SELECT count(*) FROM filling').pluck().get()).toBe(3);
});
