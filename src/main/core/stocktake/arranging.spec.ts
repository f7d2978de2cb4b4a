import { beforeEach, expect, test } from 'vitest';
import { enterBox, openCount } from '../../../../test/support/counting.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { failureOf, itemRecord } from '../../../../test/support/kitchen.ts';
import type { CountPlanInput } from '../../../shared/bridge/count-plan.ts';

const kitchen = eachKitchen();
let stocktakeId: string;
const full = { scope: { kind: 'full' } } as const;

beforeEach(() => {
	stocktakeId = open(full);
});

const open = (plan: CountPlanInput): string => openCount(kitchen, plan);
const sheetOf = (id: string) => kitchen.call('stocktake.sheet', { stocktakeId: id });
const sheet = () => sheetOf(stocktakeId);
const walk = (id = stocktakeId) =>
	sheetOf(id).lines.map(({ areaId, name, shelf }) => `${areaId} ${name} ${shelf}`);
const moveArea = (areaId: string, behind: string | null) =>
	kitchen.call('stocktake.moveArea', { stocktakeId, areaId, behind });
const add = (itemId: string): number =>
	kitchen.call('stocktake.addLine', {
		stocktakeId,
		itemId,
		areaId: 'A-1',
		shelf: 'floor',
		behind: 1,
	}).lineNo;
const enter = (lineNo: number, typed: string) => enterBox(kitchen, stocktakeId, lineNo, typed);
const remove = (lineNo: number, evenIfCounted = false) =>
	kitchen.call('stocktake.removeLine', { stocktakeId, lineNo, evenIfCounted });
const turn = (which: 'undo' | 'redo') =>
	kitchen.call(`stocktake.${which}`, { stocktakeId, by: '' });

test('moving an area moves all its lines, in this count and in the next ones', () => {
	const before = walk();
	moveArea('A-1', 'A-2');
	const after = [
		...before.filter((line) => line.startsWith('A-2')),
		...before.filter((line) => line.startsWith('A-1')),
	];
	expect(sheet().areas.map(({ areaId }) => areaId)).toEqual(['A-2', 'A-1']);
	expect(walk()).toEqual(after);
	// The line numbers, which are printed on paper, do not change.
	expect(sheet().lines.map(({ lineNo }) => lineNo)).toEqual([3, 4, 1, 2]);

	const next = open(full);
	expect(walk(next)).toEqual(after);
	expect(sheetOf(next).areas.map(({ areaId }) => areaId)).toEqual(['A-2', 'A-1']);
	expect(walk(open({ ...full, order: 'service' }))).toEqual(before);

	moveArea('A-1', null);
	expect(walk()).toEqual(before);
	expect(failureOf(() => moveArea('A-9', null)).code).toBe('not-found');
});

test('removing an added line can be undone and redone, including its place in the next count', () => {
	const before = walk();
	const lineNo = add('3');
	const added = walk();
	expect(added).toHaveLength(before.length + 1);
	remove(lineNo);
	expect(walk()).toEqual(before);
	expect(sheet().summary.lines).toBe(before.length);
	expect(walk(open(full))).toEqual(before);

	expect(turn('undo').cell).toEqual({ lineNo, unitId: null });
	expect(walk()).toEqual(added);
	expect(walk(open(full))).toEqual(added);
	turn('redo');
	expect(walk()).toEqual(before);
	expect(walk(open(full))).toEqual(before);
	// The number of a removed line is not reused.
	expect(add('2')).toBe(lineNo + 1);
});

test('a counted line is removed only after confirmation, and undo restores its count', () => {
	const lineNo = add('3');
	enter(lineNo, '4');
	expect(failureOf(() => remove(lineNo))).toMatchObject({
		code: 'changed-meanwhile',
		details: [{ path: 'counted', message: '1' }],
	});
	remove(lineNo, true);
	expect(sheet().summary.counted).toBe(0);
	expect(failureOf(() => enter(lineNo, '5')).code).toBe('not-found');
	const review = kitchen.call('stocktake.review', { stocktakeId });
	expect(review.lines.flatMap(({ lineNos }) => lineNos)).not.toContain(lineNo);
	turn('undo');
	expect(sheet().lines.find((line) => line.lineNo === lineNo)?.total).toBe('4');
	// The act before it is the entry.
	expect(turn('undo').cell).toEqual({ lineNo, unitId: '1' });
});

test('a line from the plan cannot be removed', () => {
	expect(sheet().lines[0]?.added).toBe(false);
	expect(failureOf(() => remove(1)).code).toBe('not-possible-now');
});

test('an unknown barcode becomes known after the catalogue brings it', async () => {
	const scanned = { stocktakeId, code: '4006381333931', areaId: 'A-1', by: '' };
	kitchen.call('stocktake.keepUnknownCode', scanned);
	const unknownCodes = () => kitchen.call('stocktake.unknownCodes', { stocktakeId }).unknownCodes;
	expect(unknownCodes()).toMatchObject([{ times: 1, known: null }]);
	await kitchen.shows({
		'inventoryItem.list': [
			itemRecord('1', 'Whole milk'),
			itemRecord('2', 'Butter', { barcodes: [{ barcode: '4006381333931', uomId: 1 }] }),
			itemRecord('3', 'Cream'),
		],
	});
	expect(unknownCodes()).toMatchObject([{ known: { itemId: '2', name: 'Butter', unitId: '1' } }]);
});
