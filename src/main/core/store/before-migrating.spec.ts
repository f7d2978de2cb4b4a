import Database from 'better-sqlite3';
import { beforeEach, expect, test } from 'vitest';
import { copyBeforeMigrating, copyFile, isWhole, listCopies } from './copies.ts';
import { knownFormat, openStore } from './open.ts';
import { settingsTable } from './settings.ts';
import { freshFolder } from '../../../../test/support/fresh-folder.ts';

const folder = freshFolder();
const at = Date.UTC(2026, 4, 1, 10);
beforeEach(() => {
	const store = openStore(folder());
	settingsTable(store, 'en-GB').write({ person: 'Noor' });
	store.close();
});

const file = () => folder('stillroom.db');

test('a file of an earlier format is copied whole before it is migrated', () => {
	const copy = copyBeforeMigrating(folder(), file(), at, knownFormat() + 1);
	expect(copy).toMatchObject({ number: 1, at });
	expect(listCopies(folder())).toEqual([copy]);
	const copied = copyFile(folder(), copy ?? { name: '' });
	expect(isWhole(copied)).toBe(true);
	const db = new Database(copied, { readonly: true });
	expect(db.prepare(`SELECT value FROM setting WHERE name = 'person'`).pluck().get()).toBe(
		'"Noor"',
	);
	db.close();
});

test('a file of this format, a new one and a missing one are not copied', () => {
	expect(copyBeforeMigrating(folder(), file(), at, knownFormat())).toBeNull();
	expect(copyBeforeMigrating(folder(), folder('none.db'), at, 2)).toBeNull();
	expect(listCopies(folder())).toEqual([]);
});
