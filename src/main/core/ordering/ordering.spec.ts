// Tables of ordering and suggested orders, over a real store and the real pull.
import { beforeEach, expect, test } from 'vitest';
import type { CallInput } from '../../../shared/bridge/contract.ts';
import type { OrderingTableName } from '../../../shared/ordering/tables.ts';
import { enterBox, openCount } from '../../../../test/support/counting.ts';
import { arrival, receivingAt } from '../../../../test/support/documents.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import {
	failureOf,
	stockRecord,
	accountId as kitchenAccount,
} from '../../../../test/support/kitchen.ts';
import { openTestStore } from '../../../../test/support/store.ts';
import { importInto, writtenWork } from '../../../../test/support/work-import.ts';
import { orderingRows } from '../store/ordering-rows.ts';
import { workTables } from '../store/work-tables.ts';

const suppliers = [
	{ id: 'S-1', name: 'Harbour Dairy', code: 'HD' },
	{ id: 'S-2', name: 'Green Fields', code: 'GF' },
];
const option = (id: string, itemId: string, more: object = {}) => ({
	id,
	itemId,
	supplierId: 'S-1',
	uomId: 3,
	price: '6.50',
	...more,
});
const order = (id: string, more: object = {}) => ({
	id,
	number: `PO-${id}`,
	locationId: 'L-1',
	supplierId: 'S-1',
	date: '2026-11-18T09:00:00Z',
	deliveryDate: '2026-11-20T09:00:00Z',
	status: 'Approved',
	items: [
		{ id: `${id}-1`, itemId: '1', uomId: 3, quantity: '3', quantityReceived: '1', price: '6.50' },
	],
	...more,
});

/** Friday, 20 November 2026, 09:00 in Dublin. */
const now = Date.UTC(2026, 10, 20, 9);

const kitchen = eachKitchen({
	lists: {
		'supplier.list': suppliers,
		'purchaseOption.list': [option('PO-1', '1'), option('PO-2', '2', { minimumQuantity: '2' })],
	},
});
beforeEach(() => {
	kitchen.clock.setWallClock(now);
});

type Rows = CallInput<'ordering.save'>['rows'];
const save = (table: OrderingTableName, ...rows: Rows) =>
	kitchen.call('ordering.save', { locationId: 'L-1', table, locale: 'en-GB', rows }).rows;
const check = (table: OrderingTableName, ...rows: Rows) =>
	kitchen.call('ordering.check', { locationId: 'L-1', table, locale: 'en-GB', rows }).rows;
const list = (table: OrderingTableName) =>
	kitchen.call('ordering.list', { locationId: 'L-1', table }).rows;
const suggestion = (deliveryDate: string | null = null, supplierId = 'S-1') =>
	kitchen.call('ordering.suggestion', { locationId: 'L-1', supplierId, deliveryDate });
const milk = (...of: Parameters<typeof suggestion>) =>
	suggestion(...of).lines.find(({ item }) => item.itemId === '1')!;
const deliversOn = (...weekdays: string[]) =>
	save(
		'delivery',
		...weekdays.map((weekday) => ({
			supplierId: 'S-1',
			weekday,
			advanceDays: '1',
			cutOff: '14:00',
		})),
	);

test('a par level is kept as typed, by code or name, and survives a restart', async () => {
	const [milkRow, butterRow] = save(
		'par',
		{ itemId: 'DA-1', par: '2 1/2', minimum: '1', unitId: 'case' },
		{ itemId: 'whole butter', par: '3' },
	);
	expect(milkRow?.problems).toMatchObject([{ field: 'par' }]);
	expect(butterRow?.problems).toEqual([{ field: 'itemId', code: 'unknown-item' }]);
	save('par', { itemId: 'DA-1', par: '2.5', minimum: '1', unitId: 'case' });
	save('par', { itemId: 'butter', par: '3' });
	await kitchen.restart();
	const filled = list('par').filter(({ cells }) => cells['par'] !== null);
	expect(filled).toMatchObject([
		{ cells: { itemId: '2', par: '3', unitId: '1' }, names: { itemId: 'Butter', unitId: 'each' } },
		{ cells: { itemId: '1', par: '2.5', minimum: '1', unitId: '3' }, names: { code: 'DA-1' } },
	]);
});

test('items in stock can be filled in, and an emptied row is blank again', () => {
	const blank = { par: null, minimum: null, unitId: null };
	expect(list('par').map(({ cells }) => cells)).toContainEqual(
		expect.objectContaining({ itemId: '1', ...blank }),
	);
	save('par', { itemId: '1', par: '4' });
	save('par', { itemId: '1', par: '' });
	expect(list('par').find(({ cells }) => cells['itemId'] === '1')?.cells).toMatchObject(blank);
	expect(list('terms').map(({ names }) => names['supplierId'])).toEqual([
		'Green Fields',
		'Harbour Dairy',
	]);
});

test('a preview says what would change, keeps nothing, and leaves out cells that are not given', () => {
	save('par', { itemId: '1', par: '4', minimum: '1' });
	const [same, other, wrong] = check(
		'par',
		{ itemId: '1', par: '4' },
		{ itemId: '1', par: '6', minimum: '' },
		{ itemId: '1', par: 'six', unitId: 'barrel' },
	);
	expect(same).toMatchObject({ changed: [], problems: [], cells: { minimum: '1' } });
	expect(other).toMatchObject({
		changed: ['par', 'minimum'],
		before: { par: '4', minimum: '1' },
		cells: { par: '6', minimum: null },
	});
	expect(wrong?.problems.map(({ field, code }) => [field, code])).toEqual([
		['par', 'not-a-number'],
		['unitId', 'unknown-unit'],
	]);
	expect(list('par').find(({ cells }) => cells['itemId'] === '1')?.cells).toMatchObject({
		par: '4',
	});
});

test('rows with a problem are not kept, and the others are', () => {
	const rows = save(
		'par',
		{ itemId: '1', par: '2', minimum: '3' },
		{ itemId: '2', par: '5', minimum: '3' },
	);
	expect(rows[0]?.problems).toEqual([{ field: 'minimum', code: 'above-par' }]);
	expect(list('par').filter(({ cells }) => cells['par'] !== null)).toHaveLength(1);
});

test('a delivery day is read in words', () => {
	const [read, half] = check(
		'delivery',
		{ supplierId: 'harbour dairy', weekday: 'Thu', advanceDays: '1', cutOff: '2 pm' },
		{ supplierId: 'S-1', weekday: '8', advanceDays: '1' },
	);
	expect(read).toMatchObject({
		cells: { supplierId: 'S-1', weekday: '4', advanceDays: '1', cutOff: '14:00' },
		problems: [],
	});
	expect(half?.problems.map(({ code }) => code)).toEqual(['unknown-weekday']);
});

test('tables travel with the work to another PC, and the last change counts', () => {
	save('par', { itemId: '1', par: '4' });
	const other = openTestStore('account-2');
	const text = () => writtenWork(workTables(kitchen.store.durable).waiting(kitchenAccount));
	const take = (file = text()) =>
		other.durable.transaction(() => importInto(other, 'account-2', file))();
	const there = () =>
		orderingRows(other.durable)
			.of('account-2', 'L-1', 'par')
			.map(({ cells }) => (JSON.parse(cells) as { par: string }).par);
	take();
	const older = text();
	expect(there()).toEqual(['4']);
	save('par', { itemId: '1', par: '7' });
	take();
	take(older);
	expect(there()).toEqual(['7']);
	save('par', { itemId: '1', par: '' });
	take();
	expect(there()).toEqual([]);
	other.end();
});

test('requisition templates offer par levels of the location, unless their quantities are fixed', async () => {
	const line = (itemId: string, qty: string) => ({ itemId, qty, uom: 3, daysToDeliver: 2 });
	await kitchen.shows({
		'requisitionTemplate.list': [
			{ id: 'T-1', templateName: 'Basics', items: [line('1', '4'), line('2', '1')] },
			{ id: 'T-2', templateName: 'Weekend', items: [line('1', '6')], locations: ['L-1'] },
			{ id: 'T-3', templateName: 'Garden', items: [line('1', '9')], locations: ['L-2'] },
			{ id: 'T-4', templateName: 'Old', items: [line('1', '9')], isActive: false },
		],
		'purchaseOption.list': [option('PO-1', '1', { isDefault: true })],
	});
	const start = () => kitchen.call('ordering.start', { locationId: 'L-1' });
	expect(start()).toMatchObject({
		rows: [
			{ itemId: '1', par: '6', unitId: '3' },
			{ itemId: '2', par: '1', unitId: '3' },
		],
		meaning: 'fill-to',
		days: { 'S-1': 2 },
	});
	expect(check('par', ...start().rows).map(({ changed }) => changed)).toEqual([
		['par', 'unitId'],
		['par', 'unitId'],
	]);
	kitchen.useProfile({ ordering: { templateQuantity: 'fixed' } });
	expect(start()).toMatchObject({ rows: [], meaning: 'fixed' });
});

test('subtracts stock on hand and on order', async () => {
	save('par', { itemId: '1', par: '10', unitId: 'case' });
	// 60 each in stock, and two of three cases to come.
	await kitchen.shows({ 'purchaseOrder.list': [order('1')] });
	const { terms, suggestion: found } = milk();
	expect(terms).toMatchObject({ par: '120', onHand: '60', due: '24' });
	expect(found).toMatchObject({ kind: 'suggested', need: '120', have: '84', quantity: '3' });
});

test('an order due after this delivery, and one that was rejected, are not counted on', async () => {
	save('par', { itemId: '1', par: '10', unitId: 'case' });
	await kitchen.shows({
		'purchaseOrder.list': [
			order('1', { deliveryDate: '2026-11-27T09:00:00Z' }),
			order('2', { status: 'Rejected' }),
		],
	});
	expect(milk('2026-11-21').terms.due).toBe('0');
	expect(milk('2026-11-27').terms.due).toBe('24');
	await kitchen.shows({ 'purchaseOrder.list': [order('1', { deliveryDate: '2026-11-27' })] });
	expect(milk('2026-11-26').terms.due).toBe('0');
});

test('a transfer on its way is counted once, before and after its receipt waits to be sent', async () => {
	save('par', { itemId: '1', par: '10', unitId: 'case' });
	await kitchen.shows({ 'transferIn.list': [arrival()] });
	const have = () => {
		const { suggestion: found } = milk();
		return found.kind === 'suggested' ? found.have : null;
	};
	const { onHand, arriving } = milk().terms;
	expect([onHand, arriving, have()]).toEqual(['60', '18', '78']);
	kitchen.service.there = false;
	const { enter, receive } = receivingAt(() => kitchen);
	enter('l-1', '18');
	enter('l-2', '3');
	receive();
	expect(have()).toBe('78');
	kitchen.service.there = true;
	await kitchen.send();
	expect(have()).toBe('78');
});

test('our own waste that waits to be sent is not on hand', () => {
	save('par', { itemId: '2', par: '4', unitId: 'case' });
	const butter = () => suggestion().lines.find(({ item }) => item.itemId === '2')!;
	const before = butter().terms.onHand;
	kitchen.service.there = false;
	const { documentId } = kitchen.call('wastage.save', {
		documentId: null,
		revision: 0,
		locationId: 'L-1',
		description: 'Spilt',
		lines: [
			{
				lineId: 'line-1',
				itemId: '2',
				boxes: [{ unitId: '1', typed: '2' }],
				reasonId: 'R-1',
				note: '',
			},
		],
		locale: 'en-GB',
	});
	kitchen.call('wastage.submit', { documentId, intentId: 'intent-0001' });
	expect(Number(butter().terms.onHand)).toBe(Number(before) - 2);
});

test('without a par level and without two counts there is no suggestion, and the line says why', () => {
	expect(milk().suggestion).toEqual({ kind: 'none', because: 'no-need' });
	expect(milk().item.name).toBe('Whole milk');
});

/** Of milk, on a day of November. */
async function count(day: number, quantity: string): Promise<void> {
	kitchen.clock.setWallClock(Date.UTC(2026, 10, day, 9));
	const stocktakeId = openCount(kitchen, { scope: { kind: 'items', itemIds: ['1'] } });
	enterBox(kitchen, stocktakeId, 1, quantity);
	enterBox(kitchen, stocktakeId, 2, '0');
	kitchen.call('stocktake.submit', { stocktakeId, intentId: `intent-${day}` });
	await kitchen.send();
}

test('usage comes from two counts, what came between them and what left', async () => {
	await count(6, '50');
	await kitchen.shows({
		'purchaseOrder.receivings': [
			{
				id: 'R-1',
				purchaseOrderId: '1',
				locationId: 'L-1',
				supplierId: 'S-1',
				date: '2026-11-10T09:00:00Z',
				items: [{ id: 'R-1-1', purchaseOrderItemId: '1-1', itemId: '1', uomId: 3, quantity: '2' }],
			},
		],
	});
	await count(20, '4');
	kitchen.clock.setWallClock(now);
	deliversOn('1', '4');
	// 50 + 24 − 4 in 14 days are 5 a day; Monday and Thursday are three and six days away.
	expect(milk()).toMatchObject({
		terms: {
			usage: { used: '70', days: 14, from: '2026-11-06', to: '2026-11-20' },
			daysToCover: 6,
		},
		suggestion: { kind: 'suggested', by: 'usage', need: '30' },
	});
	expect(suggestion()).toMatchObject({ deliveryDate: '2026-11-23', nextDelivery: '2026-11-26' });
});

test('goods sent back to the supplier are not usage', async () => {
	await count(6, '50');
	const back = (status: string, returnQuantity: string) => ({
		id: `R-${status}`,
		locationId: 'L-1',
		supplierId: 'S-1',
		returnDate: '2026-11-10T09:00:00Z',
		status,
		items: [{ id: `r-${status}`, itemId: '1', uomId: 3, returnQuantity }],
	});
	await kitchen.shows({ 'returnOrder.list': [back('approved', '3'), back('rejected', '1')] });
	await count(20, '7');
	kitchen.clock.setWallClock(now);
	// 50 − 36 − 7
	expect(milk().terms.usage).toMatchObject({ used: '7', days: 14 });
});

test('a second count that found more than can be there gives no suggestion, and the line says why', async () => {
	await count(6, '4');
	await count(20, '50');
	kitchen.clock.setWallClock(now);
	deliversOn('1', '4');
	expect(milk()).toMatchObject({
		suggestion: { kind: 'none', because: 'negative-usage' },
		terms: { usage: { used: '-46' } },
		leftIfNone: null,
	});
});

test('a typed quantity is kept for its delivery until it is restored', async () => {
	const typed = { locationId: 'L-1', supplierId: 'S-1', deliveryDate: '2026-11-23', itemId: '1' };
	kitchen.call('ordering.type', { ...typed, quantity: '7' });
	expect(milk('2026-11-23').typed).toBe('7');
	expect(milk('2026-11-26').typed).toBeNull();
	await kitchen.restart();
	expect(milk('2026-11-23').typed).toBe('7');
	kitchen.call('ordering.type', { ...typed, quantity: null });
	expect(milk('2026-11-23').typed).toBeNull();
});

test('a suggestion becomes one order draft, and clears the quantities typed for its delivery', () => {
	const asked = { locationId: 'L-1', supplierId: 'S-1', deliveryDate: '2026-11-23' };
	kitchen.call('ordering.type', { ...asked, itemId: '1', quantity: '2.5' });
	const make = () =>
		kitchen.call('ordering.order', {
			...asked,
			intentId: 'intent-order',
			locale: 'de-DE',
			lines: [{ itemId: '1', unitId: '3', quantity: '2.5', price: '6.50' }],
		});
	const { documentId } = make();
	expect(make()).toEqual({ documentId });
	expect(kitchen.call('purchaseOrder.get', { documentId })).toMatchObject({
		standing: 'draft',
		supplierId: 'S-1',
		deliveryDate: '2026-11-23',
		problems: [],
		lines: [{ boxes: [{ unitId: '3', typed: '2,5', quantity: '2.5' }], price: '6.50' }],
	});
	expect(milk('2026-11-23').typed).toBeNull();
});

test('ignores quantities that were closed short', async () => {
	await kitchen.shows({ 'purchaseOrder.list': [order('A')] });
	save('par', { itemId: '1', par: '240' });
	expect(milk('2026-11-23').terms.due).toBe('24');
	kitchen.call('purchasing.closeLine', {
		documentId: 'service:purchaseOrder:A',
		lineId: 'A-1',
		reason: 'Out of stock',
	});
	expect(milk('2026-11-23').terms.due).toBe('0');
});

test('suppliers come by the time left to order, with what was ordered already', async () => {
	deliversOn('6');
	save('delivery', { supplierId: 'S-2', weekday: '1', advanceDays: '0', cutOff: '06:00' });
	save('terms', { supplierId: 'S-1', minimumAmount: '150', rounding: 'nearest' });
	await kitchen.shows({
		'purchaseOrder.list': [
			order('1', { deliveryDate: '2026-11-21T09:00:00Z' }),
			order('2', { deliveryDate: '2026-11-21T09:00:00Z', status: 'Cancelled' }),
		],
	});
	const { suppliers: board } = kitchen.call('ordering.board', { locationId: 'L-1' });
	expect(board).toMatchObject([
		{
			supplierId: 'S-1',
			delivery: { day: '2026-11-21', cutOff: Date.UTC(2026, 10, 20, 13) },
			ordered: [{ number: 'PO-1' }],
			minimumAmount: '150',
			items: 2,
		},
		{ supplierId: 'S-2', delivery: { day: '2026-11-23' }, ordered: [] },
	]);
});

test('the default option is ordered, else the biggest unit, and an inactive one never', async () => {
	await kitchen.shows({
		'purchaseOption.list': [
			option('PO-1', '1', { uomId: 1 }),
			option('PO-2', '1', { uomId: 3 }),
			option('PO-3', '2', { uomId: 1, isDefault: true }),
			option('PO-4', '2', { uomId: 3 }),
			option('PO-5', '3', { isActive: false }),
		],
	});
	expect(suggestion().lines.map(({ item, unit }) => [item.itemId, unit.unitId])).toEqual([
		['2', '1'],
		['1', '3'],
	]);
});

test('the last order of the supplier is beside each line, in the unit of the order', async () => {
	await kitchen.shows({
		'purchaseOrder.list': [order('1'), order('2', { date: '2026-11-10T09:00:00Z' })],
		'inventoryItem.currentStock': [stockRecord('A-1', '1', '0', 1)],
	});
	expect(suggestion().lastOrderedOn).toBe('2026-11-18');
	expect(milk().last).toBe('3');
});

test('a supplier that is not here is refused', () => {
	expect(failureOf(() => suggestion(null, 'S-9')).code).toBe('not-found');
});
