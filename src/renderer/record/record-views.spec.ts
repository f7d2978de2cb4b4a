import { expect, test } from 'vitest';
import { typeNamed } from '../../shared/record/records.ts';
import { RecordFilters } from './record-filters.svelte.ts';
import {
	queryOfView,
	recordsIn,
	textOfView,
	unknownIn,
	viewInText,
	withView,
	withoutView,
} from './record-views.ts';

const view = { name: 'Dairy, by code', type: 'supplier', query: 'q=dairy&sort=-code' } as const;

test('a view given as text is the same view at another PC', () => {
	expect(textOfView(view)).toBe('Dairy, by code #/supplier?q=dairy&sort=-code');
	expect(viewInText(`  ${textOfView(view)}\n`)).toEqual(view);
	expect(viewInText('Plain #/supplier')).toEqual({ name: 'Plain', type: 'supplier', query: '' });
	expect(['', 'Dairy', '#/supplier?q=x', 'Dairy #/counts?q=x'].map(viewInText)).toEqual([
		null,
		null,
		null,
		null,
	]);
});

test('a view of the same name is replaced, and others stay', () => {
	const other = { ...view, type: 'category' } as const;
	const changed = { ...view, name: 'dairy, by code ', query: 'q=milk' };
	expect(withView([view, other], changed)).toEqual([other, changed]);
	expect(withoutView([view, other], changed)).toEqual([other]);
});

test('a view brings back search, filters, order and columns', () => {
	const type = typeNamed('supplier');
	const filters = new RecordFilters(type, {});
	filters.text = 'dairy';
	filters.activity = 'all';
	filters.sortBy('code');
	filters.columns = ['name', 'code'];
	const query = new URLSearchParams(filters.query).toString();
	const again = new RecordFilters(type, queryOfView({ ...view, query }));
	expect(again.query).toEqual(filters.query);
	expect(again.columns).toEqual(['name', 'code']);
	const stranger = new RecordFilters(type, { cols: 'colour' });
	expect(stranger.columns, 'columns that do not exist').toEqual(type.columns);
});

test('what a view from elsewhere has that is not known here is named', () => {
	const query = new URLSearchParams({
		q: 'milk',
		active: 'all',
		categoryId: 'C-9',
		colour: 'red',
		sort: '-size',
		as: 'sheet',
		cols: 'name,weight,code',
	}).toString();
	const given = viewInText(`Milk #/inventoryItem?${query}`)!;
	expect(unknownIn(given)).toEqual(['colour', 'size', 'weight']);
	expect(recordsIn(given)).toEqual([{ at: 'categoryId', to: ['category'], id: 'C-9' }]);
	expect(unknownIn(view)).toEqual([]);
	expect(recordsIn(view)).toEqual([]);
	expect(unknownIn({ ...view, query: `q=${'x'.repeat(101)}` }), 'a search too long').toEqual(['q']);
});
