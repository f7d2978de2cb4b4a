import { beforeEach, expect, test } from 'vitest';
import { enterBox, openCount } from '../../../../test/support/counting.ts';
import { wasteLine, wasteToSave } from '../../../../test/support/documents.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { caller, failureOf } from '../../../../test/support/kitchen.ts';

const kitchen = eachKitchen();
let stocktakeId: string;
let today: string;

const DAY = 24 * 60 * 60 * 1000;
const ago = (days: number) => new Date(kitchen.clock.now() - days * DAY).toISOString();

const order = (id: string, status: string, days: number, received: string) => ({
	id,
	number: `PO-${id}`,
	locationId: 'L-1',
	supplierId: 'P-1',
	date: ago(days + 3),
	deliveryDate: ago(days),
	status,
	items: [
		{
			id: `${id}-1`,
			itemId: '1',
			uomId: 3,
			quantity: '10',
			quantityReceived: received,
			price: '6.00',
		},
	],
});
const transfer = (id: string, from: string, to: string, status: string) => ({
	id,
	number: `TR-${id}`,
	fromLocationId: from,
	toLocationId: to,
	date: ago(1),
	sentDate: ago(1),
	status,
	totalCost: '20',
	items: [],
});

beforeEach(async () => {
	await kitchen.shows({
		'purchaseOrder.list': [
			order('1', 'Approved', 2, '4'),
			order('2', 'Approved', 2, '10'),
			order('3', 'Draft', 2, '0'),
			order('4', 'Approved', -5, '0'),
		],
		'transferIn.list': [
			transfer('5', 'L-2', 'L-1', 'InTransit'),
			transfer('6', 'L-2', 'L-1', 'Received'),
		],
		'transferOut.list': [transfer('7', 'L-1', 'L-2', 'Finalized')],
		'wastage.list': [
			{
				id: '8',
				number: 'WST-8',
				locationId: 'L-1',
				date: ago(0),
				status: 'Draft',
				totalCost: '3',
				items: [],
			},
			{
				id: '9',
				number: 'WST-9',
				locationId: 'L-1',
				date: ago(0),
				status: 'Approved',
				items: [],
			},
		],
		'production.list': [
			{
				id: '10',
				number: 'PRD-10',
				locationId: 'L-1',
				date: ago(4),
				status: 'Submitted',
				description: 'Stock',
				items: [],
			},
		],
	});
	stocktakeId = openCount(kitchen);
	enterBox(kitchen, stocktakeId, 1, '1');
	today = kitchen.call('stocktake.sheet', { stocktakeId }).summary.businessDate;
});

const get = () => kitchen.call('cutOff.get', { stocktakeId });
const acknowledge = (keys: string[]) =>
	kitchen.call('cutOff.acknowledge', { stocktakeId, keys, by: 'Samir' });
const refresh = async () => {
	const answer = kitchen.calls['cutOff.refresh']({ stocktakeId }, caller);
	await kitchen.clock.pass(1);
	return answer;
};
const dropTray = () => {
	const lines = [wasteLine({ boxes: [{ unitId: '1', typed: '4' }] })];
	return kitchen.call('wastage.save', wasteToSave(lines, { description: 'Dropped tray' }));
};
const submit = () => kitchen.call('stocktake.submit', { stocktakeId, intentId: 'intent-submit' });

test("open documents up to the count's day are listed with their value, oldest first", () => {
	expect(
		get().documents.map(({ kind, number, title, days, value }) => [
			kind,
			number,
			title,
			days,
			value,
		]),
	).toEqual([
		['production', 'PRD-10', 'Stock', 4, null],
		['purchaseOrder', 'PO-1', 'Riverside Dairy', 2, '36'],
		['transferIn', 'TR-5', 'Garden Room', 1, '20'],
		['transferOut', 'TR-7', 'Garden Room', 1, '20'],
		['wastage', 'WST-8', '', 0, '3'],
	]);
	expect(get().left).toBe(5);
	expect(get().asOf.every(({ asOf }) => asOf !== null)).toBe(true);
});

test('a rest that was closed short is not to come: not in the value, and without another the order is not open', async () => {
	const [first, ...others] = kitchen.service.lists['purchaseOrder.list'] as ReturnType<
		typeof order
	>[];
	const second = {
		...first!.items[0]!,
		id: '1-2',
		quantity: '5',
		quantityReceived: '2',
		discount: '5',
	};
	await kitchen.shows({
		'purchaseOrder.list': [{ ...first!, items: [...first!.items, second] }, ...others],
	});
	const documentId = 'service:purchaseOrder:1';
	const value = () => get().documents.find((each) => each.documentId === documentId)?.value;
	const close = (lineId: string) =>
		kitchen.call('purchasing.closeLine', { documentId, lineId, reason: 'Out of stock' });
	// Six at 6.00, and three fifths of a line of 30.00 less 5.00.
	expect(value()).toBe('51');
	close('1-1');
	expect(value()).toBe('15');
	close('1-2');
	expect(value()).toBeUndefined();
});

test('a value that leaves out lines without a price says how many, in the evidence too', async () => {
	const [first, ...others] = kitchen.service.lists['purchaseOrder.list'] as ReturnType<
		typeof order
	>[];
	const { price: _, ...free } = first!.items[0]!;
	const items = [...first!.items, { ...free, id: '1-2' }, { ...free, id: '1-3' }];
	const bare = { ...order('12', 'Approved', 2, '4'), items: [{ ...free, id: '12-1' }] };
	await kitchen.shows({ 'purchaseOrder.list': [{ ...first!, items }, bare, ...others] });
	const values = () =>
		get().documents.flatMap(({ kind, number, value, costsUnknown }) =>
			kind === 'purchaseOrder' ? [[number, value, costsUnknown]] : [],
		);
	const known = [
		['PO-1', '36', 2],
		['PO-12', null, 1],
	];
	expect(values()).toEqual(known);
	acknowledge(get().documents.map(({ key }) => key));
	await kitchen.shows({ 'purchaseOrder.list': [] });
	expect(values()).toEqual(known);
	const { rows, columns } = kitchen.call('evidence.get', { stocktakeId });
	const noteOf = (number: string) =>
		rows.find((row) => row[columns.indexOf('Code')] === number)?.[columns.indexOf('Note')];
	expect(noteOf('PO-1')).toMatch(/Approved · lines of unknown cost: 2$/);
	expect(noteOf('PO-12')).toMatch(/Approved$/);
});

test('a count cannot be submitted until each is acknowledged, and keeps who did so and what they saw', async () => {
	const refused = failureOf(submit);
	expect([refused.code, refused.details]).toEqual([
		'incomplete',
		[{ path: 'cut-off', message: '5' }],
	]);
	acknowledge(['purchaseOrder/service:purchaseOrder:1', 'nothing/like-this']);
	expect(get().left).toBe(4);
	acknowledge(get().documents.map(({ key }) => key));
	expect(get().left).toBe(0);
	submit();

	await kitchen.shows({ 'purchaseOrder.list': [] });
	expect(get().documents).toHaveLength(5);
	expect(get().documents[1]).toMatchObject({
		number: 'PO-1',
		value: '36',
		acknowledged: { by: 'Samir' },
		isOpen: false,
	});
});

test('a document that appears after the first acknowledgement is marked as new and needs its own', async () => {
	acknowledge(get().documents.map(({ key }) => key));
	kitchen.service.lists['purchaseOrder.list'] = [
		order('1', 'Approved', 2, '4'),
		order('11', 'PartiallyReceived', 0, '2'),
	];
	expect(await refresh()).toMatchObject({ ok: true });
	expect(get().left).toBe(1);
	expect(
		get()
			.documents.filter(({ isNew }) => isNew)
			.map(({ number }) => number),
	).toEqual(['PO-11']);
	expect(failureOf(submit).details).toEqual([{ path: 'cut-off', message: '1' }]);
});

test('a document left beside an acknowledged one is not new', () => {
	const [first, ...others] = get().documents.map(({ key }) => key);
	acknowledge([first!]);
	expect(others.length).toBeGreaterThan(0);
	expect(get().documents.filter(({ isNew }) => isNew)).toEqual([]);
});

test('the cut-off works offline from the copies and includes drafts of this PC', async () => {
	kitchen.service.there = false;
	dropTray();
	const [draft] = get().documents.filter(({ title }) => title === 'Dropped tray');
	expect(draft).toMatchObject({
		kind: 'wastage',
		businessDate: today,
		standing: 'draft',
		value: '2',
	});
	expect(await refresh()).toMatchObject({ ok: true });
	expect(get().documents).toHaveLength(6);
});

test('a submitted count asks for no more acknowledgements', () => {
	acknowledge(get().documents.map(({ key }) => key));
	submit();
	expect(
		failureOf(() =>
			kitchen.call('cutOff.acknowledge', {
				stocktakeId,
				keys: ['purchaseOrder/service:purchaseOrder:1'],
			}),
		).code,
	).toBe('already-submitted');
	expect(get().left).toBe(0);
});

test('a draft acknowledged before sending stays acknowledged under its service id', async () => {
	const { documentId } = dropTray();
	acknowledge(get().documents.map(({ key }) => key));
	kitchen.call('wastage.submit', { documentId, intentId: 'intent-waste' });
	await kitchen.send();
	await kitchen.pull();
	const [seen, twin] = get().documents.filter(({ title }) => title === 'Dropped tray');
	expect(seen).toMatchObject({ documentId: 'service:wastage:S-1', acknowledged: { by: 'Samir' } });
	expect(twin).toBeUndefined();
	expect(get().left).toBe(0);
});
