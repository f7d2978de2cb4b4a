import { beforeEach, expect, test } from 'vitest';
import { typedInvoice } from '../../../../test/support/invoice.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { failureOf } from '../../../../test/support/kitchen.ts';
import {
	receiptOfIt,
	returnedOrder,
	returningAt,
	returnRecord,
} from '../../../../test/support/returns.ts';
import { returnDrafts } from './return-drafts.ts';

const orderId = 'service:purchaseOrder:O-1';

const kitchen = eachKitchen({
	lists: { 'purchaseOrder.list': [returnedOrder({}, '0', '0')] },
});
beforeEach(() => {
	kitchen.service.there = false;
});

const { get, submit } = returningAt(() => kitchen);

function receiveAll(number: string): void {
	kitchen.call('delivery.enterAllAsDue', { documentId: orderId });
	kitchen.call('delivery.invoice', {
		documentId: orderId,
		locale: 'en-GB',
		invoice: typedInvoice(number),
	});
	kitchen.call('delivery.receive', { documentId: orderId, intentId: `intent-${number}` });
}

/** Everything is received offline; three pieces of milk, a quarter of a case, go back. */
function returnWhileReceiving(): string {
	receiveAll('INV-1');
	const { store, context, account } = kitchen;
	const receiptDraftId = store.durable
		.prepare<[], string>("SELECT draft_id FROM draft WHERE document = 'order-receipt'")
		.pluck()
		.get()!;
	const line = { lineId: 'l-1', quantity: '0.25', reason: 'Sour', condition: 'Opened' };
	const of = { locationId: 'L-1', orderId: 'O-1', receiptDraftId, lines: [line] };
	return store.durable.transaction(() => returnDrafts(context).draft(account(), of)).immediate()
		.draftId;
}

test('receipts of this PC that the service does not show yet are in the list of all receipts', () => {
	const listed = (supplierId: string | null) =>
		kitchen
			.call('return.receipts', { locationId: 'L-1', supplierId })
			.receipts.map(({ receivingId, invoiceNumber }) => [receivingId, invoiceNumber]);
	receiveAll('INV-1');
	expect(listed(null)).toEqual([[null, 'INV-1']]);
	expect(listed('P-1')).toEqual([[null, 'INV-1']]);
	expect(listed('P-2')).toEqual([]);
	kitchen.undo('purchaseOrder', orderId);
	expect(listed(null)).toEqual([]);
});

const problems = (documentId: string) => failureOf(() => submit(documentId)).details;

test('a return drafted while its receipt waits has what was entered, and cannot be sent', () => {
	const documentId = returnWhileReceiving();
	expect(get(documentId)).toMatchObject({
		orderReceipt: null,
		invoiceNumber: 'INV-1',
		lines: [{ total: '3', price: '6', quantityReceived: '2', receiptLine: null }],
	});
	expect(problems(documentId)).toEqual([{ path: 'receipt', message: 'receipt-not-shown' }]);
});

test('free goods go back at the price that was sent, also while their receipt waits', () => {
	const of = { documentId: orderId, lineId: 'l-2' };
	kitchen.call('delivery.enterAllAsDue', { documentId: orderId });
	kitchen.call('delivery.enter', { ...of, unitId: '1', typed: '11', locale: 'en-GB' });
	kitchen.call('delivery.explain', { ...of, reason: 'Free', cause: 'free' });
	kitchen.call('delivery.settle', { ...of, settlement: 'keep-free' });
	receiveAll('INV-1');
	const { receipts } = kitchen.call('return.receipts', {
		locationId: 'L-1',
		documentId: orderId,
	});
	// Ten of eleven are billed at 2.00.
	expect(receipts[0]?.lines).toMatchObject([{ price: '6' }, { price: '1.818182', received: '11' }]);
});

test('it is linked once a copy shows the receipt, with its lines and price, and is sent', async () => {
	const documentId = returnWhileReceiving();
	kitchen.service.there = true;
	await kitchen.send();
	await kitchen.shows({
		'purchaseOrder.list': [returnedOrder({ status: 'received' })],
		'purchaseOrder.receivings': [
			receiptOfIt({ id: 'G-8', invoiceNumber: 'INV-2' }),
			receiptOfIt({ invoiceNumber: ' inv-1' }),
		],
	});
	expect(get(documentId)).toMatchObject({
		orderReceipt: 'G-1',
		receiptDraft: null,
		lines: [{ receiptLine: 'g-1', price: '6.6', returnReason: 'Sour', total: '3' }],
	});
	submit(documentId);
	await kitchen.send();
	expect(kitchen.service.writes.map(({ name }) => name)).toEqual([
		'purchaseOrder.receive',
		'returnOrder.create',
		'returnOrder.submit',
	]);
});

test('it is not linked while two receipts fit, or one lacks its line', async () => {
	const documentId = returnWhileReceiving();
	const [, butter] = receiptOfIt().items;
	await kitchen.shows({});
	kitchen.service.there = true;
	await kitchen.shows({ 'purchaseOrder.receivings': [receiptOfIt({ items: [butter] })] });
	expect(get(documentId).orderReceipt).toBeNull();
	await kitchen.shows({ 'purchaseOrder.receivings': [receiptOfIt(), receiptOfIt({ id: 'G-2' })] });
	expect(get(documentId).orderReceipt).toBeNull();
});

test('after the receipt was undone, the goods must be received again first', () => {
	const documentId = returnWhileReceiving();
	kitchen.undo('purchaseOrder', orderId);
	expect(problems(documentId)).toEqual([{ path: 'receipt', message: 'receipt-undone' }]);
});

test('what went back of an earlier receipt still leaves all of one that waits', async () => {
	kitchen.service.there = true;
	const [milk] = receiptOfIt().items;
	await kitchen.shows({
		'purchaseOrder.list': [returnedOrder({ status: 'partly-received' }, '1', '0')],
		'purchaseOrder.receivings': [receiptOfIt({ items: [{ ...milk, quantity: '1' }] })],
		'returnOrder.list': [returnRecord('R-1', 'Approved', [{ quantity: '1', receiptLine: 'g-1' }])],
	});
	kitchen.service.there = false;
	receiveAll('INV-2');
	const { receipts } = kitchen.call('return.receipts', {
		locationId: 'L-1',
		documentId: orderId,
	});
	const left = receipts.map(({ invoiceNumber, lines }) => [
		invoiceNumber,
		...lines.map((line) => line.left),
	]);
	expect(left).toEqual([
		['INV-2', '12', '10'],
		['INV-1', '0'],
	]);
});
