import { describe, expect, it } from 'vitest';
import { drawnRows, entryAt, layoutOf, scrollToShow, type Drawn } from './layout.ts';

const shelves = Array.from({ length: 30 }, (_, number) => ({
	kind: number % 10 === 0 ? ('section' as const) : ('line' as const),
	key: `k${String(number)}`,
}));
const { tops, lines, indexOf } = layoutOf(shelves, 34, 26);

const heightOf = (drawn: Drawn): number =>
	drawn.kind === 'gap' ? drawn.height : (tops[drawn.index + 1] ?? 0) - (tops[drawn.index] ?? 0);

describe('the layout of a grid', () => {
	it('lays lines and section heads below one another at their own heights', () => {
		expect([tops[0], tops[1], tops[2]]).toEqual([0, 26, 60]);
		expect(tops[30]).toBe(3 * 26 + 27 * 34);
		expect([lines.length, lines[0], lines[9]]).toEqual([27, 1, 11]);
		expect(indexOf.get('k11')).toBe(11);
	});

	it('finds the entry at a height', () => {
		expect(entryAt(tops, 0)).toBe(0);
		expect(entryAt(tops, 25.9)).toBe(0);
		expect(entryAt(tops, 26)).toBe(1);
		expect(entryAt(tops, 1e9)).toBe(29);
		expect(entryAt(layoutOf([], 34, 26).tops, 100)).toBe(0);
	});

	it.each([
		['in the window', 12],
		['above the window', 2],
		['just above the window', 9],
		['below the window', 29],
		['nowhere', null],
	])('keeps the whole height, and the row in hand drawn, with it %s', (_, held) => {
		const drawn = drawnRows(tops, 10, 15, held);
		const indexes = drawn.flatMap((one) => (one.kind === 'entry' ? [one.index] : []));
		expect(drawn.reduce((sum, one) => sum + heightOf(one), 0)).toBe(tops[30]);
		expect(indexes).toEqual([...indexes].sort((a, b) => a - b));
		expect(indexes).toEqual(expect.arrayContaining([10, 11, 12, 13, 14, 15]));
		if (held !== null) expect(indexes.filter((index) => index === held)).toHaveLength(1);
	});

	it('scrolls no further than to show the whole row and the one ahead', () => {
		expect(scrollToShow(tops, 5, 0, 300, 0, 34)).toBe(0);
		expect(scrollToShow(tops, 20, 0, 300, 0, 34)).toBe((tops[22] ?? 0) - 300);
		expect(scrollToShow(tops, 5, 400, 300, 0, 34)).toBe(tops[5]);
		expect(scrollToShow(tops, 1, 400, 300, 26, 34)).toBe(0);
		expect(scrollToShow(tops, 29, 0, 300, 0, 34)).toBe((tops[30] ?? 0) - 300);
	});
});
