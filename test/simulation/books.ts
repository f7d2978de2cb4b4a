// The documents of the simulation's service, and those that others made before the history begins.
import { openOrders, type OrderBooks } from './orders.ts';
import type { TransferRecord } from '../../src/shared/service/transfer.ts';
import type { WastageRecord } from '../../src/shared/service/wastage.ts';
import { documents, type Documents } from './documents.ts';

export interface Books extends OrderBooks {
	wastage: Documents<WastageRecord>;
	transfersOut: Documents<TransferRecord>;
	transfersIn: Documents<TransferRecord>;
	stock: Documents<{ id: string; quantity: string }>;
}

/** Others' documents awaiting approval, and transfers on their way here. */
export const othersWastage = 4;
export const othersTransfers = 2;
/** Others' editable waste: a draft and a rejected one. */
export const openWaste = ['open-1', 'open-2'] as const;
export const stockItems = ['I1', 'I2', 'I3'] as const;
export const today = '2026-11-20T09:00:00.000Z';

export const takesChanges = ({ status }: WastageRecord): boolean =>
	status === 'Draft' || status === 'Rejected';

export function openBooks(now: () => number): Books {
	const books: Books = {
		wastage: documents(now),
		transfersOut: documents(now),
		transfersIn: documents(now),
		stock: documents(now),
		...openOrders(now, today),
	};
	const waste = (
		id: string,
		status: string,
		description: string,
		items: WastageRecord['items'],
	) => {
		books.wastage.make(
			{ id, number: `WST-${id}`, locationId: 'L1', date: today, description, status, items },
			null,
		);
	};
	for (let each = 1; each <= othersWastage; each += 1) {
		const items = [{ itemId: 'I1', uomId: 1, quantity: '4.500' }];
		waste(`others-${String(each)}`, 'Submitted', 'Of someone else', items);
	}
	for (const [index, id] of openWaste.entries()) {
		const items = ['I1', 'I2'].map((itemId) => ({ itemId, uomId: 1, quantity: '8' }));
		waste(id, index === 0 ? 'Draft' : 'Rejected', 'Of everybody', items);
	}
	for (let each = 1; each <= othersTransfers; each += 1) {
		const id = `in-${String(each)}`;
		const line = (itemId: string) => ({
			id: `${id}-${itemId}`,
			itemId,
			quantity: '40',
			quantityReceived: '0',
		});
		books.transfersIn.make(
			{
				id,
				number: `TRI-${id}`,
				fromLocationId: 'L2',
				toLocationId: 'L1',
				date: today,
				status: 'InTransit',
				items: [line('I1'), line('I2')],
			},
			null,
		);
	}
	for (const id of stockItems) books.stock.make({ id, quantity: '100' }, null);
	return books;
}

interface Transition {
	from: readonly string[];
	to: string;
}
export const transitions: Readonly<Record<string, Transition>> = {
	'wastage.submit': { from: ['Draft', 'Rejected'], to: 'Submitted' },
	'wastage.approve': { from: ['Submitted'], to: 'Approved' },
	'wastage.reject': { from: ['Submitted'], to: 'Rejected' },
	'transferOut.submit': { from: ['Draft'], to: 'Submitted' },
	'purchaseOrder.submit': { from: ['Draft'], to: 'Submitted' },
	'purchaseOrder.approve': { from: ['Submitted'], to: 'Approved' },
	'purchaseOrder.close': { from: ['Approved'], to: 'Closed' },
	'returnOrder.submit': { from: ['Draft'], to: 'Submitted' },
	'returnOrder.approve': { from: ['Submitted'], to: 'Approved' },
	'purchaseOrder.cancel': { from: ['Draft', 'Submitted', 'Approved'], to: 'Cancelled' },
};
