// Brings over what can be read in a damaged stillroom.db into the copy that takes its place.
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

/**
 * Reads the file at `from` without touching it: a working copy beside it is opened in its place.
 * @param like a sound file of the same program: its first page helps where that of the damaged file is gone
 */
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

/** Null where not even the list of tables can be read. */
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

/** The header and the list of tables stand in the first page, and the same ones in every file of one version. */
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
