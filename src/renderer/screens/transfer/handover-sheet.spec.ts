import { describe, expect, it } from 'vitest';
import type {
	HandoverEntry,
	TransferDocument,
	TransferLine,
} from '../../../shared/bridge/transfer.ts';
import type { ItemUnitView } from '../../../shared/bridge/values.ts';
import {
	columnsOf,
	differenceOf,
	liveTotal,
	equivalentIn,
	isBlank,
	problemOf,
	typedIn,
	type BoxColumn,
} from './handover-sheet.ts';

const unit = (unitId: string, kind: ItemUnitView['kind'], factor: string): ItemUnitView => ({
	unitId,
	name: unitId,
	kind,
	factor: { numerator: factor, denominator: '1' },
	places: kind === 'weight' ? 3 : 0,
});

const line = (units: ItemUnitView[], entry: Partial<HandoverEntry> = {}): TransferLine => ({
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
	boxes: [{ unitId: 'case', typed: '2', quantity: '2' }],
	note: '',
	requested: '24',
	sent: '24',
	received: null,
	difference: null,
	cost: null,
	theirSent: null,
	entry: {
		due: '24',
		boxes: [],
		total: null,
		difference: null,
		reason: '',
		settlement: 'none',
		...entry,
	},
	settled: [],
	excess: null,
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
			boxes: [{ unitId: 'case', typed: '1+1', quantity: '2' }],
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

	it('differ from what is due by the exact difference', () => {
		expect(differenceOf(line(counted), '23')).toBe('-1');
		expect(differenceOf(line(counted), null)).toBeNull();
		expect(differenceOf({ ...line(counted), entry: null }, '23')).toBeNull();
	});

	it('show in a blank box what the others come to, where it comes out even', () => {
		const [cases, halves] = [line(counted, { total: '24' }), line(counted, { total: '18' })];
		expect(equivalentIn(cases, 'case')).toBe('2');
		expect(equivalentIn(halves, 'loose')).toBe('18');
		expect(equivalentIn(halves, 'case')).toBeNull();
		expect(equivalentIn(line(counted), 'case')).toBeNull();
	});
});

describe('a line that is handed over', () => {
	it('is blank while something is due and nothing was entered', () => {
		expect(isBlank(line(counted))).toBe(true);
		expect(isBlank(line(counted, { total: '0' }))).toBe(false);
		expect(isBlank(line(counted, { due: '0' }))).toBe(false);
	});

	it('says what stands in its way, and where to put it right', () => {
		const problems = [
			{ path: 'lines.12.entry', message: 'missing' },
			{ path: 'lines.1.reason', message: 'missing' },
		];
		const document = { problems } as unknown as TransferDocument; // Of the document only this is looked at.
		expect(problemOf(document, line(counted))).toMatchObject({ column: 'why' });
		expect(problemOf({ ...document, problems: [] }, line(counted))).toBeNull();
	});
});
