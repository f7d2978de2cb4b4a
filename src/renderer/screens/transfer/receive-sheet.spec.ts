import { describe, expect, it } from 'vitest';
import type { TransferLine } from '../../../shared/bridge/transfer.ts';
import type { ItemUnitView } from '../../../shared/bridge/values.ts';
import {
	columnsOf,
	differenceOf,
	liveTotal,
	needOf,
	typedIn,
	type BoxColumn,
} from './receive-sheet.ts';

const unit = (unitId: string, kind: ItemUnitView['kind'], factor: string): ItemUnitView => ({
	unitId,
	name: unitId,
	kind,
	factor: { numerator: factor, denominator: '1' },
	places: kind === 'weight' ? 3 : 0,
});

const line = (units: ItemUnitView[], change: Partial<TransferLine> = {}): TransferLine => ({
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
	box: { unitId: 'case', typed: '2', quantity: '2' },
	note: '',
	sent: '24',
	received: null,
	receivedBoxes: [],
	difference: null,
	differenceReason: '',
	cost: null,
	...change,
});

const counted = [unit('case', 'case', '12'), unit('each', 'each', '1')];
const weighed = [unit('kg', 'weight', '1')];
const showing = (boxes: Partial<Record<BoxColumn, string>>) => (column: BoxColumn) =>
	boxes[column] ?? '';

describe('the boxes of an arrival', () => {
	it('stand in one column each, and no column stands there without a box', () => {
		expect(columnsOf([line(counted), line(weighed)])).toEqual(['case', 'loose']);
		expect(columnsOf([line(weighed)])).toEqual(['loose']);
	});

	it('show what was typed word for word', () => {
		const typed = line(counted, {
			receivedBoxes: [{ unitId: 'case', typed: '1+1', quantity: '2' }],
		});
		expect(typedIn(typed, 'case')).toBe('1+1');
		expect(typedIn(typed, 'loose')).toBe('');
		expect(typedIn(typed, 'pack')).toBe('');
	});

	it('come to a total while they are typed, exactly', () => {
		expect(liveTotal(line(counted), showing({ case: '1', loose: '11' }), 'en-GB')).toBe('23');
		expect(liveTotal(line(weighed), showing({ loose: '1.1+2.2' }), 'en-GB')).toBe('3.3');
	});

	it('come to nothing while all are blank or one cannot be read, but to zero when zero was typed', () => {
		expect(liveTotal(line(counted), showing({}), 'en-GB')).toBeNull();
		expect(liveTotal(line(counted), showing({ case: '1', loose: '1,2' }), 'en-GB')).toBeNull();
		expect(liveTotal(line(counted), showing({ loose: '0' }), 'en-GB')).toBe('0');
	});

	it('differ from what was sent by the exact difference', () => {
		expect(differenceOf(line(counted), '23')).toBe('-1');
		expect(differenceOf(line(counted), null)).toBeNull();
		expect(differenceOf(line(counted, { sent: null }), '23')).toBeNull();
	});
});

describe('a line of an arrival', () => {
	it('needs a quantity, and a reason only when it differs', () => {
		expect(needOf(line(counted))).toBe('blank');
		expect(needOf(line(counted, { received: '24', difference: '0' }))).toBeNull();
		expect(needOf(line(counted, { received: '23', difference: '-1' }))).toBe('reason');
		expect(
			needOf(line(counted, { received: '23', difference: '-1', differenceReason: 'Damaged' })),
		).toBeNull();
	});
});
