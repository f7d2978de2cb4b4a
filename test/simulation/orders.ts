// Purchase orders of the simulated service, and the receipts against them.
import Big from 'big.js';
import { z } from 'zod';
import { defaultProfile, phaseOf } from '../../src/shared/service/profile.ts';
import { operationNamed } from '../../src/shared/service/index.ts';
import type {
	PurchaseOrderReceiving,
	PurchaseOrderRecord,
} from '../../src/shared/service/purchase-order.ts';
import type { returnOrderRecord } from '../../src/shared/service/return-order.ts';
import { documents, type Documents } from './documents.ts';

type ReturnOrderRecord = z.output<typeof returnOrderRecord>;

export interface OrderBooks {
	orders: Documents<PurchaseOrderRecord>;
	receipts: Documents<PurchaseOrderReceiving>;
	returns: Documents<ReturnOrderRecord>;
}

/** Others' orders: one to receive, one that waits for its approval, one to close or cancel. */
export const othersOrders = ['po-1', 'po-2', 'po-3'] as const;

const create = operationNamed('purchaseOrder.create').body;
const receive = operationNamed('purchaseOrder.receive').body;
const createReturn = operationNamed('returnOrder.create').body;

const withStatus = z.looseObject({ status: z.string() });

/** The phase that an UpdateStatus asks for. */
export const stateIn = (body: unknown) => {
	const read = withStatus.safeParse(body);
	return read.success ? phaseOf(defaultProfile, 'purchaseOrder', read.data.status) : null;
};

export function openOrders(now: () => number, date: string): OrderBooks {
	const books: OrderBooks = {
		orders: documents(now),
		receipts: documents(now),
		returns: documents(now),
	};
	for (const id of othersOrders) {
		const items = ['I1', 'I2'].map((itemId) => ({ itemId, uomId: 1, quantity: '40' }));
		const status = id === 'po-2' ? 'Submitted' : 'Approved';
		const head = { locationId: 'L1', supplierId: 'S1', date, description: 'Of someone else' };
		books.orders.make({ ...orderFrom({ ...head, items }, id), status }, null);
	}
	return books;
}

/** The service gives each line its id. */
export function orderFrom(body: unknown, id: string): PurchaseOrderRecord {
	const { items, ...asked } = create.parse(body);
	return {
		...asked,
		id,
		number: `PO-${id}`,
		status: 'Draft',
		items: items.map((line, index) => ({
			...line,
			id: `${id}-${String(index)}`,
			quantityReceived: '0',
		})),
	};
}

/** @returns the order after it, the receipt, and its lines; null if there is no such order or it takes none now */
export function receiptFrom({ orders, receipts }: OrderBooks, body: unknown) {
	const { items, ...asked } = receive.parse(body);
	const found = orders.get(asked.purchaseOrderId);
	if (found?.status !== 'Approved') return null;
	const id = `grn-${String(receipts.all().length + 1)}`;
	const came = (lineId: string) =>
		items
			.filter(({ purchaseOrderItemId }) => purchaseOrderItemId === lineId)
			.reduce((sum, { quantity }) => sum.plus(quantity), new Big(0));
	const { locationId, supplierId } = found;
	const lines = items.map((line, index) => ({ ...line, id: `${id}-${String(index)}` }));
	return {
		order: {
			...found,
			items: found.items.map((line) => ({
				...line,
				quantityReceived: came(line.id).plus(line.quantityReceived).toFixed(),
			})),
		},
		receipt: { ...asked, id, number: `GRN-${id}`, locationId, supplierId, items: lines },
	};
}

export function returnFrom(body: unknown, id: string): ReturnOrderRecord {
	const { items, ...asked } = createReturn.parse(body);
	return {
		...asked,
		id,
		number: `RTO-${id}`,
		status: 'Draft',
		items: items.map((line, index) => ({ ...line, id: `${id}-${String(index)}` })),
	};
}
