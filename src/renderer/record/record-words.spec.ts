import { expect, test } from 'vitest';
import { recordTypeNames, typeNamed } from '../../shared/record/records.ts';
import { Format } from '../messages/format.svelte.ts';
import { Language } from '../messages/language.svelte.ts';
import { isMessageKey } from '../messages/message.ts';
import { valueOfText } from './box-values.ts';
import { RecordFilters } from './record-filters.svelte.ts';
import { valueWord } from './record-words.ts';
import { usesOf } from './where-used.ts';

test('every record type has words for its list, its form and each field', () => {
	const missing = recordTypeNames.flatMap((name) => {
		const { fields, form } = typeNamed(name);
		const options = Object.entries(fields).flatMap(([field, { kind, options = {} }]) =>
			kind === 'choice' ? Object.values(options).map((each) => `field-${field}-${each}`) : [],
		);
		const parts = [
			'one',
			'new',
			'count',
			'none',
			...options,
			...Object.keys(form).map((part) => `part-${part}`),
			...Object.keys(fields).map((field) => `field-${field}`),
		];
		const keys = [`recordTypes.${name}`, ...parts.map((part) => `recordTypes.${name}-${part}`)];
		return keys.filter((key) => !isMessageKey(key));
	});
	expect(missing).toEqual([]);
});

test('a value is written by the kind of its field', () => {
	const language = new Language('en');
	const words = { t: language.t, format: new Format(language) };
	const lines = { kind: 'lines', key: ['unit'], fields: { unit: { kind: 'text' } } };
	const type = {
		...typeNamed('supplier'),
		fields: { price: { kind: 'decimal' }, from: { kind: 'day' }, units: lines },
	};
	const word = (at: string, value: unknown) => valueWord(words, type, at, value);
	expect(word('price', '1234.50')).toBe('1,234.5');
	expect(word('from', '2026-03-02T00:00:00Z')).toBe('2 Mar 2026');
	expect(word('units', [{ unit: 'case' }, { unit: 'each' }])).toBe('case and each');
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
	expect(usesOf('supplier', [option])).toEqual([{ type: 'wasteReason', field: 'supplierId' }]);
	expect(usesOf('class', [option])).toEqual([]);
});
