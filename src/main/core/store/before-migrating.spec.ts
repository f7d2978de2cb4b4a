import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyBeforeMigrating, copyFile, isWhole, listCopies } from './copies.ts';
import { knownFormat, openStore } from './open.ts';
import { settingsTable } from './settings.ts';

let folder: string;
const at = Date.UTC(2026, 4, 1, 10);
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'stillroom-migrating-'));
	const store = openStore(folder);
	settingsTable(store, 'en-GB').write({ person: 'Noor' });
	store.close();
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => join(folder, 'stillroom.db');

test('a file of an earlier format is copied whole before it is migrated', () => {
	const copy = copyBeforeMigrating(folder, file(), at, knownFormat() + 1);
	expect(copy).toMatchObject({ number: 1, at });
	expect(listCopies(folder)).toEqual([copy]);
	const copied = copyFile(folder, copy ?? { name: '' });
	expect(isWhole(copied)).toBe(true);
	const db = new Database(copied, { readonly: true });
	expect(db.prepare(`SELECT value FROM setting WHERE name = 'person'`).pluck().get()).toBe(
		'"Noor"',
	);
	db.close();
});

test('a file of this format, a new one and a missing one are not copied', () => {
	expect(copyBeforeMigrating(folder, file(), at, knownFormat())).toBeNull();
	expect(copyBeforeMigrating(folder, join(folder, 'none.db'), at, 2)).toBeNull();
	expect(listCopies(folder)).toEqual([]);
});
