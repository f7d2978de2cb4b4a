// Reports of the service: favourites, the control tower, and the parts of the dashboard.
import { notShown } from '../api/refusal.ts';
import type { CallOutput } from '../../../shared/bridge/contract.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { Widget } from '../../../shared/bridge/report.ts';
import { decimalText } from '../../../shared/domain/decimal.ts';
import { phaseOf } from '../../../shared/service/profile.ts';
import { reportRecord, type WidgetSettings } from '../../../shared/service/reports.ts';
import { supplierRecord } from '../../../shared/service/purchasing.ts';
import { connected, type LaterAnswer } from '../connected.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import { spanOf } from '../document/dates.ts';
import { documentIdOf } from '../document/document-id.ts';
import { dayIn } from '../document/fields.ts';
import { sendNow } from '../record/send-now.ts';
import { keptAs } from '../store/kept-json.ts';

/** The settings of the dashboard are sent in a lane of their own; no report has this id. */
const dashboard = 'dashboard';

export function reportCapability(context: CoreContext): Handlers<'report'> {
	const reports = new Reports(context);
	return {
		'report.favorite': connected(context, reports.favorite),
		'report.tower': connected(context, reports.tower),
		'report.widgets': connected(context, (account) => reports.widgets(account)),
		'report.saveWidgets': connected(context, (_account, { widgets, intentId }) =>
			sendNow(context, {
				type: 'report',
				id: dashboard,
				title: '',
				operation: 'dashboard.update',
				intentId,
				body: { widgets: widgets.map(sentWidget) },
			}),
		),
	};
}

class Reports {
	readonly #context: CoreContext;

	constructor(context: CoreContext) {
		this.#context = context;
	}

	readonly favorite: LaterAnswer<'report.favorite'> = async (
		{ accountId },
		{ reportId, isFavorite, intentId },
	) => {
		const copy = this.#context.store.records.get(accountId, 'report', reportId);
		if (copy === null) return fail('not-found', 'This report is not here.');
		return sendNow(this.#context, {
			type: 'report',
			id: reportId,
			title: keptAs(reportRecord, copy.json).name,
			operation: 'report.favorite',
			intentId,
			body: { ids: [reportId], isFavorite },
		});
	};

	readonly tower: LaterAnswer<'report.tower'> = async (
		{ accountId, profile },
		{ locationId, all, from, to },
	) => {
		const { api, outbox, ports, store } = this.#context;
		if (!outbox.maySend()) return fail('needs-network', 'Only the service computes this.');
		const span = spanOf(store.locations.get(accountId, locationId), from, to);
		const answer = await api.read('report.controlTower', {
			query: {
				...(all ? {} : { locationId }),
				from: new Date(span.from).toISOString(),
				to: new Date(span.until).toISOString(),
			},
		});
		if (!answer.ok) return notShown(answer);
		const { locations, openPurchaseOrders, transfersInTransit, documentsToApprove, ...unknown } =
			answer.value;
		return succeed({
			locations: locations.map((row) => ({
				locationId: row.locationId,
				name: row.locationName ?? store.locations.get(accountId, row.locationId).name,
				currency: row.currency ?? store.locations.get(accountId, row.locationId).currency,
				stockValue: decimalText(row.stockValue),
				wastageValue: decimalText(row.wastageValue),
				purchaseValue: decimalText(row.purchaseValue),
				negativeItems: row.negativeItems,
			})),
			openOrders: openPurchaseOrders.map((order) => {
				const location = store.locations.get(accountId, order.locationId);
				const { name, currency } = location;
				return {
					documentId: documentIdOf('purchaseOrder', order.purchaseOrderId),
					number: order.number || order.purchaseOrderId,
					locationName: name,
					supplierName: this.#supplierName(accountId, order.supplierId),
					date: dayIn(order.date, location) ?? order.date,
					phase: phaseOf(profile, 'purchaseOrder', order.status),
					stateWord: order.status,
					total: order.totalAmount === undefined ? null : decimalText(order.totalAmount),
					currency,
				};
			}),
			transfersInTransit,
			documentsToApprove,
			unknown,
			asOf: ports.clock.now(),
		});
	};

	#supplierName(accountId: string, supplierId: string): string {
		const copy = this.#context.store.records.get(accountId, 'supplier', supplierId);
		return copy === null ? supplierId : keptAs(supplierRecord, copy.json).name;
	}

	/** A part that the service does not know is left out; any other failure is told. */
	async widgets({ profile }: ActiveAccount): Promise<Reply<CallOutput<'report.widgets'>>> {
		const { api, outbox } = this.#context;
		if (!outbox.maySend()) return fail('needs-network', 'Only the service knows this.');
		const widgets: Widget[] = [];
		for (const widgetType of profile.widgets) {
			const answer = await api.read('dashboard.get', { path: { widgetType } });
			if (answer.ok) widgets.push(shownWidget(answer.value));
			else if (answer.kind !== 'not-found') return notShown(answer);
		}
		const last = Number.MAX_SAFE_INTEGER;
		return succeed({
			widgets: widgets.sort((a, b) => (a.sequence ?? last) - (b.sequence ?? last)),
		});
	}
}

const shownWidget = ({
	widgetType,
	isVisible,
	sequence,
	days,
	...unknown
}: WidgetSettings): Widget => ({
	widgetType,
	isVisible,
	sequence: sequence ?? null,
	days: days ?? null,
	unknown,
});

const sentWidget = ({ widgetType, isVisible, sequence, days, unknown }: Widget) => ({
	...unknown,
	widgetType,
	isVisible,
	...(sequence === null ? {} : { sequence }),
	...(days === null ? {} : { days }),
});
