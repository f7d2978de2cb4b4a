import { expect, it } from 'vitest';
import { fitsWords, searchText } from './words.ts';

const found = (typed: string, ...texts: string[]): boolean => fitsWords(typed)(searchText(texts));

it('finds a text by word prefixes, ignoring accents and case', () => {
	expect(found('creme fell', 'The crème brûlée', 'FELL down')).toBe(true);
	expect(found('reme', 'The crème brûlée')).toBe(false);
	expect(found('', 'anything')).toBe(true);
});

it('finds a number whole, and by the part after its hyphen', () => {
	expect(found('wst-004', 'WST-0042')).toBe(true);
	expect(found('0042', 'WST-0042')).toBe(true);
	expect(found('042', 'WST-0042')).toBe(false);
});
