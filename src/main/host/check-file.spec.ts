import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshFolder } from '../../../test/support/fresh-folder.ts';
import { flip } from '../../../test/support/data-folder.ts';
import { createChecking, worthAThread } from '../core/rescue/file-check.ts';
import { openDurable, type Sqlite } from '../core/store/open.ts';
import { checkFile } from './check-file.ts';
import { systemClock } from './clock.ts';

const folder = freshFolder();
let file: string;
let db: Sqlite;
let warned: unknown[];

beforeEach(() => {
	file = folder('stillroom.db');
	db = openDurable(file);
	db.exec('CREATE TABLE filling (bytes BLOB)');
	write(worthAThread / 4096 + 100);
	db.pragma('wal_checkpoint(TRUNCATE)');
	warned = [];
});
afterEach(() => {
	db.close();
});

const write = (rows: number) => {
	db.transaction(() => {
		for (let row = 0; row < rows; row += 1)
			db.prepare('INSERT INTO filling VALUES (randomblob(4000))').run();
	})();
};
const breakTheMiddle = () => {
	db.close();
	for (let page = 300; page < 305; page += 1) flip(file, page * 4096, 200);
	db = openDurable(file);
};
const checkingBy = (check: typeof checkFile | undefined) =>
	createChecking({
		clock: systemClock,
		log: {
			info: () => undefined,
			warn: (_message, facts) => void warned.push(facts?.['error']),
			error: () => undefined,
		},
		checkFile: check,
	});

test('a large file is checked in a worker while work goes on, including what is still in its log', async () => {
	write(1);
	let during = 0;
	const working = setInterval(() => {
		write(1);
		during += 1;
	}, 1);
	const asked: string[] = [];
	const checking = checkingBy((which) => {
		asked.push(which);
		return checkFile(which);
	});
	expect(await checking.open(db)).toBeNull();
	clearInterval(working);
	expect(asked).toEqual([file]);
	expect(during).toBeGreaterThan(0);
});

test('problems that the worker finds are reported, for the open file and for a copy', async () => {
	breakTheMiddle();
	const checking = checkingBy(checkFile);
	expect(await checking.open(db)).toMatch(/tree|page|malformed/i);
	expect(await checking.copy(file, worthAThread)).toBe(false);
	expect(warned).toEqual([]);
});

test('if the worker fails, an open file is checked without it', async () => {
	breakTheMiddle();
	const dead = checkingBy(() => Promise.reject(new Error('No more threads.')));
	expect(await dead.open(db)).toMatch(/tree|page|malformed/i);
	expect(await dead.copy(file, worthAThread)).toBe(false);
	expect(warned).toHaveLength(2);
	expect(await checkingBy(undefined).open(db)).toMatch(/tree|page|malformed/i);
});

test('stopping waits until the workers have released their files', async () => {
	const checking = checkingBy(checkFile);
	let checked = false;
	void checking.open(db).then(() => {
		checked = true;
	});
	await checking.stop();
	expect(checked).toBe(true);
});
