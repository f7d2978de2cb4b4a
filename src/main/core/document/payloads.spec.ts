// What documents send, byte for byte. A waiting action of an earlier Stillroom must mean the same.
import { beforeEach, expect, test } from 'vitest';
import { typedInvoice } from '../../../../test/support/invoice.ts';
import {
	arrivalInCases,
	transferLine,
	transferToSave,
	wasteLine,
	wasteToSave,
} from '../../../../test/support/documents.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { documentId, orderOfTwo } from '../../../../test/support/receiving-desk.ts';
import { receivedLists, returningAt, returnRecord } from '../../../../test/support/returns.ts';

const kitchen = eachKitchen();
beforeEach(() => {
	kitchen.service.there = false;
});

const dated = '2026-11-10T10:00:00Z';

/** Every action in order, with the draft's id as D and the reference as SR. */
function queued(draftId = 'no draft') {
	const rows = kitchen.store.durable
		.prepare<[], string>(
			"SELECT intent_id || ' ' || operation || ' ' || payload FROM action ORDER BY rowid",
		)
		.pluck()
		.all();
	return rows.map((row) => row.replaceAll(draftId, 'D').replace(/SR-[0-9A-Z]+/g, 'SR'));
}

const intent = { intentId: 'intent-0001' };

function submitWaste(...of: Parameters<typeof wasteToSave>): string {
	const { documentId } = kitchen.call('wastage.save', wasteToSave(...of));
	kitchen.call('wastage.submit', { documentId, ...intent });
	return documentId;
}

test('new waste: one unit, several boxes, label and note', () => {
	const id = submitWaste(
		[
			wasteLine(),
			wasteLine({ lineId: 'line-2', label: 'Fell', note: 'At the door', reasonId: 'R-2' }),
			wasteLine({
				lineId: 'line-3',
				itemId: '2',
				label: 'Fell',
				boxes: [{ unitId: '1', typed: '2' }],
			}),
			wasteLine({
				lineId: 'line-4',
				note: 'At noon',
				boxes: [
					{ unitId: '3', typed: '1/3' },
					{ unitId: '1', typed: '2*3' },
				],
			}),
		],
		{ description: 'Fridge', locale: 'fr-FR' },
	);
	expect(queued(id)).toEqual([
		'D/1/create wastage.create {"body":{"locationId":"L-1","date":"2026-11-20T09:00:00.000Z","description":"Fridge [SR]","items":[{"itemId":"1","uomId":1,"quantity":"2","wasteReasonId":"R-1"},{"itemId":"1","uomId":1,"quantity":"2","wasteReasonId":"R-2","description":"Fell: At the door"},{"itemId":"2","uomId":1,"quantity":"2","wasteReasonId":"R-1","description":"Fell"},{"itemId":"1","uomId":1,"quantity":"10","wasteReasonId":"R-1","description":"At noon"}]}}',
		'D/1/submit wastage.submit {"path":{"id":{"$server":"lane"}}}',
	]);
});

test('new waste with neither words nor reasons', async () => {
	kitchen.service.lists['wasteReason.list'] = [];
	kitchen.service.there = true;
	await kitchen.pull();
	kitchen.service.there = false;
	const id = submitWaste([wasteLine({ reasonId: null })]);
	expect(queued(id)).toEqual([
		'D/1/create wastage.create {"body":{"locationId":"L-1","date":"2026-11-20T09:00:00.000Z","items":[{"itemId":"1","uomId":1,"quantity":"2"}],"description":"[SR]"}}',
		'D/1/submit wastage.submit {"path":{"id":{"$server":"lane"}}}',
	]);
});

const wasteRecord = (status: string) => ({
	id: 'W-9',
	number: 'WST-9',
	locationId: 'L-1',
	date: dated,
	status,
	till: 'T1',
	description: 'Spilt [SR-0123456789]',
	totalCost: '1',
	items: [
		{ id: 'w-1', itemId: '1', uomId: 1, quantity: '2', unitCost: '0.50', lot: 'A7' },
		{ id: 'w-2', itemId: 'gone', uomId: 9, quantity: '1.50', description: 'Old' },
	],
});

test('an edit of waste', async () => {
	kitchen.service.there = true;
	await kitchen.shows({ 'wastage.list': [wasteRecord('Rejected')] });
	const draft = kitchen.call('wastage.edit', { documentId: 'service:wastage:W-9' });
	const { documentId, revision } = draft;
	const lines = draft.lines.map(({ lineId, item, boxes, reasonId, label, note }, at) => ({
		lineId,
		itemId: item.itemId,
		label: at === 0 ? 'Fell' : label,
		note,
		reasonId: at === 0 ? 'R-1' : reasonId,
		boxes,
	}));
	const added = wasteLine({ lineId: 'line-new' });
	kitchen.call(
		'wastage.save',
		wasteToSave([...lines, added], { documentId, revision, description: 'Spilt twice' }),
	);
	kitchen.call('wastage.submit', { documentId, ...intent });
	expect(queued(documentId)).toEqual([
		'D/2/update wastage.update {"body":{"id":"W-9","locationId":"L-1","date":"2026-11-10T10:00:00Z","till":"T1","description":"Spilt twice [SR]","items":[{"id":"w-1","lot":"A7","itemId":"1","uomId":1,"quantity":"2","wasteReasonId":"R-1","description":"Fell"},{"id":"w-2","itemId":"gone","uomId":9,"quantity":"1.50","description":"Old"},{"itemId":"1","uomId":1,"quantity":"2","wasteReasonId":"R-1"}]}}',
		'D/2/submit wastage.submit {"path":{"id":{"$server":"lane"}}}',
	]);
});

test('decisions about waste', async () => {
	kitchen.service.there = true;
	await kitchen.shows({
		'wastage.list': ['W-7', 'W-8', 'W-9'].map((id) => ({ ...wasteRecord('Submitted'), id })),
	});
	const about = (id: string) => {
		const documentId = `service:wastage:${id}`;
		const { version } = kitchen.call('wastage.get', { documentId });
		return { documentId, version, intentId: `intent-${id}` };
	};
	kitchen.call('wastage.approve', about('W-7'));
	kitchen.call('wastage.reject', { ...about('W-8'), reason: 'Counted twice' });
	kitchen.call('wastage.lock', { ...about('W-9'), locked: true });
	expect(queued()).toEqual([
		'intent-W-7 wastage.approve {"path":{"id":"W-7"}}',
		'intent-W-8 wastage.reject {"path":{"id":"W-8"},"note":"Counted twice"}',
		'intent-W-9 wastage.lock {"body":{"id":"W-9","isLocked":true}}',
	]);
});

test.each([
	[
		'transferOut',
		[
			'D/1/create transferOut.create {"body":{"fromLocationId":"L-1","toLocationId":"L-2","date":"2026-11-20T09:00:00.000Z","items":[{"itemId":"1","quantities":[{"uomId":3,"quantity":"2"},{"uomId":1,"quantity":"1"}],"description":"Cold"}],"description":"[SR]"}}',
			'D/1/submit transferOut.submit {"path":{"id":{"$server":"lane"}}}',
		],
	],
	[
		'transferIn',
		[
			'D/1/create transferIn.create {"body":{"fromLocationId":"L-2","toLocationId":"L-1","date":"2026-11-20T09:00:00.000Z","items":[{"itemId":"1","quantities":[{"uomId":3,"quantity":"2"},{"uomId":1,"quantity":"1"}],"description":"Cold"}],"description":"[SR]"}}',
			'D/1/submit transferIn.submit {"path":{"id":{"$server":"lane"}}}',
		],
	],
] as const)('a new %s', (kind, sent) => {
	const boxes = [
		{ unitId: '3', typed: '2' },
		{ unitId: '1', typed: '1' },
	];
	const line = transferLine({ note: 'Cold', boxes });
	const { documentId } = kitchen.call(`${kind}.save`, transferToSave([line]));
	kitchen.call(`${kind}.submit`, { documentId, ...intent });
	expect(queued(documentId)).toEqual(sent);
});

test('an edit of a transfer, and its steps', async () => {
	kitchen.service.there = true;
	const record = (id: string, status: string) => ({
		id,
		number: 'TRO-1',
		fromLocationId: 'L-1',
		toLocationId: 'L-2',
		date: dated,
		status,
		items: [{ id: 't-1', itemId: '1', quantity: '6', quantities: [{ uomId: 1, quantity: '6' }] }],
	});
	await kitchen.shows({
		'transferOut.list': [
			record('T-1', 'Rejected'),
			record('T-2', 'Submitted'),
			record('T-3', 'Approved'),
		],
	});
	const id = (name: string) => `service:transferOut:${name}`;
	const draft = kitchen.call('transferOut.edit', { documentId: id('T-1') });
	const { documentId, revision } = draft;
	const line = transferLine({
		lineId: draft.lines[0]!.lineId,
		boxes: [{ unitId: '1', typed: '5' }],
	});
	kitchen.call('transferOut.save', transferToSave([line], { documentId, revision }));
	kitchen.call('transferOut.submit', { documentId, ...intent });
	for (const [name, verb] of [
		['T-2', 'approve'],
		['T-3', 'finalize'],
	] as const) {
		const { version } = kitchen.call('transfer.get', { documentId: id(name) });
		kitchen.call(`transferOut.${verb}`, {
			documentId: id(name),
			version,
			intentId: `intent-${name}`,
		});
	}
	expect(queued(documentId)).toEqual([
		'D/2/update transferOut.update {"body":{"id":"T-1","fromLocationId":"L-1","toLocationId":"L-2","date":"2026-11-10T10:00:00Z","items":[{"itemId":"1","quantities":[{"uomId":1,"quantity":"5"}]}]}}',
		'D/2/submit transferOut.submit {"path":{"id":{"$server":"lane"}}}',
		'intent-T-2 transferOut.approve {"path":{"id":"T-2"}}',
		'intent-T-3 transferOut.finalize {"path":{"id":"T-3"}}',
	]);
});

const thirds = { unitId: '3', typed: '4/3', locale: 'en-GB' };

test('a receipt: as sent, in a third of a case, and goods that leave again', async () => {
	kitchen.service.there = true;
	const [milk, butter] = arrivalInCases().items;
	const third = { ...butter, id: 'l-3', quantity: '5', quantityReceived: '1' };
	await kitchen.shows({
		'transferIn.list': [arrivalInCases({ items: [milk, butter, third] })],
	});
	const documentId = 'service:transferIn:T-1';
	const short = { documentId, lineId: 'l-2' };
	kitchen.call('transferIn.enter', { ...thirds, documentId, lineId: 'l-1' });
	kitchen.call('transferIn.explain', { documentId, lineId: 'l-1', reason: 'Missing' });
	kitchen.call('transferIn.enter', { ...thirds, ...short, unitId: '1', typed: '1' });
	kitchen.call('transferIn.explain', { ...short, reason: 'Damaged' });
	kitchen.call('transferIn.settle', { ...short, settlement: 'waste' });
	kitchen.call('transferIn.enterAllAsDue', { documentId });
	kitchen.call('transferIn.receive', { documentId, ...intent });
	expect(receivedOf('receipt')).toEqual([
		'D/6/receive transferIn.receive {"body":{"transferId":"T-1","date":"2026-11-20T09:00:00.000Z","items":[{"transferItemId":"l-1","itemId":"1","quantities":[{"uomId":3,"quantity":"1"},{"uomId":1,"quantity":"4"}],"quantity":"16","description":"Missing"},{"transferItemId":"l-2","itemId":"2","quantities":[{"uomId":1,"quantity":"3"}],"quantity":"3","description":"Damaged"},{"transferItemId":"l-3","itemId":"2","quantities":[{"uomId":1,"quantity":"4"}],"quantity":"4"}]}}',
	]);
});

test('goods that leave in part', async () => {
	kitchen.service.there = true;
	const between = { fromLocationId: 'L-1', toLocationId: 'L-2', status: 'Finalized' };
	await kitchen.shows({ 'transferOut.list': [arrivalInCases({ ...between, id: 'O-1' })] });
	const documentId = 'service:transferOut:O-1';
	kitchen.call('transferOut.enter', { ...thirds, documentId, lineId: 'l-1', typed: '1' });
	kitchen.call('transferOut.confirmBlanksAsZero', { documentId });
	kitchen.call('transferOut.fulfill', { documentId, ...intent });
	expect(receivedOf('fulfilment')).toEqual([
		'D/2/fulfill transferOut.fulfill {"body":{"transferId":"O-1","date":"2026-11-20T09:00:00.000Z","items":[{"transferItemId":"l-1","itemId":"1","quantities":[{"uomId":3,"quantity":"1"}],"quantity":"12"},{"transferItemId":"l-2","itemId":"2","quantities":[{"uomId":1,"quantity":"0"}],"quantity":"0"}]}}',
	]);
});

test('a receipt of an order: a short line, free goods at a lower price, and an extra item by itself', async () => {
	kitchen.service.there = true;
	await kitchen.shows({ 'purchaseOrder.list': [orderOfTwo()] });
	kitchen.service.there = false;
	const of = { documentId, locale: 'en-GB' };
	const milk = { documentId, lineId: 'l-1' };
	const butter = { documentId, lineId: 'l-2' };
	kitchen.call('delivery.enter', { ...milk, unitId: '1', typed: '17', locale: 'en-GB' });
	kitchen.call('delivery.explain', { ...milk, reason: 'Not in the delivery', cause: 'missing' });
	kitchen.call('delivery.settle', { ...milk, settlement: 'close-short' });
	kitchen.call('delivery.enter', { ...butter, unitId: '1', typed: '11', locale: 'en-GB' });
	kitchen.call('delivery.explain', { ...butter, reason: 'A gift', cause: 'free' });
	kitchen.call('delivery.settle', { ...butter, settlement: 'keep-free' });
	const cream = { documentId, itemId: '3', unitId: '3', instead: null };
	const { lineId } = kitchen.call('delivery.add', cream).lines.find(({ extra }) => extra !== null)!;
	kitchen.call('delivery.enter', { documentId, lineId, unitId: '3', typed: '2', locale: 'en-GB' });
	kitchen.call('delivery.price', { documentId, lineId, typed: '4.5', locale: 'en-GB' });
	const invoice = typedInvoice('INV-1');
	kitchen.call('delivery.invoice', { ...of, invoice });
	kitchen.call('delivery.receive', { documentId, ...intent });
	const extra = kitchen.store.durable
		.prepare<[], string>(
			"SELECT draft_id FROM draft WHERE document = 'order-receipt' AND server_id IS NULL",
		)
		.pluck()
		.get()!;
	expect(receivedOf('order-receipt').map((each) => each.replaceAll(extra, 'X'))).toEqual([
		'X/2/create purchaseOrder.create {"body":{"locationId":"L-1","supplierId":"P-1","date":"2026-11-20T09:00:00.000Z","description":"Ordered afterwards · INV-1 [SR]","isDraft":true,"items":[{"itemId":"3","uomId":3,"quantity":"2","price":"4.5"}]}}',
		'X/2/submit purchaseOrder.submit {"body":{"id":{"$server":"lane"},"status":"Submitted"}}',
		'X/2/approve purchaseOrder.approve {"path":{"id":{"$server":"lane"}}}',
		'X/2/receive purchaseOrder.receive {"body":{"purchaseOrderId":{"$server":"lane"},"invoiceNumber":"INV-1","date":"2026-11-20T09:00:00.000Z","items":[{"purchaseOrderItemId":{"$line":0},"itemId":"3","uomId":3,"quantity":"2","price":"4.5"}]}}',
		'D/11/receive purchaseOrder.receive {"body":{"purchaseOrderId":"O-1","invoiceNumber":"INV-1","date":"2026-11-20T09:00:00.000Z","items":[{"purchaseOrderItemId":"l-1","itemId":"1","uomId":3,"quantity":"1.416667","price":"6","description":"Not in the delivery"},{"purchaseOrderItemId":"l-2","itemId":"2","uomId":1,"quantity":"11","price":"1.818182","description":"A gift"}]}}',
	]);
});

test('goods without an order: it is made, submitted, approved and received', () => {
	const begun = { locationId: 'L-1', supplierId: 'P-1', intentId: 'intent-0002' };
	const { documentId } = kitchen.call('delivery.begin', begun);
	for (const [itemId, unitId, typed, price] of [
		['1', '3', '1.5', '6'],
		['2', '1', '7', '2.25'],
	] as const) {
		const { lines } = kitchen.call('delivery.add', { documentId, itemId, unitId, instead: null });
		const { lineId } = lines.find(({ item }) => item.itemId === itemId)!;
		kitchen.call('delivery.enter', { documentId, lineId, unitId, typed, locale: 'en-GB' });
		kitchen.call('delivery.price', { documentId, lineId, typed: price, locale: 'en-GB' });
	}
	const invoice = typedInvoice('INV-2');
	kitchen.call('delivery.invoice', { documentId, locale: 'en-GB', invoice });
	kitchen.call('delivery.receive', { documentId, ...intent });
	expect(queued(documentId)).toEqual([
		'D/9/create purchaseOrder.create {"body":{"locationId":"L-1","supplierId":"P-1","date":"2026-11-20T09:00:00.000Z","description":"Ordered afterwards · INV-2 [SR]","isDraft":true,"items":[{"itemId":"1","uomId":3,"quantity":"1.5","price":"6"},{"itemId":"2","uomId":1,"quantity":"7","price":"2.25"}]}}',
		'D/9/submit purchaseOrder.submit {"body":{"id":{"$server":"lane"},"status":"Submitted"}}',
		'D/9/approve purchaseOrder.approve {"path":{"id":{"$server":"lane"}}}',
		'D/9/receive purchaseOrder.receive {"body":{"purchaseOrderId":{"$server":"lane"},"invoiceNumber":"INV-2","date":"2026-11-20T09:00:00.000Z","items":[{"purchaseOrderItemId":{"$line":0},"itemId":"1","uomId":3,"quantity":"1.5","price":"6"},{"purchaseOrderItemId":{"$line":1},"itemId":"2","uomId":1,"quantity":"7","price":"2.25"}]}}',
	]);
});

test('a return of two lines, its edit, and its steps', async () => {
	kitchen.service.there = true;
	await kitchen.shows({
		...receivedLists,
		'returnOrder.list': [
			returnRecord('R-1', 'Rejected', [{ quantity: '1', receiptLine: 'g-1' }]),
			returnRecord('R-2', 'Submitted', [{ quantity: '0.1', receiptLine: 'g-1' }]),
			returnRecord('R-3', 'Submitted', [{ quantity: '0.1', receiptLine: 'g-1' }]),
			returnRecord('R-4', 'Approved', [{ quantity: '0.1', receiptLine: 'g-1' }]),
		],
	});
	kitchen.service.there = false;
	const { begin, write, submit } = returningAt(() => kitchen);
	const documentId = begin(['l-1', 'l-2']);
	write(documentId, ({ itemId }) => ({
		boxes: [{ unitId: '1', typed: itemId === '1' ? '5' : '2' }],
		itemCondition: 'Opened',
		returnReason: 'Sour',
	}));
	submit(documentId);
	const edited = kitchen.call('returnOrder.edit', { documentId: 'service:returnOrder:R-1' });
	write(edited.documentId, () => ({ boxes: [{ unitId: '1', typed: '6' }] }));
	submit(edited.documentId);
	const about = (id: string) => {
		const at = `service:returnOrder:${id}`;
		const { version } = kitchen.call('returnOrder.get', { documentId: at });
		return { documentId: at, version, intentId: `intent-${id}` };
	};
	kitchen.service.there = true;
	kitchen.call('returnOrder.approve', about('R-2'));
	kitchen.call('returnOrder.reject', { ...about('R-3'), reason: 'Not sour' });
	kitchen.call('returnOrder.lock', { ...about('R-4'), locked: true });
	expect(queued(documentId).map((each) => each.replaceAll(edited.documentId, 'E'))).toEqual([
		'D/2/create returnOrder.create {"body":{"returnDate":"2026-11-20T09:00:00.000Z","locationId":"L-1","isDraft":true,"supplierId":"P-1","purchaseOrderId":"O-1","purchaseOrderReceivingId":"G-1","purchaseOrderNumber":"PO-7","invoiceNumber":"INV-1","orderDate":"2026-11-18T04:00:00.000Z","receivingDate":"2026-11-19T04:00:00.000Z","originalTotalAmount":"33.2","items":[{"itemId":"1","uomId":3,"returnQuantity":"0.416666","purchaseOrderItemId":"l-1","purchaseOrderReceivingItemId":"g-1","taxId":1,"quantityOrdered":"2","quantityReceived":"2","itemCondition":"Opened","returnReason":"Sour","price":"6.6"},{"itemId":"2","uomId":1,"returnQuantity":"2","purchaseOrderItemId":"l-2","purchaseOrderReceivingItemId":"g-2","quantityOrdered":"10","quantityReceived":"10","itemCondition":"Opened","returnReason":"Sour","price":"2"}],"description":"[SR]"}}',
		'D/2/submit returnOrder.submit {"path":{"id":{"$server":"lane"}}}',
		'E/2/update returnOrder.update {"body":{"id":"R-1","returnDate":"2026-11-19T12:00:00Z","locationId":"L-1","supplierId":"P-1","purchaseOrderId":"O-1","purchaseOrderReceivingId":"G-1","items":[{"id":"R-1-1","itemId":"1","uomId":3,"returnQuantity":"0.5","purchaseOrderItemId":"l-1","purchaseOrderReceivingItemId":"g-1","itemCondition":"Opened","returnReason":"Sour","price":"6.6"}]}}',
		'E/2/submit returnOrder.submit {"path":{"id":{"$server":"lane"}}}',
		'intent-R-2 returnOrder.approve {"path":{"id":"R-2"}}',
		'intent-R-3 returnOrder.reject {"path":{"id":"R-3"},"note":"Not sour"}',
		'intent-R-4 returnOrder.lock {"body":{"id":"R-4","isLocked":true}}',
	]);
});

/** As `queued`; D stands for the id of the draft with the entered quantities. */
function receivedOf(draft: 'receipt' | 'fulfilment' | 'order-receipt') {
	const draftId = kitchen.store.durable
		.prepare<[string], string>('SELECT draft_id FROM draft WHERE document = ?')
		.pluck()
		.get(draft);
	return queued(draftId);
}
