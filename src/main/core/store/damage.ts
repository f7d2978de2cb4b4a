// What makes a file of the data folder a damaged one, and what does not: a full disk, a lock or a newer version do not.
import Database from 'better-sqlite3';
import type { Sqlite } from './open.ts';

/** True for what SQLite says of a file whose content is broken, or that the disk cannot read any more. */
export function isDamage(error: unknown): boolean {
	if (!(error instanceof Database.SqliteError)) return false;
	const { code, message } = error;
	return (
		code === 'SQLITE_NOTADB' ||
		code === 'SQLITE_IOERR_READ' ||
		code === 'SQLITE_IOERR_SHORT_READ' ||
		code.startsWith('SQLITE_CORRUPT') ||
		(code === 'SQLITE_ERROR' && /unsupported file format|malformed database schema/.test(message))
	);
}

/** Whether the disk does not say that it has a commit: nobody may rely on it, and only a file opened again says what stands. */
export const isNotOnDisk = (error: unknown): boolean =>
	error instanceof Database.SqliteError && /^SQLITE_IOERR_(WRITE|(DIR_)?FSYNC)$/.test(error.code);

/** Whether the file refused, and not what was to be written. */
export const isSqliteError = (error: unknown): boolean => error instanceof Database.SqliteError;

/** What SQLite, and the system for other files, say when nothing more can be written. */
const fullCodes: readonly unknown[] = ['SQLITE_FULL', 'ENOSPC', 'EDQUOT'];

export const isDiskFull = (error: unknown): boolean =>
	error instanceof Error && 'code' in error && fullCodes.includes(error.code);

/**
 * SQLite's own quick check, a table at a time, so that a large file does not hold the thread: about a millisecond for
 * each megabyte.
 * @param pause awaited between two tables
 * @returns what is wrong, or null
 */
export async function checkInSteps(db: Sqlite, pause: () => Promise<void>): Promise<string | null> {
	try {
		for (const table of ['sqlite_schema', ...tablesOf(db)]) {
			const wrong = quickCheck(db, table);
			if (wrong !== null) return wrong;
			await pause();
			if (!db.open) return null;
		}
		return null;
	} catch (error) {
		if (!isDamage(error)) throw error;
		return error instanceof Error ? error.message : String(error);
	}
}

/** The whole check at once, for a small file, or one that nothing else works with yet. @returns what is wrong, or null */
export function check(db: Sqlite): string | null {
	try {
		return quickCheck(db);
	} catch (error) {
		if (!isDamage(error)) throw error;
		return error instanceof Error ? error.message : String(error);
	}
}

/** The whole check of a file that is not open here. @returns what is wrong, or null */
export function whatIsWrong(file: string): string | null {
	try {
		const db = new Database(file, { readonly: true, fileMustExist: true });
		try {
			const made = Number(db.pragma('user_version', { simple: true })) > 0;
			return made ? quickCheck(db) : 'It holds nothing of Stillroom.';
		} finally {
			db.close();
		}
	} catch (error) {
		if (!isDamage(error)) throw error;
		return error instanceof Error ? error.message : String(error);
	}
}

function quickCheck(db: Sqlite, table?: string): string | null {
	const argument = table === undefined ? '1' : `"${table}"`;
	const said = String(db.pragma(`quick_check(${argument})`, { simple: true }));
	return said === 'ok' ? null : said;
}

/** The tables that have pages of their own, parents before their children, as they were created. */
export const tablesOf = (db: Sqlite): string[] =>
	db
		.prepare<[], string>(
			`SELECT name FROM sqlite_schema
			 WHERE type = 'table' AND rootpage > 0 AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid`,
		)
		.pluck()
		.all();
