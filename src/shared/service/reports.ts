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

/** An order that is not wholly received. */
const getPurchaseOrderDetailReportResponse = record('GetPurchaseOrderDetailReportResponse', {
	purchaseOrderId: id,
	number: text.optional(),
	locationId: id,
	supplierId: id,
	date: dateTime,
	status: stateWord,
	totalAmount: decimal.optional(),
});

/** What stock of a location is worth, and what left it, in its currency. */
const locationTower = record('ControlTowerLocation', {
	locationId: id,
	locationName: text.optional(),
	currency: text.optional(),
	/** Stock on hand at average cost. */
	stockValue: decimal,
	wastageValue: decimal,
	purchaseValue: decimal,
	/** Items of which there is less than nothing. */
	negativeItems: integer,
});

export const controlTower = record('ControlTower', {
	locations: z.array(locationTower),
	openPurchaseOrders: z.array(getPurchaseOrderDetailReportResponse),
	transfersInTransit: integer,
	documentsToApprove: integer,
});
export type ControlTower = z.output<typeof controlTower>;

/** What left one location for another in the time asked for, by item, in base units. */
export const transferReportLine = record('TransferReportLine', {
	fromLocationId: id,
	toLocationId: id,
	itemId: id,
	itemName: text.optional(),
	quantitySent: decimal,
	quantityReceived: decimal,
	/** Sent and not received so far. */
	difference: decimal,
	/** At the sender's cost, in the currency of the receiver. */
	value: decimal.optional(),
});
export type TransferReportLine = z.output<typeof transferReportLine>;

/** A location, and days as date-times: from the first on, before the second. */
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
