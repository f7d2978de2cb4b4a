// Purchase orders: what was ordered from a supplier, and how much of it came.
import { approves, description, documentKind, note, rejects, type Fields } from './kit.ts';

const head = {
	supplierId: {
		as: 'reference',
		to: 'supplier',
		service: 'supplierId',
		edit: 'draft',
		required: true,
		list: ['column', 'filter', 'search'],
	},
	deliveryDate: { as: 'day', service: 'deliveryDate', edit: 'draft', list: ['column'] },
	description: { ...description, list: ['search'] },
	purchaseRequestId: {
		as: 'reference',
		to: 'purchaseRequest',
		service: 'purchaseRequestId',
		edit: 'made',
	},
	/** When a person marked it as sent to the supplier. */
	sentAt: { as: 'instant', service: null, edit: 'never' },
	taxAmount: { as: 'money', service: 'taxAmount', edit: 'never' },
	totalAmount: { as: 'money', service: 'totalAmount', edit: 'never' },
} as const satisfies Fields;

const line = {
	quantityReceived: { as: 'quantity', service: 'quantityReceived', edit: 'never' },
	/** No longer expected: the service cannot close a single line. */
	closedShort: { as: 'quantity', service: null, edit: 'never' },
	/** Per unit of the line. If it is blank, the service uses its own. */
	price: { as: 'money', service: 'price', edit: 'draft' },
	note,
} as const satisfies Fields;

export const purchaseOrder = documentKind({
	name: 'purchaseOrder',
	area: 'purchaseOrder',
	place: 'locationId',
	day: 'date',
	written: true,
	saysDraft: true,
	open: ['approved', 'partly-received'],
	stock: 'received',
	pulled: 'seldom',
	head,
	lines: { quantity: 'one unit', amount: 'quantity', sameItem: 'again', fields: line },
	phases: {
		draft: 'ours',
		submitted: 'approver',
		// Until it is sent to the supplier.
		approved: 'ours',
		rejected: 'ours',
		'partly-received': 'theirs',
		received: 'nobody',
		closed: 'nobody',
		cancelled: 'nobody',
	},
	steps: {
		approve: approves,
		reject: rejects,
		close: { to: 'closed', asks: 'nothing' },
		cancel: { to: 'cancelled', asks: 'nothing' },
	},
	totals: ['supplierId', 'category', 'item'],
	photos: false,
	rules: { price: ({ price }) => price },
});
