import { expect, it } from 'vitest';
import { Format } from '../messages/format.svelte.ts';
import { Language } from '../messages/language.svelte.ts';
import { costWords, differenceWords } from './cost-words.ts';

const without = '(excluding 2 lines of unknown cost)';
it.each([
	['4', 0, '€4.00', '+€4.00'],
	['-2.345', 0, '−€2.35', '−€2.35'],
	['7.5', 2, `€7.50 ${without}`, `+€7.50 ${without}`],
	['-0.004', 2, `€0.00 ${without}`, `€0.00 ${without}`],
	[null, 2, 'unknown', 'unknown'],
] as const)('writes a total of %s without %i lines', (cost, costsUnknown, total, difference) => {
	const language = new Language('en', 'en-GB');
	const words = { t: language.t, format: new Format(language) };
	expect(costWords(words, { cost, costsUnknown }, 'EUR')).toBe(total);
	expect(differenceWords(words, { cost, costsUnknown }, 'EUR')).toBe(difference);
});
