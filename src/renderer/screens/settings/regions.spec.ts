import { describe, expect, it } from 'vitest';
import { localeFor, regionsFor } from './regions.ts';

describe('the region formats on offer', () => {
	it('begin with those of the language, in its own words', () => {
		const [first] = regionsFor('ar', 'en-GB');
		expect(first?.value).toMatch(/^ar-/);
		expect(first?.label).toMatch(/[\u0600-\u06ff]/);
	});

	it('hold the one in force, even one that is not on the list, and once', () => {
		expect(regionsFor('en', 'en-NZ').filter(({ value }) => value === 'en-NZ')).toHaveLength(1);
		expect(regionsFor('en', 'en-GB').filter(({ value }) => value === 'en-GB')).toHaveLength(1);
	});
});

describe('a change of language', () => {
	it('keeps a region of that language, and takes its usual one else', () => {
		expect(localeFor('en', 'en-US')).toBe('en-US');
		expect(localeFor('ar', 'en-US')).toBe('ar-SA');
		expect(localeFor('ar', 'ar-EG')).toBe('ar-EG');
	});
});
