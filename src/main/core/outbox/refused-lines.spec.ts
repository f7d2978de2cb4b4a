import { expect, test } from 'vitest';
import { refusalByName } from './refused-lines.ts';

const names: Readonly<Record<string, string>> = { '1': 'Flour', '2': 'Milk' };
const nameOf = (itemId: string) => names[itemId] ?? null;
const body = {
	items: [
		{ itemId: '1', transferItemId: 'line-1', quantity: '6' },
		{ itemId: '2', storageAreaId: 'A-2', quantity: '0.5' },
		{ itemId: '3', quantity: '1' },
		{ quantity: '1' },
	],
};

test('a refusal shows items instead of line numbers, and lists the lines it is about', () => {
	const said =
		'Not accepted. · items[0].quantity: More than was sent. · $.Items[1].quantities[0].quantity: Whole numbers only. · date: In the future.';
	expect(refusalByName(said, body, nameOf)).toEqual({
		said: 'Not accepted. · Flour: More than was sent. · Milk: Whole numbers only. · date: In the future.',
		lines: [
			{ itemId: '1', lineId: 'line-1', areaId: null, name: 'Flour' },
			{ itemId: '2', lineId: null, areaId: 'A-2', name: 'Milk' },
		],
	});
});

test("an unknown line keeps the service's wording", () => {
	const said =
		'Not accepted. · items[2].itemId: Unknown. · items[3].itemId: Missing. · items[9].itemId: Gone.';
	expect(refusalByName(said, body, nameOf)).toEqual({ said, lines: [] });
	expect(refusalByName(said, null, nameOf)).toEqual({ said, lines: [] });
});
