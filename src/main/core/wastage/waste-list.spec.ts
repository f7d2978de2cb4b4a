import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openKitchen, stockUp, type Kitchen } from '../../../../test/support/kitchen.ts';
import { wasteToSave } from '../../../../test/support/documents.ts';
import { wasteFilter, type WasteFilter } from '../../../shared/bridge/wastage.ts';

let kitchen: Kitchen;

interface Line {
	itemId: string;
	wasteReasonId: string;
	totalCost: string;
	description?: string;
}
const document = (number: number, date: string, status: string, items: Line[]) => ({
	id: `S-${number}`,
	number: `WST-${number}`,
	locationId: 'L-1',
	date: `${date}T12:00:00Z`,
	status,
	description: number === 2 ? 'Crème brûlée fell [SR-0123456789]' : '',
	isLocked: number === 3,
	items: items.map((item) => ({ ...item, uomId: 1, quantity: '1' })),
});
const milk = (totalCost: string, wasteReasonId = 'R-1') => ({
	itemId: '1',
	wasteReasonId,
	totalCost,
});

beforeEach(async () => {
	kitchen = openKitchen();
	stockUp(kitchen);
	Object.assign(kitchen.service.lists, {
		'wasteReason.list': [
			{ id: 'R-1', name: 'Spoiled' },
			{ id: 'R-2', name: 'Dropped' },
		],
		'wastage.list': [
			document(1, '2026-11-02', 'Approved', [milk('0.1'), milk('0.2', 'R-2')]),
			document(2, '2026-11-09', 'Submitted', [milk('1', 'R-2')]),
			document(3, '2026-11-10', 'Approved', [{ ...milk('5'), description: 'left outside' }]),
			document(4, '2026-11-10', 'Rejected', [milk('100')]),
			{ ...document(5, '2026-11-10', 'Approved', [milk('7')]), locationId: 'L-2' },
		],
	});
	await kitchen.pull();
});
afterEach(() => kitchen.end());

const list = (filter: Partial<WasteFilter> = {}, from = 0, limit = 500) =>
	kitchen.call('wastage.list', {
		locationId: 'L-1',
		filter: wasteFilter.parse(filter),
		from,
		limit,
	});
const numbers = (filter: Partial<WasteFilter> = {}) =>
	list(filter).documents.map(({ number }) => number);
const totals = (
	filter: Partial<WasteFilter> = {},
	before: { from: string; to: string } | null = null,
) =>
	kitchen.call('wastage.totals', { locationId: 'L-1', filter: wasteFilter.parse(filter), before });

describe('the list', () => {
	test('shows only this location, newest first, in windows', () => {
		expect(numbers()).toEqual(['WST-3', 'WST-4', 'WST-2', 'WST-1']);
		const window = list({}, 1, 2);
		expect(window.documents.map(({ number }) => number)).toEqual(['WST-4', 'WST-2']);
		expect(window.total).toBe(4);
	});

	test.each([
		[{ state: 'approved' }, ['WST-3', 'WST-1']],
		[{ state: 'locked' }, ['WST-3']],
		[{ reasonId: 'R-2' }, ['WST-2', 'WST-1']],
		[{ from: '2026-11-09', to: '2026-11-09' }, ['WST-2']],
		[{ text: 'wst-3' }, ['WST-3']],
		[{ text: 'OUTSIDE left' }, ['WST-3']],
		[{ text: 'creme bru' }, ['WST-2']],
		[{ text: 'rème' }, []],
		[{ text: 'SR-0123456789' }, []],
		[{ text: 'whole dropp' }, ['WST-2', 'WST-1']],
		[{ text: 'milk', state: 'submitted', reasonId: 'R-2' }, ['WST-2']],
	] satisfies [Partial<WasteFilter>, string[]][])('is filtered by %j', (filter, found) => {
		expect(numbers(filter)).toEqual(found);
	});

	test('shows what the next pull brings and what was saved here', async () => {
		expect(numbers()).toHaveLength(4);
		kitchen.service.lists['wastage.list'] = [
			...kitchen.service.lists['wastage.list']!.slice(1),
			document(6, '2026-11-11', 'Submitted', [milk('3')]),
		];
		await kitchen.pull();
		expect(numbers()).toEqual(['WST-6', 'WST-3', 'WST-4', 'WST-2']);
		kitchen.call('wastage.save', wasteToSave([], { description: 'Power cut' }));
		expect(list({ text: 'power' }).documents).toMatchObject([
			{ standing: 'draft', description: 'Power cut', enteredBy: 'Noor' },
		]);
		expect(list().people).toEqual(['Noor']);
		expect(numbers({ enteredBy: 'Noor' })).toEqual(['']);
	});

	test('shows the new name of a reason after the catalogue brings it', async () => {
		kitchen.service.lists['wasteReason.list'] = [{ id: 'R-2', name: 'Let fall' }];
		await kitchen.pull();
		expect(numbers({ text: 'let' })).toEqual(['WST-2', 'WST-1']);
	});
});

test('the totals are exact, by reason and category, and exclude rejected documents', () => {
	expect(totals()).toMatchObject({
		documents: 3,
		cost: '6.3',
		costBefore: null,
		byReason: [
			{ name: 'Spoiled', lines: 2, cost: '5.1' },
			{ name: 'Dropped', lines: 2, cost: '1.2' },
		],
		byCategory: [{ name: 'Dairy', lines: 4, cost: '6.3' }],
		byItem: [{ name: 'Whole milk', lines: 4, cost: '6.3' }],
	});
});

test('the totals are shown next to the previous period, including what was only there', () => {
	const week = totals(
		{ from: '2026-11-10', to: '2026-11-15' },
		{ from: '2026-11-01', to: '2026-11-08' },
	);
	expect(week).toMatchObject({ cost: '5', costBefore: '0.3' });
	expect(week.byReason).toMatchObject([
		{ name: 'Spoiled', lines: 1, cost: '5', costBefore: '0.1' },
		{ name: 'Dropped', lines: 0, cost: '0', costBefore: '0.2' },
	]);
});

test('the totals of one reason count only the lines of that reason', () => {
	expect(totals({ reasonId: 'R-2' }).cost).toBe('1.2');
});

test('the totals show two reasons or items with the same name as two rows', async () => {
	kitchen.service.lists['wasteReason.list'] = [
		{ id: 'R-1', name: 'Dropped' },
		{ id: 'R-2', name: 'Dropped' },
	];
	await kitchen.pull();
	expect(totals().byReason).toMatchObject([
		{ key: 'R-1', name: 'Dropped', cost: '5.1' },
		{ key: 'R-2', name: 'Dropped', cost: '1.2' },
	]);
});

test('the totals have rows that add up to the total, however many items there are', async () => {
	kitchen.service.lists['wastage.list'] = [
		document(
			1,
			'2026-11-02',
			'Approved',
			Array.from({ length: 25 }, (_, at) => ({
				...milk(String(at + 1)),
				itemId: `gone-${String(at)}`,
			})),
		),
	];
	await kitchen.pull();
	const { cost, byItem } = totals();
	expect(cost).toBe('325');
	expect(byItem).toHaveLength(21);
	expect(byItem.at(-1)).toMatchObject({ key: 'others', parts: 5, lines: 5, cost: '15' });
});

test('the totals report how many lines of the other items are of unknown cost', async () => {
	const costed = Array.from({ length: 20 }, (_, at) => ({
		...milk(String(at + 1)),
		itemId: `gone-${String(at)}`,
	}));
	const unknown = { itemId: 'unknown', wasteReasonId: 'R-1', uomId: 1, quantity: '1' };
	kitchen.service.lists['wastage.list'] = [
		{
			...document(1, '2026-11-02', 'Approved', []),
			items: [...costed.map((line) => ({ ...line, uomId: 1, quantity: '1' })), unknown, unknown],
		},
	];
	await kitchen.pull();
	expect(totals()).toMatchObject({ cost: '210', costsUnknown: 2 });
	expect(totals().byItem.at(-1)).toMatchObject({ key: 'others', cost: null, costsUnknown: 2 });
});

test('the totals count the stated total of a document, including what its lines do not explain', async () => {
	const line = { itemId: 'gone', wasteReasonId: 'R-1', uomId: 1, quantity: '1' };
	const of = (number: number, totalCost: string, items: object[]) => ({
		...{ ...document(number, '2026-11-02', 'Approved', []), totalCost },
		items,
	});
	kitchen.service.lists['wastage.list'] = [of(1, '50', [line])];
	await kitchen.pull();
	expect(totals()).toMatchObject({
		...{ cost: '50', costsUnknown: 0 },
		byItem: [{ key: 'gone', cost: '50' }],
	});

	kitchen.service.lists['wastage.list'] = [of(1, '50', [line, { ...line, itemId: 'gone too' }])];
	await kitchen.pull();
	expect(totals()).toMatchObject({
		...{ cost: '50', costsUnknown: 0 },
		byItem: [
			{ key: 'unsplit', lines: 0, cost: '50' },
			{ key: 'gone', lines: 1, cost: null, costsUnknown: 1 },
			{ key: 'gone too', lines: 1, cost: null, costsUnknown: 1 },
		],
	});
});

test('the totals never treat an unknown cost as zero', async () => {
	const unknown = { itemId: 'gone', wasteReasonId: 'R-2', uomId: 1, quantity: '1' };
	kitchen.service.lists['wastage.list'] = [
		{ ...document(1, '2026-11-02', 'Approved', [milk('4')]) },
		{ ...document(2, '2026-11-02', 'Approved', []), items: [unknown] },
	];
	await kitchen.pull();
	expect(totals()).toMatchObject({
		...{ cost: '4', costsUnknown: 1 },
		byReason: [
			{ name: 'Spoiled', cost: '4', costsUnknown: 0 },
			{ name: 'Dropped', cost: null, costsUnknown: 1 },
		],
	});
	expect(
		list().documents.map(({ number, cost, costsUnknown }) => [number, cost, costsUnknown]),
	).toEqual([
		['WST-1', '4', 0],
		['WST-2', null, 1],
	]);
});
