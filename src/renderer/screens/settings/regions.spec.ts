import { describe, expect, it } from 'vitest';
import { someSettings } from '../../../../test/support/test-core.ts';
import type { Settings } from '../../../shared/bridge/app.ts';
import { regionsFor, toLanguage } from './regions.ts';

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
	const to = (language: 'en' | 'ar', now: Partial<Settings>): Settings => {
		const settings = { ...someSettings, ...now };
		return { ...settings, ...toLanguage(language, settings) };
	};

	it('keeps a region of that language, else takes its usual one', () => {
		expect(to('en', { language: 'ar', locale: 'en-US' }).locale).toBe('en-US');
		expect(to('ar', { locale: 'en-US' }).locale).toBe('ar-SA');
	});

	it('returns to the region used with that language before', () => {
		const arabic = { ...to('ar', { locale: 'en-US' }), locale: 'ar-EG' };
		const english = to('en', arabic);
		expect(english.locale).toBe('en-US');
		expect(to('ar', english).locale).toBe('ar-EG');
		expect(to('en', to('ar', { locale: 'de-DE' })).locale).toBe('de-DE');
	});
});
