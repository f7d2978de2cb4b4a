import { expect, test } from 'vitest';
import { Language } from '../../messages/language.svelte.ts';
import { suggestedName } from './count-name.ts';

const english = new Language('en', 'en-GB');

test('names a mid-month count after its day', () => {
	expect(suggestedName('2026-11-12', english)).toBe('Count of 12 November');
});

test('names a count around the end of a month after that month', () => {
	expect(suggestedName('2026-11-29', english)).toBe('Month-end count, November');
	expect(suggestedName('2026-11-30', english)).toBe('Month-end count, November');
	expect(suggestedName('2026-12-01', english)).toBe('Month-end count, November');
	expect(suggestedName('2026-12-02', english)).toBe('Count of 2 December');
});

test("uses the screens' language", () => {
	expect(suggestedName('2026-11-30', new Language('ar', 'ar-SA'))).toContain('نوفمبر');
});
