// Transfers between locations: TransferOut at the sender, TransferIn at the receiver. Paths and methods are shown; the
// records are our reading (the names of the parts are the document's).
import { z } from 'zod';
import { dateTime, decimal, id, integer, record, stateWord, text } from './field.ts';
import { judges, movesLines, movesOn, newDocument, sameContent, stillOpen } from './replay-rule.ts';
import {
	change,
	count,
	create,
	get,
	list,
	locationQuery,
	rejection,
	resource,
	step,
} from './resource.ts';

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

export const updateTransferOut = record('UpdateTransferOut', { id, ...transferRequest.shape });

export const transferItem = record('TransferItem', {
	id,
	itemId: id,
	quantities: z.array(unitQuantity).optional(),
	/** Base units requested or sent. */
	quantity: decimal,
	/** Base units sent and received so far. */
	quantityFulfilled: decimal.optional(),
	quantityReceived: decimal.optional(),
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
	sentDate: dateTime.optional(),
	/** Of the last receipt. */
	receivedDate: dateTime.optional(),
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
			/** Base units sent. */
			quantity: decimal,
		}),
	),
});

const onTheWay = ['finalized', 'in-transit', 'fulfilled', 'partly-received', 'received'] as const;

const moves = (
	request: typeof receiveTransferIn | typeof fulfillTransferOut,
	field: 'quantityReceived' | 'quantityFulfilled',
) =>
	movesLines(
		'transferId',
		(payload) =>
			request
				.parse(payload)
				.items.map(({ transferItemId: line, quantity }) => ({ line, quantity })),
		(transfer) =>
			(transferRecord.parse(transfer).items ?? []).map((line) => [line.id, line[field] ?? '0']),
	);

const common = (end: 'TransferIn' | 'TransferOut', place: 'fromLocationId' | 'toLocationId') => ({
	create: create(
		'',
		record(`Create${end}`, transferRequest.shape),
		transferRecord,
		newDocument((payload) => transferRequest.parse(payload)[place]),
	),
	update: change(
		'PUT',
		'',
		end === 'TransferOut'
			? updateTransferOut
			: record(`Update${end}`, { id, ...transferRequest.shape }),
		sameContent(stillOpen),
	),
	list: list('', transferRecord, locationQuery),
	get: { ...get('/{id}', transferRecord), note: '200, no body shape' },
	count: count('/Count', locationQuery),
	finalize: step('POST', '/{id}/Finalize', movesOn(['approved'], onTheWay)),
	reject: change(
		'POST',
		'/{id}/Reject',
		rejection,
		// Only the receiver can reject goods in transit.
		judges(
			end === 'TransferOut' ? ['submitted', 'approved'] : ['submitted', 'approved', 'in-transit'],
			['rejected'],
		),
	),
	submit: step('POST', '/{id}/Submit', movesOn(stillOpen, ['submitted', 'approved', ...onTheWay])),
	approve: step('POST', '/{id}/Approve', judges(['submitted'], ['approved', ...onTheWay])),
});

const area = 'Stock movement';

export const transfersIn = resource(
	'transferIn',
	area,
	'TransferIn',
	'shown',
	{
		...common('TransferIn', 'toLocationId'),
		receive: change(
			'POST',
			'/Receive',
			receiveTransferIn,
			moves(receiveTransferIn, 'quantityReceived'),
		),
	},
	'/api/v1/Transfer/TransferIn',
);

export const transfersOut = resource(
	'transferOut',
	area,
	'TransferOut',
	'shown',
	{
		...common('TransferOut', 'fromLocationId'),
		fulfill: change(
			'POST',
			'/Fulfill',
			fulfillTransferOut,
			moves(fulfillTransferOut, 'quantityFulfilled'),
		),
	},
	'/api/v1/Transfer/TransferOut',
);
