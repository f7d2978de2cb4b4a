import { describe, expect, it } from 'vitest';
import { unit } from '../../../test/support/items.ts';
import { readBox } from './box-entry.ts';
import type { ItemUnit } from './unit.ts';

const each = unit('each');
const caseOf = (holds: string) => unit('case', holds);

function read(typed: string, of: ItemUnit, base = each, locale = 'en-GB') {
	const entry = readBox(typed, locale, of, [base, of]);
	return entry.kind === 'quantity' ? entry.quantity : entry.kind === 'problem' ? entry.code : null;
}

describe('part of a case', () => {
	it.each([
		['1/2', '12', '0.5'],
		['2+1/2', '12', '2.5'],
		['0.25', '12', '0.25'],
		['1/8', '24', '0.125'],
		['1/2', '5', 'too-many-places'],
		['1/3', '12', '0.333'],
		['0.333', '12', 'too-many-places'],
		['0.1', '12', 'too-many-places'],
	])(
		'%s of a case of %s gives %s, because it must be whole in base units',
		(typed, holds, comesTo) => {
			expect(read(typed, caseOf(holds))).toBe(comesTo);
		},
	);

	it('is always exact in kilograms', () => {
		expect(read('1/3', caseOf('10'), unit('weight', '1', { places: 3 }))).toBe('0.333');
	});

	it('is refused with both readings if its separator is ambiguous', () => {
		expect(readBox('1,5', 'en-GB', caseOf('12'), [each, caseOf('12')])).toEqual({
			kind: 'problem',
			code: 'ambiguous',
			readings: ['1.5', '15'],
		});
		expect(read('1,5', caseOf('12'), each, 'fr')).toBe('1.5');
	});

	it('must be exact in base units even if the case allows decimals', () => {
		expect(read('0.1', unit('case', '12', { places: 3 }))).toBe('too-many-places');
		expect(read('0.5', unit('case', '12', { places: 3 }))).toBe('0.5');
	});

	it('is refused for a single-piece unit', () => {
		expect(read('1/2', each)).toBe('too-many-places');
	});
});
