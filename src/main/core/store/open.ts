// Opens and locks a data folder: both SQLite files, migrated to the schema of this version.
import Database from 'better-sqlite3';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { once } from '../once.ts';
import { LazyDatabase } from './lazy-statements.ts';
import { lastSaved, missingChanges } from './last-saved.ts';
import { storeOf } from './store-of.ts';

export type Sqlite = Database.Database;

export type Store = ReturnType<typeof storeOf>;

export class DataFolderInUse extends Error {
	override readonly name = 'DataFolderInUse';
	constructor(folder: string) {
		super(
			`Stillroom is already open with the data folder ${folder}. Close it there, or use --data with another folder.`,
		);
	}
}

export class DataFolderUnusable extends Error {
	override readonly name = 'DataFolderUnusable';

	/** @returns null for an error unrelated to the folder or its permissions */
	static because(folder: string, error: unknown): DataFolderUnusable | null {
		const code = error instanceof Error && 'code' in error ? String(error.code) : '';
		if (/^(EEXIST|ENOTDIR)$/.test(code))
			return new DataFolderUnusable(
				`${folder} is not a folder. Use --data with another folder for the data.`,
			);
		if (/^(ENOENT|ENAMETOOLONG|ELOOP|EINVAL)$/.test(code))
			return new DataFolderUnusable(
				`The data folder ${folder} cannot be made. Use --data with another folder.`,
			);
		if (/^(EACCES|EPERM|EROFS|SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM)/.test(code))
			return new DataFolderUnusable(
				`Stillroom cannot write in the data folder ${folder}: it may be read-only, or belong to another user. Ask for the right to write there, or use --data with another folder.`,
			);
		return null;
	}
}

/** Another program's file with our name; it is left alone. */
export class ForeignFile extends Error {
	override readonly name = 'ForeignFile';
	constructor(file: string) {
		super(
			`${file} was written by another program, not by Stillroom. Nothing was changed. Move it to another place, or use --data with another folder.`,
		);
	}
}

export class FileFromNewerVersion extends Error {
	override readonly name = 'FileFromNewerVersion';
	constructor(file: string, version: number, known: number) {
		super(
			`${file} was written by a newer Stillroom, and this one cannot read all of it. Install the newer version to go on; nothing was changed. (Format ${String(version)}; this one knows ${String(known)}.)`,
		);
	}
}

/** @throws DataFolderInUse, FileFromNewerVersion, ForeignFile, or SQLite's error for a damaged file */
export function openStore(
	folder: string,
	open: {
		durable(file: string): Sqlite;
		cache(file: string): Sqlite;
		/** Called before the number of missing changes is forgotten. */
		missing?(durable: Sqlite, changes: number): void;
	} = { durable: openDurable, cache: openCache },
): Store {
	// Checking is faster: creating an existing folder waits for the disk.
	if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
	const lock = lockFolder(folder);
	try {
		if (isForeign(join(folder, 'stillroom.db')))
			throw new ForeignFile(join(folder, 'stillroom.db'));
		const durable = open.durable(join(folder, 'stillroom.db'));
		const cache = open.cache(join(folder, 'cache.db'));
		const missing = missingChanges(folder, durable);
		if (missing !== null) open.missing?.(durable, missing);
		const last = lastSaved(folder, durable);
		last.note();
		return storeOf({
			durable,
			cache,
			noteSaved: last.note,
			close() {
				cache.close();
				last.note();
				durable.close();
				last.close();
				lock.close();
			},
		});
	} catch (error) {
		lock.close();
		throw error;
	}
}

/** Locks through SQLite: the system releases it however the process dies. */
function lockFolder(folder: string): Sqlite {
	const file = join(folder, 'lock.db');
	try {
		return lockFile(file, folder);
	} catch (error) {
		if (!(error instanceof Database.SqliteError && isNoDatabase(error))) throw error;
		// It is empty and nobody has it locked: a locked file would have been busy.
		for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(file + suffix, { force: true });
		return lockFile(file, folder);
	}
}

const isNoDatabase = ({ code }: { code: string }): boolean =>
	code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT');

function lockFile(file: string, folder: string): Sqlite {
	const lock = new Database(file, { timeout: 0 });
	try {
		lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
		return lock;
	} catch (error) {
		lock.close();
		if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
			throw new DataFolderInUse(folder);
		}
		throw error;
	}
}

/** Whether a valid database with tables of another program is there. Read-only. */
function isForeign(file: string): boolean {
	if (!lstatSync(file, { throwIfNoEntry: false })?.isFile()) return false;
	try {
		const db = new Database(file, { readonly: true, fileMustExist: true });
		try {
			const tables = db
				.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
				.pluck()
				.all();
			return tables.length > 0 && !['setting', 'account'].every((name) => tables.includes(name));
		} finally {
			db.close();
		}
	} catch (error) {
		// Recovery finds out what is wrong.
		if (error instanceof Database.SqliteError) return false;
		throw error;
	}
}

export function openDurable(file: string): Sqlite {
	// The driver's default for WAL is NORMAL, which can lose saved work in a power cut.
	return openFile(file, 'durable', 'FULL');
}

/** A cache that cannot be opened or has another format is deleted: it is only a copy. */
export function openCache(file: string): Sqlite {
	try {
		return openFile(file, 'cache', 'NORMAL');
	} catch (error) {
		if (!(error instanceof Database.SqliteError || error instanceof FileFromNewerVersion))
			throw error;
		for (const suffix of ['', '-wal', '-shm'])
			rmSync(file + suffix, { recursive: true, force: true });
		return openFile(file, 'cache', 'NORMAL');
	}
}

function openFile(
	file: string,
	family: 'durable' | 'cache',
	synchronous: 'FULL' | 'NORMAL',
): Sqlite {
	const db = new LazyDatabase(file);
	try {
		db.exec(
			`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA foreign_keys = ON`,
		);
		migrate(db, file, family);
		return db;
	} catch (error) {
		db.close();
		throw error;
	}
}

const migrationsFolder = fileURLToPath(new URL('./migrations/', import.meta.url));

const listed = (family: 'durable' | 'cache') => () =>
	readdirSync(join(migrationsFolder, family))
		.filter((name) => /^\d{4}\.sql$/.test(name))
		.sort();
/** In order; they do not change while the program runs. */
const migrationsOf = { durable: once(listed('durable')), cache: once(listed('cache')) };

/** The newest format this Stillroom reads: its last migration. */
export const knownFormat = (): number => migrationsOf.durable().length;

/** Migrations are numbered SQL files; each runs once, in one transaction with the version it sets. */
function migrate(db: Sqlite, file: string, family: 'durable' | 'cache'): void {
	const version = Number(db.pragma('user_version', { simple: true }));
	const migrations = migrationsOf[family]();
	if (version === migrations.length) return;
	// Migrations have four digits, so a higher number is damage.
	if (version < 0 || version > 9999)
		throw new Database.SqliteError('the schema number is broken', 'SQLITE_CORRUPT');
	if (version > migrations.length) throw new FileFromNewerVersion(file, version, migrations.length);
	// SQLite cannot rebuild a referenced table with foreign keys on, nor turn them off in a transaction
	// (https://www.sqlite.org/lang_altertable.html#otheralter).
	db.pragma('foreign_keys = OFF');
	db.transaction(() => {
		for (const [index, name] of migrations.entries()) {
			if (index < version) continue;
			if (Number.parseInt(name, 10) !== index + 1)
				throw new Error(`Migration ${name} is out of order.`);
			db.exec(readFileSync(join(migrationsFolder, family, name), 'utf8'));
			db.pragma(`user_version = ${String(index + 1)}`);
		}
	}).immediate();
	db.pragma('foreign_keys = ON');
}
