// The figures of a count from its boxes to the service: cases that a bookkeeper found.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CountPlan } from '../../../shared/bridge/count-plan.ts';
import { enterBox, openCount } from '../../../../test/support/counting.ts';
import {
	failureOf,
	itemRecord,
	openStockedKitchen,
	stockRecord,
	type Kitchen,
} from '../../../../test/support/kitchen.ts';
import { refused } from '../../../../test/support/verdicts.ts';

let kitchen: Kitchen;
let stocktakeId: string;

beforeEach(async () => {
	kitchen = await openStockedKitchen();
	kitchen.service.there = false;
	stocktakeId = open();
});
afterEach(() => kitchen.end());

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
const lanes = () => kitchen.call('outbox.list', { filter: 'all', ...anyLane }).lanes;
const anyLane = { document: null, text: '', from: null, until: null, after: null, limit: 10 };
const posted = () =>
	kitchen.service.writes
		.filter(({ name }) => name === 'inventoryItem.changeStock')
		.flatMap(({ body }) => body['items'] as { itemId: string; quantity: string }[])
		.map(({ itemId, quantity }) => [itemId, quantity]);
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

test('a blank place left uncounted leaves the whole item at the book quantity', async () => {
	addPlace();
	enter('20');
	enter('11', '1', 2);
	submit();
	kitchen.service.there = true;
	await kitchen.send();
	expect(posted()).toEqual([['1', '-1']]);
});

test('a blank place becomes a zero entry if the plan says so', () => {
	stocktakeId = open({ blanks: 'zero' });
	const second = addPlace();
	enter('20');
	submit();
	const { lines } = kitchen.call('stocktake.sheet', { stocktakeId });
	expect(lines.find(({ lineNo }) => lineNo === second)).toMatchObject({ state: 'zero' });
	expect(milk()).toMatchObject({ counted: '20', adjustment: '-28' });
});

test('a decision about an item survives adding a place in front of it', () => {
	enter('40');
	enter('12', '1', 2);
	stock('60');
	const keep = { stocktakeId, lineNos: [1], keep: 'counted' as const, by: '' };
	kitchen.call('stocktake.keep', keep);
	const second = addPlace();
	enter('0', '1', second);
	expect(milk()).toMatchObject({ keep: 'counted', adjustment: '-8' });
});

test('a unit that changes or disappears during a count keeps its original size', async () => {
	enter('4', '3');
	for (const units of [[{ conversionFactor: '10' }], []]) {
		const { units: known, ...milkRecord } = itemRecord('1', 'Whole milk');
		kitchen.service.lists['inventoryItem.list'] = [
			{
				...milkRecord,
				units: [known[1], ...units.map((each) => ({ ...known[0], ...each }))],
			},
		];
		await pull();
		const second = addPlace();
		enter('0', '1', second);
		expect(milk()).toMatchObject({ counted: '48', variance: '0' });
	}
});

test('a third of a case of twelve is four, and three thirds are a case', () => {
	enter('1/3', '3');
	expect(milk()).toMatchObject({ counted: '4' });
	for (const by of ['Ben', 'Ada']) enter('1/3', '3', addPlace(), by);
	expect(milk()).toMatchObject({ counted: '12' });
	expect(failureOf(() => enter('0.1', '3')).details).toMatchObject([
		{ message: 'too-many-places' },
	]);
});

test('with replace, the last count is the only one on its line', () => {
	stocktakeId = open({ together: 'replace' });
	enter('3', '3', 1, 'Noor');
	enter('5', '1', 1, 'Noor');
	enter('41', '1', 1, 'Ben');
	expect(milk()).toMatchObject({ counted: '41' });
	kitchen.call('stocktake.undo', { stocktakeId, by: 'Ben' });
	expect(milk()).toMatchObject({ counted: '41', boxes: [{ typed: '3' }, { typed: '5' }] });
	kitchen.call('stocktake.redo', { stocktakeId, by: 'Ben' });
	expect(milk()).toMatchObject({ counted: '41', boxes: [{ typed: '41' }] });
});

test('the outbox shows the value of the adjustment, not the variance', async () => {
	enter('40');
	stock('60');
	await pull();
	kitchen.call('stocktake.keep', { stocktakeId, lineNos: null, keep: 'counted' });
	expect(review().totals).toMatchObject({ adjustmentCost: '-10', lossCost: '-10' });
	submit();
	expect(lanes()).toMatchObject([{ cost: '-10', costsUnknown: 0 }]);
});

test('correcting a refused line updates the review, the outbox, the trend and the next count', async () => {
	enter('480');
	submit();
	kitchen.service.there = true;
	kitchen.service.next = [refused];
	await kitchen.send();
	const part = kitchen.call('posting.get', { stocktakeId }).parts[0]!;
	const resume = (typed: string | null) =>
		kitchen.call('posting.resume', {
			...{ stocktakeId, actionId: part.actionId, revision: part.revision },
			lines: [{ itemId: '1', areaId: 'A-1', typed, reason: 'One zero too many' }],
			...{ locale: 'en-GB' },
		});
	expect(failureOf(() => resume('10/3')).details).toMatchObject([{ message: 'too-many-places' }]);
	resume('46');
	expect(milk()).toMatchObject({
		...{ counted: '46', adjustment: '-2', adjustmentCost: '-1' },
		reason: 'One zero too many',
	});
	expect(lanes()).toMatchObject([{ cost: '-1' }]);
	const trend = { locationId: 'L-1', itemId: '1' };
	expect(kitchen.call('countHistory.trend', trend).points).toMatchObject([
		{ counted: '46', variance: '-2', adjustmentCost: '-1' },
	]);
	stocktakeId = open();
	const { lines } = kitchen.call('stocktake.sheet', { stocktakeId });
	expect(lines[0]).toMatchObject({ last: { quantity: '46' } });
});

test('a refused line that is left out books nothing and does not count as the last count', async () => {
	enter('480');
	submit();
	kitchen.service.there = true;
	kitchen.service.next = [refused];
	await kitchen.send();
	const part = kitchen.call('posting.get', { stocktakeId }).parts[0]!;
	kitchen.call('posting.resume', {
		...{ stocktakeId, actionId: part.actionId, revision: part.revision },
		lines: [{ itemId: '1', areaId: 'A-1', typed: null, reason: 'Nobody knows' }],
		...{ locale: 'en-GB' },
	});
	expect(milk()).toMatchObject({ adjustment: '0', adjustmentCost: '0', leftOut: true });
	stocktakeId = open();
	const { lines } = kitchen.call('stocktake.sheet', { stocktakeId });
	expect(lines[0]).toMatchObject({ last: null });
});

test('queued waste is part of the book until the copy shows it', async () => {
	const { documentId } = kitchen.call('wastage.save', {
		...{ documentId: null, revision: 0, locationId: 'L-1', description: '', locale: 'en-GB' },
		lines: [
			{
				...{ lineId: 'line-1', itemId: '1', reasonId: 'R-1', label: '', note: '' },
				boxes: [{ unitId: '1', typed: '6' }],
			},
		],
	});
	enter('42');
	expect(milk()).toMatchObject({ book: '48', variance: '-6' });
	kitchen.call('wastage.submit', { documentId, intentId: 'intent-waste' });
	enter('42');
	expect(milk()).toMatchObject({ book: '42', variance: '0', moved: '0' });
	kitchen.service.there = true;
	await kitchen.send();
	// It was sent after the copy of the stock was read.
	expect(milk()).toMatchObject({ bookNow: '42', moved: '0', adjustment: '0' });
	stock('42');
	await pull();
	expect(milk()).toMatchObject({ bookNow: '42', moved: '0', adjustment: '0' });
});

test('a second count behind a queued one books only what is new', async () => {
	enter('40');
	submit();
	stocktakeId = open();
	enter('40');
	expect(milk()).toMatchObject({ book: '40', variance: '0' });
	submit();
	kitchen.service.there = true;
	await kitchen.send();
	expect(posted()).toEqual([['1', '-8']]);
});

test('an item listed on two shelves of an area has the stock of both', async () => {
	kitchen.service.lists['inventoryItem.currentStock'] = [
		stockRecord('A-1', '1', '48', 1),
		{ ...stockRecord('A-1', '1', '5', 2), shelf: 'B' },
	];
	await pull();
	stocktakeId = open();
	enter('48', '1', 1);
	enter('5', '1', 2);
	expect(milk()).toMatchObject({ counted: '53', book: '53', variance: '0' });
	const onHand = kitchen.call('stock.ofItem', { itemId: '1', locationId: 'L-1' });
	expect(onHand).toMatchObject({ total: '53', areas: [{ onHand: '53' }] });
});

test('an undone count uses the current tolerance settings', () => {
	enter('40');
	submit();
	const strict = { all: { quantity: '1', percent: null, money: null }, byCategory: {} };
	Object.assign(kitchen.settings, {
		counting: { ...kitchen.settings.counting, tolerances: strict },
	});
	const [step] = kitchen.outbox.stepsOf('stocktake', stocktakeId);
	const { actionId = '', revision = 0 } = step ?? {};
	kitchen.call('outbox.cancel', { actionId, revision });
	expect(review().tolerances).toEqual(strict);
});

test('two counts that omit different areas of an item have no difference', () => {
	enter('12', '1', 2);
	submit();
	const firstId = stocktakeId;
	stocktakeId = open();
	enter('48', '1', 1);
	enter('12', '1', 2);
	submit();
	const { items } = kitchen.call('countHistory.compare', { firstId, secondId: stocktakeId });
	expect(items).toMatchObject([{ itemId: '1', difference: null, valueDifference: null }]);
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

test('the totals report lines of unknown cost instead of valuing them at zero', () => {
	kitchen.store.durable.exec(
		`UPDATE stocktake_line SET item = json_set(item, '$.unitCost', NULL) WHERE line_no = 1`,
	);
	enter('40');
	expect(review().totals).toMatchObject({ adjustmentCost: null, costsUnknown: 1 });
	submit();
	expect(lanes()).toMatchObject([{ cost: null, costsUnknown: 1 }]);
});

// ── Counted on paper and typed later ────────────────────────────────────────────────────────────────────────────────

const typeIn = (typed: string, countedAt?: number, lineNo = 1) =>
	kitchen.call('stocktake.enterMany', {
		...{ stocktakeId, entries: [{ lineNo, unitId: '1', typed }] },
		...{ locale: 'en-GB', ...(countedAt === undefined ? {} : { countedAt }) },
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

test('the book at an earlier time includes our own work done by then and none done later', async () => {
	const waste = (id: string) => {
		const line = { lineId: id, itemId: '1', reasonId: 'R-1', note: '', label: '' };
		const boxes = [{ unitId: '1', typed: '6' }];
		const head = { documentId: null, revision: 0, locationId: 'L-1', description: '' };
		const { documentId } = kitchen.call('wastage.save', {
			...head,
			locale: 'en-GB',
			lines: [{ ...line, boxes }],
		});
		kitchen.call('wastage.submit', { documentId, intentId: `intent-${id}` });
	};
	waste('before');
	kitchen.clock.sleep(hour);
	const countedAt = kitchen.clock.now();
	kitchen.clock.sleep(hour);
	waste('after');
	kitchen.service.there = true;
	await kitchen.send();
	stock('36');
	await pull();
	typeIn('42', countedAt);
	expect(milk()).toMatchObject({ book: '42', variance: '0', moved: '-6' });
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
