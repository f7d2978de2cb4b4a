import { expect, it } from 'vitest';
import { layoutOf, roomAhead } from './layout.ts';

const shelves = Array.from({ length: 30 }, (_, number) => ({
	kind: number % 10 === 0 ? ('section' as const) : ('line' as const),
	key: `k${String(number)}`,
}));

it('stacks lines and headings at their own heights', () => {
	const { tops, lines, indexOf } = layoutOf(shelves, 34, 26);
	expect([tops[0], tops[1], tops[2]]).toEqual([0, 26, 60]);
	expect(tops[30]).toBe(3 * 26 + 27 * 34);
	expect([lines.length, lines[0], lines[9]]).toEqual([27, 1, 11]);
	expect(indexOf.get('k11')).toBe(11);
});

it('keeps room for three lines ahead with headings, or fewer if they take too much', () => {
	const layout = layoutOf(shelves, 34, 26);
	// Line 8 is the last of its section, line 26 of all.
	expect(roomAhead(layout, 2, 1, 300)).toBe(3 * 34);
	expect(roomAhead(layout, 8, 1, 300)).toBe(26 + 3 * 34);
	expect(roomAhead(layout, 8, 1, 120)).toBe(26 + 2 * 34);
	expect(roomAhead(layout, 10, -1, 300)).toBe(26 + 3 * 34);
	expect(roomAhead(layout, 2, -1, 300)).toBe(26 + 2 * 34);
	expect([25, 26].map((line) => roomAhead(layout, line, 1, 300))).toEqual([34, 0]);
	expect(roomAhead(layout, 5, 1, 20)).toBe(0);
});
