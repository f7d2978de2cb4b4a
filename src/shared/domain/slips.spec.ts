import { expect, it } from 'vitest';
import { closestWords } from './slips.ts';

const kitchen = [
	'tomatoes',
	'tomato',
	'mozzarella',
	'lettuce',
	'chicken',
	'chickpeas',
	'milk',
	'mint',
	'gin',
	'ginger',
	'potato',
	'bread',
	'brandy',
	'salmon',
];

it.each([
	['tomatos', ['tomatoes', 'tomato']],
	['mozarela', ['mozzarella']],
	['letuce', ['lettuce']],
	['chiken', ['chicken']],
	['samlon', ['salmon']],
	['brad', ['bread']],
	['mlik', ['milk']],
	['poxaxo', ['potato']],
	['tomate', ['tomato']],
])('takes %s for %j', (typed, meant) => {
	expect(closestWords(typed, kitchen)).toEqual(meant);
});

it('takes the beginning of a word with a slip for the word', () => {
	expect(closestWords('mozar', kitchen)).toEqual(['mozzarella']);
});

it('does not guess at short words, other first letters or more than two slips', () => {
	const few = ['mabk', 'mxik', 'mlxk', 'brxxd'];
	const others = ['gon', 'tin', 'xomato', 'lotato', 'motzerela', 'zzzzzzzz', 'milk2', ''];
	for (const typed of [...few, ...others]) {
		expect(closestWords(typed, kitchen), typed).toEqual([]);
	}
});
