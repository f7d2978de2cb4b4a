import { expect, it } from 'vitest';
import { Format } from '../../messages/format.svelte.ts';
import { Language } from '../../messages/language.svelte.ts';
import { versionWords } from './overlap-words.ts';

const language = new Language('en');
const english = { t: language.t, format: new Format(language) };
const inField = (field: string, text: string, currency: string) =>
	versionWords(english, { item: null, field }, { amounts: [], reason: '', text }, currency);

it("shows a document's value as money, and other fields verbatim", () => {
	expect(inField('totalCost', '1234.5', 'EUR')).toBe('€1,234.50');
	expect(inField('totalCost', 'not yet', 'EUR')).toBe('not yet');
	expect(inField('status', 'Rejected', 'EUR')).toBe('Rejected');
});
