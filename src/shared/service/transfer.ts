// Transfers between locations, seen from both ends: TransferOut at the sender, TransferIn at the receiver. Paths and
// methods are shown; the records are our reading (names of the parts are the document's).
import Big from 'big.js';
import { z } from 'zod';
import { dateTime, decimal, id, integer, record, stateWord, text } from './field.ts';
import { documentContent } from './likeness.ts';
import { operation } from './operation.ts';
import { rejection } from './rejection.ts';
import { sameContent, stillOpen } from './replay-rule.ts';
import { locationQuery } from './resource.ts';

const unitQuantity = record('UnitOfMeasureQuantityRequest', {
	uomId: integer,
	/** In the unit `uomId`. */
	quantity: decimal,
});

export const transferItemRequest = record('TransferItemRequest', {
	itemId: id,
	quantities: z.array(unitQuantity),
	description: text.optional(),
});

export const transferRequest = record('CreateTransfer', {
	fromLocationId: id,
	toLocationId: id,
	date: dateTime,
	description: text.optional(),
	items: z.array(transferItemRequest),
});
export type TransferRequest = z.output<typeof transferRequest>;

const createTransferIn = record('CreateTransferIn', { ...transferRequest.shape });
const createTransferOut = record('CreateTransferOut', { ...transferRequest.shape });
const updateTransferIn = record('UpdateTransferIn', { id, ...transferRequest.shape });
export const updateTransferOut = record('UpdateTransferOut', { id, ...transferRequest.shape });

export const transferItem = record('TransferItem', {
	id,
	itemId: id,
	quantities: z.array(unitQuantity).optional(),
	/** Base units asked for or sent. */
	quantity: decimal,
	/** Base units that left, and that came, so far. */
	quantityFulfilled: decimal.optional(),
	quantityReceived: decimal.optional(),
	/** The sender's cost of one base unit. */
	unitCost: decimal.optional(),
	description: text.optional(),
});

export const transferRecord = record('Transfer', {
	id,
	number: text.optional(),
	fromLocationId: id,
	toLocationId: id,
	date: dateTime,
	description: text.optional(),
	status: stateWord,
	/** When it left the sender. */
	sentDate: dateTime.optional(),
	/** The document of the other end, once there is one. */
	counterpartId: id.optional(),
	totalCost: decimal.optional(),
	items: z.array(transferItem).optional(),
	modifiedDate: dateTime.optional(),
});
export type TransferRecord = z.output<typeof transferRecord>;

export const receiveTransferIn = record('ReceiveTransferIn', {
	transferId: id,
	date: dateTime,
	description: text.optional(),
	items: z.array(
		record('ReceiveTransferInTransferItemRequest', {
			transferItemId: id,
			itemId: id,
			quantities: z.array(unitQuantity),
			/** What came, in base units. */
			quantity: decimal,
			description: text.optional(),
		}),
	),
});

export const fulfillTransferOut = record('FulfillTransferOut', {
	transferId: id,
	date: dateTime,
	description: text.optional(),
	items: z.array(
		record('FulfillTransferOutTransferItemRequest', {
			transferItemId: id,
			itemId: id,
			quantities: z.array(unitQuantity),
			/** What leaves, in base units. */
			quantity: decimal,
		}),
	),
});

const shown = { method: 'shown', request: 'assumed', response: 'assumed' } as const;

/** Both kinds have the same set of operations; only receive and fulfil are of one kind alone. */
const operationsOf = <Resource extends 'TransferIn' | 'TransferOut', Name extends string>(
	resource: Resource,
	name: Name,
) => {
	const place = { area: 'Stock movement', resource, evidence: shown } as const;
	const read = `${name}.get` as const;
	return [
		operation({
			...place,
			name: `${name}.create`,
			method: 'POST',
			path: `/api/v1/Transfer/${resource}`,
			body: resource === 'TransferOut' ? createTransferOut : createTransferIn,
			answer: { kind: 'created', schema: transferRecord },
			replay: {
				proof: 'reference',
				risk: 'draft',
				offline: 'queue',
				list: `${name}.list`,
				window: (payload) => {
					const request = transferRequest.parse(payload);
					return {
						locationId: resource === 'TransferOut' ? request.fromLocationId : request.toLocationId,
					};
				},
				content: documentContent,
			},
		}),
		operation({
			...place,
			name: `${name}.update`,
			method: 'PUT',
			path: `/api/v1/Transfer/${resource}`,
			body: resource === 'TransferOut' ? updateTransferOut : updateTransferIn,
			answer: { kind: 'empty' },
			replay: sameContent(read, stillOpen),
		}),
		operation({
			...place,
			name: `${name}.list`,
			method: 'GET',
			path: `/api/v1/Transfer/${resource}`,
			query: locationQuery,
			answer: { kind: 'list', schema: transferRecord },
		}),
		operation({
			...place,
			name: read,
			method: 'GET',
			path: `/api/v1/Transfer/${resource}/{id}`,
			answer: { kind: 'one', schema: transferRecord },
			note: '200, no body shape',
		}),
		operation({
			...place,
			name: `${name}.count`,
			method: 'GET',
			path: `/api/v1/Transfer/${resource}/Count`,
			query: locationQuery,
			answer: { kind: 'count' },
		}),
		operation({
			...place,
			name: `${name}.finalize`,
			method: 'POST',
			path: `/api/v1/Transfer/${resource}/{id}/Finalize`,
			answer: { kind: 'empty' },
			replay: {
				proof: 'state',
				risk: 'transition',
				read,
				from: ['approved'],
				reached: ['finalized', 'in-transit', 'fulfilled', 'partly-received', 'received'],
				judgement: false,
				offline: 'queue',
			},
		}),
		operation({
			...place,
			name: `${name}.reject`,
			method: 'POST',
			path: `/api/v1/Transfer/${resource}/{id}/Reject`,
			body: rejection,
			answer: { kind: 'empty' },
			replay: {
				proof: 'state',
				risk: 'transition',
				read,
				// What is on its way can be turned away by the receiver alone.
				from: [
					'submitted',
					'approved',
					...(resource === 'TransferIn' ? (['in-transit'] as const) : []),
				],
				reached: ['rejected'],
				judgement: true,
				offline: 'by-choice',
			},
		}),
		operation({
			...place,
			name: `${name}.submit`,
			method: 'POST',
			path: `/api/v1/Transfer/${resource}/{id}/Submit`,
			answer: { kind: 'empty' },
			replay: {
				proof: 'state',
				risk: 'transition',
				read,
				from: ['draft', 'rejected'],
				reached: [
					'submitted',
					'approved',
					'finalized',
					'in-transit',
					'fulfilled',
					'partly-received',
					'received',
				],
				judgement: false,
				offline: 'queue',
			},
		}),
		operation({
			...place,
			name: `${name}.approve`,
			method: 'POST',
			path: `/api/v1/Transfer/${resource}/{id}/Approve`,
			answer: { kind: 'empty' },
			replay: {
				proof: 'state',
				risk: 'transition',
				read,
				from: ['submitted'],
				reached: [
					'approved',
					'finalized',
					'in-transit',
					'fulfilled',
					'partly-received',
					'received',
				],
				judgement: true,
				offline: 'by-choice',
			},
		}),
	] as const;
};

/** Sums by line of the document: the same item may stand on several lines. */
const byLine = (
	lines: readonly { transferItemId: string; quantity: string }[],
): Record<string, string> => {
	const sums: Record<string, string> = {};
	for (const line of lines) {
		sums[line.transferItemId] = new Big(sums[line.transferItemId] ?? '0')
			.plus(line.quantity)
			.toFixed();
	}
	return sums;
};

export const transferOperations = [
	...operationsOf('TransferIn', 'transferIn'),
	operation({
		name: 'transferIn.receive',
		area: 'Stock movement',
		resource: 'TransferIn',
		method: 'POST',
		path: '/api/v1/Transfer/TransferIn/Receive',
		evidence: shown,
		body: receiveTransferIn,
		answer: { kind: 'empty' },
		replay: {
			proof: 'quantities',
			risk: 'stock',
			offline: 'queue',
			read: 'transferIn.get',
			readInput: (payload) => ({ path: { id: receiveTransferIn.parse(payload).transferId } }),
			present: (answer) =>
				Object.fromEntries(
					(transferRecord.parse(answer).items ?? []).map((line) => [
						line.id,
						line.quantityReceived ?? '0',
					]),
				),
			adds: (payload) => byLine(receiveTransferIn.parse(payload).items),
		},
	}),
	...operationsOf('TransferOut', 'transferOut'),
	operation({
		name: 'transferOut.fulfill',
		area: 'Stock movement',
		resource: 'TransferOut',
		method: 'POST',
		path: '/api/v1/Transfer/TransferOut/Fulfill',
		evidence: shown,
		body: fulfillTransferOut,
		answer: { kind: 'empty' },
		replay: {
			proof: 'quantities',
			risk: 'stock',
			offline: 'queue',
			read: 'transferOut.get',
			readInput: (payload) => ({ path: { id: fulfillTransferOut.parse(payload).transferId } }),
			present: (answer) =>
				Object.fromEntries(
					(transferRecord.parse(answer).items ?? []).map((line) => [
						line.id,
						line.quantityFulfilled ?? '0',
					]),
				),
			adds: (payload) => byLine(fulfillTransferOut.parse(payload).items),
		},
	}),
] as const;
