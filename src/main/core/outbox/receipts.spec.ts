import { expect, test } from 'vitest';
import { answer, body, eachQueue, listAnswer, orderLane } from '../../../../test/support/queue.ts';
import { applied, noReply } from '../../../../test/support/verdicts.ts';
import { lineId, serverId, type NewAction } from './outbox.ts';

const queue = eachQueue();
const hour = 3_600_000;

const order = (status: string, ...received: string[]) => ({
	id: 'PO-1',
	number: 'PO-1',
	locationId: 'L1',
	supplierId: 'S1',
	date: body.date,
	status,
	items: received.map((quantityReceived, index) => ({
		id: `POL-${String(index + 1)}`,
		itemId: `I${String(index + 1)}`,
		uomId: 1,
		quantity: '10',
		quantityReceived,
	})),
});
const shows = (record: object) => {
	queue.service.reads['purchaseOrder.get'] = () => answer(record);
};
const receiptsAre = (...rows: object[]) => {
	queue.service.reads['purchaseOrder.receivings'] = () => listAnswer(...rows);
};
const receive = (quantity: string, invoiceNumber: string, base?: object): NewAction => ({
	intentId: `draft-${invoiceNumber}/1/receive`,
	operation: 'purchaseOrder.receive',
	payload: {
		body: {
			purchaseOrderId: 'PO-1',
			invoiceNumber,
			date: body.date,
			items: [{ purchaseOrderItemId: 'POL-1', itemId: 'I1', uomId: 1, quantity }],
		},
	},
	...(base && { base }),
});

test('a receipt waits while the order is not approved, and is sent once it is', async () => {
	receiptsAre();
	shows(order('Submitted', '0'));
	const laneId = queue.enqueueIn(orderLane, [receive('4', 'INV-1')]);
	await queue.clock.pass(hour);
	expect(queue.ends(laneId)).toEqual(['queued']);
	expect(queue.codes(laneId)).toContain('not-taken-yet');
	expect(queue.written()).toEqual([]);
	shows(order('Approved', '0'));
	await queue.clock.pass(hour);
	expect(queue.ends(laneId)).toEqual(['confirmed']);
	expect(queue.written()).toHaveLength(1);
});

test('a receipt with the invoice of one that another PC entered goes to a person, who may send it too', async () => {
	shows(order('PartiallyReceived', '4'));
	receiptsAre(
		{ id: 'GRN-1', number: 'GRN-1', purchaseOrderId: 'PO-2', invoiceNumber: 'INV-1' },
		{ id: 'GRN-2', number: 'GRN-2', purchaseOrderId: 'PO-1', invoiceNumber: ' inv-1' },
	);
	const laneId = queue.enqueueIn(orderLane, [
		receive('4', 'INV-1', order('PartiallyReceived', '4')),
	]);
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['entered-before']);
	expect(queue.outbox.tables.history(laneId).at(-1)).toMatchObject({
		code: 'entered-before',
		args: '{"number":"GRN-2"}',
	});
	expect(queue.written()).toEqual([]);
	queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit');
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['confirmed']);
});

test('a receipt is not sent while it is unknown whether its invoice was entered before', async () => {
	shows(order('Approved', '0'));
	const laneId = queue.enqueueIn(orderLane, [receive('4', 'INV-1')]);
	await queue.clock.pass(hour);
	expect(queue.ends(laneId)).toEqual(['queued']);
	expect(queue.written()).toEqual([]);
});

test('a receipt needs a person if the service does not list receipts, and is sent on their order', async () => {
	shows(order('Approved', '0'));
	queue.service.reads['purchaseOrder.receivings'] = () => ({
		ok: false,
		kind: 'not-found',
		status: 404,
		said: 'No such page',
		waitUntil: null,
	});
	const laneId = queue.enqueueIn(orderLane, [receive('4', 'INV-1')]);
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['maybe-elsewhere']);
	queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit');
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['confirmed']);
});

test('a part of a case is found at a service that rounds it, and the next part is sent', async () => {
	queue.profile = { ...queue.profile, quantityScale: 2 };
	receiptsAre();
	shows(order('Approved', '0'));
	queue.service.verdicts = ['0.58', '1.16'].map((rounded) => () => {
		shows(order('PartiallyReceived', rounded));
		return noReply;
	});
	const seen = order('Approved', '0');
	const laneId = queue.enqueueIn(orderLane, [receive('0.583333', 'INV-1', seen)]);
	queue.enqueueIn(orderLane, [receive('0.583333', 'INV-2', seen)]);
	await queue.clock.pass(hour);
	expect(queue.ends(laneId)).toEqual(['confirmed', 'confirmed']);
	expect(queue.written()).toHaveLength(2);
});

test('several receipts in a lane are sent in order', async () => {
	const seen = order('Approved', '0');
	let there = ['0'];
	queue.service.reads['purchaseOrder.get'] = () => answer(order('PartiallyReceived', ...there));
	receiptsAre();
	queue.service.verdicts = ['4', '7', '9'].map((after) => () => {
		there = [after];
		return noReply;
	});
	queue.online = false;
	for (const [quantity, invoice] of [
		['4', 'INV-1'],
		['3', 'INV-2'],
		['2', 'INV-3'],
	] as const)
		queue.enqueueIn(orderLane, [receive(quantity, invoice, seen)]);
	queue.online = true;
	queue.outbox.wake();
	await queue.clock.pass(hour);
	const laneId = queue.enqueueIn(orderLane, []);
	expect(queue.ends(laneId)).toEqual(['confirmed', 'confirmed', 'confirmed']);
	const invoices = queue.service.writes.map(({ input }) => input);
	expect(invoices).toMatchObject(
		['INV-1', 'INV-2', 'INV-3'].map((invoiceNumber) => ({ body: { invoiceNumber } })),
	);
});

const draft = '00000000-0000-7000-8000-000000000001';
const line = (n: number, itemId: string, quantity = '10') => ({
	purchaseOrderItemId: lineId(n),
	itemId,
	uomId: 1,
	quantity,
});
/** An order that is made, approved and received in one lane. */
const freeReceipt = (
	ordered: [itemId: string, quantity: string][],
	invoice: { invoiceNumber?: string } = {},
): NewAction[] => [
	{
		intentId: `${draft}/1/create`,
		operation: 'purchaseOrder.create',
		payload: {
			body: {
				locationId: 'L1',
				supplierId: 'S1',
				date: body.date,
				items: ordered.map(([itemId, quantity]) => ({ itemId, uomId: 1, quantity })),
			},
		},
	},
	{
		intentId: `${draft}/1/receive`,
		operation: 'purchaseOrder.receive',
		payload: {
			body: {
				purchaseOrderId: serverId,
				...invoice,
				date: body.date,
				items: ordered.map(([itemId, quantity], n) => line(n, itemId, quantity)),
			},
		},
	},
];
const ownLane = { ...orderLane, documentId: draft, server: null };
const shownOrder = (...items: [id: string, itemId: string, quantity: string][]) => {
	const create = queue.service.writes.find(({ name }) => name === 'purchaseOrder.create');
	const made = (create?.input as { body: object }).body;
	shows({
		...order('Approved'),
		...made,
		items: items.map(([id, itemId, quantity]) => ({
			id,
			itemId,
			uomId: 1,
			quantity,
			quantityReceived: '0',
		})),
	});
};
const receivedLines = () =>
	queue.service.writes.flatMap(({ name, input }) =>
		name === 'purchaseOrder.receive'
			? (input as { body: { items: { purchaseOrderItemId: string }[] } }).body.items
			: [],
	);
async function sendFreeReceipt(
	ordered: [itemId: string, quantity: string][],
	...items: [id: string, itemId: string, quantity: string][]
): Promise<string> {
	const laneId = queueFreeReceipt(freeReceipt(ordered), items);
	await queue.clock.settle();
	return laneId;
}
/** The service makes its order with these lines. */
function queueFreeReceipt(
	actions: NewAction[],
	items: [id: string, itemId: string, quantity: string][],
): string {
	queue.service.reads['purchaseOrder.list'] = () => listAnswer();
	queue.service.verdicts = [
		() => {
			shownOrder(...items);
			return applied('PO-1');
		},
		applied(null),
	];
	return queue.enqueueIn(ownLane, actions);
}

test('a receipt uses the ids of the order lines, in whatever order the service shows them', async () => {
	const laneId = await sendFreeReceipt(
		[
			['I1', '10'],
			['I2', '4'],
			['I1', '3'],
		],
		['c', 'I1', '3.00'],
		['b', 'I2', '4'],
		['a', 'I1', '10.0'],
	);
	expect(queue.ends(laneId)).toEqual(['confirmed', 'confirmed']);
	expect(receivedLines().map(({ purchaseOrderItemId: id }) => id)).toEqual(['a', 'b', 'c']);
});

test.each<[string, [id: string, itemId: string, quantity: string][]]>([
	['are alike', [['a', 'I1', '10'], ['b', 'I1', '10']]], // prettier-ignore
	['were joined', [['a', 'I1', '20']]],
	['are gone', [['a', 'I2', '10'], ['b', 'I2', '10']]], // prettier-ignore
])('a receipt goes to a person if its lines %s', async (_, items) => {
	const laneId = await sendFreeReceipt(
		[
			['I1', '10'],
			['I1', '10'],
		],
		...items,
	);
	expect(queue.ends(laneId)).toEqual(['confirmed', 'changed']);
	expect(queue.written()).toEqual(['purchaseOrder.create']);
});

test('a second click queues no second receipt, also after its lines got their ids', async () => {
	const ordered: [string, string][] = [['I1', '10']];
	const laneId = await sendFreeReceipt(ordered, ['a', 'I1', '10']);
	const again = freeReceipt(ordered)[1];
	queue.enqueueIn(ownLane, again === undefined ? [] : [again]);
	expect(queue.rows(laneId)).toHaveLength(2);
});

test('a lost answer is settled beside a receipt of another order that has no line ids yet', async () => {
	queue.online = false;
	const other = '00000000-0000-7000-8000-000000000002';
	const submit = {
		operation: 'purchaseOrder.submit',
		payload: { body: { id: serverId } },
	} as const;
	const [, unnamed] = freeReceipt([['I2', '4']]);
	queue.enqueueIn({ ...orderLane, documentId: other, server: { id: 'PO-2', number: '' } }, [
		{ ...submit, intentId: `${other}/1/submit` },
		{ ...unnamed!, intentId: `${other}/1/receive` },
	]);
	// As after a restored copy: a person decides on the submit, and the receipt may have been sent.
	queue.store.durable
		.prepare(
			`UPDATE action SET state = iif(operation = 'purchaseOrder.submit', 'attention', 'ambiguous')`,
		)
		.run();
	queue.online = true;
	shows(order('Approved', '0'));
	receiptsAre();
	queue.service.verdicts = [
		() => {
			shows(order('PartiallyReceived', '4'));
			return noReply;
		},
	];
	const laneId = queue.enqueueIn(orderLane, [receive('4', 'INV-1')]);
	await queue.clock.pass(hour);
	expect(queue.ends(laneId)).toEqual(['confirmed']);
});

const invoiced = () => freeReceipt([['I1', '10']], { invoiceNumber: 'INV-1' });
/** Another PC received it without an order. */
const entered = { id: 'G-9', number: 'GRN-9', purchaseOrderId: 'PO-9', invoiceNumber: ' inv-1' };
const ofSupplier = { ...entered, supplierId: 'S1' };

test('no order is made for goods that another PC received with the same invoice, until a person says so', async () => {
	receiptsAre({ ...entered, supplierId: 'S2' }, ofSupplier);
	const laneId = queueFreeReceipt(invoiced(), [['a', 'I1', '10']]);
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['entered-before', 'queued']);
	expect(
		queue.outbox.tables.history(laneId).find(({ code }) => code === 'same-invoice'),
	).toMatchObject({ args: '{"number":"GRN-9","id":"G-9"}' });
	expect(queue.written()).toEqual([]);
	queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit');
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['confirmed', 'confirmed']);
});

test('a person who said so is asked again only about a receipt that came since', async () => {
	receiptsAre(ofSupplier);
	const laneId = queueFreeReceipt(invoiced(), [['a', 'I1', '10']]);
	await queue.clock.settle();
	// With the same number, as at a service that numbers the receipts of each location or year anew.
	receiptsAre(ofSupplier, { ...ofSupplier, id: 'G-10', purchaseOrderId: 'PO-10' });
	queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit');
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['confirmed', 'entered-before']);
	expect(queue.written()).toEqual(['purchaseOrder.create']);
});

test('a receipt goes to a person if another PC received the same invoice while its order was made', async () => {
	receiptsAre();
	const laneId = queueFreeReceipt(invoiced(), [['a', 'I1', '10']]);
	const [first, ...rest] = queue.service.verdicts;
	queue.service.verdicts = [
		() => {
			receiptsAre(ofSupplier);
			return typeof first === 'function' ? first() : first!;
		},
		...rest,
	];
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['confirmed', 'entered-before']);
	expect(queue.written()).toEqual(['purchaseOrder.create']);
});

test('goods that came with an order of ours may have the invoice of its receipt', async () => {
	shows({ ...order('Approved', '0'), id: 'PO-7' });
	receiptsAre();
	queue.service.verdicts = [applied(null)];
	const theirs = { id: 'PO-7', number: 'PO-7' };
	const { payload, ...step } = receive('4', 'INV-1');
	const about = { body: { ...payload.body, purchaseOrderId: 'PO-7' } };
	queue.enqueueIn({ ...orderLane, documentId: 'service:purchaseOrder:PO-7', server: theirs }, [
		{ ...step, payload: about },
	]);
	await queue.clock.settle();
	receiptsAre({ ...ofSupplier, purchaseOrderId: 'PO-7' });
	const laneId = queueFreeReceipt(invoiced(), [['a', 'I1', '10']]);
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['confirmed', 'confirmed']);
});
