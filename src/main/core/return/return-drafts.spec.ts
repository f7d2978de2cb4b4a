import { describe, expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { receiptOfIt, returnedOrder } from '../../../../test/support/returns.ts';
import { returnDrafts } from './return-drafts.ts';

/** Two cases of milk came, and nothing else was on the receipt. */
const receipt = (more: object = {}) =>
	receiptOfIt({ totalAmount: '13.20', items: receiptOfIt().items.slice(0, 1), ...more });

const kitchen = eachKitchen({
	lists: { 'purchaseOrder.list': [returnedOrder()], 'purchaseOrder.receivings': [receipt()] },
});

const line = { lineId: 'l-1', quantity: '0.25', reason: 'Sour', condition: 'Open' };

const draft = () => {
	const { store, context, account } = kitchen;
	const asked = { locationId: 'L-1', orderId: 'O-1', receivingId: 'G-1', lines: [line] };
	const { draftId } = store.durable
		.transaction(() => returnDrafts(context).draft(account(), asked))
		.immediate();
	return kitchen.call('returnOrder.get', { documentId: draftId });
};

describe('a return drafted from a receipt of the service', () => {
	test('names order, receipt and invoice, with the price of the receipt', () => {
		expect(draft()).toMatchObject({
			standing: 'draft',
			supplierId: 'P-1',
			purchaseOrderId: 'O-1',
			orderNumber: 'PO-7',
			orderReceipt: 'G-1',
			receiptDraft: null,
			invoiceNumber: 'INV-1',
			orderDate: '2026-11-18',
			receivingDate: '2026-11-19',
			originalTotal: '13.2',
			lines: [
				{
					boxes: [{ unitId: '1', typed: '3' }],
					total: '3',
					orderLine: 'l-1',
					receiptLine: 'g-1',
					unit: 3,
					tax: 1,
					quantityReceived: '2',
					returnReason: 'Sour',
					itemCondition: 'Open',
					price: '6.6',
					cost: '1.65',
				},
			],
		});
	});

	test('goes in the unit of the receipt, whichever box was filled', async () => {
		const { documentId } = draft();
		kitchen.call('returnOrder.submit', { documentId, intentId: 'intent-0001' });
		await kitchen.send();
		expect(kitchen.service.writes.map(({ name }) => name)).toEqual([
			'returnOrder.create',
			'returnOrder.submit',
		]);
		expect(kitchen.service.writes[0]?.body).toMatchObject({
			purchaseOrderReceivingId: 'G-1',
			items: [{ uomId: 3, returnQuantity: '0.25', price: '6.6', taxId: 1 }],
		});
	});
});
