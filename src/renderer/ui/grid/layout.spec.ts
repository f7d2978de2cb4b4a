import { expect, it } from 'vitest';
import { layoutOf } from './layout.ts';

it('lays lines and section heads below one another at their own heights', () => {
	const shelves = Array.from({ length: 30 }, (_, number) => ({
		kind: number % 10 === 0 ? ('section' as const) : ('line' as const),
		key: `k${String(number)}`,
	}));
	const { tops, lines, indexOf } = layoutOf(shelves, 34, 26);
	expect([tops[0], tops[1], tops[2]]).toEqual([0, 26, 60]);
	expect(tops[30]).toBe(3 * 26 + 27 * 34);
	expect([lines.length, lines[0], lines[9]]).toEqual([27, 1, 11]);
	expect(indexOf.get('k11')).toBe(11);
});
