import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unit } from '../../../test/support/items.ts';
import { guards, lineState, lineTotal } from './count-line.ts';
import type { CountBox } from './count-line.ts';

const units = [unit('case', '12'), unit('each')];

function boxes(cases: string | null, each: string | null): CountBox[] {
	return [
		{ unitId: 'case', typed: cases ?? '', quantity: cases },
		{ unitId: 'each', typed: each ?? '', quantity: each },
	];
}

function asked(cases: string | null, each: string | null, expected: string | null): string[] {
	return guards({ boxes: boxes(cases, each), units, expected }).map(({ code }) => code);
}

describe('state of a line', () => {
	it.each([
		[null, null, 'uncounted', null],
		['0', null, 'zero', '0'],
		['0', '0', 'zero', '0'],
		[null, '5', 'quantity', '5'],
		['0', '5', 'quantity', '5'],
		['3', '5', 'quantity', '41'],
	])('with %s cases and %s each is %s', (cases, each, state, total) => {
		expect(lineState(boxes(cases, each))).toBe(state);
		expect(lineTotal(boxes(cases, each), units)).toBe(total);
	});

	it('is uncounted when the text is not a quantity', () => {
		const unread: CountBox[] = [{ unitId: 'each', typed: '1,5', quantity: null }];
		expect(lineState(unread)).toBe('uncounted');
		expect(lineTotal(unread, units)).toBeNull();
	});

	it('has no total in a unit that the item lacks', () => {
		expect(() => lineTotal(boxes('1', null), [unit('each')])).toThrow('no unit case');
	});

	it('is uncounted exactly when there is no total, and zero exactly when the total is zero', () => {
		const box = fc.option(fc.nat(50).map(String));
		fc.assert(
			fc.property(box, box, (cases, each) => {
				const line = boxes(cases, each);
				const total = lineTotal(line, units);
				const state = total === null ? 'uncounted' : total === '0' ? 'zero' : 'quantity';
				expect(lineState(line)).toBe(state);
			}),
		);
	});
});

describe('guards', () => {
	it.each([
		[null, '5', '10', ['half-or-less']],
		[null, '6', '10', []],
		[null, '20', '10', ['double-or-more']],
		[null, '19', '10', []],
		[null, '0', '10', ['half-or-less']],
		[null, '5', '0', []],
		[null, '5', null, []],
		[null, null, '10', []],
		[null, '3', '40', ['half-or-less', 'pack-slip']],
		[null, '3', '41', ['half-or-less']],
	])('for %s cases and %s each, expected %s, ask %j', (cases, each, expected, codes) => {
		expect(asked(cases, each, expected)).toEqual(codes);
	});

	it('suggest cases when 3 each were entered and 36 expected', () => {
		expect(guards({ boxes: boxes(null, '3'), units, expected: '36' })).toEqual([
			{ code: 'half-or-less', meant: null, against: 'expected' },
			{ code: 'pack-slip', meant: { unitId: 'case', quantity: '3' }, against: 'expected' },
		]);
	});

	it('suggest each when 35 cases were entered and 36 each expected', () => {
		expect(guards({ boxes: boxes('35', '0'), units, expected: '36' })).toEqual([
			{ code: 'double-or-more', meant: null, against: 'expected', times: '11' },
			{ code: 'pack-slip', meant: { unitId: 'each', quantity: '35' }, against: 'expected' },
		]);
	});

	it.each([
		[['11', '12'], 'pack'],
		[['12', '11'], 'case'],
		[['11', '13'], 'case'],
	])('suggest the nearest of a case of %s, or else the first', ([inCase, inPack], nearest) => {
		const sizes = [unit('case', inCase), unit('pack', inPack), unit('each')];
		expect(guards({ boxes: boxes(null, '3'), units: sizes, expected: '36' })[1]).toEqual({
			code: 'pack-slip',
			meant: { unitId: nearest, quantity: '3' },
			against: 'expected',
		});
	});

	it('suggest no other unit for a likely number, and never the unit that was typed', () => {
		const near = [unit('each'), unit('pack', '21', { of: '20' })];
		const line = { boxes: boxes(null, '10'), expected: '10' };
		expect(guards({ ...line, units: near })).toEqual([]);
		const [odd, ...more] = guards({ ...line, units, total: '30' });
		expect([odd?.code, more]).toEqual(['double-or-more', []]);
	});

	it('suggest nothing when two boxes are filled or no unit is close', () => {
		expect(asked('36', '2', '36')).toEqual(['double-or-more']);
		expect(asked(null, '3', '100')).toEqual(['half-or-less']);
	});

	it('report only the assumed zero for a confirmed blank', () => {
		const line = { boxes: boxes(null, '0'), units, expected: '10' };
		expect(guards({ ...line, assumedZero: true })).toEqual([
			{ code: 'assumed-zero', meant: null, against: null },
		]);
	});

	it('compare with the last count when the book is unknown, and say so', () => {
		const line = { boxes: boxes(null, '3'), units, expected: null };
		const last = { quantity: '36', unitIds: ['case'] };
		expect(guards({ ...line, last })).toEqual([
			{ code: 'half-or-less', meant: null, against: 'last' },
			{ code: 'pack-slip', meant: { unitId: 'case', quantity: '3' }, against: 'last' },
			{ code: 'partly-counted', meant: null, against: 'last' },
		]);
	});

	it('prefer the book to the last count, because sales since then are no slip', () => {
		const last = { quantity: '36', unitIds: ['each'] };
		expect(guards({ boxes: boxes(null, '5'), units, expected: '6', last })).toEqual([]);
	});

	it('ask for a forgotten pack, but not when nothing is left', () => {
		const last = { quantity: '40', unitIds: ['case', 'each'] };
		const line = { units, expected: null, last };
		expect(guards({ ...line, boxes: boxes('3', null) }).map(({ code }) => code)).toEqual([
			'partly-counted',
		]);
		expect(guards({ ...line, boxes: boxes('3', '4') })).toEqual([]);
		expect(guards({ ...line, boxes: boxes('0', null) }).map(({ code }) => code)).toEqual([
			'half-or-less',
		]);
	});
});
