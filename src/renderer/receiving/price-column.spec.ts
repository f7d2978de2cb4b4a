import { expect, test } from 'vitest';
import { Format } from '../messages/format.svelte.ts';
import { Language } from '../messages/language.svelte.ts';
import { priceColumnOf } from './price-column.ts';
import type { ReceivingLine } from './receiving-sheet.ts';

const language = new Language('en');
const column = priceColumnOf({ t: language.t, format: new Format(language) }, '90px');
const boxOf = (line: object) => {
	const entry = { price: null };
	return column.box?.({
		entry,
		orderedPrice: '4.5',
		unitName: 'kg',
		...line,
	} as unknown as ReceivingLine);
};

test('a blank price shows what was ordered, and its unit where that is another', () => {
	expect(boxOf({})).toMatchObject({ typed: '', blank: '4.50', disabled: false });
	expect(boxOf({ entry: { price: '5' } })).toMatchObject({ typed: '5' });
	expect(boxOf({ orderedPrice: null })?.blank).toMatch(/kg$/);
	expect(boxOf({ weighed: { measure: 'weight' } })?.blank).toMatch(/^4\.50.*kg$/);
	expect(boxOf({ entry: null })).toMatchObject({ disabled: true });
});
