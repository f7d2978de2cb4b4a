import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { typedInvoice } from '../../../../test/support/invoice.ts';
import { written } from '../../../../test/support/documents.ts';
import { failureOf, openStockedKitchen, type Kitchen } from '../../../../test/support/kitchen.ts';
import { openOrderDesk, type OrderDesk } from '../../../../test/support/orders.ts';
import { orderOfTwo } from '../../../../test/support/receiving-desk.ts';
import type { CallInput } from '../../../shared/bridge/contract.ts';

const locationId = 'L-1';
const hour = 3_600_000;

const ordered = 'service:purchaseOrder:O-1';
/** The supplier sells cream by the case, and calls it differently. */
const option = {
	id: 'PO-1',
	itemId: '3',
	supplierId: 'P-1',
	uomId: 3,
	price: '2',
	prices: [{ price: '9', currency: 'EUR' }],
	supplierItemCode: 'CR-12',
};

let kitchen: Kitchen;
let desk: OrderDesk;
async function open(options: Parameters<typeof openStockedKitchen>[0] = {}): Promise<void> {
	kitchen = await openStockedKitchen({
		lists: { 'purchaseOrder.list': [orderOfTwo()], 'purchaseOption.list': [option] },
		...options,
	});
	desk = openOrderDesk(kitchen);
}
beforeEach(() => open());
afterEach(() => kitchen.end());

const begin = (intentId = 'intent-0001') =>
	kitchen.call('delivery.begin', { locationId, supplierId: 'P-1', intentId }).documentId;
const add = (
	documentId: string,
	itemId: string,
	instead: CallInput<'delivery.add'>['instead'] = null,
) => {
	// Butter was scanned, by the piece.
	const unitId = itemId === '2' ? '1' : null;
	const { lines } = kitchen.call('delivery.add', { documentId, itemId, unitId, instead });
	return lines.findLast(({ extra, item }) => extra !== null && item.itemId === itemId)!.lineId;
};
const enter = (documentId: string, lineId: string, typed: string, unitId = '1') =>
	kitchen.call('delivery.enter', { documentId, lineId, unitId, typed, locale: 'en-GB' });
const price = (documentId: string, lineId: string, typed: string) =>
	kitchen.call('delivery.price', { documentId, lineId, typed, locale: 'en-GB' });
const invoice = (documentId: string, number: string, total = '') =>
	kitchen.call('delivery.invoice', {
		documentId,
		locale: 'en-GB',
		invoice: typedInvoice(number, { total }),
	});
const receive = (documentId: string) =>
	kitchen.call('delivery.receive', { documentId, intentId: 'intent-0002' });
const get = (documentId: string) => kitchen.call('delivery.get', { documentId });
const list = () => kitchen.call('delivery.list', { locationId }).deliveries;
const groups = () => list().map(({ group, number }) => [group, number]);
const orders = () =>
	kitchen.call('purchaseOrder.list', { locationId, filter: {}, from: 0 }).documents;
const sent = (name: string) =>
	kitchen.service.writes.filter((each) => each.name === name).map(({ body }) => body);

/** Two cases of cream at 9.00 and five butter at 2.10 came without an order. */
function enterCream(number = 'INV-5'): string {
	const documentId = begin(`intent-${number}`);
	enter(documentId, add(documentId, '3'), '2', '3');
	const butter = add(documentId, '2');
	enter(documentId, butter, '5');
	price(documentId, butter, '2.10');
	invoice(documentId, number);
	return documentId;
}
const steps = ['create', 'submit', 'approve', 'receive'].map((verb) => `purchaseOrder.${verb}`);

describe('a receipt without an order', () => {
	test('creates, submits, approves and receives its order, and names the lines once they are known', async () => {
		receive(enterCream());
		await kitchen.clock.pass(hour);
		expect(written(kitchen)).toEqual(steps);
		expect(sent('purchaseOrder.create')).toMatchObject([
			{
				locationId,
				supplierId: 'P-1',
				isDraft: true,
				description: expect.stringContaining('Ordered afterwards · INV-5') as string,
				items: [
					{ itemId: '3', uomId: 3, quantity: '2', price: '9' },
					{ itemId: '2', uomId: 1, quantity: '5', price: '2.1' },
				],
			},
		]);
		const [made] = sent('purchaseOrder.receive');
		expect(made).toMatchObject({
			purchaseOrderId: 'S-1',
			invoiceNumber: 'INV-5',
			items: [
				{ purchaseOrderItemId: 'S-1-1', itemId: '3', uomId: 3, quantity: '2', price: '9' },
				{ purchaseOrderItemId: 'S-1-2', itemId: '2', uomId: 1, quantity: '5', price: '2.1' },
			],
		});
	});

	test('is entered and queued offline, and listed until the service has it', async () => {
		kitchen.service.there = false;
		const documentId = enterCream();
		expect(groups()).toEqual([
			['check', ''],
			['today', 'PO-7'],
		]);
		receive(documentId);
		expect(list()).toMatchObject([
			{ number: 'PO-7' },
			{
				group: 'afterwards',
				documentId,
				supplierName: 'Riverside Dairy',
				isOrderedAfterwards: true,
			},
		]);
		kitchen.service.there = true;
		await kitchen.clock.pass(hour);
		await kitchen.shows({});
		expect(groups()).toEqual([['today', 'PO-7']]);
		expect(orders()).toMatchObject([{ phase: 'received' }, { number: 'PO-7' }]);
	});

	test('is shown as its order as soon as it is sent, and never due as well', async () => {
		const documentId = enterCream();
		receive(documentId);
		const { orderId, isOpen } = get(documentId);
		expect(isOpen).toBe(false);
		expect(orders().map((each) => each.documentId)).toContain(orderId);
		// The order exists and is approved, its receipt waits.
		desk.holdReceipts = true;
		await kitchen.clock.pass(hour);
		await kitchen.shows({});
		expect(list().filter(({ due }) => due > 0)).toMatchObject([{ number: 'PO-7' }]);
	});

	test('waits where another person approves, and says so', async () => {
		await kitchen.end();
		await open({ settings: { anotherApproves: ['purchaseOrder'] } });
		const documentId = enterCream();
		expect(get(documentId)).toMatchObject({ isOpen: true, needsApproval: true });
		receive(documentId);
		await kitchen.clock.pass(hour);
		expect(written(kitchen)).toEqual(['purchaseOrder.create', 'purchaseOrder.submit']);
		expect(get(documentId)).toMatchObject({ needsApproval: true, waiting: 1 });
		desk.approve('S-1');
		await kitchen.clock.pass(hour);
		expect(written(kitchen).at(-1)).toBe('purchaseOrder.receive');
		expect(get(documentId)).toMatchObject({ needsApproval: false, waiting: 0 });
	});

	test('goes to a person if two of its lines cannot be told apart', async () => {
		const documentId = enterCream();
		desk.joinLines = true;
		receive(documentId);
		await kitchen.clock.pass(hour);
		expect(written(kitchen)).toEqual(steps.slice(0, 3));
		expect(list()).toMatchObject([{ group: 'check', standing: 'needs-you' }, {}]);
	});

	test.each(steps)('is done once although the answer to %s is lost', async (step) => {
		desk.lose(step);
		receive(enterCream());
		await kitchen.clock.pass(hour);
		expect(written(kitchen)).toEqual(steps);
		expect(list()).toMatchObject([{ number: 'PO-7' }]);
		expect(list()).toHaveLength(1);
	});
});

describe('the entry of a receipt without an order', () => {
	test('undone is open again with everything that was typed, and is sent as one order', async () => {
		kitchen.service.there = false;
		const documentId = enterCream();
		receive(documentId);
		kitchen.undo('purchaseOrder', get(documentId).orderId!);
		expect(get(documentId)).toMatchObject({ isOpen: true, invoice: { number: 'INV-5' } });
		expect(orders()).toHaveLength(1);
		receive(documentId);
		kitchen.service.there = true;
		await kitchen.clock.pass(hour);
		expect(written(kitchen)).toEqual(steps);
	});

	test('a second click queues nothing', async () => {
		const documentId = enterCream();
		receive(documentId);
		receive(documentId);
		await kitchen.clock.pass(hour);
		expect(written(kitchen)).toEqual(steps);
	});

	test('needs quantities, prices and the number of the invoice', () => {
		const documentId = begin();
		const butter = add(documentId, '2');
		expect(failureOf(() => receive(documentId)).details).toEqual([
			{ path: `lines.${butter}.entry`, message: 'missing' },
			{ path: 'invoice.number', message: 'missing' },
			{ path: 'lines', message: 'nothing-came' },
			{ path: `lines.${butter}.price`, message: 'missing' },
		]);
		enter(documentId, butter, '0');
		expect(get(documentId).problems[0]).toMatchObject({ message: 'not-above-zero' });
	});

	test('of the same supplier and invoice is a question', () => {
		kitchen.service.there = false;
		receive(enterCream('INV-5'));
		const again = enterCream('INV-6');
		invoice(again, ' inv-5');
		expect(failureOf(() => receive(again)).details).toEqual([
			{ path: 'invoice.number', message: 'same-invoice' },
		]);
	});

	test('adds up to the printed total', () => {
		const documentId = enterCream();
		invoice(documentId, 'INV-5', '28.50');
		expect(get(documentId).invoice).toMatchObject({ sum: '28.5', difference: '0' });
	});

	test('begun twice by a double click is one entry, and a discarded one is gone', () => {
		const documentId = begin();
		expect(begin()).toBe(documentId);
		kitchen.call('delivery.discard', { documentId });
		expect(failureOf(() => get(documentId)).code).toBe('not-found');
		expect(list()).toHaveLength(1);
	});

	test('sends a part without a short decimal in base units, at the price of each', async () => {
		const documentId = begin();
		enter(documentId, add(documentId, '3'), '7');
		invoice(documentId, 'INV-5');
		receive(documentId);
		await kitchen.clock.pass(hour);
		expect(sent('purchaseOrder.receive')).toMatchObject([
			{ items: [{ uomId: 1, quantity: '7', price: '0.75' }] },
		]);
	});
});

describe('an item that nobody ordered', () => {
	/** All butter came; cream instead of the milk. */
	function enterSubstitute(closes = true): void {
		const instead = { lineId: 'l-1', closes, reason: 'Substituted' };
		enter(ordered, add(ordered, '3', instead), '1', '3');
		enter(ordered, 'l-2', '10');
		invoice(ordered, 'INV-9');
	}

	test('instead of another closes that line short, and is received as an order of its own', async () => {
		enterSubstitute();
		expect(get(ordered).lines[0]).toMatchObject({
			entry: { total: '0', cause: 'substituted', settlement: 'close-short' },
		});
		receive(ordered);
		await kitchen.clock.pass(hour);
		expect(written(kitchen).toSorted()).toEqual([...steps, 'purchaseOrder.receive'].toSorted());
		expect(sent('purchaseOrder.receive').toSorted(byOrder)).toMatchObject([
			{ purchaseOrderId: 'O-1', invoiceNumber: 'INV-9', items: [{ itemId: '2', quantity: '10' }] },
			{ purchaseOrderId: 'S-1', invoiceNumber: 'INV-9', items: [{ itemId: '3', quantity: '1' }] },
		]);
		await kitchen.shows({});
		expect(list()).toEqual([]);
	});

	test('is part of the printed total, and leaves no difference once it is a receipt of its own', () => {
		enterSubstitute();
		const { sum } = get(ordered).invoice;
		expect(sum).not.toBe('20');
		invoice(ordered, 'INV-9', sum);
		receive(ordered);
		expect(list().filter(({ isBegun }) => isBegun)).toEqual([]);
	});

	test('leaves the ordered line due if the person waits for it', async () => {
		enterSubstitute(false);
		expect(get(ordered).lines[0]?.entry).toMatchObject({ total: null, due: '24' });
		expect(failureOf(() => receive(ordered)).details).toEqual([
			{ path: 'lines.l-1.entry', message: 'missing' },
		]);
	});

	test('is queued with the receipt or not at all', () => {
		kitchen.service.there = false;
		enterSubstitute();
		invoice(ordered, '');
		expect(failureOf(() => receive(ordered)).code).toBe('incomplete');
		expect(get(ordered).lines).toHaveLength(3);
		expect(list()).toHaveLength(1);
	});

	test('stays sent if the receipt of the order is undone, and the reverse', async () => {
		kitchen.service.there = false;
		enterSubstitute();
		receive(ordered);
		kitchen.undo('purchaseOrder', ordered);
		expect(get(ordered)).toMatchObject({ isOpen: true, lines: [{}, {}] });
		expect(groups()).toEqual([
			['check', 'PO-7'],
			['afterwards', ''],
		]);
		receive(ordered);
		const { documentId } = list().find(({ group }) => group === 'afterwards')!;
		kitchen.undo('purchaseOrder', get(documentId).orderId!);
		expect(get(documentId)).toMatchObject({ isOpen: true, lines: [{ extra: { instead: 'l-1' } }] });
		receive(documentId);
		kitchen.service.there = true;
		await kitchen.clock.pass(hour);
		expect(sent('purchaseOrder.receive')).toHaveLength(2);
	});

	/** Cream instead of the milk, and no butter. */
	async function replaceAll(): Promise<void> {
		const instead = { lineId: 'l-1', closes: true, reason: 'Substituted' };
		enter(ordered, add(ordered, '3', instead), '1', '3');
		kitchen.call('delivery.confirmBlanksAsZero', { documentId: ordered });
		const settled = { documentId: ordered, lineId: 'l-2' } as const;
		kitchen.call('delivery.explain', {
			...settled,
			reason: 'Not in the delivery',
			cause: 'missing',
		});
		kitchen.call('delivery.settle', { ...settled, settlement: 'close-short' });
		invoice(ordered, 'INV-9');
		receive(ordered);
		await kitchen.clock.pass(hour);
		expect(written(kitchen)).toEqual(steps);
		expect(get(ordered)).toMatchObject({
			isOpen: false,
			lines: [{ closedShort: '24' }, { closedShort: '10' }],
		});
	}

	test('that replaces everything leaves nothing of the order to receive, and nothing due', () =>
		replaceAll());

	test('that replaces everything does so too after a receipt with something was undone', async () => {
		kitchen.service.there = false;
		kitchen.call('delivery.enterAllAsDue', { documentId: ordered });
		invoice(ordered, 'INV-9');
		kitchen.call('delivery.receive', { documentId: ordered, intentId: 'intent-0009' });
		kitchen.undo('purchaseOrder', ordered);
		for (const lineId of ['l-1', 'l-2']) {
			const box = { documentId: ordered, lineId, locale: 'en-GB' };
			for (const { unitId } of kitchen.call('delivery.get', { documentId: ordered }).lines[0]!.item
				.units)
				kitchen.call('delivery.enter', { ...box, unitId, typed: '' });
		}
		kitchen.service.there = true;
		await replaceAll();
	});

	test('added again stays one line, and can be removed', () => {
		const lineId = add(ordered, '3');
		expect(add(ordered, '3')).toBe(lineId);
		expect(get(ordered).lines.at(-1)).toMatchObject({ supplierCode: 'CR-12', orderedPrice: '9' });
		kitchen.call('delivery.remove', { documentId: ordered, lineId });
		expect(get(ordered).lines).toHaveLength(2);
	});
});

test('an added item begins a receipt of today, not of the day of the order', () => {
	add(ordered, '3');
	const days = kitchen.store.durable.prepare('SELECT business_date FROM draft').pluck().all();
	expect(days).toEqual(['2026-11-20']);
});

test('a delivery is found by the supplier’s code of an item', () => {
	add(ordered, '3');
	const found = (more: object) =>
		kitchen.call('delivery.list', { locationId, ...more }).deliveries.length;
	expect(found({ text: 'cr-12' })).toBe(1);
	expect(found({ code: 'CR-12' })).toBe(1);
	expect(found({ code: 'CR-13' })).toBe(0);
});

const byOrder = (a: Record<string, unknown>, b: Record<string, unknown>): number =>
	String(a['purchaseOrderId']).localeCompare(String(b['purchaseOrderId']));
