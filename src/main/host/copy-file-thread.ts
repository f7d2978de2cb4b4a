// The worker of copy-file.ts.
import Database from 'better-sqlite3';
import process from 'node:process';
import { writeCopy } from '../core/store/copies.ts';
import { sayHow } from './file-thread.ts';

const [, , from = '', to = ''] = process.argv;

await sayHow(async () => {
	const db = new Database(from, { readonly: true, fileMustExist: true });
	try {
		// Copy inside one read transaction: otherwise every commit would restart the backup.
		db.exec('BEGIN');
		db.pragma('schema_version');
		await writeCopy(db, to, () => Promise.resolve());
	} finally {
		db.close();
	}
	return null;
});
