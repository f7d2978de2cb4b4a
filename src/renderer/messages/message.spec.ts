import { expect, it } from 'vitest';
import { boxMessage } from './box-message.ts';
import { Format } from './format.svelte.ts';
import { Language } from './language.svelte.ts';
import { failureMessage, say } from './message.ts';
import { parseEntry } from '../../shared/domain/quantity-entry.ts';

const single = {
	unitId: '1',
	name: 'kg',
	kind: 'weight',
	factor: { numerator: '1', denominator: '1' },
	places: 2,
} as const;

it('shows a stored failure in the current language, including its numbers', () => {
	const language = new Language('en', 'en-GB');
	const format = new Format(language);
	const entry = parseEntry('1,5', 'en-GB', { places: 2 });
	const refused = boxMessage(entry, single, { baseUnitName: 'kg' });
	if (refused === null) throw new Error('1,5 is ambiguous in English');
	expect(say(refused, language.t, format)).toBe('1.5 or 15 – which one?');
	language.use('ar', 'ar-EG');
	const arabic = say(refused, language.t, format);
	expect(arabic).toContain('١٫٥');
	expect(arabic).not.toContain('which one');
	expect(say(failureMessage({ code: 'disk-full' }), language.t, format)).toMatch(/قرص/u);
});
