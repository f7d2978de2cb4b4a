// Transfers, a kind for each end: TransferOut at the sender, TransferIn at the receiver. core/transfer compares the
// ends and reports on them; receiving is declared in receiving.ts.
import {
	approves,
	description,
	documentKind,
	note,
	rejects,
	type Content,
	type Fields,
	type ReferredRecord,
} from './kit.ts';

const other = {
	as: 'reference',
	to: 'location',
	edit: 'new',
	required: true,
	list: ['column', 'filter', 'search'],
} as const;

const outHead = {
	otherLocationId: { ...other, service: 'toLocationId' },
	description,
} as const satisfies Fields;
const inHead = {
	otherLocationId: { ...other, service: 'fromLocationId' },
	description,
} as const satisfies Fields;

const line = { note } as const satisfies Fields;

const common = {
	area: 'transfer',
	day: 'date',
	written: true,
	stock: 'received',
	pulled: 'often',
	lines: { quantity: 'by unit', amount: 'quantity', sameItem: 'once', fields: line },
	steps: { approve: approves, reject: rejects, finalize: { to: 'finalized', asks: 'nothing' } },
	totals: [],
	photos: false,
} as const;

type Between = Content<typeof outHead, Fields>;

const rules = {
	check: ({ locationId, otherLocationId }: Pick<Between, 'locationId' | 'otherLocationId'>) =>
		otherLocationId === locationId ? [{ path: 'otherLocationId', message: 'same-location' }] : [],
	/** People know a transfer by its other location. */
	title: (
		{ otherLocationId }: Pick<Between, 'otherLocationId'>,
		nameOf: (record: ReferredRecord, id: string) => string,
	) => (otherLocationId === null ? '' : nameOf('location', otherLocationId)),
};

export const transferOut = documentKind({
	...common,
	name: 'transferOut',
	saysDraft: false,
	open: [],
	place: 'fromLocationId',
	head: outHead,
	phases: {
		draft: 'ours',
		submitted: 'approver',
		approved: 'ours',
		rejected: 'ours',
		finalized: 'ours',
		'in-transit': 'theirs',
		'partly-received': 'theirs',
		fulfilled: 'nobody',
		received: 'nobody',
	},
	rules,
});

export const transferIn = documentKind({
	...common,
	name: 'transferIn',
	saysDraft: false,
	open: ['finalized', 'in-transit', 'partly-received'],
	place: 'toLocationId',
	head: inHead,
	phases: {
		draft: 'ours',
		submitted: 'approver',
		approved: 'ours',
		rejected: 'ours',
		finalized: 'ours',
		'in-transit': 'ours',
		'partly-received': 'ours',
		fulfilled: 'nobody',
		received: 'nobody',
	},
	rules,
});
