import { expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { caller, harbour, valueOf } from '../../../../test/support/kitchen.ts';
import { reportCapability } from './report.ts';

const evening = {
	id: 'O-1',
	number: 'PO-1',
	locationId: 'L-1',
	supplierId: 'P-1',
	// Nine in the evening of the 20th in New York.
	date: '2026-11-21T02:00:00Z',
	status: 'Approved',
};
const kitchen = eachKitchen({
	lists: {
		'location.list': [{ ...harbour, timeZone: 'America/New_York' }],
		'purchaseOrder.list': [{ ...evening, items: [] }],
		'report.controlTower': [
			{
				locations: [],
				openPurchaseOrders: [{ ...evening, purchaseOrderId: evening.id }],
				transfersInTransit: 0,
				documentsToApprove: 0,
			},
		],
	},
});

test('an open order is that of the list of orders, and has the business day of its location', async () => {
	const asked = { locationId: 'L-1', all: true, from: '2026-11-01', to: '2026-11-30' };
	const reply = await reportCapability(kitchen.context)['report.tower'](asked, caller);
	const [listed] = kitchen.call('purchaseOrder.list', { locationId: 'L-1' }).documents;
	expect(listed?.businessDate).toBe('2026-11-20');
	expect(valueOf(reply).openOrders).toMatchObject([
		{ documentId: listed?.documentId, date: '2026-11-20' },
	]);
});
