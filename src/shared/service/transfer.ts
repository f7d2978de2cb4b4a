// Transfers between locations: TransferOut at the sender, TransferIn at the receiver. Paths and methods are shown; the
// records are our reading (the names of the parts are the document's).
import Big from 'big.js';
import { z } from 'zod';
import { dateTime, decimal, id, integer, record, stateWord, text } from './field.ts';
import { documentContent } from './likeness.ts';
import type { ReplayRule } from './operation.ts';
import { rejection } from './rejection.ts';
import { judges, movesOn, newDocument, sameContent, stillOpen } from './replay-rule.ts';
import { locationQuery, resource } from './resource.ts';

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
	/** Base units requested or sent. */
	quantity: decimal,
	/** Base units handed over and received so far. */
	quantityFulfilled: decimal.optional(),
	quantityReceived: decimal.optional(),
	/** Sender's cost per base unit. */
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
	/** The other end's document, once it exists. */
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
			/** Base units received. */
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
			/** Base units handed over. */
			quantity: decimal,
		}),
	),
});

/** Phases of a transfer after approval, in order. */
const onTheWay = ['finalized', 'in-transit', 'fulfilled', 'partly-received', 'received'] as const;

/** Both kinds share these operations; receive and fulfil belong to one kind each. */
const operationsOf = <Resource extends 'TransferIn' | 'TransferOut', Name extends string>(
	resourceName: Resource,
	name: Name,
) => {
	const transfer = resource('Stock movement', resourceName, 'shown');
	const path = `/api/v1/Transfer/${resourceName}` as const;
	const read = `${name}.get` as const;
	const isOut = resourceName === 'TransferOut';
	return [
		transfer.create(
			`${name}.create`,
			path,
			isOut ? createTransferOut : createTransferIn,
			transferRecord,
			newDocument(
				`${name}.list`,
				(payload) => {
					const { fromLocationId, toLocationId } = transferRequest.parse(payload);
					return { locationId: isOut ? fromLocationId : toLocationId };
				},
				documentContent,
			),
		),
		transfer.change(
			`${name}.update`,
			'PUT',
			path,
			isOut ? updateTransferOut : updateTransferIn,
			sameContent(read, stillOpen),
		),
		transfer.list(`${name}.list`, path, transferRecord, locationQuery),
		transfer.get(read, `${path}/{id}`, transferRecord, { note: '200, no body shape' }),
		transfer.count(`${name}.count`, `${path}/Count`, locationQuery),
		transfer.step(
			`${name}.finalize`,
			'POST',
			`${path}/{id}/Finalize`,
			movesOn(read, ['approved'], onTheWay),
		),
		transfer.change(
			`${name}.reject`,
			'POST',
			`${path}/{id}/Reject`,
			rejection,
			// Only the receiver can reject goods in transit.
			judges(
				read,
				['submitted', 'approved', ...(isOut ? [] : (['in-transit'] as const))],
				['rejected'],
			),
		),
		transfer.step(
			`${name}.submit`,
			'POST',
			`${path}/{id}/Submit`,
			movesOn(read, stillOpen, ['submitted', 'approved', ...onTheWay]),
		),
		transfer.step(
			`${name}.approve`,
			'POST',
			`${path}/{id}/Approve`,
			judges(read, ['submitted'], ['approved', ...onTheWay]),
		),
	] as const;
};

/** Sums by document line: an item may be on several lines. */
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

/** Moves stock: proved by the quantity of each transfer line that left or arrived. */
const moves = (
	read: string,
	request: typeof receiveTransferIn | typeof fulfillTransferOut,
	field: 'quantityReceived' | 'quantityFulfilled',
): ReplayRule => ({
	proof: 'quantities',
	risk: 'stock',
	offline: 'queue',
	read,
	readInput: (payload) => ({ path: { id: request.parse(payload).transferId } }),
	present: (answer) =>
		Object.fromEntries(
			(transferRecord.parse(answer).items ?? []).map((line) => [line.id, line[field] ?? '0']),
		),
	adds: (payload) => byLine(request.parse(payload).items),
});

export const transferOperations = [
	...operationsOf('TransferIn', 'transferIn'),
	resource('Stock movement', 'TransferIn', 'shown').change(
		'transferIn.receive',
		'POST',
		'/api/v1/Transfer/TransferIn/Receive',
		receiveTransferIn,
		moves('transferIn.get', receiveTransferIn, 'quantityReceived'),
	),
	...operationsOf('TransferOut', 'transferOut'),
	resource('Stock movement', 'TransferOut', 'shown').change(
		'transferOut.fulfill',
		'POST',
		'/api/v1/Transfer/TransferOut/Fulfill',
		fulfillTransferOut,
		moves('transferOut.get', fulfillTransferOut, 'quantityFulfilled'),
	),
] as const;
