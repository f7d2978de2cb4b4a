// The thread of copy-file.ts: it copies the one file, says how that went, and ends.
import Database from 'better-sqlite3';
import process from 'node:process';
import { parentPort } from 'node:worker_threads';
import { writeCopy } from '../core/store/copies.ts';
import type { Copied } from './copy-file.ts';

const [, , from = '', to = ''] = process.argv;

async function copy(): Promise<Copied> {
	try {
		const db = new Database(from, { readonly: true, fileMustExist: true });
		try {
			// One reading from the first page to the last: otherwise each commit meanwhile would begin the copy anew.
			db.exec('BEGIN');
			db.pragma('schema_version');
			await writeCopy(db, to, () => Promise.resolve());
		} finally {
			db.close();
		}
		return { ok: true };
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? String(error.code) : '';
		return { ok: false, code, message: error instanceof Error ? error.message : String(error) };
	}
}

parentPort?.postMessage(await copy());
