import { expect, test } from 'vitest';
import { readAs, alikeAmong, type Described } from './alike.ts';

const item = (id: string, more: Partial<Described>): Described => ({
	id,
	name: id,
	code: '',
	barcodes: [],
	supplierCodes: [],
	...more,
});

test('a name reads the same in another order, in the plural, and with a doubled letter', () => {
	expect(readAs('Tomatoes, cherry')).toBe(readAs('Cherry tomato'));
	expect(readAs('Mozzarella')).toBe(readAs('mozarella'));
	expect(readAs('Crème fraîche')).toBe(readAs('Creme fraiche'));
	expect(readAs('Olive oil 5l')).toBe(readAs('Oil, olive (5 L)'));
	expect(readAs('Coca-Cola')).toBe(readAs('Coca Cola'));
	expect(readAs('Cherries')).toBe(readAs('Cherry'));
	expect(readAs('Potatoes')).toBe(readAs('Potato'));
	expect(readAs('Wine glasses')).toBe(readAs('Wine glass'));
	expect(readAs('Salt & pepper')).toBe(readAs('Pepper and salt'));
	expect(readAs('الزبدة')).toBe(readAs('زبدة'));
	expect(readAs('Milk 1 l')).not.toBe(readAs('Milk 2 l'));
	expect(readAs('Lamb rack')).not.toBe(readAs('Lamb neck'));
});

test('items that share a code are found, the certain ones first', () => {
	const items = [
		item('1', { name: 'Olive oil', barcodes: ['4006381333931'] }),
		item('2', { name: 'Oil, olive', barcodes: ['', '4006381333931'] }),
		item('3', { name: 'Flour', code: 'A-7' }),
		item('4', { name: 'Wheat', code: 'a-7 ' }),
		item('5', { name: 'Salt', supplierCodes: ['P-1 900'] }),
		item('6', { name: 'Sea salts', supplierCodes: ['P-1 900'] }),
		item('7', { name: 'Salts' }),
	];
	expect(alikeAmong(items)).toEqual([
		{ by: 'barcode', shared: '4006381333931', ids: ['1', '2'] },
		{ by: 'code', shared: 'a-7', ids: ['3', '4'] },
		{ by: 'supplierCode', shared: 'P-1 900', ids: ['5', '6'] },
		{ by: 'name', shared: 'salt', ids: ['5', '7'] },
	]);
});

test('empty codes and a code that an item has twice make nothing alike', () => {
	const items = [item('1', { barcodes: ['7', '7'] }), item('2', { barcodes: [' '], code: ' ' })];
	expect(alikeAmong(items)).toEqual([]);
});
