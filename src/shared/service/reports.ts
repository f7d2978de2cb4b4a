// Reports. Paths are shown; methods and records are our reading.
import { z } from 'zod';
import { dateTime, decimal, flag, id, integer, record, stateWord, text } from './field.ts';
import { operation } from './operation.ts';
import { onlineOnly } from './replay-rule.ts';
import { resource, searchQuery } from './resource.ts';

export const reportRecord = record('Report', {
	id,
	name: text,
	area: text.optional(),
	description: text.optional(),
	isFavorite: flag,
});

const bulkUpdateReportFavorite = record('BulkUpdateReportFavorite', {
	ids: z.array(id),
	isFavorite: flag,
});

/** An order not fully received. */
const getPurchaseOrderDetailReportResponse = record('GetPurchaseOrderDetailReportResponse', {
	purchaseOrderId: id,
	number: text.optional(),
	locationId: id,
	supplierId: id,
	date: dateTime,
	status: stateWord,
	totalAmount: decimal.optional(),
});

/** Value of a location's stock and its outflow, in its currency. */
const locationTower = record('ControlTowerLocation', {
	locationId: id,
	locationName: text.optional(),
	currency: text.optional(),
	/** Stock on hand at average cost. */
	stockValue: decimal,
	wastageValue: decimal,
	purchaseValue: decimal,
	/** Items with negative stock. */
	negativeItems: integer,
});

export const controlTower = record('ControlTower', {
	locations: z.array(locationTower),
	openPurchaseOrders: z.array(getPurchaseOrderDetailReportResponse),
	transfersInTransit: integer,
	documentsToApprove: integer,
});
export type ControlTower = z.output<typeof controlTower>;

/** Goods sent from one location to another in a period, by item, in base units. */
export const transferReportLine = record('TransferReportLine', {
	fromLocationId: id,
	toLocationId: id,
	itemId: id,
	itemName: text.optional(),
	quantitySent: decimal,
	quantityReceived: decimal,
	/** Sent and not received yet. */
	difference: decimal,
	/** At the sender's cost, in the receiver's currency. */
	value: decimal.optional(),
});
export type TransferReportLine = z.output<typeof transferReportLine>;

/** A location, and date-times: from the first (inclusive) to the second (exclusive). */
const spanQuery = z.object({
	locationId: id.optional(),
	from: dateTime.optional(),
	to: dateTime.optional(),
});

const reports = resource('Reporting and settings', 'Reports', 'assumed');

export const reportOperations = [
	reports.list('report.list', '/api/v1/Reports', reportRecord, searchQuery),
	reports.change(
		'report.favorite',
		'PUT',
		'/api/v1/Reports/BulkUpdate',
		bulkUpdateReportFavorite,
		onlineOnly('draft'),
		{ note: 'BulkUpdateReportFavorite' },
	),
	operation({
		name: 'report.controlTower',
		area: 'Reporting and settings',
		resource: 'Reports',
		method: 'GET',
		path: '/api/v1/Reports/ControlTower',
		evidence: { method: 'assumed', request: 'assumed', response: 'assumed' },
		query: spanQuery,
		answer: { kind: 'one', schema: controlTower },
	}),
	reports.list('report.transfers', '/api/v1/Reports/TransferReport', transferReportLine, spanQuery),
] as const;
