import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countPlan } from '../../../shared/bridge/count-plan.ts';
import type { ReviewLine } from '../../../shared/bridge/count-review.ts';
import { add, compare, subtract } from '../../../shared/domain/decimal.ts';
import {
	caller,
	failureOf,
	openKitchen,
	stockRecord,
	stockUp,
	valueOf,
	type Kitchen,
} from '../../../../test/support/kitchen.ts';
import { compareCounts } from './comparing.ts';

let kitchen: Kitchen;

beforeEach(async () => {
	kitchen = openKitchen();
	stockUp(kitchen);
	await kitchen.pull();
});
afterEach(async () => {
	await kitchen.close();
	kitchen.remove();
});

let intents = 0;
const intentId = () => `intent-${String((intents += 1)).padStart(4, '0')}`;

/** A submitted count of these single units, line by line; null leaves a line uncounted. */
function counted(name: string, quantities: readonly (string | null)[]): string {
	const plan = countPlan.parse({ scope: { kind: 'full' } });
	const input = { locationId: 'L-1', name, plan, planId: null, intentId: intentId() };
	const { stocktakeId } = valueOf(kitchen.calls['stocktake.open'](input, caller));
	for (const [index, typed] of quantities.entries()) {
		if (typed === null) continue;
		const box = { lineNo: index + 1, unitId: '1', typed, locale: 'en-GB', by: '' };
		valueOf(kitchen.calls['stocktake.enter']({ stocktakeId, ...box }, caller));
	}
	valueOf(kitchen.calls['stocktake.submit']({ stocktakeId, intentId: intentId(), by: '' }, caller));
	return stocktakeId;
}
const past = (text = '', state: 'all' | 'submitted' | 'discarded' = 'all', from = 0, limit = 100) =>
	valueOf(
		kitchen.calls['countHistory.list'](
			{ locationId: 'L-1', filter: { text, state }, from, limit },
			caller,
		),
	);
const again = (stocktakeId: string, boxes: 'empty' | 'as-then') =>
	valueOf(
		kitchen.calls['countHistory.again'](
			{ stocktakeId, name: 'Again', boxes, intentId: intentId() },
			caller,
		),
	).stocktakeId;
const sheet = (stocktakeId: string) =>
	valueOf(kitchen.calls['stocktake.sheet']({ stocktakeId }, caller));

test('Past counts are found by their words and page by page, those that are open are not among them', () => {
	for (const name of ['Monday', 'Tuesday', '100 % bar']) counted(name, ['1']);
	const plan = countPlan.parse({ scope: { kind: 'full' } });
	const open = { locationId: 'L-1', name: 'Open', plan, planId: null, intentId: intentId() };
	const { stocktakeId } = valueOf(kitchen.calls['stocktake.open'](open, caller));
	expect(past().stocktakes.map(({ name }) => name)).toEqual(['100 % bar', 'Tuesday', 'Monday']);
	expect(past('', 'all', 1, 1)).toMatchObject({ total: 3, stocktakes: [{ name: 'Tuesday' }] });
	expect(past('day').total).toBe(2);
	expect(past('%').stocktakes.map(({ name }) => name)).toEqual(['100 % bar']);
	valueOf(kitchen.calls['stocktake.discard']({ stocktakeId, reason: 'A mistake' }, caller));
	expect(past('', 'discarded').stocktakes.map(({ name }) => name)).toEqual(['Open']);
});

test('Two counts stand side by side by item over all areas, uncounted apart from zero', () => {
	// Whole milk stands on lines 1 and 3, butter on 2, cream on 4.
	const first = counted('Before', ['10', '4', '2', null]);
	const second = counted('After', ['7', '0', '2', '5']);
	const { items, totals } = valueOf(
		kitchen.calls['countHistory.compare']({ firstId: first, secondId: second }, caller),
	);
	expect(
		items.map((item) => [item.name, item.first?.quantity, item.second?.quantity, item.difference]),
	).toEqual([
		['Butter', '4', '0', '-4'],
		['Whole milk', '12', '9', '-3'],
		['Cream', null, '5', null],
	]);
	expect(totals).toEqual({ first: '8', second: '4.5', difference: '-3.5' });
	expect(
		failureOf(kitchen.calls['countHistory.compare']({ firstId: first, secondId: 'x' }, caller))
			.code,
	).toBe('not-found');
});

test('An item is followed through the submitted counts, its areas together', () => {
	counted('Before', ['10', null, '2', null]);
	counted('After', ['48', null, null, null]);
	const trend = (itemId: string) =>
		kitchen.calls['countHistory.trend']({ locationId: 'L-1', itemId }, caller);
	expect(
		valueOf(trend('1')).points.map(({ name, counted: c, book, variance }) => [
			...[name, c, book, variance],
		]),
	).toEqual([
		['After', '48', '48', '0'],
		['Before', '12', '60', '-48'],
	]);
	expect(failureOf(trend('2')).code).toBe('not-found');
});

test('A past count is counted again: the same lines, empty or as they stood, against the book of now', async () => {
	const first = counted('Before', ['3*4', '0', null, null]);
	kitchen.service.lists['inventoryItem.currentStock'] = [stockRecord('A-1', '1', '30', 1)];
	await kitchen.pull();
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
	// All of it is one act of whoever opened it.
	const { stocktakeId } = filled.summary;
	valueOf(kitchen.calls['stocktake.undo']({ stocktakeId, by: '' }, caller));
	expect(sheet(stocktakeId).summary.counted).toBe(0);
});

test('A difference is what the second has more than the first, item by item and in all', () => {
	const quantity = fc.option(fc.integer({ min: 0, max: 999 }).map(String));
	const line = fc.record({ itemId: fc.constantFrom('a', 'b', 'c', 'd'), counted: quantity });
	const lines = fc
		.array(line, { maxLength: 8 })
		.map((all) => all.map((each) => ({ ...each, name: each.itemId }) as ReviewLine));
	const of = (all: ReviewLine[]) => ({ currency: 'EUR', lines: all, unitCost: () => '0.5' });
	fc.assert(
		fc.property(lines, lines, (a, b) => {
			const { items, totals } = compareCounts(of(a), of(b));
			const turned = compareCounts(of(b), of(a));
			for (const { itemId, first, second, difference } of items) {
				const inFirst = a.some((each) => each.itemId === itemId);
				expect(first === null).toBe(!inFirst);
				if (difference === null) continue;
				expect(add(first?.quantity ?? '', difference)).toBe(second?.quantity);
				const back = turned.items.find((each) => each.itemId === itemId);
				expect(back?.difference).toBe(subtract('0', difference));
			}
			expect(compare(subtract(totals.second, totals.first), totals.difference)).toBe(0);
		}),
	);
});
