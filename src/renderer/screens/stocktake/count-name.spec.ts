import { expect, test } from 'vitest';
import { Language } from '../../messages/language.svelte.ts';
import { nameFromTemplate, suggestedName } from './count-name.ts';

const english = new Language('en', 'en-GB');

test('names a mid-month count after its day', () => {
	expect(suggestedName('2026-11-12', [], english)).toBe('Count of 12 November');
});

test('names a count around the end of a month after that month', () => {
	expect(suggestedName('2026-11-29', [], english)).toBe('Month-end count, November');
	expect(suggestedName('2026-11-30', [], english)).toBe('Month-end count, November');
	expect(suggestedName('2026-12-01', [], english)).toBe('Month-end count, November');
	expect(suggestedName('2026-12-02', [], english)).toBe('Count of 2 December');
});

test('names the areas of a count that leaves some out', () => {
	const ofDay = (...areas: string[]) => suggestedName('2026-11-12', areas, english);
	expect(ofDay('Bar')).toBe('Count of 12 November: Bar');
	expect(ofDay('Bar', 'Cellar', 'Dry store')).toBe('Count of 12 November: Bar, Cellar, Dry store');
	expect(ofDay('Bar', 'Cellar', 'Dry store', 'Kitchen')).toBe(
		'Count of 12 November: Bar, Cellar and 2 more',
	);
	expect(suggestedName('2026-11-30', ['Bar'], english)).toBe('Month-end count, November: Bar');
});

test('gives each count from a template its day', () => {
	expect(nameFromTemplate('Weekly spirits', '2026-11-12', english)).toBe(
		'Weekly spirits, 12 November',
	);
});

test("uses the screens' language", () => {
	const arabic = new Language('ar', 'ar-SA');
	expect(suggestedName('2026-11-30', [], arabic)).toContain('نوفمبر');
});
