// The thread of copy-file.ts: it copies the one file, says how that went, and ends.
import Database from 'better-sqlite3';
import process from 'node:process';
import { writeCopy } from '../core/store/copies.ts';
import { sayHow } from './file-thread.ts';

const [, , from = '', to = ''] = process.argv;

await sayHow(async () => {
	const db = new Database(from, { readonly: true, fileMustExist: true });
	try {
		// One reading from the first page to the last: otherwise each commit meanwhile would begin the copy anew.
		db.exec('BEGIN');
		db.pragma('schema_version');
		await writeCopy(db, to, () => Promise.resolve());
	} finally {
		db.close();
	}
	return null;
});
