// Automatic backups of stillroom.db: made while the program runs, checked, and thinned out.
import Database from 'better-sqlite3';
import {
	closeSync,
	copyFileSync,
	existsSync,
	mkdirSync,
	openSync,
	readdirSync,
	readSync,
	renameSync,
	rmSync,
	statSync,
} from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { checkInSteps, whatIsWrong } from './damage.ts';
import type { Sqlite } from './open.ts';

export interface Copy {
	name: string;
	/** Each copy has the next number, so their order does not depend on the clock. */
	number: number;
	at: number;
	bytes: number;
}

const day = 24 * 60 * 60 * 1000;
const keptFor = 14 * day;
/** A PC may be off for a month, and its clock may be wrong. */
const keptAlways = 14;

const copiesFolder = (dataFolder: string): string => join(dataFolder, 'copies');
export const copyFile = (dataFolder: string, { name }: Pick<Copy, 'name'>): string =>
	join(copiesFolder(dataFolder), name);

export function listCopies(dataFolder: string): Copy[] {
	const folder = copiesFolder(dataFolder);
	if (!existsSync(folder)) return [];
	return readdirSync(folder)
		.flatMap((name) => {
			const inName = readName(name);
			if (inName === null) return [];
			// Another thread may be deleting an old one.
			const found = statSync(join(folder, name), { throwIfNoEntry: false });
			return found === undefined ? [] : [{ name, ...inName, bytes: found.size }];
		})
		.sort((a, b) => b.number - a.number || b.at - a.at);
}

/** Writes and checks a copy before it gets its name. @param at epoch ms. Resolves to null if the file was closed */
export async function makeCopy(
	db: Sqlite,
	dataFolder: string,
	at: number,
	write: (file: string) => Promise<void>,
): Promise<Copy | null> {
	const folder = copiesFolder(dataFolder);
	mkdirSync(folder, { recursive: true });
	const number = (listCopies(dataFolder)[0]?.number ?? 0) + 1;
	const name = copyName(number, at);
	const unfinished = join(folder, `${name}.part`);
	for (const left of readdirSync(folder).filter((each) => each.includes('.part')))
		rmSync(join(folder, left), { force: true });
	try {
		await write(unfinished);
		renameSync(unfinished, join(folder, name));
	} catch (error) {
		for (const suffix of ['', '-journal', '-wal', '-shm'])
			rmSync(unfinished + suffix, { force: true });
		if (!db.open) return null;
		throw error;
	}
	const bytes = statSync(join(folder, name)).size;
	return { name, number, at: readName(name)?.at ?? at, bytes };
}

/**
 * Copies a file of an earlier format before it is migrated, so that somebody can go back to the earlier Stillroom.
 * @param known the format of this Stillroom
 */
export function copyBeforeMigrating(
	dataFolder: string,
	file: string,
	at: number,
	known: number,
): Copy | null {
	const format = formatOf(file);
	if (format === 0 || format >= known) return null;
	const db = new Database(file, { fileMustExist: true });
	try {
		db.pragma('wal_checkpoint(TRUNCATE)');
	} finally {
		db.close();
	}
	const folder = copiesFolder(dataFolder);
	mkdirSync(folder, { recursive: true });
	const number = (listCopies(dataFolder)[0]?.number ?? 0) + 1;
	const name = copyName(number, at);
	copyFileSync(file, join(folder, `${name}.part`));
	renameSync(join(folder, `${name}.part`), join(folder, name));
	return { name, number, at: readName(name)?.at ?? at, bytes: statSync(join(folder, name)).size };
}

/** The migrations in a file, from its header (https://www.sqlite.org/fileformat.html); 0 if it has none. */
function formatOf(file: string): number {
	const header = Buffer.alloc(64);
	let handle: number;
	try {
		handle = openSync(file, 'r');
	} catch {
		return 0;
	}
	try {
		return readSync(handle, header, 0, 64, 0) === 64 ? header.readInt32BE(60) : 0;
	} finally {
		closeSync(handle);
	}
}

const copyName = (number: number, at: number): string =>
	`stillroom-${String(number).padStart(6, '0')}-${stamp(at)}.db`;

/** Copies an open file page by page (SQLite's online backup). @throws if it fails or the copy is damaged */
export async function writeCopy(
	db: Sqlite,
	file: string,
	pause: () => Promise<void>,
): Promise<void> {
	await backUp(db, file);
	const copy = new Database(file);
	try {
		// A copy must be a single file without a log.
		copy.pragma('journal_mode = DELETE');
		const wrong = await checkInSteps(copy, pause);
		if (wrong !== null) throw new Error(`The copy is not whole: ${wrong}`);
	} finally {
		copy.close();
	}
}

/** Deletes copies older than two weeks but keeps the last fourteen. Deleting a large one takes about 30 ms. */
export async function thinCopies(dataFolder: string, now: number): Promise<void> {
	for (const [index, copy] of listCopies(dataFolder).entries()) {
		if (index >= keptAlways && Math.abs(now - copy.at) > keptFor) {
			await rm(copyFile(dataFolder, copy), { force: true });
		}
	}
}

export const newestGoodCopy = (dataFolder: string): Copy | null =>
	listCopies(dataFolder).find((copy) => isWhole(copyFile(dataFolder, copy))) ?? null;

export function isWhole(file: string): boolean {
	try {
		return whatIsWrong(file) === null;
	} catch (error) {
		if (error instanceof Database.SqliteError) return false;
		throw error;
	}
}

/** Pages (4 KiB) per step: a few milliseconds. */
const stepPages = 250;
/** Pages between syncs, so that little is left for the last one. */
const syncPages = 1000;

async function backUp(db: Sqlite, file: string): Promise<void> {
	let handle: FileHandle | null = null;
	let syncing: Promise<void> | null = null;
	let failed: Error | null = null;
	let sinceSync = 0;
	const sync = async () => {
		handle ??= await open(file, 'r+');
		await handle.sync();
	};
	try {
		await db.backup(file, {
			progress: () => {
				if (failed !== null) throw failed;
				if (syncing !== null) return 0;
				sinceSync += stepPages;
				if (sinceSync < syncPages) return stepPages;
				sinceSync = 0;
				syncing = sync()
					.catch((error: unknown) => {
						failed = error instanceof Error ? error : new Error(String(error));
					})
					.finally(() => {
						syncing = null;
					});
				return 0;
			},
		});
	} finally {
		await (syncing as Promise<void> | null);
		await (handle as FileHandle | null)?.close();
	}
}

/** Like `20261121T034200Z`: sorts by time and is valid in any file name. */
export const stamp = (at: number): string =>
	new Date(at).toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '');

function readName(name: string): Pick<Copy, 'number' | 'at'> | null {
	const found = /^stillroom-(\d{6,})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/.exec(name);
	if (!found) return null;
	const [number = 0, year = 0, month = 0, ...rest] = found.slice(1).map(Number);
	const [date, hours, minutes, seconds] = rest;
	return { number, at: Date.UTC(year, month - 1, date, hours, minutes, seconds) };
}
