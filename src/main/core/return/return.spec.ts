import { describe, expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { failureOf } from '../../../../test/support/kitchen.ts';
import {
	receiptOfIt,
	receivedLists,
	returnedOrder,
	returningAt,
	returnRecord,
} from '../../../../test/support/returns.ts';
import { noReply } from '../../../../test/support/verdicts.ts';

const kitchen = eachKitchen({ lists: receivedLists });

const { begin, get, write, submit, send, left } = returningAt(() => kitchen);
const names = () => kitchen.service.writes.map(({ name }) => name);
const filled = (typed: string, unitId = '1') => ({
	boxes: [{ unitId, typed }],
	itemCondition: 'Opened',
	returnReason: 'Sour',
});

/** One of the two cases of milk went back. */
const said = {
	purchaseOrderId: 'O-1',
	purchaseOrderReceivingId: 'G-1',
	purchaseOrderItemId: 'l-1',
	purchaseOrderReceivingItemId: 'g-1',
	itemId: '1',
	uomId: 3,
	quantityReceived: '2',
	quantityReturned: '1',
};

describe('what can go back', () => {
	test('is what was received less every return that was not rejected, added up independently', async () => {
		// Pieces of milk (twelve to a case) and of butter.
		const returns = Array.from({ length: 40 }, (_, at) => ({
			id: `R-${at}`,
			status: ['Draft', 'Submitted', 'Approved', 'Rejected'][at % 4]!,
			isMilk: at % 3 !== 0,
			pieces: at % 5 === 0 ? 1 : 0,
		}));
		await kitchen.shows({
			'returnOrder.list': returns.map(({ id, status, isMilk, pieces }) =>
				returnRecord(id, status, [
					isMilk
						? { quantity: (pieces / 12).toFixed(6), receiptLine: 'g-1' }
						: {
								itemId: '2',
								uomId: 1,
								quantity: String(pieces),
								orderLine: 'l-2',
								receiptLine: 'g-2',
							},
				]),
			),
		});
		let milk = 24;
		let butter = 10;
		for (const { status, isMilk, pieces } of returns) {
			if (status === 'Rejected') continue;
			if (isMilk) milk -= pieces;
			else butter -= pieces;
		}
		expect([milk, butter]).toEqual([20, 8]);
		expect(left()).toEqual({ 'l-1': String(milk), 'l-2': String(butter) });
	});

	test('counts a return that waits here, and not a draft', async () => {
		kitchen.service.there = false;
		write(begin(['l-1']), () => filled('5'));
		expect(left()).toMatchObject({ 'l-1': '24' });
		send('l-1', '7');
		expect(left()).toMatchObject({ 'l-1': '17' });
		kitchen.service.there = true;
		await kitchen.send();
		expect(left()).toMatchObject({ 'l-1': '17' });
		await kitchen.pull();
		expect(left()).toMatchObject({ 'l-1': '17' });
	});

	test.each(['Cancelled', 'Canceled', 'Rejected'])(
		'does not count a return that the service calls %s',
		async (status) => {
			const back = (id: string, word: string) =>
				returnRecord(id, word, [{ quantity: '1', receiptLine: 'g-1' }]);
			await kitchen.shows({ 'returnOrder.list': [back('R-1', status), back('R-2', 'Approved')] });
			// One of two cases of twelve.
			expect(left()).toEqual({ 'l-1': '12', 'l-2': '10' });
		},
	);

	test('uses the returned quantity of the order if no return is cached', async () => {
		const order = returnedOrder();
		const [milk, butter] = order.items;
		await kitchen.shows({
			'purchaseOrder.list': [{ ...order, items: [{ ...milk, quantityReturned: '1' }, butter] }],
		});
		expect(left()).toEqual({ 'l-1': '12', 'l-2': '10' });
	});

	test('is what the service says, less what waits here, until a newer copy comes', async () => {
		kitchen.service.lists['returnOrder.eligibleItems'] = [said];
		await kitchen.calls['return.ask'](
			{ locationId: 'L-1', orderId: 'O-1' },
			{ connection: 'test' },
		);
		expect(left()).toEqual({ 'l-1': '12', 'l-2': '10' });
		kitchen.service.there = false;
		send('l-1', '2');
		expect(left()).toMatchObject({ 'l-1': '10' });
		kitchen.service.there = true;
		await kitchen.pull();
		expect(left()).toMatchObject({ 'l-1': '22' });
	});

	test('does not count a return against itself while it is changed', async () => {
		await kitchen.shows({
			'returnOrder.list': [returnRecord('R-1', 'Draft', [{ quantity: '1', receiptLine: 'g-1' }])],
		});
		const { documentId } = kitchen.call('returnOrder.edit', {
			documentId: 'service:returnOrder:R-1',
		});
		const ask = async (quantityReturned: string) => {
			kitchen.service.lists['returnOrder.eligibleItems'] = [{ ...said, quantityReturned }];
			await kitchen.calls['return.ask'](
				{ locationId: 'L-1', orderId: 'O-1' },
				{ connection: 'test' },
			);
			const { lines } = kitchen.call('return.eligible', { documentId });
			return lines.map(({ left: most }) => most);
		};
		expect(await ask('1')).toEqual(['24']);
		expect(await ask('0')).toEqual(['24']);
	});

	test('is not asked for offline', async () => {
		kitchen.service.there = false;
		const asked = { locationId: 'L-1', orderId: 'O-1' };
		expect(await kitchen.calls['return.ask'](asked, { connection: 'test' })).toEqual({
			ok: true,
			value: { answered: false },
		});
	});
});

test('a return of a third of a case is sent in cases, as its price is per case', async () => {
	send('l-1', '1/3', '3');
	await kitchen.send();
	expect(kitchen.service.writes[0]!.body).toMatchObject({
		items: [{ uomId: 3, returnQuantity: '0.333333', price: '6.6' }],
	});
});

describe('a return', () => {
	test('of more than can go back is a problem on its quantity', () => {
		const documentId = begin(['l-1', 'l-2']);
		write(documentId, ({ itemId }) => filled(itemId === '1' ? '25' : '10'));
		const lineId = get(documentId).lines[0]!.lineId;
		expect(failureOf(() => submit(documentId)).details).toEqual([
			{ path: `lines.${lineId}.quantity`, message: 'more-than-eligible' },
		]);
		expect(names()).toEqual([]);
	});

	test('lacks condition and reason until they are given', () => {
		const documentId = begin(['l-2']);
		write(documentId, () => ({ boxes: [{ unitId: '1', typed: '1' }] }));
		const [line] = get(documentId).lines;
		const at = `lines.${line!.lineId}`;
		expect(failureOf(() => submit(documentId)).details).toEqual([
			{ path: `${at}.itemCondition`, message: 'missing' },
			{ path: `${at}.returnReason`, message: 'missing' },
		]);
	});

	test('takes the line of the receipt for an item that is scanned, and refuses one that did not come', () => {
		const documentId = begin(['l-1']);
		write(documentId, () => filled('1'));
		const draft = get(documentId);
		const [first] = draft.lines;
		const blank = {
			orderLine: null,
			receiptLine: null,
			unit: null,
			tax: null,
			quantityOrdered: null,
			quantityReceived: null,
			price: null,
		};
		const lines = [
			{ ...first!, itemId: '1' },
			{ ...blank, ...filled('1'), lineId: 'new-1', itemId: '2' },
			{ ...blank, ...filled('1'), lineId: 'new-2', itemId: '4' },
		];
		const saved = kitchen.call('returnOrder.save', { ...draft, lines, locale: 'en-GB' });
		expect(saved.lines[1]).toMatchObject({ orderLine: 'l-2', receiptLine: 'g-2', price: '2' });
		expect(saved.problems).toContainEqual({ path: 'lines.new-2.item', message: 'not-on-receipt' });
	});

	test('is sent once after a lost reply', async () => {
		kitchen.service.next = [noReply];
		kitchen.service.onWrite = (name) => {
			if (name !== 'returnOrder.create') return;
			const { body } = kitchen.service.writes.at(-1)!;
			const made = { ...body, id: 'S-9', number: 'RTO-9', status: 'Draft' };
			kitchen.service.lists['returnOrder.list'] = [made];
		};
		send('l-1', '3');
		await kitchen.send();
		await kitchen.clock.pass(600_000);
		expect(names()).toEqual(['returnOrder.create', 'returnOrder.submit']);
	});

	test('that was rejected comes back with the reason, is changed and goes again', async () => {
		const rejected = returnRecord('R-1', 'Rejected', [
			{ quantity: '2', receiptLine: 'g-1', orderLine: 'l-1' },
		]);
		const [line] = rejected.items;
		await kitchen.shows({
			'returnOrder.list': [
				{ ...rejected, items: [{ ...line, taxId: 1, discount: '0.5', referenceNumber: 'A7' }] },
			],
		});
		const { documentId, lines } = kitchen.call('returnOrder.edit', {
			documentId: 'service:returnOrder:R-1',
		});
		// Two cases at 6.60, less 0.50.
		expect(lines).toMatchObject([{ cost: '12.7' }]);
		write(documentId, () => filled('1', '3'));
		submit(documentId);
		await kitchen.send();
		expect(names()).toEqual(['returnOrder.update', 'returnOrder.submit']);
		expect(kitchen.service.writes[0]!.body).toMatchObject({
			id: 'R-1',
			purchaseOrderReceivingId: 'G-1',
			items: [
				{
					id: 'R-1-1',
					uomId: 3,
					returnQuantity: '1',
					taxId: 1,
					discount: '0.5',
					referenceNumber: 'A7',
					purchaseOrderReceivingItemId: 'g-1',
				},
			],
		});
	});

	test('of the service is approved, rejected and locked as it was seen', async () => {
		const of = (id: string, status: string) =>
			returnRecord(id, status, [{ quantity: '1', receiptLine: 'g-1' }]);
		await kitchen.shows({
			'returnOrder.list': [of('R-1', 'Submitted'), of('R-2', 'Submitted'), of('R-3', 'Approved')],
		});
		const about = (id: string) => {
			const documentId = `service:returnOrder:${id}`;
			return { documentId, version: get(documentId).version, intentId: `intent-${id}-1` };
		};
		kitchen.call('returnOrder.approve', about('R-1'));
		kitchen.call('returnOrder.reject', { ...about('R-2'), reason: 'Too late' });
		kitchen.call('returnOrder.lock', { ...about('R-3'), locked: true });
		await kitchen.send();
		expect(names().sort()).toEqual([
			'returnOrder.approve',
			'returnOrder.lock',
			'returnOrder.reject',
		]);
	});
});

describe('the receipts to return from', () => {
	test('are those of a location, of a supplier or of an order', async () => {
		await kitchen.shows({
			'purchaseOrder.receivings': [
				receiptOfIt(),
				receiptOfIt({ id: 'G-2', purchaseOrderId: 'O-2', date: '2026-11-20T08:00:00Z' }),
				receiptOfIt({ id: 'G-3', supplierId: 'P-2', date: '2026-11-01T08:00:00Z' }),
				receiptOfIt({ id: 'G-4', locationId: 'L-2' }),
			],
		});
		const ids = (asked: { supplierId?: string; documentId?: string } = {}) =>
			kitchen
				.call('return.receipts', { locationId: 'L-1', ...asked })
				.receipts.map(({ receivingId }) => receivingId);
		expect(ids()).toEqual(['G-2', 'G-1', 'G-3']);
		expect(ids({ supplierId: 'P-2' })).toEqual(['G-3']);
		expect(ids({ documentId: 'service:purchaseOrder:O-2' })).toEqual(['G-2']);
		const { suppliers } = kitchen.call('return.suppliers', { locationId: 'L-1' });
		expect(suppliers.map(({ supplierId }) => supplierId).sort()).toEqual(['P-1', 'P-2']);
	});

	test('begin one draft, even if the button is pressed twice', () => {
		expect(begin(['l-1'], 'intent-0001')).toBe(begin(['l-1'], 'intent-0001'));
	});
});
