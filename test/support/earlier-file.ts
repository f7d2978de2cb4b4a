// A stillroom.db of an earlier version, as the migrations up to then made it.
import Database from 'better-sqlite3';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const migrations = join(import.meta.dirname, '../../src/main/core/store/migrations/durable');

/** @param before what the first migration that this version did not have, and no earlier one, says */
export function openEarlier(file: string, before: string): Database.Database {
	const db = new Database(file);
	db.pragma('foreign_keys = ON');
	const scripts = readdirSync(migrations)
		.sort()
		.map((name) => readFileSync(join(migrations, name), 'utf8'));
	const here = scripts.findIndex((script) => script.includes(before));
	for (const script of scripts.slice(0, here)) db.exec(script);
	db.pragma(`user_version = ${String(here)}`);
	return db;
}
