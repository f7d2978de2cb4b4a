import { expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { documentId, orderOfTwo, receivingDesk } from '../../../../test/support/receiving-desk.ts';

const kitchen = eachKitchen({ lists: { 'purchaseOrder.list': [orderOfTwo()] } });
const { enter, explain, settle, price, invoice, receive } = receivingDesk(() => kitchen);

const receipts = () => kitchen.call('delivery.receipts', { documentId }).receipts;

test('each receipt of an order is printed as it was entered, even after the order has changed', async () => {
	enter('l-1', '1', '3');
	explain('l-1');
	enter('l-2', '10');
	price('l-2', '2.15');
	invoice('INV-1', { total: '28.50', differenceIs: 'freight' });
	receive();
	await kitchen.send();
	await kitchen.shows({
		'purchaseOrder.list': [orderOfTwo({ status: 'partly-received' }, '1', '10')],
	});
	enter('l-1', '3');
	explain('l-1', 'Broken');
	settle('l-1', 'close-short');
	// Begun is not received.
	expect(receipts()).toHaveLength(1);
	invoice('INV-2');
	receive();
	await kitchen.send();
	const changed = orderOfTwo({ status: 'partly-received' }, '1.25', '10');
	const [milk] = changed.items;
	await kitchen.shows({ 'purchaseOrder.list': [{ ...changed, items: [{ ...milk, price: '7' }] }] });
	expect(receipts()).toMatchObject([
		{
			// Not of the order, which is two days older.
			businessDate: '2026-11-20',
			// 6.00 for one case, and ten at 2.15; the printed total has 1.00 more.
			invoice: { number: 'INV-1', sum: '27.5', total: '28.5', difference: '1' },
			lines: [
				{ unitName: 'case', due: '2', received: '1', price: '6', amount: '6' },
				{ unitName: 'each', due: '10', received: '10', price: '2.15', amount: '21.5' },
			],
		},
		{
			invoice: { number: 'INV-2', sum: '1.5', total: null, difference: null },
			lines: [
				{
					due: '1',
					received: '0.25',
					price: '6',
					amount: '1.5',
					reason: 'Broken',
					settlement: 'close-short',
				},
			],
		},
	]);
});

test('three thirds of a case come to the case that was ordered', async () => {
	const [milk] = orderOfTwo().items;
	await kitchen.shows({
		'purchaseOrder.list': [orderOfTwo({ items: [{ ...milk, quantity: '1' }] })],
	});
	for (const number of ['INV-1', 'INV-2', 'INV-3']) {
		enter('l-1', '4');
		if (number !== 'INV-3') explain('l-1');
		invoice(number);
		receive();
	}
	const { lines } = kitchen.call('purchasing.ofOrder', { documentId });
	expect(lines).toMatchObject([{ ordered: '1', received: '1', open: '0' }]);
	const sent = kitchen.outbox.stepsOf('purchaseOrder', documentId).map(({ body }) => body['items']);
	expect(sent).toMatchObject([
		[{ quantity: '0.333333' }],
		[{ quantity: '0.333333' }],
		[{ quantity: '0.333334' }],
	]);
	// The printed quantities are the ones sent, down to the last decimal.
	expect(receipts().map(({ lines: [third] }) => [third?.due, third?.received])).toEqual([
		['1', '0.333333'],
		['0.666667', '0.333333'],
		['0.333334', '0.333334'],
	]);
});
