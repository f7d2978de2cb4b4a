import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore, type Store } from '../store/open.ts';
import { readSettings, writeSettings } from '../store/settings.ts';

let folder: string;
let store: Store;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'stillroom-settings-'));
	store = openStore(folder);
});
afterEach(() => {
	store.close();
	rmSync(folder, { recursive: true });
});

test('A PC set to Arabic begins in Arabic, any other in English, each with its own formats', () => {
	expect(readSettings(store, 'ar-EG')).toMatchObject({ language: 'ar', locale: 'ar-EG' });
	expect(readSettings(store, 'fr-FR')).toMatchObject({ language: 'en', locale: 'fr-FR' });
});

test('What was set stays set after a restart, and the rest keeps its default', () => {
	writeSettings(store, { theme: 'dark', locationId: 'L-1' });
	writeSettings(store, { theme: 'light' });
	store.close();
	store = openStore(folder);
	expect(readSettings(store, 'en-GB')).toMatchObject({
		theme: 'light',
		locationId: 'L-1',
		density: 'default',
	});
});

test('A value that this version does not know is as good as none', () => {
	store.durable.prepare(`INSERT INTO setting VALUES ('density', '"airy"'), ('colour', '1')`).run();
	expect(readSettings(store, 'en-GB').density).toBe('default');
});
