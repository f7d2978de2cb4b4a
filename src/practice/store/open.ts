// Opens the practice service's SQLite file and creates its tables.
import Database from 'better-sqlite3';
import { readFileSync } from 'node:fs';

export type Sqlite = Database.Database;

/** Increase with every change of schema.sql. Practice data is not migrated: the file is recreated. */
const SCHEMA_VERSION = 3;

const schema = readFileSync(new URL('./schema.sql', import.meta.url), 'utf8');

export class OutdatedPracticeFile extends Error {
	constructor(file: string) {
		super(
			`${file} was made by another version of the practice service. Move it away to start with new data.`,
		);
		this.name = 'OutdatedPracticeFile';
	}
}

/** @param file a path, `:memory:`, or a file's content, to be kept in memory @throws OutdatedPracticeFile */
export function openPracticeFile(file: string | Buffer): { db: Sqlite; isNew: boolean } {
	const db = new Database(file);
	try {
		db.pragma('journal_mode = WAL');
		db.pragma('synchronous = FULL');
		const version = Number(db.pragma('user_version', { simple: true }));
		if (version !== 0 && version !== SCHEMA_VERSION) {
			throw new OutdatedPracticeFile(String(file));
		}
		return { db, isNew: version === 0 };
	} catch (error) {
		db.close();
		throw error;
	}
}

/** Empties the file except for sign-ins and fills it with `build`, in one transaction. */
export function rebuild(db: Sqlite, build: () => void): void {
	db.transaction(() => {
		const tables = db
			.prepare<[], { name: string }>(
				`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'token'`,
			)
			.all();
		for (const { name } of tables) db.exec(`DROP TABLE ${name}`);
		db.exec(schema);
		build();
		db.pragma(`user_version = ${SCHEMA_VERSION}`);
	}).immediate();
}
