// Wastage documents. Paths and methods are shown; the records are our reading.
import { z } from 'zod';
import { dateTime, decimal, flag, id, integer, record, stateWord, text } from './field.ts';
import { documentFingerprint } from './fingerprint.ts';
import { operation } from './operation.ts';

export const wastageItem = record('WastageItem', {
	id: id.optional(),
	itemId: id,
	uomId: integer,
	/** In the unit `uomId`. */
	quantity: decimal,
	wasteReasonId: id.optional(),
	description: text.optional(),
	/** Cost of one base unit, and of the line. */
	unitCost: decimal.optional(),
	totalCost: decimal.optional(),
});

export const wastageRequest = record('AddWastage', {
	locationId: id,
	date: dateTime,
	description: text.optional(),
	isDraft: flag.optional(),
	items: z.array(wastageItem),
});
export type WastageRequest = z.output<typeof wastageRequest>;

export const wastageRecord = record('Wastage', {
	id,
	number: text.optional(),
	locationId: id,
	date: dateTime,
	description: text.optional(),
	status: stateWord,
	isLocked: flag.optional(),
	totalCost: decimal.optional(),
	items: z.array(wastageItem).optional(),
	createdDate: dateTime.optional(),
	modifiedDate: dateTime.optional(),
});
export type WastageRecord = z.output<typeof wastageRecord>;

const shown = { method: 'shown', request: 'assumed', response: 'assumed' } as const;
const place = { area: 'Stock movement', resource: 'Wastage', evidence: shown } as const;

export const wastageOperations = [
	operation({
		...place,
		name: 'wastage.create',
		method: 'POST',
		path: '/api/v1/Wastage',
		body: wastageRequest,
		answer: { kind: 'created', schema: wastageRecord },
		replay: {
			proof: 'reference',
			risk: 'draft',
			list: 'wastage.list',
			window: (payload) => ({ locationId: wastageRequest.parse(payload).locationId }),
			fingerprint: documentFingerprint,
		},
	}),
	operation({
		...place,
		name: 'wastage.update',
		method: 'PUT',
		path: '/api/v1/Wastage',
		body: wastageRequest.extend({ id }),
		answer: { kind: 'empty' },
		replay: { proof: 'equality', risk: 'draft', read: 'wastage.get' },
	}),
	operation({
		...place,
		name: 'wastage.list',
		method: 'GET',
		path: '/api/v1/Wastage',
		query: z.object({ locationId: id.optional(), search: text.optional() }),
		answer: { kind: 'list', schema: wastageRecord },
	}),
	operation({
		...place,
		name: 'wastage.get',
		method: 'GET',
		path: '/api/v1/Wastage/{id}',
		answer: { kind: 'one', schema: wastageRecord },
	}),
	operation({
		...place,
		name: 'wastage.submit',
		method: 'POST',
		path: '/api/v1/Wastage/{id}/submit',
		answer: { kind: 'empty' },
		replay: {
			proof: 'state',
			risk: 'transition',
			read: 'wastage.get',
			from: ['draft', 'rejected'],
			reached: ['submitted', 'approved'],
			judgement: false,
		},
	}),
	operation({
		...place,
		name: 'wastage.approve',
		method: 'POST',
		path: '/api/v1/Wastage/{id}/approve',
		answer: { kind: 'empty' },
		replay: {
			proof: 'state',
			risk: 'transition',
			read: 'wastage.get',
			from: ['submitted'],
			reached: ['approved'],
			judgement: true,
		},
	}),
	operation({
		...place,
		name: 'wastage.reject',
		method: 'POST',
		path: '/api/v1/Wastage/{id}/reject',
		answer: { kind: 'empty' },
		replay: {
			proof: 'state',
			risk: 'transition',
			read: 'wastage.get',
			from: ['submitted'],
			reached: ['rejected'],
			judgement: true,
		},
	}),
] as const;
