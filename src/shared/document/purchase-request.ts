// Purchase requests: what a location asks to have bought.
import { approves, decided, description, documentKind, note, rejects, type Fields } from './kit.ts';

const head = {
	neededDate: { as: 'day', service: 'neededDate', edit: 'draft', list: ['column'] },
	description,
} as const satisfies Fields;

const line = {
	supplierId: {
		as: 'reference',
		to: 'supplier',
		service: 'supplierId',
		edit: 'draft',
		list: ['filter', 'search'],
	},
	note,
} as const satisfies Fields;

export const purchaseRequest = documentKind({
	name: 'purchaseRequest',
	area: 'purchaseRequest',
	place: 'locationId',
	day: 'date',
	written: true,
	saysDraft: false,
	open: 'drafts',
	stock: 'never',
	pulled: 'seldom',
	head,
	lines: { quantity: 'one unit', amount: 'quantity', sameItem: 'again', fields: line },
	// Until it is ordered.
	phases: { ...decided, approved: 'ours' },
	steps: { approve: approves, reject: rejects },
	totals: ['supplierId', 'category', 'item'],
	photos: false,
	rules: {
		// A supplier delivers several items.
		defaults: ({ supplierId }) => ({ supplierId }),
	},
});
