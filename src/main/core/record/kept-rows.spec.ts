import { expect, test } from 'vitest';
import { KeptRows } from './kept-rows.ts';

test('A list stays the same array until its copies or the work on this PC change', () => {
	const kept = new KeptRows<string>();
	const copies = ['Milk'];
	const rows = (work: readonly object[], of = copies) =>
		kept.of('items', of, work, () => [...of, ...work.map((each) => JSON.stringify(each))]);
	const first = rows([{ name: 'Cream' }]);
	expect(rows([{ name: 'Cream' }])).toBe(first);
	expect(rows([{ name: 'Butter' }])).toEqual(['Milk', '{"name":"Butter"}']);
	expect(rows([{ name: 'Butter' }], ['Eggs'])).toEqual(['Eggs', '{"name":"Butter"}']);
});
