import { expect, test } from 'vitest';
import { transferToSave, wasteToSave } from '../../../../test/support/documents.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';

const waste = (id: string, number: string, description: string) => ({
	id,
	number,
	description,
	locationId: 'L-1',
	status: 'Submitted',
	date: '2026-11-10T12:00:00Z',
	items: [{ itemId: '1', uomId: 1, quantity: '2', wasteReasonId: 'R-1' }],
});

const kitchen = eachKitchen({
	lists: {
		'wastage.list': [
			waste('W-1', 'WST-0042', 'Garden party'),
			waste('W-2', 'WST-0043', 'Gardening'),
			{ ...waste('W-3', 'WST-0044', 'Garden'), locationId: 'L-2' },
		],
	},
});

const find = (text: string, limit?: number) =>
	kitchen
		.call('document.find', { locationId: 'L-1', text, ...(limit === undefined ? {} : { limit }) })
		.documents.map(({ document, number, title, other }) =>
			[document, number, title, other].filter((word) => word !== '').join(' '),
		);

test('documents of every area are found by number, description and other location', () => {
	kitchen.call('wastage.save', wasteToSave([], { description: 'Burnt garden sauce' }));
	kitchen.call('transferOut.save', transferToSave(undefined, { description: 'For Sunday' }));
	kitchen.call('stocktake.open', {
		locationId: 'L-1',
		name: 'Garden bar',
		intentId: 'intent-0001',
		plan: { scope: { kind: 'full' } },
	});
	expect(find('0042')).toEqual(['wastage WST-0042 Garden party']);
	expect(find('sunday')).toEqual(['transferOut For Sunday Garden Room']);
	expect(find('garden').toSorted()).toEqual([
		'stocktake Garden bar',
		'transferOut For Sunday Garden Room',
		'wastage Burnt garden sauce',
		'wastage WST-0042 Garden party',
		'wastage WST-0043 Gardening',
	]);
});

test('whole words come first, then the latest, and no more than asked for', () => {
	expect(find('garden')).toEqual(['wastage WST-0042 Garden party', 'wastage WST-0043 Gardening']);
	expect(find('wst', 1)).toHaveLength(1);
	kitchen.call('wastage.save', wasteToSave([], { description: 'Garden sauce' }));
	expect(find('garden', 2)).toEqual(['wastage Garden sauce', 'wastage WST-0042 Garden party']);
});

test('an item on a document does not find it, and nothing typed finds nothing', () => {
	expect(find('milk')).toEqual([]);
	expect(find(' ')).toEqual([]);
});
