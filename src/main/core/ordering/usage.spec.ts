import { expect, test } from 'vitest';
import { enterBox, openCount } from '../../../../test/support/counting.ts';
import { arrival, departure, receivingAt } from '../../../../test/support/documents.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import {
	documentId,
	openReceivingKitchen,
	option,
	orderOfTwo,
	receivingDesk,
} from '../../../../test/support/receiving-desk.ts';
import { receiptOfIt, returningAt } from '../../../../test/support/returns.ts';

const kitchen = eachKitchen(openReceivingKitchen);
const { invoice, receive } = receivingDesk(() => kitchen);
const { write, submit } = returningAt(() => kitchen);

/** Of milk, on a day of November. */
function count(day: number, quantity: string): void {
	kitchen.clock.setWallClock(Date.UTC(2026, 10, day, 9));
	const stocktakeId = openCount(kitchen, { scope: { kind: 'items', itemIds: ['1'] } });
	enterBox(kitchen, stocktakeId, 1, quantity);
	enterBox(kitchen, stocktakeId, 2, '0');
	const keys = kitchen.call('cutOff.get', { stocktakeId }).documents.map(({ key }) => key);
	if (keys.length > 0) kitchen.call('cutOff.acknowledge', { stocktakeId, keys });
	kitchen.call('stocktake.submit', { stocktakeId, intentId: `intent-${String(day)}` });
}

function used(): string | undefined {
	const asked = { locationId: 'L-1', supplierId: 'P-1', deliveryDate: null };
	const { lines } = kitchen.call('ordering.suggestion', asked);
	return lines.find(({ item }) => item.itemId === '1')?.terms.usage?.used;
}

test('goods that came from another location or went to one are not usage', async () => {
	const moved = (id: string, from: string, to: string, line: object, sentDate?: string) => ({
		id,
		fromLocationId: from,
		toLocationId: to,
		date: '2026-11-10T09:00:00Z',
		status: 'Received',
		...(sentDate === undefined ? {} : { sentDate }),
		items: [{ id: `${id}-1`, itemId: '1', quantity: '20', ...line }],
	});
	const before = '2026-11-05T09:00:00Z';
	kitchen.service.there = true;
	await kitchen.shows({
		'purchaseOption.list': [option('N-1', 'P-1', '1', 3, '6')],
		'transferIn.list': [
			moved('I-1', 'L-2', 'L-1', { quantityReceived: '18' }),
			moved('I-2', 'L-2', 'L-1', { quantityReceived: '5' }, before),
			moved('I-3', 'L-2', 'L-1', {}),
		],
		'transferOut.list': [moved('O-1', 'L-1', 'L-2', { quantityFulfilled: '6' })],
	});
	count(6, '50');
	await kitchen.send();
	count(20, '4');
	// 50 + 18 − 6 − 4
	expect(used()).toBe('58');
});

test('goods that came or went back while the service is away are not usage', async () => {
	kitchen.service.there = true;
	await kitchen.shows({
		'purchaseOption.list': [option('N-1', 'P-1', '1', 3, '6')],
		'purchaseOrder.list': [orderOfTwo(), orderOfTwo({ id: 'O-0', status: 'received' }, '2', '10')],
		'purchaseOrder.receivings': [
			receiptOfIt({ purchaseOrderId: 'O-0', date: '2026-11-01T10:00:00Z' }),
		],
	});
	kitchen.service.there = false;
	count(6, '50');
	kitchen.clock.setWallClock(Date.UTC(2026, 10, 10, 9));
	kitchen.call('delivery.enterAllAsDue', { documentId });
	invoice('INV-2');
	receive();
	const back = kitchen.call('return.begin', {
		locationId: 'L-1',
		orderId: 'O-0',
		receivingId: 'G-1',
		receiptDraftId: null,
		lineIds: ['l-1'],
		intentId: 'intent-back',
	});
	const boxes = [{ unitId: '1', typed: '5' }];
	write(back.documentId, () => ({ boxes, itemCondition: 'Opened', returnReason: 'Sour' }));
	submit(back.documentId);
	count(20, '40');
	// 50 + 24 − 5 − 40
	expect(used()).toBe('29');
});

test('a transfer comes on the day of its receipt, and leaves on the day it was sent', async () => {
	kitchen.service.there = true;
	const moved = (id: string, from: string, to: string, quantity: string, dates: object) => ({
		id,
		fromLocationId: from,
		toLocationId: to,
		date: '2026-11-06T08:00:00Z',
		status: 'Received',
		items: [
			{
				id: `${id}-1`,
				itemId: '1',
				quantity,
				quantityFulfilled: quantity,
				quantityReceived: quantity,
			},
		],
		...dates,
	});
	const [sentDate, receivedDate] = ['2026-11-06T18:00:00Z', '2026-11-10T07:00:00Z'];
	const late = '2026-11-21T07:00:00Z';
	await kitchen.shows({
		'purchaseOption.list': [option('N-1', 'P-1', '1', 3, '6')],
		'transferIn.list': [
			moved('1', 'L-2', 'L-1', '8', { sentDate, receivedDate, modifiedDate: late }),
			moved('2', 'L-2', 'L-1', '16', { sentDate, modifiedDate: receivedDate }),
			moved('3', 'L-2', 'L-1', '32', { sentDate: receivedDate, receivedDate: late }),
		],
		'transferOut.list': [
			moved('4', 'L-1', 'L-2', '3', { sentDate: receivedDate, modifiedDate: late }),
		],
	});
	kitchen.service.there = false;
	count(6, '50');
	count(20, '40');
	// 50 + 8 + 16 − 3 − 40
	expect(used()).toBe('31');
});

test('a transfer that came or left is not usage, before and after the service has it', async () => {
	const open = { date: '2026-11-10T08:00:00Z', sentDate: '2026-11-10T08:00:00Z' };
	kitchen.service.there = true;
	await kitchen.shows({
		'purchaseOption.list': [option('N-1', 'P-1', '1', 3, '6')],
		'transferIn.list': [arrival(open)],
		'transferOut.list': [departure({ ...open, status: 'Finalized', sentDate: undefined })],
	});
	kitchen.service.there = false;
	count(6, '50');
	kitchen.clock.setWallClock(Date.UTC(2026, 10, 12, 9));
	const came = receivingAt(() => kitchen);
	came.enter('l-1', '18');
	came.enter('l-2', '3');
	came.receive();
	const left = receivingAt(() => kitchen, 'service:transferOut:T-5');
	left.enter('l-1', '6');
	left.enter('l-2', '0');
	left.fulfill();
	count(20, '4');
	// 50 + 18 − 6 − 4
	expect(used()).toBe('58');
	kitchen.service.there = true;
	await kitchen.send();
	expect(used()).toBe('58');
});
