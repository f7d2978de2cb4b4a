// Which errors mean a damaged file. A full disk, a lock or a newer version do not.
import Database from 'better-sqlite3';
import type { Sqlite } from './open.ts';

/** SQLite reports broken content, or the disk cannot read the file. */
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

/** The disk did not confirm a commit: only reopening the file shows what was saved. */
export const isNotOnDisk = (error: unknown): boolean =>
	error instanceof Database.SqliteError && /^SQLITE_IOERR_(WRITE|(DIR_)?FSYNC)$/.test(error.code);

export const isSqliteError = (error: unknown): boolean => error instanceof Database.SqliteError;

const fullCodes: readonly unknown[] = ['SQLITE_FULL', 'ENOSPC', 'EDQUOT'];

export const isDiskFull = (error: unknown): boolean =>
	error instanceof Error && 'code' in error && fullCodes.includes(error.code);

/** SQLite's quick check (1 ms per megabyte), pausing between tables. @returns what is wrong, or null */
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

/** Checks everything at once, for a small file or one not in use yet. @returns what is wrong, or null */
export function check(db: Sqlite): string | null {
	try {
		return quickCheck(db);
	} catch (error) {
		if (!isDamage(error)) throw error;
		return error instanceof Error ? error.message : String(error);
	}
}

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

/** Tables with pages of their own in the order of creation: parents before children. */
export const tablesOf = (db: Sqlite): string[] =>
	db
		.prepare<[], string>(
			`SELECT name FROM sqlite_schema
			 WHERE type = 'table' AND rootpage > 0 AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid`,
		)
		.pluck()
		.all();
