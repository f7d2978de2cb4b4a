// Copies everything readable from a damaged stillroom.db into its replacement.
import Database from 'better-sqlite3';
import {
	copyFileSync,
	existsSync,
	openSync,
	closeSync,
	readSync,
	rmSync,
	writeSync,
} from 'node:fs';
import { tablesOf } from './damage.ts';
import { merge, type Merged } from './merge.ts';
import type { Sqlite } from './open.ts';

/** Works on a temporary copy of `from`. @param like a sound file of this version, for a broken first page */
export function salvage(from: string, into: Sqlite, like: string | null): Merged {
	const working = `${from}.reading`;
	try {
		const source = openWorkingCopy(from, working, like);
		if (source === null) return { rows: {}, whole: false };
		try {
			return merge(source, into, 'later');
		} finally {
			source.close();
		}
	} finally {
		removeFile(working);
	}
}

function openWorkingCopy(from: string, working: string, like: string | null): Sqlite | null {
	const copyAndOpen = (firstPageOf: string | null): Sqlite | null => {
		removeFile(working);
		for (const suffix of ['', '-wal'])
			if (existsSync(from + suffix)) copyFileSync(from + suffix, working + suffix);
		if (firstPageOf !== null) takeFirstPage(firstPageOf, working);
		return openReadable(working);
	};
	return copyAndOpen(null) ?? (like === null ? null : copyAndOpen(like));
}

/** null if the list of tables is unreadable. */
function openReadable(file: string): Sqlite | null {
	let source: Sqlite | null = null;
	try {
		source = new Database(file);
		if (tablesOf(source).length > 0) return source;
	} catch (error) {
		if (!(error instanceof Database.SqliteError)) throw error;
	}
	source?.close();
	return null;
}

/** The header and the list of tables are in the first page, identical in every file of one version. */
function takeFirstPage(sound: string, file: string): void {
	const header = Buffer.alloc(100);
	const read = openSync(sound, 'r');
	const write = openSync(file, 'r+');
	try {
		readSync(read, header, 0, header.length, 0);
		const page = Buffer.alloc(header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16));
		readSync(read, page, 0, page.length, 0);
		writeSync(write, page, 0, page.length, 0);
	} finally {
		closeSync(read);
		closeSync(write);
	}
}

const removeFile = (file: string): void => {
	for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
};
