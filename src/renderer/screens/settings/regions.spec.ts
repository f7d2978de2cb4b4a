import { describe, expect, it } from 'vitest';
import { localeFor, regionsFor } from './regions.ts';

describe('region formats', () => {
	it('begin with those of the language, in its own words', () => {
		const [first] = regionsFor('ar', 'en-GB');
		expect(first?.value).toMatch(/^ar-/);
		expect(first?.label).toMatch(/[\u0600-\u06ff]/);
	});

	it('include the current one exactly once, even if unlisted', () => {
		expect(regionsFor('en', 'en-NZ').filter(({ value }) => value === 'en-NZ')).toHaveLength(1);
		expect(regionsFor('en', 'en-GB').filter(({ value }) => value === 'en-GB')).toHaveLength(1);
	});
});

describe('language change', () => {
	it('keeps a region of that language, else takes its usual one', () => {
		expect(localeFor('en', 'en-US')).toBe('en-US');
		expect(localeFor('ar', 'en-US')).toBe('ar-SA');
		expect(localeFor('ar', 'ar-EG')).toBe('ar-EG');
	});
});
