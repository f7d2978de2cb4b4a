import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { Together } from '../../../shared/bridge/count-plan.ts';
import { enterBox, openCount } from '../../../../test/support/counting.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { failureOf } from '../../../../test/support/kitchen.ts';

const kitchen = eachKitchen();
let stocktakeId: string;

beforeEach(() => {
	stocktakeId = open('ask');
});

const open = (together: Together): string => openCount(kitchen, { together });
const enter = (lineNo: number, unitId: string, typed: string, by = '') =>
	enterBox(kitchen, stocktakeId, lineNo, typed, { unitId, by });
const note = (lineNo: number, said: string, by = '') =>
	kitchen.call('stocktake.note', { stocktakeId, lineNo, note: said, by });
const undo = (by = '') => kitchen.call('stocktake.undo', { stocktakeId, by });
const redo = (by = '') => kitchen.call('stocktake.redo', { stocktakeId, by });
const lines = () => kitchen.call('stocktake.sheet', { stocktakeId }).lines;
const standing = () =>
	lines().map(({ boxes, note: said, total }) => ({ boxes, note: said, total }));
const journal = () =>
	kitchen.store.durable
		.prepare<[], string>(`SELECT by || ' ' || kind || ' ' || typed FROM count_entry`)
		.pluck()
		.all();

test('undo and redo cover the whole session, one entry at a time', () => {
	enter(1, '1', '5');
	enter(1, '1', '6');
	note(2, 'open tray');
	expect(undo().cell).toEqual({ lineNo: 2, unitId: null });
	expect(undo().lines[0]!.boxes).toMatchObject([{ typed: '5' }]);
	expect(undo().lines[0]!.state).toBe('uncounted');
	expect(undo()).toEqual({ lines: [], cell: null, savedAt: null });
	expect(redo().lines[0]!.total).toBe('5');
	expect(redo().lines[0]!.total).toBe('6');
	expect(redo().lines[0]!.note).toBe('open tray');
	expect(redo().cell).toBeNull();
	expect(journal().map((row) => row.split(' ')[1])).toEqual([
		'entry',
		'entry',
		'entry',
		'undo',
		'undo',
		'undo',
		'redo',
		'redo',
		'redo',
	]);
});

test('undo still works after a restart', async () => {
	enter(1, '1', '5');
	await kitchen.restart();
	expect(undo().lines[0]!.state).toBe('uncounted');
	await kitchen.restart();
	expect(redo().lines[0]!.total).toBe('5');
});

test('entries made together are undone together', () => {
	const entries = [1, 2, 3].map((lineNo) => ({ lineNo, unitId: '1', typed: '4' }));
	const input = { stocktakeId, entries, locale: 'en-GB', by: '' };
	expect(kitchen.call('stocktake.enterMany', input).lines).toHaveLength(3);
	expect(undo().lines.map(({ state }) => state)).toEqual(['uncounted', 'uncounted', 'uncounted']);
	expect(redo().lines.map(({ total }) => total)).toEqual(['4', '4', '4']);
});

test('if one of several boxes is unreadable, none is written', () => {
	const entries = [
		{ lineNo: 1, unitId: '1', typed: '4' },
		{ lineNo: 2, unitId: '1', typed: 'x' },
	];
	const input = { stocktakeId, entries, locale: 'en-GB', by: '' };
	expect(failureOf(() => kitchen.call('stocktake.enterMany', input)).code).toBe('not-a-quantity');
	expect(journal()).toEqual([]);
});

test('after any number of undos, the same number of redos restores everything', () => {
	const act = fc.oneof(
		fc.record({
			lineNo: fc.integer({ min: 1, max: 3 }),
			typed: fc.constantFrom('', '0', '7', '2+1'),
		}),
		fc.record({ lineNo: fc.integer({ min: 1, max: 3 }), note: fc.constantFrom('', 'a', 'b') }),
	);
	fc.assert(
		fc.property(fc.array(act, { minLength: 1, maxLength: 8 }), fc.nat(8), (acts, times) => {
			stocktakeId = open('ask');
			for (const each of acts) {
				if ('typed' in each) enter(each.lineNo, '1', each.typed);
				else note(each.lineNo, each.note);
			}
			const before = standing();
			let back = 0;
			while (back < times && undo().cell !== null) back += 1;
			for (let n = 0; n < back; n += 1) redo();
			expect(standing()).toEqual(before);
		}),
		{ numRuns: 25 },
	);
});

test('the first line counted by two people asks how to combine counts, once per count', () => {
	enter(1, '1', '5');
	const refused = failureOf(() => enter(1, '1', '7', 'Sam'));
	expect(refused.code).toBe('changed-meanwhile');
	expect(refused.details).toEqual([{ path: 'counter', message: 'Noor' }]);
	expect(lines()[0]!.total).toBe('5');
	const choose = (together: 'sum' | 'replace') =>
		kitchen.call('stocktake.together', { stocktakeId, together, by: 'Sam' });
	choose('sum');
	choose('replace');
	expect(enter(1, '1', '7', 'Sam').line.total).toBe('12');
	expect(enter(2, '1', '1', 'Sam').line.total).toBe('1');
});

test('with sum, each person has their own box and undoes only that', () => {
	stocktakeId = open('sum');
	enter(1, '1', '5');
	enter(1, '1', '7', 'Sam');
	expect(lines()[0]).toMatchObject({
		total: '12',
		boxes: [
			{ typed: '5', by: 'Noor' },
			{ typed: '7', by: 'Sam' },
		],
	});
	enter(1, '1', '6');
	expect(undo('Sam').lines[0]!.total).toBe('6');
	expect(undo().lines[0]!.total).toBe('5');
});

test('with replace, the later entry counts and the earlier one stays in the history', () => {
	stocktakeId = open('replace');
	enter(1, '1', '5');
	enter(1, '1', '7', 'Sam');
	expect(lines()[0]!.total).toBe('7');
	expect(journal()).toEqual(['Noor entry 5', 'Sam entry 7']);
	// Noor cannot undo what Sam has changed since. Sam's own undo restores Noor's count.
	expect(undo().cell).toBeNull();
	expect(undo('Sam').lines[0]!.boxes).toMatchObject([{ typed: '5', by: 'Noor' }]);
});

test('with keep, the first count is used and the later one goes to the history', () => {
	stocktakeId = open('keep');
	enter(1, '1', '5');
	expect(enter(1, '1', '7', 'Sam')).toMatchObject({ kept: 'Noor', line: { total: '5' } });
	expect(enter(1, '1', '6')).toMatchObject({ kept: null, line: { total: '6' } });
	expect(journal()).toEqual(['Noor entry 5', 'Sam kept-out 7', 'Noor entry 6']);
	expect(undo('Sam').cell).toBeNull();
});

test('everyone with the count open sees who else is there, and in which area', () => {
	const here = (window: string, areaId: string | null, by: string, leaving = false) =>
		kitchen.call('stocktake.here', { stocktakeId, window, areaId, leaving, by }).counters;
	here('window-1', 'A-1', '');
	expect(here('window-2', 'A-2', 'Sam')).toEqual([
		{ window: 'window-1', person: 'Noor', areaId: 'A-1' },
		{ window: 'window-2', person: 'Sam', areaId: 'A-2' },
	]);
	expect(kitchen.events.at(-1)).toMatchObject({ name: 'stocktake.counters' });
	expect(here('window-1', null, '', true)).toEqual([
		{ window: 'window-2', person: 'Sam', areaId: 'A-2' },
	]);
});

test('an unknown barcode is kept with its number of scans and can be assigned to a line', () => {
	const keep = () =>
		kitchen.call('stocktake.keepUnknownCode', { stocktakeId, code: '999', areaId: 'A-1' });
	keep();
	const { codeId, times } = keep();
	expect(times).toBe(2);
	const said = { stocktakeId, codeId, typed: '12', note: 'blue tub', by: '' };
	kitchen.call('stocktake.noteUnknownCode', said);
	const review = () => kitchen.call('stocktake.review', { stocktakeId });
	expect(review().unknownCodes).toMatchObject([{ code: '999', typed: '12', note: 'blue tub' }]);
	const assigned = {
		stocktakeId,
		codeId,
		lineNo: 2,
		unitId: '1',
		typed: '12',
		locale: 'en-GB',
		by: '',
	};
	kitchen.call('stocktake.assignUnknownCode', assigned);
	expect(lines()[1]!.total).toBe('12');
	expect(review().unknownCodes).toMatchObject([{ lineNo: 2 }]);
});
