import { expect, test } from 'vitest';
import { freeUnit, newUnitName } from './known-units.ts';

test('a new unit takes a number of its kind that the item does not have', () => {
	const known = [
		{ uomId: 1, names: ['each'], types: ['each'] },
		{ uomId: 3, names: ['case of 12', 'case of 24'], types: ['case'] },
		{ uomId: 6, names: ['box'], types: ['case', 'pack'] },
	];
	expect(freeUnit(known, [1, 3], 'case')).toBe(6);
	expect(freeUnit(known, [1, 3, 6], 'case')).toBeNull();
	expect(freeUnit(known, [], 'weight')).toBeNull();
});

test('a new unit is named by its factor', () => {
	expect(newUnitName('case of 48', '48', '24')).toBe('case of 24');
	expect(newUnitName('case', '48', '24')).toBe('case 24');
	expect(newUnitName('case 480', '48', '24')).toBe('case 480 24');
});
