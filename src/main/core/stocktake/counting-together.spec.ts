import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countPlan, type Together } from '../../../shared/bridge/count-plan.ts';
import {
	caller,
	failureOf,
	openKitchen,
	openStockedKitchen,
	valueOf,
	type Kitchen,
} from '../../../../test/support/kitchen.ts';

let kitchen: Kitchen;
let stocktakeId: string;

beforeEach(async () => {
	kitchen = await openStockedKitchen();
	stocktakeId = open('ask');
});
afterEach(() => kitchen.end());

let intents = 0;
function open(together: Together): string {
	const plan = countPlan.parse({ scope: { kind: 'full' }, together });
	const intentId = `together-${String((intents += 1))}`;
	const input = { locationId: 'L-1', name: 'Friday', plan, planId: null, intentId };
	return valueOf(kitchen.calls['stocktake.open'](input, caller)).stocktakeId;
}
const enter = (lineNo: number, unitId: string, typed: string, by = '') =>
	kitchen.calls['stocktake.enter'](
		{ stocktakeId, lineNo, unitId, typed, locale: 'en-GB', by },
		caller,
	);
const note = (lineNo: number, said: string, by = '') =>
	valueOf(kitchen.calls['stocktake.note']({ stocktakeId, lineNo, note: said, by }, caller));
const undo = (by = '') => valueOf(kitchen.calls['stocktake.undo']({ stocktakeId, by }, caller));
const redo = (by = '') => valueOf(kitchen.calls['stocktake.redo']({ stocktakeId, by }, caller));
const lines = () => valueOf(kitchen.calls['stocktake.sheet']({ stocktakeId }, caller)).lines;
const standing = () =>
	lines().map(({ boxes, note: said, total }) => ({ boxes, note: said, total }));
const journal = () =>
	kitchen.store.durable
		.prepare<[], string>(`SELECT by || ' ' || kind || ' ' || typed FROM count_entry`)
		.pluck()
		.all();

test('Undo and redo go through the whole session, each an entry of its own', () => {
	valueOf(enter(1, '1', '5'));
	valueOf(enter(1, '1', '6'));
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
		...['entry', 'entry', 'entry'],
		...['undo', 'undo', 'undo'],
		...['redo', 'redo', 'redo'],
	]);
});

test('Undo is there after the program ended and started again', async () => {
	valueOf(enter(1, '1', '5'));
	await kitchen.close();
	kitchen = openKitchen({ folder: kitchen.folder });
	expect(undo().lines[0]!.state).toBe('uncounted');
	await kitchen.close();
	kitchen = openKitchen({ folder: kitchen.folder });
	expect(redo().lines[0]!.total).toBe('5');
});

test('What was filled in together is taken back together', () => {
	const entries = [1, 2, 3].map((lineNo) => ({ lineNo, unitId: '1', typed: '4' }));
	const input = { stocktakeId, entries, locale: 'en-GB', by: '' };
	expect(valueOf(kitchen.calls['stocktake.enterMany'](input, caller)).lines).toHaveLength(3);
	expect(undo().lines.map(({ state }) => state)).toEqual(['uncounted', 'uncounted', 'uncounted']);
	expect(redo().lines.map(({ total }) => total)).toEqual(['4', '4', '4']);
});

test('Of several boxes of which one cannot be read none is written', () => {
	const entries = [
		{ lineNo: 1, unitId: '1', typed: '4' },
		{ lineNo: 2, unitId: '1', typed: 'x' },
	];
	const input = { stocktakeId, entries, locale: 'en-GB', by: '' };
	expect(failureOf(kitchen.calls['stocktake.enterMany'](input, caller)).code).toBe(
		'not-a-quantity',
	);
	expect(journal()).toEqual([]);
});

test('However many times one undoes, as many redos bring everything back', () => {
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
				if ('typed' in each) valueOf(enter(each.lineNo, '1', each.typed));
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

test('The first line that two people count asks what becomes of it, once for the count', () => {
	valueOf(enter(1, '1', '5'));
	const refused = failureOf(enter(1, '1', '7', 'Sam'));
	expect(refused.code).toBe('changed-meanwhile');
	expect(refused.details).toEqual([{ path: 'counter', message: 'Noor' }]);
	expect(lines()[0]!.total).toBe('5');
	const choose = (together: 'sum' | 'replace') =>
		valueOf(kitchen.calls['stocktake.together']({ stocktakeId, together, by: 'Sam' }, caller));
	choose('sum');
	choose('replace');
	expect(valueOf(enter(1, '1', '7', 'Sam')).line.total).toBe('12');
	expect(valueOf(enter(2, '1', '1', 'Sam')).line.total).toBe('1');
});

test('Summed, each has a box of their own and takes back only that', () => {
	stocktakeId = open('sum');
	valueOf(enter(1, '1', '5'));
	valueOf(enter(1, '1', '7', 'Sam'));
	expect(lines()[0]).toMatchObject({
		total: '12',
		boxes: [
			{ typed: '5', by: 'Noor' },
			{ typed: '7', by: 'Sam' },
		],
	});
	valueOf(enter(1, '1', '6'));
	expect(undo('Sam').lines[0]!.total).toBe('6');
	expect(undo().lines[0]!.total).toBe('5');
});

test('Replaced, the later entry counts and the earlier one stays in the history', () => {
	stocktakeId = open('replace');
	valueOf(enter(1, '1', '5'));
	valueOf(enter(1, '1', '7', 'Sam'));
	expect(lines()[0]!.total).toBe('7');
	expect(journal()).toEqual(['Noor entry 5', 'Sam entry 7']);
	// What Sam changed since is not Noor's to take back; Sam's own undo gives Noor's count back.
	expect(undo().cell).toBeNull();
	expect(undo('Sam').lines[0]!.boxes).toMatchObject([{ typed: '5', by: 'Noor' }]);
});

test('Kept, the first count stands and the later one is history', () => {
	stocktakeId = open('keep');
	valueOf(enter(1, '1', '5'));
	expect(valueOf(enter(1, '1', '7', 'Sam'))).toMatchObject({ kept: 'Noor', line: { total: '5' } });
	expect(valueOf(enter(1, '1', '6'))).toMatchObject({ kept: null, line: { total: '6' } });
	expect(journal()).toEqual(['Noor entry 5', 'Sam kept-out 7', 'Noor entry 6']);
	expect(undo('Sam').cell).toBeNull();
});

test('Everybody with the count open sees who else is there, and where', () => {
	const here = (window: string, areaId: string | null, by: string, leaving = false) =>
		valueOf(kitchen.calls['stocktake.here']({ stocktakeId, window, areaId, leaving, by }, caller))
			.counters;
	here('one', 'A-1', '');
	expect(here('two', 'A-2', 'Sam')).toEqual([
		{ window: 'one', person: 'Noor', areaId: 'A-1' },
		{ window: 'two', person: 'Sam', areaId: 'A-2' },
	]);
	expect(kitchen.events.at(-1)).toMatchObject({ name: 'stocktake.counters' });
	expect(here('one', null, '', true)).toEqual([{ window: 'two', person: 'Sam', areaId: 'A-2' }]);
});

test('A code that nobody knows is kept with how often it was scanned, and assigned to a line', () => {
	const park = () =>
		valueOf(
			kitchen.calls['stocktake.park']({ stocktakeId, code: '999', areaId: 'A-1', by: '' }, caller),
		);
	park();
	const { parkedId, times } = park();
	expect(times).toBe(2);
	const said = { stocktakeId, parkedId, typed: '12', note: 'blue tub', by: '' };
	valueOf(kitchen.calls['stocktake.noteParked'](said, caller));
	const review = () => valueOf(kitchen.calls['stocktake.review']({ stocktakeId }, caller));
	expect(review().parked).toMatchObject([{ code: '999', typed: '12', note: 'blue tub' }]);
	const assigned = {
		...{ stocktakeId, parkedId, lineNo: 2, unitId: '1', typed: '12', locale: 'en-GB', by: '' },
	};
	expect(valueOf(kitchen.calls['stocktake.assignParked'](assigned, caller)).line.total).toBe('12');
	expect(review().parked).toMatchObject([{ lineNo: 2 }]);
});
