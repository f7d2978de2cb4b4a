// Reports and the dashboard. Paths are shown; methods and records are our reading.
import { z } from 'zod';
import { dateTime, decimal, flag, id, integer, record, stateWord, text } from './field.ts';
import type { Payload } from './operation.ts';
import { favoursOnline, type Rule } from './replay-rule.ts';
import { change, find, get, list, resource, searchQuery } from './resource.ts';

const area = 'Reporting and settings';

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

const getPurchaseOrderDetailReportResponse = record('GetPurchaseOrderDetailReportResponse', {
	purchaseOrderId: id,
	number: text.optional(),
	locationId: id,
	supplierId: id,
	date: dateTime,
	status: stateWord,
	totalAmount: decimal.optional(),
});

const locationTower = record('ControlTowerLocation', {
	locationId: id,
	locationName: text.optional(),
	currency: text.optional(),
	stockValue: decimal,
	wastageValue: decimal,
	purchaseValue: decimal,
	negativeItems: integer,
});

const controlTower = record('ControlTower', {
	locations: z.array(locationTower),
	openPurchaseOrders: z.array(getPurchaseOrderDetailReportResponse),
	transfersInTransit: integer,
	documentsToApprove: integer,
});
export type ControlTower = z.output<typeof controlTower>;

/** Goods sent from one location to another in a period, by item, in base units. */
const transferReportLine = record('TransferReportLine', {
	fromLocationId: id,
	toLocationId: id,
	itemId: id,
	itemName: text.optional(),
	quantitySent: decimal,
	quantityReceived: decimal,
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

export const reports = resource('report', area, 'Reports', 'assumed', {
	list: list('', reportRecord, searchQuery),
	favorite: {
		...change('PUT', '/BulkUpdate', bulkUpdateReportFavorite, favoursOnline),
		note: 'BulkUpdateReportFavorite',
	},
	controlTower: find('/ControlTower', controlTower, spanQuery),
	transfers: list('/TransferReport', transferReportLine, spanQuery),
});

export const widgetSettings = record('WidgetSettings', {
	/** `stock-value`, `wastage`, `purchases`, `transfers` or `approvals`. */
	widgetType: text,
	isVisible: flag,
	sequence: integer.optional(),
	days: integer.optional(),
});
export type WidgetSettings = z.output<typeof widgetSettings>;

const updateDashboardSettingsRequest = record('UpdateDashboardSettingsRequest', {
	widgets: z.array(widgetSettings),
});

/** All parts are sent at once, a changed one first: read again, it is as it was sent. */
const firstWidgetOnline: Rule = (resource) => {
	const firstOf = ({ widgets }: Payload): WidgetSettings | undefined =>
		updateDashboardSettingsRequest.safeParse({ widgets }).data?.widgets[0];
	return {
		proof: 'effect',
		risk: 'draft',
		offline: 'never',
		read: `${resource}.get`,
		readInput: (sent) => ({ path: { widgetType: firstOf(sent)?.widgetType ?? '' } }),
		holds(answer, sent) {
			const shown = widgetSettings.safeParse(answer).data;
			return (
				shown !== undefined &&
				Object.entries(firstOf(sent) ?? {}).every(([name, value]) => shown[name] === value)
			);
		},
		shows: 'shows the part as it was sent',
	};
};

export const dashboards = resource(
	'dashboard',
	area,
	'Dashboard',
	'assumed',
	{
		get: get('/Settings/{widgetType}', widgetSettings),
		update: change('PUT', '/Settings', updateDashboardSettingsRequest, firstWidgetOnline),
	},
	'/api/v1/DashBoard',
);
