import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { screens } from '../screens/index.ts';
import { keysMarkdown } from './key-words.ts';
import { isKey, keyNames, keyTable, placesOf } from './keys.ts';

const pressed = (key: string, more: Partial<KeyboardEvent> = {}) => ({
	key,
	code: '',
	ctrlKey: false,
	metaKey: false,
	altKey: false,
	shiftKey: false,
	...more,
});

describe('the table of keys', () => {
	test('gives each key one meaning', () => {
		const chords = keyNames.flatMap((name) => keyTable[name].chords);
		expect(new Set(chords).size).toBe(chords.length);
	});

	test('knows a key by its position and its modifiers', () => {
		const undo = { code: 'KeyZ', ctrlKey: true };
		expect(isKey(pressed('ئ', undo), 'undo')).toBe(true);
		expect(isKey(pressed('z', { ...undo, shiftKey: true }), 'undo')).toBe(false);
		expect(isKey(pressed('Z', { ...undo, shiftKey: true }), 'redo')).toBe(true);
		expect(isKey(pressed('Enter', { metaKey: true }), 'finish')).toBe(true);
		expect(isKey(pressed('PageDown', { altKey: true }), 'nextArea')).toBe(true);
		expect(isKey(pressed('?', { shiftKey: true }), 'showKeys')).toBe(true);
		expect(isKey(pressed('؟', { shiftKey: true }), 'showKeys')).toBe(true);
	});

	test('names the keys of every screen', () => {
		for (const { path } of screens) expect(placesOf(path)).toContain('everywhere');
		expect(placesOf('/counts/:id')).toEqual(['count', 'sheet', 'everywhere']);
		expect(placesOf('/counts/new')).toEqual(['newCount', 'everywhere']);
	});

	test('is what docs/keys.md shows', async () => {
		await expect(keysMarkdown()).toMatchFileSnapshot('../../../docs/keys.md');
	});

	test('is the only place that knows the keys of actions', () => {
		const folder = join(import.meta.dirname, '..');
		const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
			(path) => /\.(svelte|ts)$/.test(path) && !/spec\.ts$|^keys\//.test(path),
		);
		const own = sources.filter((path) =>
			/=== [`'](F\d+|Key[A-Z$])/.test(readFileSync(join(folder, path), 'utf8')),
		);
		expect(own).toEqual([]);
	});
});
