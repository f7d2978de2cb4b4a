import { expect, test } from 'vitest';
import { dropOf, stepOf } from './arranging.ts';
import type { SheetRow } from './sheet-lines.svelte.ts';

/** Rows `1` and `2` on shelf A, `3` on shelf B of the fridge; `4` in the dry store. */
const row = (lineNo: number, areaId: string, shelf: string) =>
	({ line: { lineNo, areaId, shelf } }) as SheetRow;
const [one, two, three, four] = [
	row(1, 'fridge', 'A'),
	row(2, 'fridge', 'A'),
	row(3, 'fridge', 'B'),
	row(4, 'dry', ''),
];
const areas = [
	{ areaId: 'fridge', rows: [one, two, three] },
	{ areaId: 'dry', rows: [four] },
];

test('a step passes one line, then crosses into the next shelf or area', () => {
	expect(stepOf(areas, one, 1)).toEqual({ areaId: 'fridge', shelf: 'A', behind: 2 });
	expect(stepOf(areas, two, 1)).toEqual({ areaId: 'fridge', shelf: 'B', behind: 1 });
	expect(stepOf(areas, three, 1)).toEqual({ areaId: 'dry', shelf: '', behind: null });
	expect(stepOf(areas, four, 1)).toBeNull();
	expect(stepOf(areas, four, -1)).toEqual({ areaId: 'fridge', shelf: 'B', behind: 3 });
	expect(stepOf(areas, three, -1)).toEqual({ areaId: 'fridge', shelf: 'A', behind: 2 });
	expect(stepOf(areas, two, -1)).toEqual({ areaId: 'fridge', shelf: 'A', behind: null });
	expect(stepOf(areas, one, -1)).toBeNull();
});

test('a dropped line goes before or after the target, on its shelf', () => {
	const [fridge] = areas;
	expect(dropOf(fridge!, three, one, 'upper')).toEqual({
		areaId: 'fridge',
		shelf: 'A',
		behind: null,
	});
	expect(dropOf(fridge!, one, three, 'upper')).toEqual({ areaId: 'fridge', shelf: 'B', behind: 2 });
	expect(dropOf(fridge!, one, three, 'lower')).toEqual({ areaId: 'fridge', shelf: 'B', behind: 3 });
	expect(dropOf(fridge!, one, one, 'lower')).toBeNull();
});
