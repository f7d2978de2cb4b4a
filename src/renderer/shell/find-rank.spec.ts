import { expect, test } from 'vitest';
import { rankedBy } from './find-rank.ts';

const labels = (typed: string, ...from: string[]) =>
	rankedBy(
		typed,
		from.map((label) => ({ label })),
	).map(({ label }) => label);

test('whole words come first', () => {
	expect(labels('gin', 'Ginger ale', 'London dry gin', 'Tonic')).toEqual([
		'London dry gin',
		'Ginger ale',
	]);
});

test('labels that begin with it come before labels with it further on', () => {
	expect(labels('rec', 'New record prefix', 'Receive from Mill Street')).toEqual([
		'Receive from Mill Street',
		'New record prefix',
	]);
});

test('words may come in any order and without accents', () => {
	expect(labels('dark the', 'Dark theme', 'Light theme')).toEqual(['Dark theme']);
	expect(labels('creme', 'Crème brûlée')).toEqual(['Crème brûlée']);
});

test('nothing typed keeps everything in its order', () => {
	expect(labels('', 'B', 'A')).toEqual(['B', 'A']);
});
