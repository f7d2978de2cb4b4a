import { expect, it } from 'vitest';
import { Format } from '../messages/format.svelte.ts';
import { Language } from '../messages/language.svelte.ts';
import { costWords, differenceWords } from './cost-words.ts';

it('shows the sign of a difference, and none of a cost', () => {
	const language = new Language('en', 'en-GB');
	const words = { t: language.t, format: new Format(language) };
	const total = { cost: '4', costsUnknown: 0 };
	expect(differenceWords(words, total, 'EUR')).toBe('+€4.00');
	expect(costWords(words, total, 'EUR')).toBe('€4.00');
});
