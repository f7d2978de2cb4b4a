import {
	copyFileSync,
	existsSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	renameSync,
	rmSync,
	statSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
	around,
	contentsOf,
	flip,
	noon,
	sameFolder,
	workInFolder,
	type Contents,
	type WorkedIn,
} from '../../../../test/support/data-folder.ts';
import { alsoElsewhere } from './also-elsewhere.ts';
import { listCopies } from './copies.ts';
import { FileFromNewerVersion, type Store } from './open.ts';
import { NoRoomToOpen, openDataFolder, type Wish } from './recovery.ts';
import { rescueRecords } from './rescue-records.ts';

let worked: WorkedIn;
let folder: string;
let store: Store | null = null;

beforeAll(async () => {
	worked = await workInFolder();
});
afterAll(() => {
	rmSync(worked.folder, { recursive: true, force: true });
});
afterEach(() => {
	store?.close();
	store = null;
	rmSync(folder, { recursive: true, force: true });
});

const file = () => join(folder, 'stillroom.db');
const log = () => `${file()}-wal`;
function open(wish?: Wish): Store {
	store = openDataFolder(folder, around, wish);
	return store;
}
const told = () => {
	const [last] = rescueRecords(store!.durable).list();
	return last?.entry;
};
const states = () =>
	store!.durable
		.prepare<[], { state: string; resolution: string }>('SELECT state, resolution FROM action')
		.all();
function holds(more: Contents, less: Contents): void {
	expect(Object.keys(more.drafts)).toEqual(expect.arrayContaining(Object.keys(less.drafts)));
	expect(more.actions).toEqual(expect.arrayContaining(less.actions));
	expect(more.entries).toBeGreaterThanOrEqual(less.entries);
}
const sound = () =>
	expect(store!.durable.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);

test('After a crash everything saved is found, and nothing is reported as damaged', () => {
	folder = sameFolder(worked);
	expect(contentsOf(open())).toEqual(worked.saved);
	expect(told()).toBeUndefined();
	expect(existsSync(join(folder, 'set-aside'))).toBe(false);
});

test.each([
	['is cut in two', () => truncateSync(file(), Math.floor(statSync(file()).size / 2))],
	['is not a database', () => writeFileSync(file(), 'Not a database. '.repeat(400))],
	['is full of zeros', () => writeFileSync(file(), Buffer.alloc(statSync(file()).size))],
	['has no length', () => truncateSync(file(), 0)],
	['has a broken first page', () => flip(file(), 0, 4096)],
	[
		'is a folder',
		() => {
			rmSync(file());
			mkdirSync(file());
		},
	],
	['is gone', () => rmSync(file())],
])('A data file that %s is set aside and replaced by the newest copy', (_how, damage) => {
	folder = sameFolder(worked);
	// Damages only the file itself; the log has a test of its own.
	open().close();
	const before = existsSync(file()) && readFileSync(file());
	damage();
	const damaged = statSync(file(), { throwIfNoEntry: false })?.isFile()
		? readFileSync(file())
		: null;
	open({ kind: 'check' });
	holds(contentsOf(store!), worked.inCopy);
	sound();
	const entry = told();
	expect(entry).toMatchObject({ kind: 'damaged', copyAt: worked.copy.at });
	if (entry?.kind !== 'damaged') throw new Error('It was not told.');
	if (damaged !== null) expect(readFileSync(entry.setAside)).toEqual(damaged);
	expect(before).not.toBe(false);
	expect(
		states().every(({ state, resolution }) => state === 'ambiguous' && resolution === 'from-copy'),
	).toBe(true);
	expect(entry.toAsk).toBe(states().length);
});

test('Salvages a damaged file: only the broken page is lost', () => {
	const closed = sameFolder(worked);
	openDataFolder(closed, around).close();
	const { size } = statSync(join(closed, 'stillroom.db'));
	let most = 0;
	for (let page = 1; page < size / 4096; page += 3) {
		folder = sameFolder({ folder: closed });
		flip(file(), page * 4096, 4096);
		open({ kind: 'check' });
		const now = contentsOf(store!);
		holds(now, worked.inCopy);
		sound();
		const newer = Object.keys(now.drafts).length - Object.keys(worked.inCopy.drafts).length;
		most = Math.max(most, newer);
		// Changes made after the copy are lost only if they were on the broken page.
		const lost =
			Object.keys(worked.saved.drafts).length -
			Object.keys(now.drafts).length +
			worked.saved.actions.length -
			now.actions.length;
		expect(lost, `page ${page}`).toBeLessThanOrEqual(4);
		store!.close();
		rmSync(folder, { recursive: true, force: true });
	}
	rmSync(closed, { recursive: true });
	expect(most).toBe(2);
});

test('With a broken first page, uses that of the copy and loses nothing', () => {
	folder = sameFolder(worked);
	open().close();
	flip(file(), 0, 100);
	open();
	expect(contentsOf(store!)).toEqual(worked.saved);
	expect(told()).toMatchObject({ kind: 'damaged', whole: true });
});

test('Whichever header field is broken, nothing is lost or overwritten', () => {
	const closed = sameFolder(worked);
	openDataFolder(closed, around).close();
	for (const offset of [0, 16, 18, 19, 21, 24, 28, 32, 40, 44, 47, 52, 56, 60, 62, 63, 92]) {
		folder = sameFolder({ folder: closed });
		flip(file(), offset);
		const damaged = readFileSync(file());
		try {
			open({ kind: 'check' });
		} catch (error) {
			// A damaged schema number looks like a later version.
			expect(error, `byte ${offset}`).toBeInstanceOf(FileFromNewerVersion);
			expect(readFileSync(file())).toEqual(damaged);
			rmSync(folder, { recursive: true, force: true });
			continue;
		}
		expect(contentsOf(store!), `byte ${offset}`).toEqual(worked.saved);
		sound();
		store!.close();
		rmSync(folder, { recursive: true, force: true });
	}
	rmSync(closed, { recursive: true });
});

test('A power cut during a commit keeps everything saved before, and reports nothing missing', () => {
	folder = sameFolder(worked);
	truncateSync(log(), statSync(log()).size - 2000);
	rmSync(join(folder, 'last-saved'));
	open();
	expect(told()).toBeUndefined();
	holds(contentsOf(store!), worked.inCopy);
});

test.each([
	['the log is gone', () => rmSync(log())],
	['the last commit in the log is damaged', () => truncateSync(log(), statSync(log()).size - 2000)],
	['the log is damaged in the middle', () => flip(log(), Math.floor(statSync(log()).size / 6))],
	['the log has lost its header', () => flip(log(), 0, 4)],
	[
		'an older data file was put in its place',
		() => {
			rmSync(log());
			copyFileSync(join(folder, 'copies', worked.copy.name), file());
		},
	],
])('If %s, reports the possible loss and verifies unfinished work', (_how, lose) => {
	folder = sameFolder(worked);
	lose();
	open();
	const changes: unknown = expect.toSatisfy((number: number) => number > 0);
	expect(told()).toMatchObject({ kind: 'changes-missing', changes });
	expect(
		states().every(({ state, resolution }) => state === 'ambiguous' && resolution === 'from-copy'),
	).toBe(true);
	const { drafts } = contentsOf(store!);
	const elsewhere = alsoElsewhere(store!.durable);
	expect(Object.keys(drafts).some((id) => elsewhere.has(id))).toBe(true);
	const times = rescueRecords(store!.durable).list().length;
	store!.close();
	open();
	expect(rescueRecords(store!.durable).list(), 'it is told once').toHaveLength(times);
});

test('Without a copy, sets a damaged file aside, salvages what is readable, and reports it', () => {
	folder = sameFolder(worked);
	open().close();
	rmSync(join(folder, 'copies'), { recursive: true });
	truncateSync(file(), statSync(file()).size - 4096);
	open({ kind: 'check' });
	expect(told()).toMatchObject({ kind: 'damaged', copyAt: null });
	sound();

	store!.close();
	writeFileSync(file(), 'x'.repeat(5000));
	open();
	expect(told()).toMatchObject({ kind: 'damaged', copyAt: null, whole: false });
	expect(contentsOf(store!).actions).toEqual([]);
	expect(
		readdirSync(join(folder, 'set-aside')).filter((name) => name.endsWith('.db')),
	).toHaveLength(2);
});

test('Skips a damaged copy and uses the one before it', () => {
	folder = sameFolder(worked);
	open().close();
	const [copy] = listCopies(folder);
	const newer = join(folder, 'copies', 'stillroom-000002-20261121T113000Z.db');
	writeFileSync(newer, readFileSync(join(folder, 'copies', copy!.name)).subarray(0, 5000));
	writeFileSync(file(), 'x'.repeat(5000));
	open();
	expect(told()).toMatchObject({ copyAt: worked.copy.at });
});

test('Finishes an interrupted repair at the next start', () => {
	folder = sameFolder(worked);
	open().close();
	flip(file(), 0, 100);
	const damaged = readFileSync(file());
	open().close();
	const aside = readdirSync(join(folder, 'set-aside')).find((name) => name.endsWith('.db'))!;
	expect(readFileSync(join(folder, 'set-aside', aside))).toEqual(damaged);

	// Ended after the damaged file was moved away, before the repaired one was moved in.
	renameSync(file(), `${file()}.ready`);
	expect(contentsOf(open())).toEqual(worked.saved);
	store!.close();

	// Ended before anything was moved.
	renameSync(file(), `${file()}.ready`);
	renameSync(join(folder, 'set-aside', aside), file());
	expect(contentsOf(open())).toEqual(worked.saved);
	expect(readFileSync(join(folder, 'set-aside', aside))).toEqual(damaged);
	store!.close();

	// Ended while the new file was being made.
	flip(file(), 0, 100);
	writeFileSync(`${file()}.making`, 'half');
	expect(contentsOf(open())).toEqual(worked.saved);
});

test('A full disk does not count as a damaged file: nothing changes, and the message says what to do', () => {
	folder = sameFolder(worked);
	open().close();
	flip(file(), 0, 100);
	const damaged = readFileSync(file());
	expect(() => openDataFolder(folder, { ...around, free: () => 1000 })).toThrow(NoRoomToOpen);
	expect(readFileSync(file())).toEqual(damaged);
	expect(existsSync(`${file()}.making`)).toBe(false);
	writeFileSync(join(folder, 'ballast'), Buffer.alloc(1000));
	const free = () => (existsSync(join(folder, 'ballast')) ? 1000 : null);
	store = openDataFolder(folder, { ...around, free });
	expect(contentsOf(store), 'the ballast made room').toEqual(worked.saved);
});

test('Going back to a copy restores its drafts and counts, and keeps the outbox and everything new', () => {
	folder = sameFolder(worked);
	open().close();
	open({ kind: 'restore', copy: worked.copy, by: 'Noor' });
	const now = contentsOf(store!);
	expect(now.boxes, 'the count is as it was').toEqual(worked.inCopy.boxes);
	expect(now.entries).toBe(worked.inCopy.entries);
	expect(now.actions, 'no step is forgotten').toEqual(worked.saved.actions);
	expect(now.drafts, 'nor a draft').toEqual(worked.saved.drafts);
	expect(told()).toMatchObject({ kind: 'restored', copyAt: worked.copy.at, toAsk: 4 });
	expect(rescueRecords(store!.durable).last()).toMatchObject({ at: noon, by: 'Noor', read: true });
	expect(contentsOf({ durable: store!.durable }).actions).toHaveLength(4);
	const entry = told();
	if (entry?.kind !== 'restored') throw new Error('It was not told.');
	expect(existsSync(entry.setAside)).toBe(true);
});

test('Recreates a cache that is damaged or a folder', () => {
	folder = sameFolder(worked);
	open().close();
	const cache = join(folder, 'cache.db');
	writeFileSync(cache, 'x'.repeat(5000));
	open().close();
	flip(cache, 4096, 4096);
	open({ kind: 'check' });
	expect(store!.cache.pragma('quick_check')).toEqual([{ quick_check: 'ok' }]);
	store!.close();
	rmSync(cache);
	mkdirSync(cache);
	expect(contentsOf(open())).toEqual(worked.saved);
});
