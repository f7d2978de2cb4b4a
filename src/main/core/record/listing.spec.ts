// A long list, of which the searched texts are made before anybody searches it.
import { afterEach, expect, test } from 'vitest';
import { openStockedKitchen, type Kitchen } from '../../../../test/support/kitchen.ts';

const type = 'supplier';
let kitchen: Kitchen;
afterEach(() => kitchen.end());

const found = (search: string) =>
	kitchen.call('record.list', { type, search, limit: 5 }).rows.map(({ values }) => values['name']);

test('a long list is searched by what its records say now, whenever somebody types', async () => {
	const suppliers = Array.from({ length: 1_200 }, (_, at) => ({
		id: `P-${String(at)}`,
		name: `Farm number${String(at)}`,
	}));
	kitchen = await openStockedKitchen({ lists: { 'supplier.list': suppliers } });
	found('');
	expect(found('number1199'), 'before the texts are made').toEqual(['Farm number1199']);
	found('');
	await kitchen.clock.pass(1_000);
	expect(found('number7 farm')[0]).toBe('Farm number7');
	kitchen.service.lists['supplier.list'] = suppliers.map((each) =>
		each.id === 'P-7' ? { ...each, name: 'Riverside Dairy' } : each,
	);
	await kitchen.pull();
	found('');
	await kitchen.clock.pass(1_000);
	expect(found('riverside')).toEqual(['Riverside Dairy']);
	expect(found('number1198')).toEqual(['Farm number1198']);
});
