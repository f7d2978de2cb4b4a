// What a person is told before a record is made inactive, which items may be there twice, and what a recipe costs.
import { expect, test } from 'vitest';
import type { CountScope } from '../../../shared/bridge/count-plan.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';

const unit = { uomId: 5, name: 'litre', type: 'each', conversionFactor: '1', decimals: 3 };
const custard = {
	id: 'prep-1',
	name: 'Custard',
	baseUomId: 5,
	units: [unit],
	yield: '2',
	ingredients: [{ itemId: '1', uomId: 3, quantity: '1' }],
};
const sauce = {
	id: 'prep-2',
	name: 'Sauce',
	baseUomId: 5,
	units: [unit],
	yield: '1',
	ingredients: [{ itemId: 'prep-1', uomId: 5, quantity: '1' }],
};
const order = (id: string, status: string) => ({
	id,
	number: `PO-${id}`,
	locationId: 'L-1',
	supplierId: 'P-1',
	date: '2026-03-02T09:00:00Z',
	status,
	items: [{ itemId: '1', uomId: 3, quantity: '2' }],
});

const kitchen = eachKitchen({
	lists: {
		'prepItem.list': [custard, sauce],
		'purchaseOrder.list': [order('7', 'Approved'), order('8', 'Received')],
		'requisitionTemplate.list': [
			{
				id: 'T-1',
				templateName: 'Weekly dairy',
				isActive: true,
				locations: ['L-1'],
				items: [{ itemId: '1' }],
			},
			{ id: 'T-2', templateName: 'Old', isActive: false, items: [{ itemId: '1' }] },
		],
	},
});

test('lists where an item is still in stock, in open documents and in templates', () => {
	const { stock, documents, orderTemplates, asOf } = kitchen.call('record.dependents', {
		type: 'inventoryItem',
		id: '1',
	});
	expect(stock.length, 'it is in stock').toBeGreaterThan(0);
	expect(stock[0]).toMatchObject({
		locationName: expect.stringMatching(/./) as string,
		quantity: expect.stringMatching(/\d/) as string,
	});
	expect(documents).toEqual([{ document: 'purchaseOrder', id: '7', number: 'PO-7' }]);
	expect(orderTemplates).toEqual(['Weekly dairy']);
	expect(asOf).not.toBeNull();
	const inUnit = (uomId: number) =>
		kitchen.call('record.dependents', { type: 'inventoryItem', id: '1', uomId });
	expect(inUnit(3)).toMatchObject({ documents, stock: [], orderTemplates: [] });
	expect(inUnit(1)).toMatchObject({ documents: [] });
});

test('a record that nothing names depends on nothing', () => {
	const { asOf: _asOf, ...found } = kitchen.call('record.dependents', {
		type: 'supplier',
		id: 'nobody',
	});
	expect(found).toEqual({
		stock: [],
		stockedItems: 0,
		documents: [],
		drafts: [],
		counts: [],
		countTemplates: [],
		wasteTemplates: [],
		orderTemplates: [],
	});
});

test('another item takes the place of one in the templates of this PC', () => {
	const { templateId } = kitchen.call('countTemplate.save', {
		locationId: 'L-1',
		templateId: null,
		name: 'Fridge',
		plan: { scope: { kind: 'items', itemIds: ['1', '2'] }, blind: true },
	});
	const line = { reasonId: 'R-1', label: '', note: 'Breakfast' };
	kitchen.call('waste.saveTemplate', {
		templateId: null,
		locationId: 'L-1',
		name: 'Morning',
		lines: [{ ...line, itemId: '1', boxes: ['1', '99'].map((unitId) => ({ unitId, typed: '2' })) }],
	});
	const move = { type: 'inventoryItem', id: '1', by: '2' } as const;
	expect(kitchen.call('record.dependents', move)).toMatchObject({
		countTemplates: ['Fridge'],
		wasteTemplates: ['Morning'],
	});
	expect(kitchen.call('record.putInTemplates', move)).toEqual({ templates: 2 });
	expect(kitchen.call('record.dependents', move)).toMatchObject({
		countTemplates: [],
		wasteTemplates: [],
	});
	expect(kitchen.call('countTemplate.list', { locationId: 'L-1' }).templates).toMatchObject([
		{ templateId, plan: { scope: { kind: 'items', itemIds: ['2'] }, blind: true } },
	]);
	const [morning] = kitchen.call('waste.templates', { locationId: 'L-1' }).templates;
	expect(morning?.lines).toMatchObject([
		{ ...line, itemId: '2', boxes: [{ unitId: '1', typed: '2' }] },
	]);
});

test('documents that name another record with the same id are not listed', () => {
	const { documents } = kitchen.call('record.dependents', { type: 'supplier', id: 'P-1' });
	expect(documents).toEqual([{ document: 'purchaseOrder', id: '7', number: 'PO-7' }]);
	expect(kitchen.call('record.dependents', { type: 'location', id: 'L-1' })).toMatchObject({
		documents,
		orderTemplates: ['Weekly dairy'],
	});
	for (const [type, id] of [
		['supplier', '1'],
		['inventoryItem', 'P-1'],
		['location', '7'],
	] as const)
		expect(kitchen.call('record.dependents', { type, id })).toMatchObject({
			documents: [],
			orderTemplates: [],
		});
});

test('in templates, a record of another type that has the same id stays', async () => {
	const both = (more: object) => ['1', '2'].map((id) => ({ id, name: `Number ${id}`, ...more }));
	await kitchen.shows({
		'wasteReason.list': both({}),
		'storageArea.list': both({ locationId: 'L-1' }),
	});
	const scopes: CountScope[] = [
		{ kind: 'items', itemIds: ['1'] },
		{ kind: 'areas', areaIds: ['1'] },
	];
	for (const scope of scopes) {
		const of = { locationId: 'L-1', templateId: null, name: scope.kind };
		kitchen.call('countTemplate.save', { ...of, plan: { scope } });
	}
	kitchen.call('waste.saveTemplate', {
		templateId: null,
		locationId: 'L-1',
		name: 'Morning',
		lines: [{ itemId: '1', boxes: [], reasonId: '1', label: '', note: '' }],
	});
	const now = () => [
		kitchen
			.call('countTemplate.list', { locationId: 'L-1' })
			.templates.flatMap(({ plan: { scope } }) =>
				'itemIds' in scope ? scope.itemIds : 'areaIds' in scope ? scope.areaIds : [],
			),
		kitchen
			.call('waste.templates', { locationId: 'L-1' })
			.templates.flatMap(({ lines }) => lines.map(({ itemId, reasonId }) => [itemId, reasonId])),
	];
	const swap = (type: 'wasteReason' | 'storageArea' | 'inventoryItem') => {
		const move = { type, id: '1', by: '2' };
		const { countTemplates, wasteTemplates } = kitchen.call('record.dependents', move);
		kitchen.call('record.putInTemplates', move);
		return [...countTemplates, ...wasteTemplates];
	};
	expect(swap('wasteReason')).toEqual(['Morning']);
	expect(now()).toEqual([['1', '1'], [['1', '2']]]);
	expect(swap('storageArea')).toEqual(['areas']);
	expect(now()).toEqual([['2', '1'], [['1', '2']]]);
	expect(swap('inventoryItem')).toEqual(['items', 'Morning']);
	expect(now()).toEqual([['2', '2'], [['2', '2']]]);
});

const recipe = (more: object) =>
	kitchen.call('record.recipeCost', {
		id: null,
		name: 'Trifle',
		lines: [],
		makes: '1',
		locationId: 'L-1',
		...more,
	});

test('a recipe costs what its ingredients cost at the location, through preparations', () => {
	const line = { itemId: 'prep-1', unitId: '5', quantity: '0.5' };
	const { total, perUnit, lines } = recipe({ lines: [line], makes: '2' });
	// A batch of two litres needs a case of milk; half a litre is a quarter of it.
	const whole = recipe({ lines: [{ itemId: '1', unitId: '3', quantity: '0.25' }] });
	expect(total).toBe(whole.total);
	expect(Number(perUnit)).toBe(Number(total) / 2);
	expect(lines).toEqual([{ cost: total, unknown: null }]);
});

test('a line that cannot be costed makes the total unknown, and says why', () => {
	const lines = [
		{ itemId: '1', unitId: '3', quantity: '1' },
		{ itemId: 'gone', unitId: '1', quantity: '1' },
	];
	expect(recipe({ lines })).toMatchObject({
		total: null,
		perUnit: null,
		lines: [{ unknown: null }, { cost: null, unknown: { why: 'item' } }],
	});
});

test('a preparation that would contain itself is stopped with its path', () => {
	const draftId = crypto.randomUUID();
	const asked = { type: 'prepItem', id: 'prep-1', draftId } as const;
	const line = { itemId: 'prep-2', uomId: 5, quantity: '1' };
	const kept = kitchen.call('record.save', {
		...asked,
		revision: 0,
		step: 'keep',
		changes: [{ at: 'ingredients/prep-2,5', was: null, to: line }],
	});
	const problem = {
		at: 'ingredients/prep-2,5/itemId',
		code: 'recipe-cycle',
		args: { path: 'Custard → Sauce → Custard' },
	};
	expect(kept).toMatchObject({ state: 'kept', problems: [problem] });
	const sent = kitchen.call('record.save', {
		...asked,
		revision: 1,
		step: 'send',
		intentId: crypto.randomUUID(),
	});
	expect(sent).toMatchObject({ state: 'stopped', problems: [problem] });
	expect(
		recipe({ id: 'prep-1', name: 'Custard', lines: [{ ...line, unitId: '5' }] }).lines,
	).toMatchObject([{ unknown: { why: 'cycle', path: ['Custard', 'Sauce', 'Custard'] } }]);
});

test('items that share a barcode or a supplier’s code, or read alike, are found, with their codes', async () => {
	const known = kitchen.service.lists['inventoryItem.list'] as { id: string; barcodes: object[] }[];
	const [milk] = known;
	const twin = (id: string, name: string, more: object = {}) => ({
		...milk,
		id,
		name,
		code: `X-${id}`,
		barcodes: [],
		...more,
	});
	const offer = (id: string, itemId: string, supplierItemCode: string, more: object = {}) => ({
		id,
		itemId,
		supplierId: 'P-1',
		uomId: 1,
		price: '1',
		supplierItemCode,
		...more,
	});
	await kitchen.shows({
		'inventoryItem.list': [
			...known,
			twin('97', 'Ended', { barcodes: milk!.barcodes, isActive: false }),
			twin('98', 'Fresh milk', { barcodes: milk!.barcodes }),
			twin('99', 'Milk, whole'),
		],
		'purchaseOption.list': [
			offer('O-1', '2', 'B 7'),
			offer('O-2', '99', 'B 7'),
			offer('O-3', '3', 'B 7', { supplierId: 'P-2' }),
			offer('O-4', '98', 'B 7', { isActive: false }),
		],
	});
	const { groups, total } = kitchen.call('record.duplicates', {});
	expect(total).toBe(3);
	expect(
		groups.map(({ by, shared, items }) => [by, shared, items.map(({ code }) => code)]),
	).toEqual([
		['barcode', '0036000291452', ['DA-1', 'X-98']],
		['supplierCode', 'B 7', ['DA-2', 'X-99']],
		['name', 'milk whole', ['DA-1', 'X-99']],
	]);
});
