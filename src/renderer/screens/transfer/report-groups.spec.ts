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

it('counts lines received differently than sent', () => {
	expect(linesThatDiffer([line(), line({ difference: '-1' })])).toBe(1);
});
