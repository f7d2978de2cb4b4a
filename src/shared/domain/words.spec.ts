import { expect, it } from 'vitest';
import { fitsWords, rowsWithWords, searchText, wholeWords } from './words.ts';

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
	expect(searchText(['WST-0042 of', 'Tuesday'])).toBe(' wst-0042 of tuesday 0042');
});

it('finds the closest words only if nothing has the words as typed', () => {
	const rows = ['Ripe tomatoes', 'Tomato sauce', 'Chicken breast', 'Chick peas'];
	const named = (typed: string) => rowsWithWords(typed, rows, (row) => searchText([row]));
	expect(named('tomato')).toEqual(['Ripe tomatoes', 'Tomato sauce']);
	expect(named('tomatos ripe')).toEqual(['Ripe tomatoes']);
	expect(named('brest chiken')).toEqual(['Chicken breast']);
	expect(named('chi brest')).toEqual(['Chicken breast']);
	expect(named('salmon')).toEqual([]);
	expect(named('')).toEqual(rows);
});

it('counts the typed words that a text has whole', () => {
	const whole = wholeWords('Gin tonic');
	expect(
		[['Tonic and gin'], ['Gin, ginger'], ['Ginger']].map((text) => whole(searchText(text))),
	).toEqual([2, 1, 0]);
});
