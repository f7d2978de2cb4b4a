import { expect, test } from 'vitest';
import { reviewLines } from './review-lines.ts';
import { boxRow as box, lineRow as row, reviewed } from './reviewed-fixture.ts';

test('a blank line blocks submission only if the plan asks about blanks', () => {
	const problems = (blanks: 'ask' | 'leave' | 'zero', leftBy = '') =>
		reviewLines(reviewed({ plan: { blanks }, rows: [row(1, { left_by: leftBy })] }))[0]?.problems;
	expect(problems('ask')).toEqual(['undecided']);
	expect(problems('leave')).toEqual(['uncounted']);
	expect(problems('ask', 'Noor')).toEqual([]);
});

test('an item is counted only if all its places are: one blank place leaves it at the book', () => {
	const rows = [row(1, { item_id: 'I' }), row(2, { item_id: 'I' })];
	const lineWith = (blanks: 'ask' | 'leave' | 'zero') =>
		reviewLines(
			reviewed({ plan: { blanks }, rows, boxes: new Map([[1, [box(1, '20', '48')]]]) }),
		)[0];
	expect(lineWith('ask')).toMatchObject({
		counted: null,
		adjustment: null,
		problems: ['undecided', 'question'],
	});
	expect(lineWith('leave')).toMatchObject({
		adjustment: null,
		problems: ['uncounted', 'question'],
	});
});

test('a decision about an item also applies to a place added later', () => {
	const decided = row(2, { item_id: 'I', keep: 'counted', stands: 0, reason: 'Ben is right' });
	const [line] = reviewLines(
		reviewed({
			rows: [row(3, { item_id: 'I', added: 1 }), decided],
			boxes: new Map([
				[2, [box(2, '10', '30')]],
				[3, [box(3, '0', '30')]],
			]),
			rounds: [
				{
					round: 1,
					open: false,
					lineNos: new Set([2]),
					boxes: new Map([[2, [box(2, '12', '30')]]]),
				},
			],
			bookNow: () => '18',
		}),
	);
	expect(line).toMatchObject({
		counted: '10',
		stands: 0,
		reason: 'Ben is right',
		adjustment: '-8',
	});
});

test('each place is computed in the units it was counted in', () => {
	const ofCases = (lineNo: number, factor: string | null) => {
		const { units, ...item } = JSON.parse(row(lineNo).item) as { units: object[] };
		const one = { numerator: factor, denominator: '1' };
		const cases = { unitId: '3', name: 'case', kind: 'case', factor: one, places: 0 };
		return row(lineNo, {
			item_id: 'I',
			item: JSON.stringify({ ...item, units: factor === null ? units : [...units, cases] }),
		});
	};
	const counted = (factor: string | null) =>
		reviewLines(
			reviewed({
				rows: [ofCases(2, factor), ofCases(1, '12')],
				boxes: new Map([
					[1, [{ ...box(1, '4', '48'), unit_id: '3' }]],
					[2, [box(2, '0', '48')]],
				]),
			}),
		)[0];
	expect(counted('10')).toMatchObject({ counted: '48', variance: '0' });
	expect(counted(null)).toMatchObject({ counted: '48', variance: '0' });
});

test('the adjustment is valued and checked against the tolerance', () => {
	const lineWith = (keep: 'counted' | 'difference', counted: string, then: string, now: string) =>
		reviewLines(
			reviewed({
				rows: [row(1, { keep })],
				boxes: new Map([[1, [box(1, counted, then)]]]),
				bookNow: () => now,
			}),
		)[0];
	expect(lineWith('counted', '40', '48', '60')).toMatchObject({
		adjustment: '-20',
		adjustmentCost: '-10',
	});
	expect(lineWith('counted', '48', '48', '60')).toMatchObject({
		variance: '0',
		adjustmentCost: '-6',
		outside: true,
	});
});

test('stock that moves between counting two boxes of an item counts as moved since the first', () => {
	const [line] = reviewLines(
		reviewed({
			boxes: new Map([
				[
					1,
					[
						{ ...box(1, '48', '48'), at: 1 },
						{ ...box(1, '0', '36'), by: 'Ben', at: 2 },
					],
				],
			]),
			bookNow: () => '36',
		}),
	);
	expect(line).toMatchObject({ variance: '0', moved: '-12' });
	expect(line?.problems).toContain('moved');
});
