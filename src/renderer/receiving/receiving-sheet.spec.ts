import { describe, expect, it } from 'vitest';
import type { Entry } from '../../shared/bridge/receiving.ts';
import type { ItemUnitView } from '../../shared/bridge/values.ts';
import { columnOf, sumOf, typedIn, unitsOf } from '../ui/grid/unit-boxes.ts';
import { columnsOf, type UnitColumn } from '../ui/grid/unit-columns.ts';
import { differenceOf, enteredOf, isBlank, type ReceivingLine } from './receiving-sheet.ts';

const unit = (unitId: string, kind: ItemUnitView['kind'], factor: string): ItemUnitView => ({
	unitId,
	name: unitId,
	kind,
	factor: { numerator: factor, denominator: '1' },
	places: kind === 'weight' ? 3 : 0,
});

const line = (units: ItemUnitView[], entry: Partial<Entry> = {}): ReceivingLine => ({
	lineId: '1',
	item: {
		itemId: 'i',
		code: '',
		name: 'Butter',
		category: '',
		units,
		baseUnitName: 'each',
		unitCost: null,
		barcodes: [],
		onHand: null,
		asOf: null,
	},
	note: '',
	difference: null,
	entry: {
		before: '0',
		due: '24',
		boxes: [],
		total: null,
		difference: null,
		reason: '',
		cause: '',
		settlement: 'none',
		price: '',
		...entry,
	},
	settled: [],
	excess: null,
});

const counted = [unit('case', 'case', '12'), unit('each', 'each', '1')];
const weighed = [unit('kg', 'weight', '1')];
const shown = (of: ReceivingLine, boxes: Partial<Record<UnitColumn, string>>) =>
	sumOf(enteredOf(of), (column) => boxes[column] ?? '', 'en-GB');

describe('boxes of a receipt', () => {
	it('exist for every unit of an item, including a second weight', () => {
		const halves = line([unit('kg', 'weight', '1'), unit('sack', 'weight', '25')]);
		expect(columnsOf([unitsOf(halves.item)])).toEqual(['single', 'more-1']);
		expect(columnOf(halves.item, 'sack')).toBe('more-1');
		expect(shown(halves, { single: '0.5', 'more-1': '1' })).toEqual({
			kind: 'total',
			total: '25.5',
		});
	});

	it('show what was typed here, not what was sent', () => {
		const typed = line(counted, { boxes: [{ unitId: 'case', typed: '1+1', quantity: '2' }] });
		expect(typedIn(enteredOf(typed), 'case')).toBe('1+1');
		expect(typedIn(enteredOf(line(counted)), 'case')).toBe('');
	});

	it('show the exact difference from the quantity due while typing', () => {
		expect(differenceOf(line(weighed), shown(line(weighed), { single: '1.1+2.2' }))).toBe('-20.7');
		const cases = line(counted);
		expect(differenceOf(cases, shown(cases, { case: '1', single: '11' }))).toBe('-1');
		expect(differenceOf(cases, shown(cases, {}))).toBeNull();
		expect(differenceOf(cases, shown(cases, { case: '1', single: '1,2' }))).toBeNull();
		expect(differenceOf(cases, shown(cases, { single: '0' }))).toBe('-24');
		expect(differenceOf({ ...cases, entry: null }, shown(cases, { case: '1' }))).toBeNull();
	});
});

describe('a line being received', () => {
	it('is blank while a quantity is due and nothing was entered', () => {
		expect(isBlank(line(counted))).toBe(true);
		const none = { unitId: 'each', typed: '0', quantity: '0' };
		expect(isBlank(line(counted, { boxes: [none], total: '0' }))).toBe(false);
		const lost = { unitId: 'barrel', typed: '2', quantity: '2' };
		expect(isBlank(line(counted, { boxes: [lost] }))).toBe(false);
		expect(isBlank(line(counted, { due: '0' }))).toBe(false);
	});
});
