// Purchase requests: what a location asks to have bought. Only read here.
import { decided, description, documentKind, note, type Fields } from './kit.ts';

const head = {
	neededDate: { as: 'day', service: 'neededDate', edit: 'never', list: ['column'] },
	description,
} as const satisfies Fields;

const line = {
	supplierId: {
		as: 'reference',
		to: 'supplier',
		service: 'supplierId',
		edit: 'never',
		list: ['filter', 'search'],
	},
	note,
} as const satisfies Fields;

export const purchaseRequest = documentKind({
	name: 'purchaseRequest',
	area: 'purchaseRequest',
	place: 'locationId',
	day: 'date',
	written: false,
	open: ['submitted'],
	stock: 'never',
	pulled: 'seldom',
	head,
	lines: { quantity: 'one unit', amount: 'quantity', sameItem: 'again', fields: line },
	phases: decided,
	steps: {},
	totals: ['supplierId', 'category', 'item'],
	photos: false,
	rules: {},
});
