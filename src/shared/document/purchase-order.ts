// Purchase orders: what was ordered from a supplier, and how much of it came. Only read here.
import { description, documentKind, note, type Fields } from './kit.ts';

const head = {
	supplierId: {
		as: 'reference',
		to: 'supplier',
		service: 'supplierId',
		edit: 'never',
		list: ['column', 'filter', 'search'],
	},
	deliveryDate: { as: 'day', service: 'deliveryDate', edit: 'never', list: ['column'] },
	description: { ...description, list: ['search'] },
	purchaseRequestId: {
		as: 'reference',
		to: 'purchaseRequest',
		service: 'purchaseRequestId',
		edit: 'never',
	},
	taxAmount: { as: 'money', service: 'taxAmount', edit: 'never' },
	totalAmount: { as: 'money', service: 'totalAmount', edit: 'never' },
} as const satisfies Fields;

const line = {
	quantityReceived: { as: 'quantity', service: 'quantityReceived', edit: 'never' },
	price: { as: 'money', service: 'price', edit: 'never' },
	note,
} as const satisfies Fields;

export const purchaseOrder = documentKind({
	name: 'purchaseOrder',
	area: 'purchaseOrder',
	place: 'locationId',
	day: 'date',
	written: false,
	open: ['approved', 'partly-received'],
	stock: 'received',
	pulled: 'seldom',
	head,
	lines: { quantity: 'one unit', amount: 'quantity', sameItem: 'again', fields: line },
	phases: {
		draft: 'ours',
		submitted: 'approver',
		approved: 'theirs',
		rejected: 'ours',
		'partly-received': 'theirs',
		received: 'nobody',
		closed: 'nobody',
		cancelled: 'nobody',
	},
	steps: {},
	totals: ['category', 'item'],
	photos: false,
	rules: {},
});
