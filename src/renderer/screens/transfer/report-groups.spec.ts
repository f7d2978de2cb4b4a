import { expect, it } from 'vitest';
import type { TransferReportLine } from '../../../shared/bridge/transfer.ts';
import { linesThatDiffer, sayTheSame } from './report-groups.ts';

const line = (more: Partial<TransferReportLine> = {}): TransferReportLine => ({
	direction: 'in',
	otherLocationId: 'L-2',
	otherName: 'Garden Room',
	itemId: '1',
	code: 'MILK',
	name: 'Milk',
	category: 'Dairy',
	baseUnitName: 'l',
	units: [],
	sent: '3',
	received: '3',
	difference: '0',
	value: '1.50',
	costsUnknown: 0,
	currency: 'EUR',
	...more,
});

it('two reports agree if the quantities do, in any order', () => {
	const [milk, butter] = [line(), line({ itemId: '2' })];
	expect(sayTheSame({ asOf: 1, lines: [milk, butter] }, { asOf: 2, lines: [butter, milk] })).toBe(
		true,
	);
	expect(
		sayTheSame({ asOf: 1, lines: [milk] }, { asOf: 1, lines: [line({ received: '2' })] }),
	).toBe(false);
});

it('two reports agree if their quantities read the same', () => {
	const kilogram = { unitId: '2', name: 'kg', kind: 'weight', places: 3 } as const;
	const units = [{ ...kilogram, factor: { numerator: '1', denominator: '1' } }];
	const same = (one: Partial<TransferReportLine>, other: Partial<TransferReportLine>) =>
		sayTheSame(
			{ asOf: 1, lines: [line({ units, received: '17', difference: '-1', ...one })] },
			{ asOf: 1, lines: [line({ units, received: '17', difference: '-1', ...other })] },
		);
	expect(same({ sent: '18' }, { sent: '18.0004' })).toBe(true);
	expect(same({ sent: '18' }, { sent: '18.0005' })).toBe(false);
	// This line is shown with all decimals, because its difference would read 0.
	const exact = { sent: '17.0004', difference: '-0.0004' };
	expect(same({ sent: '17', difference: '0' }, exact)).toBe(false);
	// Whole pieces are shown with all decimals.
	expect(same({ units: [], sent: '18' }, { units: [], sent: '18.0004' })).toBe(false);
});

it('counts lines received differently than sent', () => {
	expect(linesThatDiffer([line(), line({ difference: '-1' })])).toBe(1);
});
