import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReviewLine } from '../../../shared/bridge/count-review.ts';
import { add, compare, subtract } from '../../../shared/domain/decimal.ts';
import { nameOrder } from '../../../shared/domain/name-order.ts';
import { enterBox, openCount } from '../../../../test/support/counting.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { failureOf, harbour, itemRecord, stockRecord } from '../../../../test/support/kitchen.ts';
import { compareCounts } from './comparing.ts';

const kitchen = eachKitchen();

let intents = 0;
const intentId = () => `intent-${String((intents += 1)).padStart(4, '0')}`;

const open = (name: string): string => openCount(kitchen, {}, { name });
const enter = (stocktakeId: string, lineNo: number, typed: string) =>
	enterBox(kitchen, stocktakeId, lineNo, typed);
function submit(stocktakeId: string): void {
	kitchen.call('stocktake.submit', { stocktakeId, intentId: intentId() });
}
/** A finished recount of these lines, all with the same quantity. */
function recount(stocktakeId: string, lineNos: number[], typed: string): string {
	const asked = { stocktakeId, lineNos, recounter: '', intentId: intentId(), by: '' };
	const { stocktakeId: recountId } = kitchen.call('stocktake.recount', asked);
	for (const lineNo of lineNos) enter(recountId, lineNo, typed);
	kitchen.call('stocktake.finishRecount', { stocktakeId: recountId });
	return recountId;
}

/** @param quantities by line; null leaves a line uncounted */
function counted(name: string, quantities: readonly (string | null)[]): string {
	const stocktakeId = open(name);
	for (const [index, typed] of quantities.entries())
		if (typed !== null) enter(stocktakeId, index + 1, typed);
	submit(stocktakeId);
	return stocktakeId;
}
const past = (text = '', state: 'all' | 'submitted' | 'discarded' = 'all', from = 0, limit = 100) =>
	kitchen.call('countHistory.list', { locationId: 'L-1', filter: { text, state }, from, limit });
const again = (stocktakeId: string, boxes: 'empty' | 'as-then') =>
	kitchen.call('countHistory.again', { stocktakeId, name: 'Again', boxes, intentId: intentId() })
		.stocktakeId;
const sheet = (stocktakeId: string) => kitchen.call('stocktake.sheet', { stocktakeId });

test('past counts are searched by words and paged, without open counts', () => {
	for (const name of ['Monday', 'Tuesday', '100 % bar']) counted(name, ['1']);
	const stocktakeId = open('Open');
	expect(past().stocktakes.map(({ name }) => name)).toEqual(['100 % bar', 'Tuesday', 'Monday']);
	expect(past('', 'all', 1, 1)).toMatchObject({ total: 3, stocktakes: [{ name: 'Tuesday' }] });
	expect(past('day').total).toBe(2);
	expect(past('%').stocktakes.map(({ name }) => name)).toEqual(['100 % bar']);
	kitchen.call('stocktake.discard', { stocktakeId, reason: 'A mistake' });
	expect(past('', 'discarded').stocktakes.map(({ name }) => name)).toEqual(['Open']);
});

test('two counts are compared by item across all areas, and uncounted differs from zero', () => {
	// Whole milk is on lines 1 and 3, butter on 2, cream on 4.
	const first = counted('Before', ['10', '4', '2', null]);
	const second = counted('After', ['7', '0', '2', '5']);
	const { items, totals } = kitchen.call('countHistory.compare', {
		firstId: first,
		secondId: second,
	});
	expect(
		items.map((item) => [item.name, item.first?.quantity, item.second?.quantity, item.difference]),
	).toEqual([
		['Butter', '4', '0', '-4'],
		['Whole milk', '12', '9', '-3'],
		['Cream', null, '5', null],
	]);
	expect(totals).toEqual({ first: '8', second: '4.5', difference: '-3.5' });
	expect(
		failureOf(() => kitchen.call('countHistory.compare', { firstId: first, secondId: 'x' })).code,
	).toBe('not-found');
});

test('money of two currencies and quantities in two base units are never subtracted or summed', async () => {
	const first = counted('Before', ['10', '4']);
	const inCases = [{ uomId: 3, name: 'case', type: 'case', conversionFactor: '1', decimals: 3 }];
	await kitchen.shows({
		'location.list': [{ ...harbour, currency: 'GBP' }],
		'inventoryItem.list': [
			itemRecord('1', 'Whole milk'),
			itemRecord('2', 'Butter', { baseUomId: 3, units: inCases }),
		],
	});
	const second = open('After');
	enter(second, 1, '12');
	enterBox(kitchen, second, 2, '2', { unitId: '3' });
	submit(second);
	const compared = kitchen.call('countHistory.compare', { firstId: first, secondId: second });
	expect(compared.currencies).toEqual({ first: 'EUR', second: 'GBP' });
	expect(compared.totals).toBeNull();
	expect(
		compared.items.map(({ name, difference, valueDifference }) => [
			name,
			difference,
			valueDifference,
		]),
	).toEqual([
		['Butter', null, null],
		['Cream', null, null],
		['Whole milk', '2', null],
	]);
	expect(compared.items[0]).toMatchObject({
		first: { quantity: '4', baseUnitName: 'each', value: '2' },
		second: { quantity: '2', baseUnitName: 'case', value: '1' },
	});
	const { points } = kitchen.call('countHistory.trend', { locationId: 'L-1', itemId: '2' });
	expect(
		points.map(({ counted: quantity, baseUnitName, currency }) => [
			quantity,
			baseUnitName,
			currency,
		]),
	).toEqual([
		['2', 'case', 'GBP'],
		['4', 'each', 'EUR'],
	]);
});

test('the trend of an item covers the submitted counts, with its areas summed', () => {
	counted('Before', ['10', null, '2', null]);
	counted('After', ['48', null, null, null]);
	const trend = (itemId: string, locationId = 'L-1') =>
		kitchen.call('countHistory.trend', { locationId, itemId });
	expect(
		trend('1').points.map(({ name, counted: c, book, variance }) => [name, c, book, variance]),
	).toEqual([
		// The first count's −38 is queued, and so already in the book.
		['After', '48', '10', '38'],
		['Before', '12', '60', '-48'],
	]);
	expect(failureOf(() => trend('2')).code).toBe('not-found');
	// The item was counted, but not at this location.
	expect(failureOf(() => trend('1', 'L-2')).code).toBe('not-found');
});

test('the trend compares the final count with the book at counting time and says so', async () => {
	const stocktakeId = open('Before');
	// The delivery of twelve came after the count was opened and before this line was counted.
	await kitchen.shows({ 'inventoryItem.currentStock': [stockRecord('A-1', '1', '60', 1)] });
	enter(stocktakeId, 1, '58');
	const recountId = recount(stocktakeId, [1], '59');
	expect(recountId).not.toBe(stocktakeId);
	submit(stocktakeId);
	const points = () =>
		kitchen.call('countHistory.trend', { locationId: 'L-1', itemId: '1' }).points;
	const told = { counted: '59', book: '60', bookWhen: 'counted', variance: '-1' };
	expect(points()).toMatchObject([{ ...told, adjustmentCost: '-0.5' }]);
	kitchen.store.durable.prepare('UPDATE count_box SET book = NULL, book_as_of = NULL').run();
	expect(points()).toMatchObject([{ book: '48', bookWhen: 'opened', variance: '11' }]);
});

test('counting again copies the lines, empty or filled, with the current book', async () => {
	const first = counted('Before', ['3*4', '0', null, null]);
	await kitchen.shows({ 'inventoryItem.currentStock': [stockRecord('A-1', '1', '30', 1)] });
	const empty = sheet(again(first, 'empty'));
	expect(empty.lines.map(({ name }) => name)).toEqual(sheet(first).lines.map(({ name }) => name));
	expect(empty.lines.map(({ expected }) => expected)).toEqual(['30', '0', '0', '0']);
	expect(empty.lines.every(({ state }) => state === 'uncounted')).toBe(true);
	const filled = sheet(again(first, 'as-then'));
	expect(filled.lines.map(({ state, total }) => [state, total])).toEqual([
		['quantity', '12'],
		['zero', '0'],
		['uncounted', null],
		['uncounted', null],
	]);
	expect(filled.lines[0]!.boxes).toMatchObject([{ typed: '3*4', by: 'Noor' }]);
	expect(filled.summary.state).toBe('open');
	// All entries are one act of the person who opened it.
	const { stocktakeId } = filled.summary;
	kitchen.call('stocktake.undo', { stocktakeId });
	expect(sheet(stocktakeId).summary.counted).toBe(0);
});

test('counting again copies the final boxes: of a recount, or of the earlier count that was chosen', () => {
	const stocktakeId = open('Before');
	enter(stocktakeId, 1, '40');
	enter(stocktakeId, 2, '3*7');
	enter(stocktakeId, 4, '7');
	recount(stocktakeId, [1, 2], '2*23');
	const stand = { stocktakeId, lineNos: [2], round: 0, reason: 'Typed twice', by: '' };
	kitchen.call('stocktake.stand', stand);
	submit(stocktakeId);
	const { lines } = sheet(again(stocktakeId, 'as-then'));
	expect(lines.map(({ boxes }) => boxes.map(({ typed }) => typed))).toEqual([
		['2*23'],
		['3*7'],
		[],
		['7'],
	]);
});

test('counting again adds up what several people entered, and keeps an item that is gone', async () => {
	const stocktakeId = openCount(kitchen, { together: 'sum' });
	enterBox(kitchen, stocktakeId, 1, '3', { by: 'Noor' });
	enterBox(kitchen, stocktakeId, 1, '2', { by: 'Ben' });
	enterBox(kitchen, stocktakeId, 4, '7', { by: 'Ben' });
	submit(stocktakeId);
	await kitchen.shows({ 'inventoryItem.list': [itemRecord('1', 'Whole milk')] });
	const { lines } = sheet(again(stocktakeId, 'as-then'));
	expect(
		lines.map(({ name, total, boxes }) => [name, total, boxes.map(({ typed }) => typed)]),
	).toEqual([
		['Whole milk', '5', ['2+3']],
		['Butter', null, []],
		['Whole milk', null, []],
		['Cream', '7', ['7']],
	]);
});

test('a difference is the second count minus the first, per item and in total', () => {
	const quantity = fc.option(fc.integer({ min: 0, max: 999 }).map(String));
	const line = fc.record({ itemId: fc.constantFrom('a', 'b', 'c', 'd'), counted: quantity });
	const lines = fc
		.array(line, { maxLength: 8 })
		.map((all) =>
			all.map(
				(each) => ({ ...each, name: each.itemId, units: [] as const }) as unknown as ReviewLine,
			),
		);
	const names = nameOrder('en');
	const of = (all: ReviewLine[]) => ({ currency: 'EUR', lines: all, unitCost: () => '0.5' });
	fc.assert(
		fc.property(lines, lines, (a, b) => {
			const { items, totals } = compareCounts(of(a), of(b), names);
			const turned = compareCounts(of(b), of(a), names);
			for (const { itemId, first, second, difference } of items) {
				const inFirst = a.some((each) => each.itemId === itemId);
				expect(first === null).toBe(!inFirst);
				if (difference === null) continue;
				expect(add(first?.quantity ?? '', difference)).toBe(second?.quantity);
				const back = turned.items.find((each) => each.itemId === itemId);
				expect(back?.difference).toBe(subtract('0', difference));
			}
			if (totals === null)
				expect(items.every(({ valueDifference }) => valueDifference === null)).toBe(true);
			else expect(compare(subtract(totals.second, totals.first), totals.difference)).toBe(0);
		}),
	);
});

test('a submitted count is shown with the book it was closed with, whatever moves later', async () => {
	const stocktakeId = counted('Monday', ['5', '7']);
	const lines = () => kitchen.call('stocktake.review', { stocktakeId }).lines;
	const before = lines();
	expect(before.map(({ bookNow }) => bookNow)).toContain('24');
	await kitchen.shows({ 'inventoryItem.currentStock': [stockRecord('A-1', '1', '99', 1)] });
	expect(lines()).toEqual(before);
});

test('undoing a count removes its totals and keeps those of others', () => {
	counted('Monday', ['5', null]);
	kitchen.service.there = false;
	const stocktakeId = counted('Tuesday', ['6', '8']);
	kitchen.undo('stocktake', stocktakeId);
	const totals = kitchen.store.durable.prepare('SELECT stocktake_id, quantity FROM counted_total');
	expect(totals.all().map((row) => (row as { quantity: string }).quantity)).toEqual(['5']);
	expect(totals.all()).not.toContainEqual(expect.objectContaining({ stocktake_id: stocktakeId }));
	const last = kitchen.store.durable
		.prepare<[string], string | null>(
			`SELECT last_count ->> 'quantity' FROM stocktake_line WHERE stocktake_id = ? ORDER BY line_no`,
		)
		.pluck();
	expect(last.all(open('Wednesday')).slice(0, 2)).toEqual(['5', null]);
});
