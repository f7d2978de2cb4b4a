import { expect, it } from 'vitest';
import { asOfNow } from './as-of.ts';

const fetched = (kind: string, asOf: number | null) => {
	return { kind, asOf, count: 1, complete: true, incomplete: null };
};

it('follows a list that is fetched again without a change', () => {
	expect(asOfNow(100, ['wastage'], [fetched('wastage', 400), fetched('item', 50)])).toBe(400);
});

it('is the age of the oldest list, and never older than the rows themselves', () => {
	const tables = [fetched('transferOut', 400), fetched('transferIn', 300)];
	expect(asOfNow(100, ['transferOut', 'transferIn'], tables)).toBe(300);
	expect(asOfNow(500, ['transferOut', 'transferIn'], tables)).toBe(500);
	expect(asOfNow(100, ['stock'], tables)).toBe(100);
	expect(asOfNow(100, [], tables)).toBe(100);
});

it('does not invent an age for what was never fetched', () => {
	expect(asOfNow(null, ['wastage'], [fetched('wastage', 400)])).toBeNull();
});
