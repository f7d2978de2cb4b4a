import { expect, it } from 'vitest';
import { Format } from '../../messages/format.svelte.ts';
import { Language } from '../../messages/language.svelte.ts';
import { versionWords } from './overlap-words.ts';

const language = new Language('en');
const english = { t: language.t, format: new Format(language) };
const inField = (field: string, text: string, currency: string) =>
	versionWords(english, { item: null, field }, { amounts: [], reason: '', text }, currency);

it('says the value of a document as money, and any other field word for word', () => {
	expect(inField('totalCost', '1234.5', 'EUR')).toBe('€1,234.50');
	expect(inField('totalCost', 'not yet', 'EUR')).toBe('not yet');
	expect(inField('status', 'Rejected', 'EUR')).toBe('Rejected');
});
