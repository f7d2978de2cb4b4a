import { expect, it } from 'vitest';
import { Format } from '../../messages/format.svelte.ts';
import { Language } from '../../messages/language.svelte.ts';
import { partName, versionWords, type Overlapped } from './overlap-words.ts';

const language = new Language('en');
const english = { t: language.t, format: new Format(language) };
const wordsIn = (document: Overlapped['document']) => (field: string, text: string) => {
	const version = { amounts: [], reason: '', text };
	return versionWords(english, { item: null, field }, version, { document, currency: 'EUR' });
};

it("shows a document's value as money, its date as one, and other fields verbatim", () => {
	const inField = wordsIn('wastage');
	expect(inField('totalCost', '1234.5')).toBe('€1,234.50');
	expect(inField('totalCost', 'not yet')).toBe('not yet');
	expect(inField('date', '2026-11-20T09:30:00Z')).toMatch(/^Fri 20 Nov/);
	expect(inField('date', 'soon')).toBe('soon');
	expect(inField('status', 'Rejected')).toBe('Rejected');
});

it('names the fields of a document, and leaves one of the service alone', () => {
	const fields =
		'description date locationId fromLocationId toLocationId status totalCost rejection shelfLife';
	const names = fields
		.split(' ')
		.map((field) => partName(english, { item: null, field }, { document: 'wastage' }));
	expect(names.join(' · ')).toBe(
		'What happened · Date · Location · From · To · State · Value · Rejection reason · shelfLife',
	);
});

it('names the fields of a record and their values as its form does', () => {
	const within = { document: 'record:supplier' } as const;
	expect(partName(english, { item: null, field: 'paymentDays' }, within)).toBe('Payment days');
	const inField = wordsIn(within.document);
	expect(inField('isActive', 'false')).toBe('Inactive');
	expect(inField('phone', '')).toBe('empty');
});
