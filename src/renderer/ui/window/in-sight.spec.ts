import { describe, expect, it } from 'vitest';
import { rowAt, rowsToDraw, scrollToShow } from './in-sight.ts';

/** 30 rows, every tenth a heading of 26 px, the others 34. */
const tops = new Float64Array(31);
for (let index = 0; index < 30; index++)
	tops[index + 1] = (tops[index] ?? 0) + (index % 10 === 0 ? 26 : 34);
const heightOf = (index: number): number => (tops[index + 1] ?? 0) - (tops[index] ?? 0);

describe('visible rows', () => {
	it('begin at the scroll position', () => {
		expect(rowAt(tops, 0)).toBe(0);
		expect(rowAt(tops, 25.9)).toBe(0);
		expect(rowAt(tops, 26)).toBe(1);
		expect(rowAt(tops, 1e9)).toBe(29);
		expect(rowAt(new Float64Array(1), 100)).toBe(0);
	});

	it.each([
		['in the window', 12],
		['above the window', 2],
		['just above the window', 9],
		['below the window', 29],
		['nowhere', null],
	])('keep the total height, and render the current row, with it %s', (_, held) => {
		const { indexes, gaps, aboveMiddle } = rowsToDraw(tops, 10, 15, held);
		const height = indexes.reduce((sum, index) => sum + heightOf(index), 0);
		expect(gaps.top + gaps.middle + gaps.bottom + height).toBe(tops[30]);
		expect(indexes).toEqual([...indexes].sort((a, b) => a - b));
		expect(indexes).toEqual(expect.arrayContaining([10, 11, 12, 13, 14, 15]));
		if (held !== null) expect(indexes.filter((index) => index === held)).toHaveLength(1);
		expect(gaps.top).toBe(tops[indexes[0] ?? 0]);
		const below = indexes[aboveMiddle];
		if (below !== undefined) {
			const above = indexes.slice(0, aboveMiddle).reduce((sum, index) => sum + heightOf(index), 0);
			expect(gaps.top + above + gaps.middle).toBe(tops[below]);
		}
	});

	it('scroll just enough to show the row and the one ahead', () => {
		expect(scrollToShow(tops, 5, 0, 300, 0, 34)).toBe(0);
		expect(scrollToShow(tops, 20, 0, 300, 0, 34)).toBe((tops[22] ?? 0) - 300);
		expect(scrollToShow(tops, 5, 400, 300, 0, 34)).toBe(tops[5]);
		expect(scrollToShow(tops, 1, 400, 300, 26, 34)).toBe(0);
		expect(scrollToShow(tops, 29, 0, 300, 0, 34)).toBe((tops[30] ?? 0) - 300);
	});
});
