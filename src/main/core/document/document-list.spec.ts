import { describe, expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { wasteToSave } from '../../../../test/support/documents.ts';
import type { WasteFilter } from '../../../shared/bridge/waste.ts';

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

const kitchen = eachKitchen({
	lists: {
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
			{ ...document(6, '2026-11-10', 'Cancelled', [milk('50')]), locationId: 'L-2' },
		],
	},
});

const list = (filter: Partial<WasteFilter> = {}, from = 0, limit = 500) =>
	kitchen.call('wastage.list', {
		locationId: 'L-1',
		filter,
		from,
		limit,
	});
const numbers = (filter: Partial<WasteFilter> = {}) =>
	list(filter).documents.map(({ number }) => number);
const totals = (
	filter: Partial<WasteFilter> = {},
	before: { from: string; to: string } | null = null,
	locationId = 'L-1',
) => kitchen.call('wastage.totals', { locationId, filter, before });

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
		await kitchen.shows({ 'wasteReason.list': [{ id: 'R-2', name: 'Let fall' }] });
		expect(numbers({ text: 'let' })).toEqual(['WST-2', 'WST-1']);
	});
});

test('the totals are exact, by reason and category, and exclude rejected and cancelled documents', () => {
	expect(totals()).toMatchObject({
		documents: 3,
		cost: '6.3',
		costBefore: null,
		by: {
			reasonId: [
				{ name: 'Spoiled', lines: 2, cost: '5.1' },
				{ name: 'Dropped', lines: 2, cost: '1.2' },
			],
			category: [{ name: 'Dairy', lines: 4, cost: '6.3' }],
			item: [{ name: 'Whole milk', lines: 4, cost: '6.3' }],
		},
	});
	// Of the location that is asked for, whichever is in use.
	expect(totals({}, null, 'L-2')).toMatchObject({ documents: 1, cost: '7' });
	expect(totals({ state: 'cancelled' }, null, 'L-2')).toMatchObject({ documents: 1, cost: '50' });
});

test('a total of the previous period says how many lines of unknown cost it leaves out', async () => {
	const line = (itemId: string, totalCost?: string) => {
		return { id: itemId, itemId, uomId: 1, quantity: '1', wasteReasonId: 'R-1', totalCost };
	};
	const approved = { locationId: 'L-1', status: 'Approved' };
	// Twenty items have a row of their own; the other two cost the least now.
	const items = Array.from({ length: 22 }, (_, at) => line(`g-${String(at)}`, String(30 - at)));
	await kitchen.shows({
		'wastage.list': [
			{ ...approved, id: 'W-8', number: 'WST-8', date: '2026-11-12T12:00:00Z', items },
			{
				...approved,
				id: 'W-9',
				number: 'WST-9',
				date: '2026-11-03T12:00:00Z',
				items: [line('g-20'), line('g-21', '4')],
			},
		],
	});
	const both = totals(
		{ from: '2026-11-10', to: '2026-11-15' },
		{ from: '2026-11-01', to: '2026-11-08' },
	);
	const before = { costBefore: '4', costsUnknownBefore: 1 };
	expect(both).toMatchObject(before);
	expect(both.by.item.at(-1)).toMatchObject({ key: 'others', parts: 2, ...before });
});

test('the totals are shown next to the previous period, including what was only there', () => {
	const week = totals(
		{ from: '2026-11-10', to: '2026-11-15' },
		{ from: '2026-11-01', to: '2026-11-08' },
	);
	expect(week).toMatchObject({ cost: '5', costBefore: '0.3' });
	expect(week.by.reasonId).toMatchObject([
		{ name: 'Spoiled', lines: 1, cost: '5', costBefore: '0.1' },
		{ name: 'Dropped', lines: 0, cost: '0', costBefore: '0.2' },
	]);
});
