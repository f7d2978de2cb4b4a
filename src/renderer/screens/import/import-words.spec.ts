import { expect, test } from 'vitest';
import { Language } from '../../messages/language.svelte.ts';
import { Format } from '../../messages/format.svelte.ts';
import { sourceWord } from '../../record/run-words.ts';
import { problemWords } from './import-words.ts';

test('what no cell can hold is to be added in the form', () => {
	const language = new Language();
	const words = { t: language.t, format: new Format(language, () => '') };
	const needed = (at: string) =>
		problemWords(words, 'approvalMatrix', {
			at,
			column: null,
			text: '',
			code: 'needed',
			args: {},
			weight: 'stops',
		});
	expect(needed('layers/3/rules')).toMatch(
		/: A table has no column for this\. Add the line in the form/,
	);
	expect(needed('layers')).toBe('Layers: This is required.');
	expect(needed('name')).toBe('Name: This is required.');
});

test.each([
	[['supplier', 'wasteReason', 'currency'], 'Bulk edit · Suppliers, Waste reasons and Currencies'],
	[['supplier', 'wasteReason', 'inventoryItem', 'currency'], 'Bulk edit'],
] as const)('names the kinds of records %j if they are few', (types, said) => {
	const language = new Language('en');
	const app = { t: language.t, format: new Format(language) };
	expect(sourceWord(app, { source: 'bulk', title: '', types: [...types] })).toBe(said);
});
