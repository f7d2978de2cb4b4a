import { describe, expect, it } from 'vitest';
import { unit } from '../../../test/support/items.ts';
import { ratioOf } from './decimal.ts';
import { exactQuantity, readBox } from './box-entry.ts';
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
		['1,5', '5', 'too-many-places'],
		['half', '12', 'not-a-number'],
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
		const kilogram = unit('weight', '1', { places: 3 });
		expect(read('0.5', unit('other', '1', { of: '1000' }), kilogram)).toBe('too-many-places');
	});

	it('is exact by the case alone if the item has no base unit', () => {
		expect(readBox('1/2', 'en-GB', caseOf('12'), [caseOf('12')])).toMatchObject({
			quantity: '0.5',
		});
	});

	const third = { typed: '1/3', quantity: '0.333', locale: 'en-GB' };
	it.each([
		['a third of a case', third, caseOf('12'), { numerator: '1', denominator: '3' }],
		['a third of a kilogram', third, unit('weight'), ratioOf('0.333')],
		[
			'a third typed in an unknown locale',
			{ ...third, locale: undefined },
			caseOf('12'),
			ratioOf('0.333'),
		],
		['what was not typed', { ...third, typed: '2' }, caseOf('12'), ratioOf('0.333')],
	])('keeps the exact quantity of %s', (_, box, of, exact) => {
		expect(exactQuantity(box, of)).toEqual(exact);
	});
});
