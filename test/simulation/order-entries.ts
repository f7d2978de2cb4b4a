// People's entries about purchase orders in a history. Receipts of an order wait in its lane, one behind the other.
import { documentIdOf } from '../../src/main/core/document/document-id.ts';
import {
	lineId,
	serverId,
	type NewAction,
	type NewLane,
} from '../../src/main/core/outbox/outbox.ts';
import { othersOrders } from './orders.ts';
import type { Entry, World } from './world.ts';

type Entered = Pick<Entry, 'lane' | 'actions'>;

/** What an entry is made from: its number and texts. */
export interface Made {
	readonly which: number;
	readonly entry: string;
	readonly date: string;
	readonly text: string;
	readonly quantity: string;
	readonly draft: string;
}

const intentOf = ({ draft }: Made, part: string) => `${draft}/1/${part}`;

const laneOf = ({ entry }: Made, documentId: string, id: string | null): NewLane => ({
	document: 'purchaseOrder',
	documentId,
	label: { locationId: 'L1', title: entry, lines: 1, cost: null, currency: 'EUR' },
	server: id === null ? null : { id, number: '' },
});

const serviceLane = (made: Made, id: string) => laneOf(made, documentIdOf('purchaseOrder', id), id);

const receipt = (made: Made, order: object, line: unknown, invoiceNumber: string): NewAction => ({
	intentId: intentOf(made, 'receive'),
	operation: 'purchaseOrder.receive',
	payload: {
		body: {
			...order,
			invoiceNumber,
			date: made.date,
			description: made.text,
			items: [{ purchaseOrderItemId: line, itemId: 'I1', uomId: 1, quantity: made.quantity }],
		},
	},
});

/** An invoice of its own, one that a colleague may enter too, or one that was typed before. */
const invoiceOf = ({ which, entry }: Made) =>
	which % 5 === 0
		? `C-${String(which % 2)}`
		: `INV-${which % 7 === 6 ? String(Number(entry) - 1) : entry}`;

export function receiveOrder({ service }: World, made: Made): Entered | null {
	const id = othersOrders[made.which % 2] ?? othersOrders[0];
	const there = service.books.orders.get(id);
	if (there === undefined) return null;
	const action = receipt(made, { purchaseOrderId: id }, `${id}-0`, invoiceOf(made));
	return {
		lane: serviceLane(made, id),
		actions: [{ ...action, base: service.shown(there) }],
	};
}

export function endOrder(_: World, made: Made): Entered {
	const verb = made.which % 2 === 0 ? 'close' : 'cancel';
	return {
		lane: serviceLane(made, othersOrders[2]),
		actions: [
			{
				intentId: intentOf(made, verb),
				operation: `purchaseOrder.${verb}`,
				payload: { body: { id: serverId } },
			},
		],
	};
}

/** An order; every second one is for goods that came without it: it is approved and received at once. */
export function order(_: World, made: Made): Entered {
	const second = made.which % 3 === 0 ? 'I1' : 'I2';
	const items = [
		{ itemId: 'I1', uomId: 1, quantity: made.quantity },
		{ itemId: second, uomId: 1, quantity: made.which % 4 === 0 ? made.quantity : '7' },
	];
	const body = {
		locationId: 'L1',
		supplierId: 'S1',
		date: made.date,
		description: made.text,
		items,
	};
	const actions: NewAction[] = [
		{ intentId: intentOf(made, 'create'), operation: 'purchaseOrder.create', payload: { body } },
		{
			intentId: intentOf(made, 'submit'),
			operation: 'purchaseOrder.submit',
			payload: { body: { id: serverId } },
		},
	];
	if (made.which % 2 === 1) return { lane: laneOf(made, made.draft, null), actions };
	return {
		lane: laneOf(made, made.draft, null),
		actions: [
			...actions,
			{
				intentId: intentOf(made, 'approve'),
				operation: 'purchaseOrder.approve',
				payload: { path: { id: serverId } },
			},
			receipt(made, { purchaseOrderId: serverId }, lineId(0), invoiceOf(made)),
		],
	};
}

/** Goods go back to the supplier: a document that is made, submitted and approved at once. */
export function sendBack(_: World, made: Made): Entered {
	const body = {
		locationId: 'L1',
		supplierId: 'S1',
		returnDate: made.date,
		description: made.text,
		isDraft: true,
		items: [{ itemId: 'I1', uomId: 1, returnQuantity: made.quantity }],
	};
	const byId = { path: { id: serverId } };
	return {
		lane: { ...laneOf(made, made.draft, null), document: 'returnOrder' },
		actions: [
			{ intentId: intentOf(made, 'create'), operation: 'returnOrder.create', payload: { body } },
			{ intentId: intentOf(made, 'submit'), operation: 'returnOrder.submit', payload: byId },
			{ intentId: intentOf(made, 'approve'), operation: 'returnOrder.approve', payload: byId },
		],
	};
}
