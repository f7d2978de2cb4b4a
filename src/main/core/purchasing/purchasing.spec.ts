import { beforeEach, describe, expect, test } from 'vitest';
import { typedInvoice } from '../../../../test/support/invoice.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { failureOf } from '../../../../test/support/kitchen.ts';
import { documentId, orderOfTwo } from '../../../../test/support/receiving-desk.ts';

const order = (more: object = {}, milkCame = '0', butterCame = '0') =>
	orderOfTwo({ totalCost: '32', ...more }, milkCame, butterCame);
const request = (more: object = {}) => ({
	id: 'Q-1',
	number: 'PRQ-3',
	locationId: 'L-1',
	date: '2026-11-18T10:00:00Z',
	neededDate: '2026-11-21',
	status: 'approved',
	items: [
		{ id: 'q-1', itemId: '1', uomId: 3, quantity: '2', supplierId: 'P-1' },
		{ id: 'q-2', itemId: '2', uomId: 1, quantity: '1.5' },
	],
	...more,
});
const requestId = 'service:purchaseRequest:Q-1';
const of = { documentId };

const kitchen = eachKitchen({
	lists: { 'purchaseOrder.list': [order()], 'purchaseRequest.list': [request()] },
});

const here = () => kitchen.call('purchasing.ofOrder', of);
const get = () => kitchen.call('purchaseOrder.get', of);
const rowOf = (list: 'purchaseOrder.list' | 'purchaseRequest.list' = 'purchaseOrder.list') => {
	const [row] = kitchen.call(list, { locationId: 'L-1' }).documents;
	return row!;
};
const send = (how: 'email' | 'print' = 'email') => kitchen.call('purchasing.send', { ...of, how });
const closeLine = (lineId: string, reason = 'Out of stock') =>
	kitchen.call('purchasing.closeLine', { ...of, lineId, reason });

describe('an approved order', () => {
	test('waits on us until a person marks it as sent, and on the supplier afterwards', () => {
		expect(rowOf()).toMatchObject({ move: 'ours', sentAt: null });
		expect(here()).toMatchObject({ isToSend: true, sent: null });
		const sent = send();
		const at = kitchen.clock.now();
		expect(sent).toMatchObject({ isToSend: false, sent: { at, how: 'email', by: 'Noor' } });
		expect(rowOf()).toMatchObject({ move: 'theirs', sentAt: at });
		expect(get()).toMatchObject({ move: 'theirs', sentAt: at });
		kitchen.call('purchasing.takeBack', of);
		expect(rowOf()).toMatchObject({ move: 'ours', sentAt: null });
	});

	test('that was amended after it was sent waits to be sent again, with what changed', async () => {
		send();
		const [milk, butter] = order().items;
		await kitchen.shows({
			'purchaseOrder.list': [order({ items: [{ ...milk, quantity: '3' }, butter] })],
		});
		expect(rowOf()).toMatchObject({ move: 'ours', sentAt: null });
		const { sent, content, isToSend } = here();
		expect(isToSend).toBe(true);
		expect(sent?.content.lines[0]).toMatchObject({ quantity: '2', unitName: 'case' });
		expect(content.lines[0]).toMatchObject({ quantity: '3' });
	});

	test('is not changed for its supplier by what is received', async () => {
		send();
		await kitchen.shows({
			'purchaseOrder.list': [order({ status: 'partly-received' }, '1', '10')],
		});
		expect(here().isToSend).toBe(false);
		expect(rowOf().move).toBe('theirs');
	});

	test('still shows when it was sent after everything was received', async () => {
		send();
		const at = kitchen.clock.now();
		await kitchen.shows({ 'purchaseOrder.list': [order({ status: 'received' }, '2', '10')] });
		expect(rowOf()).toMatchObject({ move: 'nobody', sentAt: at });
		expect(failureOf(send).code).toBe('not-possible-now');
	});

	test('is listed by who acts next', () => {
		const found = (move: 'ours' | 'theirs') =>
			kitchen.call('purchaseOrder.list', { locationId: 'L-1', filter: { move } }).total;
		expect([found('ours'), found('theirs')]).toEqual([1, 0]);
		send();
		expect([found('ours'), found('theirs')]).toEqual([0, 1]);
	});
});

test('orders are listed by supplier', async () => {
	await kitchen.shows({
		'purchaseOrder.list': [order(), order({ id: 'O-2', number: 'PO-8', supplierId: 'P-2' })],
	});
	const { documents } = kitchen.call('purchaseOrder.list', {
		locationId: 'L-1',
		filter: { supplierId: 'P-2' },
	});
	expect(documents.map(({ number }) => number)).toEqual(['PO-8']);
});

test('an order without a stated total costs its quantities at its prices less its discounts', async () => {
	await kitchen.shows({ 'purchaseOrder.list': [orderOfTwo()] });
	const { cost, lines } = get();
	// Two cases at 6, and ten at 2; in stock each is worth 0.50.
	expect([cost, ...lines.map((line) => line.cost), rowOf().cost]).toEqual(['32', '12', '20', '32']);
	const [milk, butter] = orderOfTwo().items;
	await kitchen.shows({
		'purchaseOrder.list': [orderOfTwo({ items: [{ ...milk, discount: '1.5' }, butter] })],
	});
	expect([get().cost, rowOf().cost]).toEqual(['30.5', '30.5']);
	await kitchen.shows({
		'purchaseOrder.list': [orderOfTwo({ items: [{ ...milk, price: undefined }] })],
	});
	expect(get().cost).toBe('12');
});

test('an edited line costs what its discount leaves, and keeps the discount at the service', async () => {
	const [milk, butter] = orderOfTwo().items;
	await kitchen.shows({
		'purchaseOrder.list': [orderOfTwo({ items: [{ ...milk, discount: '1.5' }, butter] })],
	});
	const draft = kitchen.call('purchaseOrder.edit', of);
	// Two cases at 6 are 12, less 1.50; and ten at 2.
	expect(draft).toMatchObject({
		cost: '30.5',
		lines: [{ cost: '10.5', discount: '1.5' }, { cost: '20' }],
	});
	const { lines, ...head } = draft;
	const saved = kitchen.call('purchaseOrder.save', {
		...head,
		lines: [
			...lines.map((line) => ({ ...line, itemId: line.item.itemId })),
			{ lineId: 'new', itemId: '1', boxes: [{ unitId: '3', typed: '1' }], price: '6' },
		].map((line) =>
			line.lineId === 'l-1' ? { ...line, boxes: [{ unitId: '3', typed: '3' }] } : line,
		),
		locale: 'en-GB',
	});
	// Three cases are 18, less 1.50; a new line has no discount.
	expect([saved.cost, ...saved.lines.map(({ cost }) => cost)]).toEqual(['42.5', '16.5', '20', '6']);
	const { documentId: draftId } = draft;
	kitchen.service.there = false;
	kitchen.call('purchaseOrder.submit', { documentId: draftId, intentId: 'intent-submit' });
	expect([get().cost, rowOf().cost]).toEqual(['42.5', '42.5']);
	kitchen.service.there = true;
	await kitchen.send();
	expect(kitchen.service.writes[0]?.body['items']).toMatchObject([
		{ id: 'l-1', quantity: '3', price: '6', discount: '1.5' },
		{ id: 'l-2', quantity: '10', price: '2' },
		{ itemId: '1', quantity: '1', price: '6' },
	]);
});

test.each([
	['a day', '2026-11-20'],
	['an instant of it', '2026-11-20T05:30:00Z'],
])('the supplier reads the delivery day as the page shows it: %s', async (_how, deliveryDate) => {
	await kitchen.shows({ 'purchaseOrder.list': [order({ deliveryDate })] });
	expect(get().deliveryDate).toBe('2026-11-20');
	expect(here().content.deliveryDate).toBe('2026-11-20');
});

test('an order that is not approved is not sent to the supplier', async () => {
	await kitchen.shows({ 'purchaseOrder.list': [order({ status: 'submitted' })] });
	expect(here().isToSend).toBe(false);
	expect(failureOf(send).code).toBe('not-possible-now');
});

describe('an approved order that is changed', () => {
	// 20 × 6 + 10 × 2 are 140.
	beforeEach(async () => {
		ofMilk = {};
		shows('20', 'approved');
		await kitchen.pull();
	});
	/** Changes the number of cases of milk, and sends the change; the service keeps the order approved. */
	const change = async (cases: string, after = 'approved') => {
		const { documentId: draft } = kitchen.call('purchaseOrder.edit', of);
		const { lines, ...head } = kitchen.call('purchaseOrder.get', { documentId: draft });
		kitchen.call('purchaseOrder.save', {
			...head,
			lines: lines.map((line) => ({
				...line,
				itemId: line.item.itemId,
				boxes: line.lineId === 'l-1' ? [{ unitId: '3', typed: cases }] : line.boxes,
			})),
			locale: 'en-GB',
		});
		kitchen.service.onWrite = () => shows(cases, after);
		kitchen.call('purchaseOrder.submit', { documentId: draft, intentId: `intent-${cases}` });
		await kitchen.send();
		await kitchen.pull();
	};
	let ofMilk = {};
	const shows = (cases: string, status: string) => {
		const [milk, butter] = order().items;
		const items = [{ ...milk, quantity: cases, ...ofMilk }, butter];
		const taxes = [{ taxId: 1, rate: '20', taxableAmount: '0', taxAmount: '0' }];
		kitchen.service.lists['purchaseOrder.list'] = [
			order({ status, items, taxes, totalCost: undefined }),
		];
	};

	test('in small steps is compared with the last approved version', async () => {
		// 140, 146 and 152: each step is below 5 %, and both together are above it.
		await change('21');
		expect(here()).toMatchObject({ again: [], approved: { total: '140' } });
		await change('22');
		expect(here()).toMatchObject({ again: ['total'], approved: { total: '140' } });
	});

	test('is compared with the discount and the tax of its lines', async () => {
		// 20 × 6 − 60, with 20 % tax, and 20 are 92; a case more makes 99.20 of them, 7.8 % more.
		ofMilk = { discount: '60', taxId: 1 };
		shows('20', 'approved');
		await kitchen.pull();
		expect(here()).toMatchObject({ again: [], approved: { total: '92' } });
		await change('21');
		expect(here()).toMatchObject({
			again: ['total'],
			approved: { total: '92' },
			charges: { 'l-1': { discount: '60', tax: '20' }, 'l-2': { discount: '0', tax: '0' } },
		});
	});

	test('needs nothing more once a person says that it was approved', async () => {
		await change('30');
		expect(here().again).toEqual(['total']);
		kitchen.clock.setWallClock(kitchen.clock.now() + 1);
		const marked = kitchen.call('purchasing.markApproved', of);
		expect(marked).toMatchObject({ again: [], approved: { total: '200' } });
	});

	test('and approved again at the service is compared with that', async () => {
		await change('30', 'submitted');
		expect(here().again).toEqual([]);
		shows('30', 'approved');
		await kitchen.pull();
		expect(here()).toMatchObject({ again: [], approved: { total: '200' } });
	});
});

describe('a line closed short on the order', () => {
	test('is no longer expected in deliveries, and says why', async () => {
		await kitchen.shows({
			'purchaseOrder.list': [order({ status: 'partly-received' }, '0.5', '10')],
		});
		const [milk] = closeLine('l-1').lines;
		expect(milk).toMatchObject({
			ordered: '2',
			received: '0.5',
			closedShort: '1.5',
			open: '0',
			closed: { reason: 'Out of stock', by: 'Noor' },
		});
		expect(get().lines[0]).toMatchObject({ closedShort: '1.5' });
		expect(kitchen.call('delivery.get', of)).toMatchObject({ isOpen: false });
		expect(failureOf(() => closeLine('l-1')).code).toBe('not-possible-now');
	});

	test('makes the order ours to close once nothing else is open, and can be reopened', () => {
		expect(closeLine('l-1').isToClose).toBe(false);
		expect(closeLine('l-2').isToClose).toBe(true);
		expect(rowOf().move).toBe('ours');
		kitchen.call('purchasing.reopenLine', { ...of, lineId: 'l-2' });
		expect(here().isToClose).toBe(false);
		expect(kitchen.call('delivery.get', of).lines[1]).toMatchObject({ closedShort: '0' });
	});

	test('leaves the order to be closed at the service, which an undo takes back', async () => {
		closeLine('l-1');
		closeLine('l-2');
		kitchen.service.there = false;
		const { version } = get();
		kitchen.call('purchaseOrder.close', { ...of, version, intentId: 'intent-close' });
		expect(here()).toMatchObject({ isToClose: false, isOpen: false });
		kitchen.undo('purchaseOrder', documentId);
		expect(here().isToClose).toBe(true);
		kitchen.service.there = true;
		kitchen.call('purchaseOrder.close', { ...of, version, intentId: 'intent-again' });
		await kitchen.send();
		expect(kitchen.service.writes).toMatchObject([
			{ name: 'purchaseOrder.close', body: { id: 'O-1' } },
		]);
	});

	test('adds to the quantity closed short with a receipt that still waits', () => {
		kitchen.service.there = false;
		const entry = { ...of, locale: 'en-GB' };
		kitchen.call('delivery.enter', { ...entry, lineId: 'l-1', unitId: '3', typed: '1' });
		kitchen.call('delivery.explain', { ...of, lineId: 'l-1', reason: 'Not in the delivery' });
		kitchen.call('delivery.settle', { ...of, lineId: 'l-1', settlement: 'close-short' });
		kitchen.call('delivery.enter', { ...entry, lineId: 'l-2', unitId: '1', typed: '4' });
		kitchen.call('delivery.explain', { ...of, lineId: 'l-2', reason: 'Not in the delivery' });
		kitchen.call('delivery.invoice', {
			...entry,
			invoice: typedInvoice('I-1'),
		});
		kitchen.call('delivery.receive', { ...of, intentId: 'intent-receive' });
		expect(here().lines).toMatchObject([
			{ received: '1', closedShort: '1', open: '0', closed: null },
			{ received: '4', closedShort: '0', open: '6' },
		]);
		expect(failureOf(() => closeLine('l-2')).code).toBe('not-possible-now');
	});
});

describe('a request', () => {
	const requested = () => kitchen.call('purchasing.ofRequest', { documentId: requestId });
	const orderFrom = (lines: readonly (readonly [lineId: string, supplierId: string])[]) =>
		kitchen.call('purchasing.orderFrom', {
			documentId: requestId,
			intentId: 'intent-order',
			locale: 'en-GB',
			lines: lines.map(([lineId, supplierId]) => ({ lineId, supplierId })),
		});

	test('makes one draft for each supplier, linked at both ends', async () => {
		await kitchen.shows({
			'purchaseOption.list': [
				{
					id: 'po-1',
					itemId: '1',
					supplierId: 'P-1',
					uomId: 3,
					price: '5',
					prices: [{ price: '6.25', currency: 'EUR' }],
				},
			],
		});
		expect(rowOf('purchaseRequest.list').move).toBe('ours');
		const { orders } = orderFrom([
			['q-1', 'P-1'],
			['q-2', 'P-2'],
		]);
		expect(orders).toHaveLength(2);
		const [first] = orders.map((each) => kitchen.call('purchaseOrder.get', each));
		expect(first).toMatchObject({
			supplierId: 'P-1',
			deliveryDate: '2026-11-21',
			purchaseRequestId: 'Q-1',
			purchaseRequestName: 'PRQ-3',
			lines: [{ boxes: [{ unitId: '3', quantity: '2' }], price: '6.25' }],
		});
		expect(requested()).toMatchObject({
			orders: [{ phase: 'draft' }, { phase: 'draft' }],
			lines: [
				{ supplierId: 'P-1', isOrdered: true },
				{ supplierId: null, isOrdered: true },
			],
		});
		expect(rowOf('purchaseRequest.list').move).toBe('nobody');
	});

	test('proposes who usually delivers an item that is requested of nobody', async () => {
		const proposed = () => requested().lines.map(({ supplierId }) => supplierId);
		const offer = (supplierId: string, more: object = {}) => ({
			id: supplierId,
			itemId: '2',
			supplierId,
			uomId: 1,
			price: '5',
			...more,
		});
		const show = (...offers: object[]) => kitchen.shows({ 'purchaseOption.list': offers });
		expect(proposed()).toEqual(['P-1', null]);
		await show(offer('P-2'), offer('P-3', { itemId: '1', isDefault: true }));
		expect(proposed()).toEqual(['P-1', 'P-2']);
		await show(offer('P-2'), offer('P-3'));
		expect(proposed()).toEqual(['P-1', null]);
		await show(offer('P-2'), offer('P-3', { isDefault: true }));
		expect(proposed()).toEqual(['P-1', 'P-3']);
	});

	test('that is ordered from twice with the same intent has one draft', () => {
		const once = orderFrom([['q-1', 'P-1']]);
		expect(orderFrom([['q-1', 'P-1']])).toEqual(once);
		expect(requested().orders).toHaveLength(1);
	});

	test('makes all of its orders or none', () => {
		const { orders } = orderFrom([['q-1', 'P-1']]);
		kitchen.call('purchaseOrder.submit', { ...orders[0]!, intentId: 'intent-submit' });
		const again = () =>
			orderFrom([
				['q-2', 'P-2'],
				['q-1', 'P-1'],
			]);
		expect(failureOf(again).code).toBe('already-submitted');
		expect(requested().orders).toHaveLength(1);
	});

	test('keeps the link when its order is sent to the service', async () => {
		const { orders } = orderFrom([['q-1', 'P-1']]);
		kitchen.call('purchaseOrder.submit', { ...orders[0]!, intentId: 'intent-submit' });
		await kitchen.send();
		expect(kitchen.service.writes[0]).toMatchObject({
			name: 'purchaseOrder.create',
			body: { purchaseRequestId: 'Q-1', supplierId: 'P-1', isDraft: true },
		});
	});

	test('shows orders that only the service names', async () => {
		await kitchen.shows({
			'purchaseRequest.list': [request({ purchaseOrderIds: ['O-9'] })],
		});
		expect(requested().orders).toMatchObject([{ number: 'O-9' }]);
	});

	test('cannot be ordered from before it is approved', async () => {
		await kitchen.shows({ 'purchaseRequest.list': [request({ status: 'submitted' })] });
		expect(requested().isToOrder).toBe(false);
		expect(failureOf(() => orderFrom([['q-1', 'P-1']])).code).toBe('not-possible-now');
	});
});

test('an order with a waiting change shows its new cost, without the old tax and total', async () => {
	await kitchen.shows({ 'purchaseOrder.list': [order({ taxAmount: '3.2', totalAmount: '35.2' })] });
	expect(get()).toMatchObject({ cost: '32', taxAmount: '3.2', totalAmount: '35.2' });
	kitchen.service.there = false;
	const draft = kitchen.call('purchaseOrder.edit', of);
	const lines = draft.lines.map((each, at) => {
		const boxes = at === 0 ? [{ unitId: '3', typed: '5' }] : each.boxes;
		return { ...each, itemId: each.item.itemId, boxes };
	});
	kitchen.call('purchaseOrder.save', { ...draft, lines, locale: 'en-GB' });
	kitchen.call('purchaseOrder.submit', { documentId: draft.documentId, intentId: 'intent-1' });
	expect(get()).toMatchObject({ cost: '50', taxAmount: null, totalAmount: null });
});

test('orders are added up by supplier, whatever their lines explain', async () => {
	await kitchen.shows({
		'purchaseOrder.list': [
			order(),
			order({ id: 'O-2', number: 'PO-8', totalCost: '40' }),
			order({ id: 'O-3', number: 'PO-9', supplierId: 'P-2' }),
		],
	});
	const { by } = kitchen.call('purchaseOrder.totals', { locationId: 'L-1' });
	expect(by.supplierId.map(({ key, cost }) => [key, cost])).toEqual([
		['P-1', '72'],
		['P-2', '32'],
	]);
});
