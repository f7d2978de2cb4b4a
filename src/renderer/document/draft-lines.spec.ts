import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { milk as someMilk, unit } from '../../../test/support/items.ts';
import { purchaseOrder } from '../../shared/document/purchase-order.ts';
import { wastage } from '../../shared/document/wastage.ts';
import { formatQuantity } from '../../shared/domain/quantity-entry.ts';
import { splitIntoUnits } from '../../shared/domain/unit.ts';
import { equivalentIn, strayBoxes, sumOf, typedIn, unitsOf } from '../ui/grid/unit-boxes.ts';
import { costOf, readBoxes, shapeOf, withBox, withFields, type DraftLine } from './draft-lines.ts';

const milk = someMilk({
	units: [unit('case', '12', { places: 1 }), unit('pack', '4'), unit('each')],
	unitCost: '0.8875',
});
const line: DraftLine = {
	lineId: 'line-1',
	item: milk,
	boxes: [],
	fields: {},
};
const typed = (...boxes: [unitId: string, text: string][]): DraftLine => ({
	...line,
	boxes: readBoxes(
		milk,
		boxes.map(([unitId, text]) => ({ unitId, typed: text })),
		'en-GB',
	),
});
const asShown = (shown: DraftLine, locale = 'en-GB') =>
	sumOf(shown, (column) => typedIn(shown, column), locale);

describe('boxes of a line', () => {
	it('are summed in base units and money', () => {
		const sum = asShown(typed(['case', '1.5'], ['each', '3*2']));
		expect(sum).toEqual({ kind: 'total', total: '24' });
		expect(costOf(wastage, line, sum, 'EUR')).toBe('21.3');
	});

	it('have no sum while all are blank, and zero if one says so', () => {
		expect(asShown(line)).toEqual({ kind: 'blank' });
		expect(asShown(typed(['pack', '0']))).toEqual({ kind: 'total', total: '0' });
	});

	it('have no sum while one is unreadable, and show its possible meanings', () => {
		const boxes = typed(['case', '1']);
		const sum = sumOf(boxes, (column) => (column === 'single' ? '1,234' : '1'), 'en-GB');
		expect(sum).toEqual({
			kind: 'unreadable',
			ambiguity: { column: 'single', readings: ['1234'] },
		});
		expect(costOf(wastage, line, sum, 'EUR')).toBeNull();
	});

	it('keep their quantities when the language changes', () => {
		const french = { ...line, boxes: [{ unitId: 'case', typed: '1,5', quantity: '1.5' }] };
		expect(asShown(french, 'en-GB')).toEqual({ kind: 'total', total: '18' });
	});

	it("show the line's total in blank boxes if it is exact", () => {
		const units = unitsOf(milk);
		const inColumn = (column: 'case' | 'pack') => equivalentIn(units.get(column)!, '18');
		expect([inColumn('case'), inColumn('pack')]).toEqual(['1.5', null]);
		expect(equivalentIn(units.get('case')!, '0')).toBeNull();
	});

	it('in another unit have the price of that unit, and the first price again in the first unit', () => {
		const cases: DraftLine = { ...typed(['case', '2']), fields: { price: '6.50', note: '' } };
		const fill = (before: DraftLine, unitId: string, text: string) =>
			withBox(before, { unitId, typed: text, quantity: text }, shapeOf(purchaseOrder).prices);
		const cost = (each: DraftLine) => costOf(purchaseOrder, each, asShown(each), 'EUR');
		const mixed = fill(cases, 'each', '3');
		expect([mixed.fields['price'], cost(mixed)]).toEqual(['0.541667', '14.63']);
		const blank = fill(fill(mixed, 'each', ''), 'case', '');
		const pieces = fill(blank, 'each', '24');
		expect([pieces.fields['price'], cost(pieces)]).toEqual(['0.541667', '13']);
		const again = fill(fill(pieces, 'case', '2'), 'each', '');
		expect([again.fields['price'], cost(again)]).toEqual(['6.50', '13']);
		const typedAnew = withFields(pieces, { price: '0.60' });
		expect(fill(fill(typedAnew, 'each', ''), 'case', '1').fields['price']).toBe('7.2');
	});

	it('in a unit the item lost are a problem until another box is filled', () => {
		const stray = { ...line, boxes: [{ unitId: 'barrel', typed: '2', quantity: '2' }] };
		expect(strayBoxes(stray)).toHaveLength(1);
		expect(asShown(stray)).toEqual({ kind: 'unreadable', ambiguity: null });
		const anew = withBox(stray, { unitId: 'case', typed: '2', quantity: '2' }, []);
		expect(asShown(anew)).toEqual({ kind: 'total', total: '24' });
	});

	it('are emptied one by one', () => {
		const both = typed(['case', '1'], ['each', '2']);
		const emptied = withBox(both, { unitId: 'case', typed: '', quantity: null }, []);
		expect(emptied.boxes.map(({ unitId }) => unitId)).toEqual(['each']);
	});

	it('hold any quantity: split over the units and typed, it is read back exactly', () => {
		fc.assert(
			fc.property(fc.nat(1_000_000), fc.constantFrom('en-GB', 'ar-EG', 'fr-FR'), (base, locale) => {
				const { parts } = splitIntoUnits(String(base), milk.units);
				const boxes = parts.map(({ unitId, quantity }) => ({
					unitId,
					typed: formatQuantity(quantity, locale, { minus: 'plain', grouping: false }),
				}));
				const filled = readBoxes(milk, boxes, locale).reduce(
					(each, box) => withBox(each, box, []),
					line,
				);
				expect(asShown(filled, locale)).toEqual({ kind: 'total', total: String(base) });
			}),
		);
	});
});
