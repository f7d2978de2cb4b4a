import { expect, test } from 'vitest';
import { Language } from '../../messages/language.svelte.ts';
import { Format } from '../../messages/format.svelte.ts';
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
	expect(needed('layers')).toBe('Layers: Enter this.');
	expect(needed('name')).toBe('Name: Enter this.');
});
