// An order at a test kitchen, what was received of it, and what went back.
import type { CallInput, CallOutput } from '../../src/shared/bridge/contract.ts';
import type { Kitchen } from './kitchen.ts';
import { orderOfTwo } from './receiving-desk.ts';

export const returnedOrder = (more: object = {}, milkCame = '2', butterCame = '10') =>
	orderOfTwo(more, milkCame, butterCame);

/** All of it came, the milk at 6.60. */
export const receiptOfIt = (more: object = {}) => ({
	id: 'G-1',
	number: 'GRN-3',
	purchaseOrderId: 'O-1',
	locationId: 'L-1',
	supplierId: 'P-1',
	invoiceNumber: 'INV-1',
	date: '2026-11-19T10:00:00Z',
	totalAmount: '33.20',
	items: [
		{
			id: 'g-1',
			purchaseOrderItemId: 'l-1',
			itemId: '1',
			uomId: 3,
			quantity: '2',
			price: '6.60',
			taxId: 1,
		},
		{ id: 'g-2', purchaseOrderItemId: 'l-2', itemId: '2', uomId: 1, quantity: '10', price: '2' },
	],
	...more,
});

interface Returned {
	readonly itemId?: string;
	readonly uomId?: number;
	readonly quantity: string;
	readonly receiptLine?: string;
	readonly orderLine?: string;
}

/** A return at the service; without more of one case of milk. */
export const returnRecord = (
	id: string,
	status: string,
	lines: readonly Returned[],
	more: object = {},
) => ({
	id,
	number: `RTO-${id}`,
	locationId: 'L-1',
	supplierId: 'P-1',
	returnDate: '2026-11-19T12:00:00Z',
	purchaseOrderId: 'O-1',
	purchaseOrderReceivingId: 'G-1',
	status,
	items: lines.map(({ itemId = '1', uomId = 3, quantity, ...of }, at) => ({
		id: `${id}-${String(at + 1)}`,
		itemId,
		uomId,
		returnQuantity: quantity,
		returnReason: 'Sour',
		itemCondition: 'Opened',
		price: '6.6',
		purchaseOrderItemId: of.orderLine ?? 'l-1',
		...('receiptLine' in of ? { purchaseOrderReceivingItemId: of.receiptLine } : {}),
	})),
	...more,
});

export const receivedLists = {
	'purchaseOrder.list': [returnedOrder()],
	'purchaseOrder.receivings': [receiptOfIt()],
};

type Draft = CallOutput<'returnOrder.get'>;
type Line = CallInput<'returnOrder.save'>['lines'][number];

/** The calls of a person who writes a return of `receiptOfIt`. */
export function returningAt(kitchen: () => Kitchen) {
	const begin = (lineIds: readonly string[], intentId: string = crypto.randomUUID()): string =>
		kitchen().call('return.begin', {
			locationId: 'L-1',
			orderId: 'O-1',
			receivingId: 'G-1',
			receiptDraftId: null,
			lineIds: [...lineIds],
			intentId,
		}).documentId;
	const get = (documentId: string): Draft => kitchen().call('returnOrder.get', { documentId });
	/** Saves the draft with other values in its lines. */
	const write = (documentId: string, change: (line: Line) => Partial<Line>): Draft => {
		const draft = get(documentId);
		const lines = draft.lines.map((line) => {
			const typed = { ...line, itemId: line.item.itemId };
			return { ...typed, ...change(typed) };
		});
		return kitchen().call('returnOrder.save', { ...draft, lines, locale: 'en-GB' });
	};
	const submit = (documentId: string) =>
		kitchen().call('returnOrder.submit', { documentId, intentId: `intent-${documentId}` });
	/** Begins, fills and submits a return of one line. */
	const send = (lineId: string, typed: string, unitId = '1'): string => {
		const documentId = begin([lineId]);
		write(documentId, () => ({
			boxes: [{ unitId, typed }],
			itemCondition: 'Opened',
			returnReason: 'Sour',
		}));
		submit(documentId);
		return documentId;
	};
	/** Base units that can still go back, by line of the order. */
	const left = () => {
		const { receipts } = kitchen().call('return.receipts', { locationId: 'L-1' });
		return Object.fromEntries(
			(receipts[0]?.lines ?? []).map((line) => [line.lineId, line.left] as const),
		);
	};
	return { begin, get, write, submit, send, left };
}
