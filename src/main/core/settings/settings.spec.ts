import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore, type Store } from '../store/open.ts';
import { settingsTable } from '../store/settings.ts';
import { freshFolder } from '../../../../test/support/fresh-folder.ts';

const folder = freshFolder();
let store: Store;

beforeEach(() => {
	store = openStore(folder());
});
afterEach(() => {
	store.close();
});

test('A PC set to Arabic starts in Arabic, any other in English, with its own formats', () => {
	expect(settingsTable(store, 'ar-EG').read()).toMatchObject({ language: 'ar', locale: 'ar-EG' });
	expect(settingsTable(store, 'fr-FR').read()).toMatchObject({ language: 'en', locale: 'fr-FR' });
});

test('An unreadable setting gets its default and hides no other', () => {
	settingsTable(store, 'en-GB').write({ theme: 'dark', person: 'Noor' });
	store.durable.exec(`UPDATE setting SET value = '"da' WHERE name = 'theme'`);
	expect(settingsTable(store, 'en-GB').read()).toMatchObject({ theme: 'system', person: 'Noor' });
});

test('Settings survive a restart, and the others keep their defaults', () => {
	const settings = settingsTable(store, 'en-GB');
	settings.write({ theme: 'dark', locationId: 'L-1' });
	settings.write({ theme: 'light' });
	expect(settings.read().theme).toBe('light');
	store.close();
	store = openStore(folder());
	expect(settingsTable(store, 'en-GB').read()).toMatchObject({
		theme: 'light',
		locationId: 'L-1',
		density: 'default',
		approvalsWait: false,
		anotherApproves: [],
		undoSeconds: 5,
	});
});

test('A value this version does not know is ignored', () => {
	store.durable.prepare(`INSERT INTO setting VALUES ('density', '"airy"'), ('colour', '1')`).run();
	expect(settingsTable(store, 'en-GB').read().density).toBe('default');
});
