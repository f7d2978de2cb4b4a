import { expect, test } from 'vitest';
import { fieldByPath, referencesIn, valuesIn } from './references.ts';
import { typeNamed } from './records.ts';

test('references are found in lines, in lines of lines, and in lists', () => {
	const paths = (name: 'menuItem' | 'approvalMatrix') =>
		referencesIn(typeNamed(name).fields).map(({ path }) => path);
	expect(paths('menuItem')).toEqual([
		'categoryId',
		'ingredients/itemId',
		'modifierGroupIds',
		'diningOptionIds',
	]);
	expect(paths('approvalMatrix')).toEqual(['locationIds', 'layers/rules/roleId']);
});

test('a path leads to one value for each line', () => {
	const matrix = {
		locationIds: ['L-1', 'L-2'],
		layers: [{ rules: [{ roleId: 'A' }, { roleId: 'B' }] }, { rules: [{ roleId: 'C' }] }, {}],
	};
	expect(valuesIn(matrix, 'layers/rules/roleId')).toEqual(['A', 'B', 'C']);
	expect(valuesIn(matrix, 'locationIds')).toEqual(['L-1', 'L-2']);
	expect(valuesIn(matrix, 'name')).toEqual([undefined]);
	expect(fieldByPath(typeNamed('menuItem').fields, 'ingredients/itemId')?.to).toBe('stockable');
});
