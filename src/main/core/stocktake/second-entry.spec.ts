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
const enter = (lineNo: number, unitId: string, typed: string) =>
	enterBox(kitchen, stocktakeId, lineNo, typed, { unitId });
const check = (lineNo: number, boxes: { unitId: string; typed: string }[]) =>
	kitchen.call('countPaper.check', { stocktakeId, lineNo, boxes, locale: 'en-GB', by: 'Ben' });
const settle = (lineNo: number, stands: 'first' | 'second') =>
	kitchen.call('countPaper.settle', { stocktakeId, lineNo, stands, by: 'Ben' });
const checks = () => kitchen.call('countPaper.list', { stocktakeId }).checks;
const line = (lineNo: number) =>
	kitchen.call('stocktake.sheet', { stocktakeId }).lines[lineNo - 1]!;

test('typing a line a second time changes nothing and reports whether the totals agree', () => {
	enter(1, '3', '2');
	enter(2, '1', '0');
	const twoCases = check(1, [{ unitId: '1', typed: '2*12' }]).check;
	expect(twoCases).toMatchObject({ outcome: 'agrees', first: '24', second: '24', by: 'Ben' });
	// Zero differs from uncounted, in either order.
	expect(check(2, []).check).toMatchObject({ outcome: 'differs', second: null });
	const zero = check(3, [{ unitId: '1', typed: '0' }]).check;
	expect(zero).toMatchObject({ outcome: 'differs', first: null, second: '0' });
	expect([line(1).total, line(2).total, line(3).total]).toEqual(['24', '0', null]);
	expect(failureOf(() => check(1, [{ unitId: '1', typed: 'x' }])).code).toBe('not-a-quantity');
	expect(checks().map(({ lineNo }) => lineNo)).toEqual([1, 2, 3]);
});

test('choosing the first count settles the difference until the line is checked again', () => {
	enter(1, '1', '24');
	check(1, [{ unitId: '1', typed: '42' }]);
	expect(settle(1, 'first').checks).toMatchObject([{ outcome: 'first-stands' }]);
	expect(line(1).total).toBe('24');
	check(1, [{ unitId: '1', typed: '42' }]);
	expect(checks()).toMatchObject([{ outcome: 'differs' }]);
});

test.each(['ask', 'sum', 'keep'] as const)(
	'choosing the second count replaces the line and does not add to it (%s)',
	(together) => {
		stocktakeId = open(together);
		enter(1, '3', '2');
		enter(1, '1', '5');
		check(1, [{ unitId: '1', typed: '42' }]);
		expect(settle(1, 'second').checks).toMatchObject([{ outcome: 'agrees' }]);
		expect(line(1)).toMatchObject({ total: '42', boxes: [{ typed: '42', by: 'Ben' }] });
		// It is an act of the second person, who can undo it.
		kitchen.call('stocktake.undo', { stocktakeId, by: 'Ben' });
		expect(line(1)).toMatchObject({ total: '29', boxes: [{ by: 'Noor' }, { by: 'Noor' }] });
	},
);
