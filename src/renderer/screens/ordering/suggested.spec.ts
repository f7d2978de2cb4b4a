import { expect, it } from 'vitest';
import type { SuggestedLine } from '../../../shared/bridge/ordering.ts';
import { flagsOf } from './suggested.svelte.ts';

const line: SuggestedLine = {
	item: {
		itemId: '1',
		code: 'DA-1',
		name: 'Whole milk',
		category: 'Dairy',
		baseUnitName: 'each',
		units: [],
		unitCost: null,
		barcodes: [],
		onHand: null,
		asOf: null,
	},
	unit: {
		unitId: '3',
		name: 'case',
		factor: { numerator: '12', denominator: '1' },
		kind: 'case',
		places: 0,
	},
	supplierCode: '',
	price: '6',
	suggestion: { kind: 'none', because: 'no-need' },
	terms: {
		minimum: null,
		usage: null,
		daysToCover: null,
		onHand: null,
		due: '0',
		arriving: '0',
		leaving: '0',
	},
	multiple: null,
	typed: null,
	last: null,
	leftIfNone: null,
};

it.each([
	['-0.001', ['runs-out']],
	// The stock lasts exactly until the delivery after this one.
	['0', []],
	['0.00', []],
	['0.001', []],
	[null, []],
])('flags a line that runs out if this delivery fails, with %s left', (leftIfNone, flags) => {
	expect(flagsOf({ ...line, leftIfNone })).toEqual(flags);
});

it.each([
	['4.9996', '5', []],
	['4.9995', '5', []],
	['4.9994', '5', ['below-minimum']],
	['4.9996', '4.9998', []],
	['5.0004', '5.0006', ['below-minimum']],
	['0', '0.0004', ['below-minimum']],
])('flags %s kg where at least %s should be left as both read', (onHand, minimum, flags) => {
	const kilogram = { unitId: '2', name: 'kg', kind: 'weight', places: 3 } as const;
	const units = [{ ...kilogram, factor: { numerator: '1', denominator: '1' } }];
	const counted = { ...line, terms: { ...line.terms, onHand, minimum } };
	expect(flagsOf({ ...counted, item: { ...line.item, units } })).toEqual(flags);
	// Whole pieces are shown with all decimals.
	expect(flagsOf(counted)).toEqual(['below-minimum']);
});
