// A sheet over a real core: what a screen does not show at once, because lines arrive late, twice or out of order.
import { beforeEach, expect, test } from 'vitest';
import { openCountedGoods } from '../../../../test/support/counted-goods.ts';
import { enterBox, openCount } from '../../../../test/support/counting.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { someSettings } from '../../../../test/support/test-core.ts';
import type { CallInput, CallName, CallOutput } from '../../../shared/bridge/contract.ts';
import { succeed, type Reply } from '../../../shared/bridge/reply.ts';
import { Format } from '../../messages/format.svelte.ts';
import { Language } from '../../messages/language.svelte.ts';
import { countSheetAsFile } from './count-sheet-report.ts';
import { CountSheet, type SheetApp } from './count-sheet.svelte.ts';
import { SheetArea, type SheetRow } from './sheet-lines.svelte.ts';
import { standingOf } from './sheet-words.ts';

/** Lines: 1 Whole milk, 2 Butter and 3 Flour in the Dry store, 4 Whole milk and 5 Cream in the Freezer. */
const kitchen = eachKitchen(openCountedGoods);
let stocktakeId: string;
let asked: CallName[];
/** Answers of a call are held back until this resolves. */
let held: Partial<Record<CallName, Promise<void>>>;
let app: SheetApp;
let sheet: CountSheet;

beforeEach(async () => {
	stocktakeId = openCount(kitchen);
	asked = [];
	held = {};
	const language = new Language('en', 'en-GB');
	app = {
		settings: { ...someSettings, person: 'Noor' },
		language,
		t: language.t,
		format: new Format(language),
		explain: ({ code }) => language.t(`errors.${code}`),
		call,
	};
	sheet = new CountSheet(app, stocktakeId);
	await sheet.load();
});

/** The kitchen answers at once, with two lines at first; the answer arrives when it is not held. */
async function call<Name extends CallName>(
	name: Name,
	input: CallInput<Name>,
): Promise<Reply<CallOutput<Name>>>;
async function call(name: 'stocktake.sheet', input: object): Promise<Reply<unknown>> {
	asked.push(name);
	const { window, ...about } = input as CallInput<'stocktake.sheet'>;
	const shown = window === undefined ? about : { ...about, window: { ...window, lines: 2 } };
	const value = kitchen.call(name, shown);
	await held[name];
	return succeed(value);
}

/** Another window fills a box. */
const enterElsewhere = (lineNo: number, typed: string) =>
	enterBox(kitchen, stocktakeId, lineNo, typed).line;

function rowOf(lineNo: number): SheetRow {
	const row = sheet.row(lineNo);
	if (row === undefined) throw new Error(`no line ${lineNo}`);
	return row;
}
const numbers = (rows: readonly SheetRow[]) => rows.map(({ line }) => line.lineNo);

test('a saved text is read in the locale that it was typed in', async () => {
	enterBox(kitchen, stocktakeId, 3, '1.5', { unitId: '2' });
	await sheet.load();
	const flour = rowOf(3);
	expect(flour.ambiguity((column) => flour.typed(column), 'de-DE')).toBeNull();
	expect(flour.total((column) => flour.typed(column), 'de-DE')).toBe('1.5');
});

test("distinguishes zero from uncounted in each area's progress", async () => {
	const [dry] = sheet.areas;
	await sheet.enter(rowOf(1), 'single', '0');
	expect(dry).toMatchObject({ counted: 1, zero: 1 });
	await sheet.enter(rowOf(1), 'single', '40');
	expect(dry).toMatchObject({ counted: 1, zero: 0 });
	await sheet.enter(rowOf(1), 'single', '');
	expect(dry).toMatchObject({ counted: 0, zero: 0 });
});

test("reports how many of an item's places were counted, and assumes no zero for the others", async () => {
	expect(sheet.itemTotal(rowOf(2))).toBeNull();
	await sheet.enter(rowOf(4), 'single', '0');
	expect(sheet.itemTotal(rowOf(1))).toEqual({ places: 2, counted: 1, total: '0' });
	await sheet.enter(rowOf(1), 'case', '2');
	expect(sheet.itemTotal(rowOf(4))).toEqual({ places: 2, counted: 2, total: '24' });
});

test('a box belongs to one person when counts are summed, with a total over all', async () => {
	sheet = new CountSheet(app, openCount(kitchen, { together: 'sum' }));
	await sheet.load();
	await sheet.enter(rowOf(1), 'single', '7');
	sheet.by = 'Sam';
	expect(rowOf(1).typed('single')).toBe('');
	await sheet.enter(rowOf(1), 'single', '5');
	expect(rowOf(1).total((column) => (column === 'single' ? '6' : ''), 'en-GB')).toBe('13');
	expect(rowOf(1).others()).toMatchObject([{ typed: '7', by: 'Noor' }]);
});

test("takes another window's line on the same row, and ignores older ones", () => {
	const milk = rowOf(1);
	const entered = enterElsewhere(1, '2');
	sheet.changed(entered);
	sheet.changed({ ...entered, revision: 0, boxes: [] });
	expect(milk.typed('single')).toBe('2');
	expect(sheet.areas[0]?.counted).toBe(1);
});

test('opens with the first lines and loads the others without replacing their rows', async () => {
	const opened = new CountSheet(app, stocktakeId);
	const lines = Promise.withResolvers<undefined>();
	held = { 'stocktake.lines': lines.promise };
	await opened.open(null);
	const butter = opened.row(2);
	expect(opened.area?.rows).toEqual([opened.row(1), butter]);
	expect(opened.areas.map(({ lines: all }) => all)).toEqual([3, 2]);
	expect(opened.columns).toEqual(['case', 'single']);
	expect(opened.row(3)).toBeUndefined();

	// Entered in another window while the lines are loading.
	opened.changed(enterElsewhere(2, '2'));
	lines.resolve(undefined);
	await opened.whole;
	expect(opened.row(2)).toBe(butter);
	expect(butter?.typed('single')).toBe('2');
	expect(opened.areas.map(({ rows }) => rows.length)).toEqual([3, 2]);
	expect(opened.areas[0]?.counted).toBe(1);
});

test('reloads once more, and only once, when asked during a load', async () => {
	asked = [];
	await Promise.all([sheet.load(), sheet.load(), sheet.load()]);
	expect(asked).toEqual(['stocktake.sheet', 'stocktake.lines']);
});

test('asks for no more lines once its page was left', async () => {
	const opened = new CountSheet(app, stocktakeId);
	const answer = Promise.withResolvers<undefined>();
	held = { 'stocktake.sheet': answer.promise };
	asked = [];
	const whole = opened.load();
	await Promise.resolve();
	opened.leave();
	answer.resolve(undefined);
	await whole;
	expect(asked).toEqual(['stocktake.sheet']);
});

test('keeps its rows and the current area when reloaded', async () => {
	const milk = rowOf(1);
	sheet.area = sheet.areas[1] ?? null;
	await sheet.load();
	expect(rowOf(1)).toBe(milk);
	expect(sheet.area?.areaId).toBe('A-2');
});

test("finds lines by every word, whole words first, then the current area's", async () => {
	const items = kitchen.service.lists['inventoryItem.list'] as { id: string }[];
	await kitchen.shows({
		'inventoryItem.list': items.map((item) =>
			item.id === '3' ? { ...item, name: 'Milkshake' } : item,
		),
	});
	sheet = new CountSheet(app, openCount(kitchen));
	await sheet.load();
	sheet.area = sheet.areas[1] ?? null;
	expect(numbers(sheet.find('milk', 9))).toEqual([4, 1, 5]);
	expect(numbers(sheet.find('milk', 2))).toEqual([4, 1]);
	expect(numbers(sheet.find('mikl da-1', 9))).toEqual([4, 1]);
	expect(numbers(sheet.find('da', 9))).toEqual([4, 5, 1, 2, 3]);
});

test('shows what another window entered before the line arrived', async () => {
	const opened = new CountSheet(app, stocktakeId);
	const answer = Promise.withResolvers<undefined>();
	held = { 'stocktake.sheet': answer.promise };
	// The answer is as old as the question.
	const opening = opened.open(1);
	opened.changed(enterElsewhere(1, '5'));
	answer.resolve(undefined);
	await opening;
	expect(opened.row(1)?.typed('single')).toBe('5');
});

test('loads again after the first answer, which never overtakes the second', async () => {
	const opened = new CountSheet(app, stocktakeId);
	const answer = Promise.withResolvers<undefined>();
	held = { 'stocktake.sheet': answer.promise };
	const opening = opened.open(1);
	held = {};
	kitchen.call('stocktake.together', { stocktakeId, together: 'sum' });
	opened.changed(null);
	for (let turn = 0; turn < 20; turn++) await Promise.resolve();
	answer.resolve(undefined);
	await opening;
	await opened.whole;
	expect(opened.together).toBe('sum');
});

test('one line of two hundred that is uncounted is not a hundred per cent', () => {
	const area = { areaId: 'A-1', name: 'Dry store', lines: 200, zero: 0 };
	const percentOf = (counted: number) => standingOf(app, new SheetArea({ ...area, counted }, []));
	expect(percentOf(199)).toContain('99%');
	expect(percentOf(200)).toContain('100%');
});

test('the file of a sheet has the sum of a box that several people filled', () => {
	stocktakeId = openCount(kitchen, { together: 'sum' });
	enterBox(kitchen, stocktakeId, 1, '3', { by: 'Noor' });
	enterBox(kitchen, stocktakeId, 1, '4', { by: 'Ben' });
	const whole = kitchen.call('stocktake.sheet', { stocktakeId });
	const wish = { kind: 'blind', areaId: null, uncountedOnly: false } as const;
	const [table] = countSheetAsFile({ ...app, locations: [] }, whole, wish).tables;
	expect(table!.rows[0]).toContain('7');
});
