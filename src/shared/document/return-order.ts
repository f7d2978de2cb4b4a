// Return orders: what goes back to a supplier. Only read here.
import { decided, description, documentKind, note, type Fields } from './kit.ts';

const head = {
	supplierId: {
		as: 'reference',
		to: 'supplier',
		service: 'supplierId',
		edit: 'never',
		list: ['column', 'filter', 'search'],
	},
	returnReason: {
		as: 'text',
		service: 'returnReason',
		edit: 'never',
		max: 500,
		list: ['column', 'search'],
	},
	description: { ...description, list: ['search'] },
	purchaseOrderId: {
		as: 'reference',
		to: 'purchaseOrder',
		service: 'purchaseOrderId',
		edit: 'never',
	},
	totalAmount: { as: 'money', service: 'totalAmount', edit: 'never' },
} as const satisfies Fields;

const line = {
	quantityReceived: { as: 'quantity', service: 'quantityReceived', edit: 'never' },
	price: { as: 'money', service: 'price', edit: 'never' },
	returnReason: { as: 'text', service: 'returnReason', edit: 'never', max: 500, list: ['search'] },
	note,
} as const satisfies Fields;

export const returnOrder = documentKind({
	name: 'returnOrder',
	area: 'returnOrder',
	place: 'locationId',
	day: 'returnDate',
	written: false,
	saysDraft: true,
	open: ['draft', 'submitted'],
	stock: 'submitted',
	pulled: 'seldom',
	head,
	lines: { quantity: 'one unit', amount: 'returnQuantity', sameItem: 'again', fields: line },
	phases: decided,
	steps: {},
	totals: ['category', 'item'],
	photos: false,
	rules: {},
});
