import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineTotal } from './count-line.ts';
import { abs, decimalText } from './decimal.ts';
import { byUnit, filled, inOneUnit, pricedCost } from './sent-boxes.ts';
import { toBase, type ItemUnit } from './unit.ts';

const unit = (unitId: string, numerator: string, denominator = '1', places = 0): ItemUnit => ({
	unitId,
	name: unitId,
	kind: 'other',
	factor: { numerator, denominator },
	places,
});
const box = (unitId: string, typed: string, quantity = typed) => ({
	unitId,
	typed,
	quantity,
	locale: 'en-GB',
});
const bottles = [unit('each', '1'), unit('case', '12')];

test('sends one box in its unit, ignoring a zero beside it', () => {
	const boxes = [box('each', '0'), box('case', '1.5')];
	expect(inOneUnit(boxes, bottles)).toEqual({ unitId: 'case', quantity: '1.5' });
	expect(inOneUnit([box('case', '0')], bottles)).toEqual({ unitId: 'case', quantity: '0' });
	expect(inOneUnit([], bottles)).toBeNull();
});

test('sends several boxes as their sum in the base unit', () => {
	const boxes = [box('case', '1'), box('each', '2')];
	expect(inOneUnit(boxes, bottles)).toEqual({ unitId: 'each', quantity: '14' });
});

test('uses a bigger unit if the base unit allows no fractions', () => {
	const trays = [unit('each', '1'), unit('pack', '5', '1', 3)];
	const boxes = [box('pack', '0.5'), box('each', '1')];
	expect(inOneUnit(boxes, trays)).toEqual({ unitId: 'pack', quantity: '0.7' });
});

test('sends a third of a case of twelve as four each, not as 0.333 of a case', () => {
	const third = box('case', '1/3', '0.333');
	expect(inOneUnit([third], bottles)).toEqual({ unitId: 'each', quantity: '4' });
	expect(inOneUnit([third, box('each', '2')], bottles)).toEqual({ unitId: 'each', quantity: '6' });
	expect(byUnit([third, box('each', '2')], bottles)).toEqual([{ unitId: 'each', quantity: '6' }]);
});

test('sends the sum in the smallest filled unit if there is no base unit', () => {
	const sizes = [unit('case', '12'), unit('pack', '6'), unit('layer', '3')];
	const boxes = [box('case', '1'), box('pack', '1')];
	expect(inOneUnit(boxes, sizes)).toEqual({ unitId: 'pack', quantity: '3' });
});

test('rounds a part that no unit can express, in the base unit', () => {
	const seventh = box('case', '1/7', '0.143');
	expect(inOneUnit([seventh], bottles)).toEqual({ unitId: 'each', quantity: '1.714286' });
});

test('leaves a box in a unit that the item no longer has', () => {
	const barrel = { unitId: 'barrel', quantity: '1' };
	expect(inOneUnit([box('barrel', '1')], bottles)).toEqual(barrel);
	expect(byUnit([box('barrel', '1')], bottles)).toEqual([barrel]);
});

test.each([
	[[box('case', '1/3', '0.333')], 'case', '0.333333', '2'],
	[[box('each', '8')], 'case', '0.666666', '4'],
	[[box('case', '1'), box('each', '6')], 'case', '1.5', '9'],
	[[box('case', '1.5')], 'case', '1.5', '9'],
	[[box('case', '2')], 'each', '24', '144'],
	[[box('each', '7')], 'barrel', '7', '42'],
])('sends %j in the wanted unit %s as %s, at 6.00 each for %s', (boxes, wanted, quantity, cost) => {
	expect(inOneUnit(boxes, bottles, wanted)?.quantity).toBe(quantity);
	const price = { price: '6', unitId: wanted };
	expect(pricedCost(boxes, bottles, price, 'EUR')).toBe(cost);
});

test('a discount of more than the line costs makes it free', () => {
	const price = { price: '2', unitId: null, discount: '5' };
	const costOf = (typed: string) => pricedCost([box('each', typed)], bottles, price, 'EUR');
	expect(['2', '3'].map(costOf)).toEqual(['0', '1']);
});

test('a cost is rounded once, after the discount', () => {
	const price = { price: '33.5', unitId: null, discount: '0.5' };
	expect(pricedCost([box('each', '3')], bottles, price, 'JPY')).toBe('100');
});

test('has no cost without a price or a quantity', () => {
	const price = { price: '6', unitId: null };
	expect(pricedCost([box('each', '1')], bottles, { ...price, price: null }, 'EUR')).toBeNull();
	expect(pricedCost([], bottles, price, 'EUR')).toBeNull();
	const boxes = [box('each', '1'), { ...box('case', ''), quantity: null }];
	expect(filled(boxes)).toEqual([box('each', '1')]);
});

test('sends boxes as filled if the service takes several units', () => {
	const boxes = [box('case', '1.5'), box('each', '0')];
	expect(byUnit(boxes, bottles)).toEqual(
		boxes.map(({ unitId, quantity }) => ({ unitId, quantity })),
	);
});

test("sends the line's total, whatever boxes are filled", () => {
	const factor = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 8 }));
	const others = fc.array(factor, { maxLength: 3 });
	const typed = fc.constantFrom('0', '1', '12', '0.125', '1.5', '1/2', '1/3', '2/7');
	fc.assert(
		fc.property(others, fc.array(fc.tuple(fc.nat(3), typed)), (factors, filled) => {
			const units = [
				unit('base', '1', '1', 3),
				...factors.map(([n, d], at) => unit(`u${String(at)}`, String(n), String(d), 3)),
			];
			const boxes = filled.map(([at, text]) => {
				const [a = '', b = '1'] = text.split('/');
				const quantity = abs(decimalText((Number(a) / Number(b)).toFixed(3)));
				return box(units[at % units.length]?.unitId ?? '', text, quantity);
			});
			const total = lineTotal(boxes, units) ?? '0';
			const one = inOneUnit(boxes, units);
			expect(toBase(one === null ? [] : [one], units)).toBe(total);
			expect(toBase(byUnit(boxes, units), units)).toBe(total);
		}),
	);
});
