import { expect, test } from 'vitest';
import type { AnyFields } from '../../shared/record/field.ts';
import { recordTypeNames, typeNamed } from '../../shared/record/records.ts';
import { Format } from '../messages/format.svelte.ts';
import { Language } from '../messages/language.svelte.ts';
import { isMessageKey } from '../messages/message.ts';
import { valueOfText } from './box-values.ts';
import { RecordFilters } from './record-filters.svelte.ts';
import { fieldWord, titleOf, typeKeys, valueWord } from './record-words.ts';
import { usesOf } from './where-used.ts';

/** `field-units-type` and its options, and `field-units-add`. */
function partsOfFields(fields: AnyFields, before: string): readonly string[] {
	return Object.entries(fields).flatMap(
		([name, { kind, owned, options = {}, fields: inner = {} }]) => [
			`${before}-${name}`,
			...(kind === 'lines' && owned !== true ? [`${before}-${name}-add`] : []),
			...(kind === 'choice'
				? Object.values(options).map((each) => `${before}-${name}-${each}`)
				: []),
			...(kind === 'coded' ? Object.keys(options).map((each) => `${before}-${name}-${each}`) : []),
			...partsOfFields(inner, `${before}-${name}`),
		],
	);
}

test('every record type has words for its list, its form and each field', () => {
	const missing = recordTypeNames.flatMap((name) => {
		const { fields, form } = typeNamed(name);
		const parts = [
			'',
			'one',
			'new',
			'count',
			'none',
			...Object.keys(form).map((part) => `part-${part}`),
			...partsOfFields(fields, 'field'),
		];
		return parts
			.map((part) => typeKeys(name, part))
			.filter((keys) => !keys.some(isMessageKey))
			.map((keys) => keys.join(' or '));
	});
	expect(missing).toEqual([]);
});

test('a record without a title is named by the fields that it has', () => {
	const language = new Language('en');
	const names = { 'inventoryItem/1': 'Whole milk', 'supplier/P-1': 'Riverside Dairy' };
	const words = { t: language.t, format: new Format(language), names };
	const named = (record: object) => titleOf(words, typeNamed('purchaseOption'), { ...record });
	expect(named({ itemId: '1', supplierId: 'P-1' })).toBe('Whole milk · Riverside Dairy');
	expect(named({ itemId: '1' })).toBe('Whole milk');
});

test('a value is written by the kind of its field', () => {
	const language = new Language('en');
	const names = { 'unit/3': 'case', 'menuItem/M-1': 'Soup' };
	const words = { t: language.t, format: new Format(language), names };
	const lines = {
		kind: 'lines',
		key: ['unit', 'day'],
		fields: { unit: { kind: 'unit' }, day: { kind: 'day' }, price: { kind: 'money' } },
	};
	const type = {
		...typeNamed('supplier'),
		fields: {
			price: { kind: 'decimal' },
			from: { kind: 'day' },
			units: lines,
			menus: { kind: 'references', to: 'menuItem' },
		},
	};
	const word = (at: string, value: unknown) => valueWord(words, type, at, value);
	expect(word('price', '1234.50')).toBe('1,234.5');
	expect(word('from', '2026-03-02T00:00:00Z')).toBe('2 Mar 2026');
	expect(word('units', [{ unit: 3, price: '1.50' }, { unit: 4 }])).toBe('case 1.50 and 4');
	expect(word('units/3,', { unit: 3 })).toBe('case');
	expect(word('menus', ['M-1', 'M-2'])).toBe('Soup and M-2');
	expect(fieldWord(words, type, 'menus/M-1')).toBe('menus: Soup');
	expect(fieldWord(words, type, 'units/3,2026-03-02#2/price')).toBe(
		'Units: case 2 Mar 2026 (2), price',
	);
	const cost = (of: string) => valueWord(words, typeNamed('inventoryItem'), 'unitCost', of);
	expect(['4.95', '2.264', '0.00125'].map(cost)).toEqual(['4.9500', '2.2640', '0.00125']);
	expect(word('isActive', false)).toBe('Inactive');
	expect(word('price', null)).toBe('');
});

test('text becomes a value only if it can be read without doubt', () => {
	expect(valueOfText({ kind: 'whole' }, '14', 'en-GB')).toEqual({ value: 14 });
	expect(valueOfText({ kind: 'whole' }, '1.5', 'en-GB')).toBeNull();
	expect(valueOfText({ kind: 'decimal' }, '1,5', 'en-GB')).toBeNull();
	expect(valueOfText({ kind: 'decimal' }, '١٫٥', 'ar-EG')).toEqual({ value: '1.5' });
	expect(valueOfText({ kind: 'code' }, ' 007 ', 'en-GB')).toEqual({ value: '007' });
	expect(valueOfText({ kind: 'text' }, '  ', 'en-GB')).toEqual({ value: null });
});

test('filters and order are the same after a way through the address', () => {
	const type = {
		...typeNamed('supplier'),
		fields: { ...typeNamed('supplier').fields, isLocal: { kind: 'flag' } },
	};
	const filters = new RecordFilters(type, {});
	expect(filters.query).toEqual({});
	filters.text = 'milk';
	filters.activity = 'all';
	filters.values['isLocal'] = 'false';
	filters.sortBy('code');
	filters.sortBy('code');
	const again = new RecordFilters(type, filters.query);
	expect(again.asked()).toEqual({
		search: 'milk',
		where: { isLocal: [false] },
		order: { by: 'code', descending: true },
	});
	again.clear();
	expect(again.asked().where).toEqual({ isActive: [true] });
});

test('a record is used where another type refers to it', () => {
	const option = {
		name: 'wasteReason',
		fields: { supplierId: { kind: 'reference', to: 'supplier' }, name: { kind: 'text' } },
	} as const;
	expect(usesOf('supplier', [option])).toEqual([
		{ type: 'wasteReason', field: 'supplierId', by: 'id' },
	]);
	expect(usesOf('class', [option])).toEqual([]);
	const all = recordTypeNames.map((name) => ({ name, fields: typeNamed(name).fields }));
	expect(usesOf('inventoryItem', all).map(({ type, field }) => `${type} ${field}`)).toEqual([
		'purchaseOption itemId',
		'menuItem ingredients/itemId',
		'prepItem ingredients/itemId',
		'modifier ingredients/itemId',
	]);
	expect(usesOf('role', all)).toEqual([
		{ type: 'approvalMatrix', field: 'layers/rules/roleId', by: 'id' },
	]);
});
