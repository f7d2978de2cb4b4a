// The figures of a count from its boxes to the service: cases that a bookkeeper found.
import { beforeEach, expect, test } from 'vitest';
import type { CountPlan } from '../../../shared/bridge/count-plan.ts';
import { enterBox, openCount } from '../../../../test/support/counting.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { failureOf, itemRecord, stockRecord } from '../../../../test/support/kitchen.ts';

const kitchen = eachKitchen();
let stocktakeId: string;

beforeEach(() => {
	kitchen.service.there = false;
	stocktakeId = open();
});

const open = (more: Partial<CountPlan> = {}): string =>
	openCount(kitchen, { scope: { kind: 'items', itemIds: ['1'] }, ...more });
const enter = (typed: string, unitId = '1', lineNo = 1, by = '') =>
	enterBox(kitchen, stocktakeId, lineNo, typed, { unitId, by });
const review = () => kitchen.call('stocktake.review', { stocktakeId });
const milk = () => review().lines.find(({ itemId, areaId }) => itemId === '1' && areaId === 'A-1')!;
const addPlace = () =>
	kitchen.call('stocktake.addLine', {
		stocktakeId,
		itemId: '1',
		areaId: 'A-1',
		shelf: 'B',
		behind: null,
	}).lineNo;
const submit = () => kitchen.call('stocktake.submit', { stocktakeId, intentId: 'intent-submit' });
const stock = (quantity: string) => {
	kitchen.service.lists['inventoryItem.currentStock'] = [
		stockRecord('A-1', '1', quantity, 1),
		stockRecord('A-2', '1', '12', 1),
	];
};
const pull = async () => {
	kitchen.service.there = true;
	await kitchen.pull();
	kitchen.service.there = false;
};

test('a blank place blocks submission if the plan asks about blanks', () => {
	stocktakeId = open({ blanks: 'ask' });
	const second = addPlace();
	enter('20');
	enter('12', '1', 2);
	expect(failureOf(submit).details).toEqual([{ path: 'blanks', message: '1' }]);
	kitchen.call('stocktake.confirmZero', { stocktakeId, lineNos: [second] });
	expect(milk()).toMatchObject({ counted: '20', adjustment: '-28' });
});

test('twelve of a unit that the service states as 0.083333 make one', async () => {
	const milkRecord = itemRecord('1', 'Whole milk');
	kitchen.service.lists['inventoryItem.list'] = [
		{
			...milkRecord,
			units: [
				{ uomId: 1, name: 'case', type: 'case', conversionFactor: '1', decimals: 3 },
				{ uomId: 3, name: 'each', type: 'each', conversionFactor: '0.083333', decimals: 0 },
			],
		},
	];
	stock('1');
	await pull();
	stocktakeId = open();
	enter('12', '3');
	expect(milk()).toMatchObject({ counted: '1', variance: '0' });
});

// ── Counted on paper and typed later ────────────────────────────────────────────────────────────────────────────────

const typeIn = (typed: string, countedAt?: number, lineNo = 1) =>
	kitchen.call('stocktake.enterMany', {
		stocktakeId,
		entries: [{ lineNo, unitId: '1', typed }],
		locale: 'en-GB',
		...(countedAt === undefined ? {} : { countedAt }),
	});
const hour = 3_600_000;

test('a paper sheet typed later is compared with the book from when it was counted', async () => {
	kitchen.clock.sleep(hour);
	const countedAt = kitchen.clock.now();
	for (const quantity of ['40', '36']) {
		kitchen.clock.sleep(hour);
		stock(quantity);
		await pull();
	}
	typeIn('48', countedAt);
	const line = { counted: '48', book: '48', bookWhen: 'counted', variance: '0', moved: '-12' };
	expect(milk()).toMatchObject({ ...line, countedAt, adjustment: '0' });
	expect(milk().problems).toContain('moved');
	const { columns, rows } = kitchen.call('evidence.get', { stocktakeId });
	const cells = rows.filter(([record]) => record === 'entry');
	const time = new Date(countedAt).toISOString();
	expect(cells.map((row) => row[columns.indexOf('Counted (UTC)')])).toEqual([time]);
	// Treated as counted now, it would be twelve too many.
	typeIn('47');
	expect(milk()).toMatchObject({ book: '36', variance: '11' });
});

test('an item added or removed by the service after a paper count has the book from that time', async () => {
	const countedAt = kitchen.clock.now() + 1;
	kitchen.clock.sleep(hour);
	kitchen.service.lists['inventoryItem.currentStock'] = [stockRecord('A-2', '1', '12', 1)];
	await pull();
	typeIn('48', countedAt);
	expect(milk()).toMatchObject({ book: '48', bookNow: '0', moved: '-48', variance: '0' });
});

test('if the book at counting time is unknown, the review says so and uses the book at opening', async () => {
	const beforeOpening = kitchen.clock.now() - hour;
	typeIn('40', beforeOpening);
	const asked = { stocktakeId, countedAt: beforeOpening };
	expect(kitchen.call('countPaper.bookOf', asked)).toEqual({ asOf: null });
	expect(milk()).toMatchObject({ book: '48', bookWhen: 'opened', variance: '-8' });
	expect(milk().problems).toContain('book-not-then');
});

test("a correction by second entry, and its undo and redo, keep the paper's counting time", async () => {
	kitchen.clock.sleep(hour);
	const countedAt = kitchen.clock.now();
	kitchen.clock.sleep(hour);
	stock('36');
	await pull();
	typeIn('84', countedAt);
	const boxes = [{ unitId: '1', typed: '48' }];
	const again = { stocktakeId, lineNo: 1, boxes, locale: 'en-GB', by: 'Ben' };
	kitchen.call('countPaper.check', again);
	const settled = { stocktakeId, lineNo: 1, stands: 'second' as const, by: '' };
	kitchen.call('countPaper.settle', settled);
	expect(milk()).toMatchObject({ counted: '48', book: '48', countedAt });
	kitchen.call('stocktake.undo', { stocktakeId });
	expect(milk()).toMatchObject({ counted: '84', book: '48', countedAt });
	kitchen.call('stocktake.redo', { stocktakeId });
	expect(milk()).toMatchObject({ counted: '48', book: '48', countedAt });
});

test('stock copies are remembered for a week', async () => {
	const opened = kitchen.clock.now();
	const asOf = (countedAt: number) =>
		kitchen.call('countPaper.bookOf', { stocktakeId, countedAt }).asOf;
	const first = asOf(opened);
	expect(first).not.toBeNull();
	kitchen.clock.sleep(8 * 24 * hour);
	stock('36');
	await pull();
	expect(asOf(opened)).toBeNull();
	expect(asOf(kitchen.clock.now())).toBe(kitchen.clock.now());
	const rows = kitchen.store.cache.prepare('SELECT * FROM stock_before').all();
	expect(rows).toEqual([]);
});
