// Dashboard settings, one per widget. Reports, computed on request from the ledger and the documents.
import { add, isNegative, multiply, negate, subtract, sum } from '../../shared/domain/decimal.ts';
import { lineCost } from '../../shared/domain/money.ts';
import type {
	ControlTower,
	TransferReportLine,
	WidgetSettings,
} from '../../shared/service/reports.ts';
import type { MovementKind } from '../store/ledger.ts';
import { NOT_ACCEPTED, checkDate, currencyOf } from './document.ts';
import { done, refuse, wordFor } from './handler.ts';
import type { Fields, HandlersOf, Practice } from './handler.ts';
import { pageRows } from './plain.ts';
import { plain } from './plain-rules.ts';

const widgets = ['stock-value', 'wastage', 'purchases', 'transfers', 'approvals'];

export const reportHandlers = {
	'report.favorite': ({ body }, practice) =>
		plain.report.saveAll(body.ids, { isFavorite: body.isFavorite }, practice),
	'report.controlTower': ({ query }, practice) => {
		const span = spanOf(query);
		return 'ok' in span ? span : done(controlTower(query.locationId, span, practice));
	},
	'report.transfers': ({ query, page }, practice) => {
		const span = spanOf(query);
		return 'ok' in span ? span : pageRows(transferLines(query.locationId, span, practice), page);
	},
	'dashboard.get': ({ path }, { records }) => {
		const sequence = widgets.indexOf(path.widgetType);
		if (sequence < 0) return refuse(404, 'The dashboard has no such part.');
		const stored = records.get('widget', path.widgetType);
		if (stored === undefined) {
			const first = {
				widgetType: path.widgetType,
				isVisible: true,
				sequence: sequence + 1,
				days: 28,
			};
			return done<WidgetSettings>(first);
		}
		const { id: _id, ...shown } = stored;
		return done<WidgetSettings>(shown);
	},
	'dashboard.update': ({ body }, { records }) => {
		const fields: Fields = {};
		if (body.widgets.length === 0) fields['widgets'] = 'At least one is needed.';
		for (const [index, widget] of body.widgets.entries()) {
			const at = `widgets[${index}]`;
			if (!widgets.includes(widget.widgetType)) {
				fields[`${at}.widgetType`] = 'The dashboard has no such part.';
			}
			if (widget.days !== undefined && (widget.days < 1 || widget.days > 366)) {
				fields[`${at}.days`] = 'A whole number from 1 to 366 is needed.';
			}
		}
		if (Object.keys(fields).length > 0) return refuse(400, NOT_ACCEPTED, fields);
		for (const widget of body.widgets) {
			const record = { ...widget, id: widget.widgetType };
			if (records.get('widget', record.id)) records.update('widget', record);
			else records.insert('widget', record);
		}
		return done(null);
	},
} satisfies HandlersOf<'dashboard' | 'report'>;

interface Span {
	readonly from: number;
	readonly to: number;
}

function spanOf(query: { from?: string | undefined; to?: string | undefined }) {
	const fields: Fields = {};
	for (const end of ['from', 'to'] as const) {
		const date = query[end];
		if (date !== undefined) checkDate(date, end, fields);
	}
	if (Object.keys(fields).length > 0) return refuse(400, NOT_ACCEPTED, fields);
	return {
		from: query.from === undefined ? Number.MIN_SAFE_INTEGER : Date.parse(query.from),
		to: query.to === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(query.to),
	};
}

function controlTower(
	locationId: string | undefined,
	span: Span,
	practice: Practice,
): ControlTower {
	const { records, ledger } = practice;
	const isHere = (id: string) => locationId === undefined || id === locationId;
	const openOrders = records.all('purchaseOrder').flatMap((order) => {
		const phase = openPhases.find((each) => each === order.status);
		return phase === undefined || !isHere(order.locationId) ? [] : [{ order, phase }];
	});
	const count = (
		kind: 'wastage' | 'production' | 'purchaseRequest' | 'purchaseOrder' | 'returnOrder',
	) =>
		records.all(kind).filter((each) => each.status === 'submitted' && isHere(each.locationId))
			.length;
	return {
		locations: records
			.all('location')
			.filter((each) => isHere(each.id))
			.map((location) => {
				const currency = currencyOf(location);
				const stock = ledger.list({ locationId: location.id }, { offset: 0, limit: -1 }).rows;
				const moved = (kind: MovementKind) =>
					sum(
						ledger
							.movements({ locationId: location.id, kind, ...span })
							.map((each) => multiply(each.quantity, each.unitCost)),
					);
				const money = (amount: string) => lineCost('1', amount, currency);
				return {
					locationId: location.id,
					locationName: location.name,
					currency,
					stockValue: money(sum(stock.map((row) => multiply(row.quantity, row.unitCost ?? '0')))),
					wastageValue: money(negate(moved('wastage'))),
					purchaseValue: money(moved('purchase')),
					negativeItems: new Set(
						stock.filter((row) => isNegative(row.quantity)).map((row) => row.itemId),
					).size,
				};
			}),
		openPurchaseOrders: openOrders.map(({ order, phase }) => ({
			purchaseOrderId: order.id,
			...(order.number === undefined ? {} : { number: order.number }),
			locationId: order.locationId,
			supplierId: order.supplierId,
			date: order.date,
			status: wordFor(practice, 'purchaseOrder', phase),
			...(order.totalAmount === undefined ? {} : { totalAmount: order.totalAmount }),
		})),
		transfersInTransit: records
			.all('transferIn')
			.filter(
				(each) =>
					['in-transit', 'partly-received'].includes(each.status) && isHere(each.toLocationId),
			).length,
		documentsToApprove:
			count('wastage') +
			count('production') +
			count('purchaseRequest') +
			count('purchaseOrder') +
			count('returnOrder'),
	};
}

const openPhases = ['draft', 'submitted', 'approved', 'partly-received'] as const;

function transferLines(
	locationId: string | undefined,
	{ from, to }: Span,
	{ records }: Practice,
): TransferReportLine[] {
	const lines = new Map<string, TransferReportLine>();
	for (const arrival of records.all('transferIn')) {
		const sentAt = Date.parse(arrival.sentDate ?? arrival.date);
		const { fromLocationId, toLocationId } = arrival;
		const isOurs = [undefined, fromLocationId, toLocationId].includes(locationId);
		if (arrival.sentDate === undefined || !isOurs || sentAt < from || sentAt >= to) continue;
		for (const line of arrival.items ?? []) {
			const key = `${fromLocationId} ${toLocationId} ${line.itemId}`;
			const before = lines.get(key);
			const quantitySent = add(before?.quantitySent ?? '0', line.quantity);
			const quantityReceived = add(before?.quantityReceived ?? '0', line.quantityReceived ?? '0');
			const itemName = records.get('item', line.itemId)?.name;
			lines.set(key, {
				fromLocationId,
				toLocationId,
				itemId: line.itemId,
				...(itemName === undefined ? {} : { itemName }),
				quantitySent,
				quantityReceived,
				difference: subtract(quantitySent, quantityReceived),
				value: add(before?.value ?? '0', multiply(line.quantity, line.unitCost ?? '0')),
			});
		}
	}
	return [...lines.values()];
}
