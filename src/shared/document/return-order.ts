// Return orders: goods of a receipt that go back to the supplier.
import type { Phase } from '../bridge/values.ts';
import {
	approves,
	decided,
	description,
	documentKind,
	locks,
	rejects,
	type Fields,
} from './kit.ts';

const made = { edit: 'made' } as const;

const head = {
	supplierId: {
		...made,
		as: 'reference',
		to: 'supplier',
		service: 'supplierId',
		required: true,
		list: ['column', 'filter', 'search'],
	},
	returnReason: {
		as: 'text',
		service: 'returnReason',
		edit: 'draft',
		max: 500,
		list: ['column', 'search'],
	},
	description: { ...description, list: ['search'] },
	purchaseOrderId: {
		...made,
		as: 'reference',
		to: 'purchaseOrder',
		service: 'purchaseOrderId',
	},
	/** The link to the order shows it. */
	orderNumber: { ...made, as: 'key', service: 'purchaseOrderNumber', list: ['search'] },
	orderReceipt: { ...made, as: 'key', service: 'purchaseOrderReceivingId' },
	invoiceNumber: {
		...made,
		as: 'text',
		service: 'invoiceNumber',
		max: 100,
		list: ['column', 'search'],
	},
	orderDate: { ...made, as: 'day', service: 'orderDate' },
	receivingDate: { ...made, as: 'day', service: 'receivingDate' },
	originalTotal: { ...made, as: 'money', service: 'originalTotalAmount' },
	totalAmount: { as: 'money', service: 'totalAmount', edit: 'never' },
	/** The receipt of this PC that the service does not show yet. */
	receiptDraft: { ...made, as: 'key', service: null },
} as const satisfies Fields;

const line = {
	orderLine: { ...made, as: 'key', service: 'purchaseOrderItemId' },
	receiptLine: { ...made, as: 'key', service: 'purchaseOrderReceivingItemId' },
	/** The unit of the receipt, to which price and quantities refer. */
	unit: { ...made, as: 'key', service: 'uomId' },
	tax: { ...made, as: 'key', service: 'taxId' },
	quantityOrdered: { ...made, as: 'quantity', service: 'quantityOrdered' },
	quantityReceived: { ...made, as: 'quantity', service: 'quantityReceived' },
	itemCondition: {
		as: 'text',
		service: 'itemCondition',
		edit: 'draft',
		max: 100,
		required: true,
		list: ['search'],
	},
	returnReason: {
		as: 'text',
		service: 'returnReason',
		edit: 'draft',
		max: 500,
		required: true,
		list: ['search'],
	},
	price: { ...made, as: 'money', service: 'price' },
} as const satisfies Fields;

/** The goods have left, and the supplier owes them. */
export const wentBackIn: readonly Phase[] = ['submitted', 'approved', 'finalized'];

export const returnOrder = documentKind({
	name: 'returnOrder',
	area: 'returnOrder',
	place: 'locationId',
	day: 'returnDate',
	written: true,
	saysDraft: true,
	open: ['draft', 'submitted'],
	stock: 'submitted',
	pulled: 'seldom',
	head,
	lines: { quantity: 'one unit', amount: 'returnQuantity', sameItem: 'again', fields: line },
	phases: decided,
	steps: { approve: approves, reject: rejects, lock: locks },
	totals: ['category', 'item'],
	photos: false,
	rules: {
		price: ({ price }) => price,
		defaults: ({ itemCondition, returnReason }) => ({ itemCondition, returnReason }),
		title: ({ supplierId }, nameOf) => (supplierId === null ? '' : nameOf('supplier', supplierId)),
	},
});
