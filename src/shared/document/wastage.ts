// Waste: what was thrown away, how much and why. Templates, labels, dishes and common items are in core/waste.
import {
	approves,
	decided,
	description,
	documentKind,
	locks,
	note,
	rejects,
	type Fields,
} from './kit.ts';

const line = {
	reasonId: {
		as: 'reference',
		to: 'wasteReason',
		service: 'wasteReasonId',
		edit: 'draft',
		required: true,
		list: ['filter', 'search'],
	},
	/** The location's own words for the reason, sent before the note. */
	label: { as: 'text', service: 'description', edit: 'draft', max: 80, list: ['search'] },
	note,
} as const satisfies Fields;

export const wastage = documentKind({
	name: 'wastage',
	area: 'wastage',
	place: 'locationId',
	day: 'date',
	written: true,
	saysDraft: false,
	open: 'drafts',
	stock: 'submitted',
	pulled: 'often',
	head: { description },
	lines: { quantity: 'one unit', amount: 'quantity', sameItem: 'again', fields: line },
	phases: decided,
	steps: { approve: approves, reject: rejects, lock: locks },
	totals: ['reasonId', 'category', 'item'],
	photos: true,
	rules: {
		// Things thrown away together share a reason.
		defaults: ({ reasonId, label }) => ({ reasonId, label }),
	},
});
