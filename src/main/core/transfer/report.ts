// Transfers of a location over some business days, from the copies or from the service's report.
import { inOwnWords } from '../../../shared/bridge/own-words.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { TransferReport, TransferReportLine } from '../../../shared/bridge/transfer.ts';
import { add, decimalText, subtract } from '../../../shared/domain/decimal.ts';
import { lineCost, totalCost } from '../../../shared/domain/money.ts';
import { nameOrder, type NameOrder } from '../../../shared/domain/name-order.ts';
import { transferRecord } from '../../../shared/service/transfer.ts';
import { notShown } from '../api/refusal.ts';
import type { CoreContext } from '../context.ts';
import { spanOf, type Span } from '../document/dates.ts';
import { itemViews, unknownItem } from '../document/item-view.ts';
import { keptAs, readable } from '../store/kept-json.ts';
import type { LaterAnswer } from '../connected.ts';

/** Base units. */
interface Went {
	fromLocationId: string;
	toLocationId: string;
	itemId: string;
	sent: string;
	received: string;
	/** In the receiver's currency. */
	value: string | null;
	/** Lines that `value` leaves out. */
	costsUnknown: number;
}

export function transferReports(context: CoreContext): LaterAnswer<'transfer.report'> {
	const { store } = context;
	const { records, locations, pulls } = store;
	const items = itemViews(store);

	function fromCopies(accountId: string, here: string, span: Span): Went[] {
		const byKey = new Map<string, Went & { costs: (string | null)[] }>();
		const transfers = readable(records.all(accountId, 'transferIn'), ({ json }) =>
			keptAs(transferRecord, json),
		);
		for (const { fromLocationId, toLocationId, sentDate, items: lines } of transfers) {
			const sentAt = Date.parse(sentDate ?? '');
			if (!(sentAt >= span.from && sentAt < span.until)) continue;
			if (fromLocationId !== here && toLocationId !== here) continue;
			const { currency } = locations.get(accountId, toLocationId);
			for (const { itemId, quantity, quantityReceived, unitCost } of lines ?? []) {
				const key = JSON.stringify([fromLocationId, toLocationId, itemId]);
				const before = byKey.get(key);
				const costs = [
					...(before?.costs ?? []),
					unitCost === undefined ? null : lineCost(quantity, unitCost, currency),
				];
				const { cost: value, costsUnknown } = totalCost(costs);
				byKey.set(key, {
					fromLocationId,
					toLocationId,
					itemId,
					sent: add(before?.sent ?? '0', quantity),
					received: add(before?.received ?? '0', quantityReceived ?? '0'),
					costs,
					value,
					costsUnknown,
				});
			}
		}
		return [...byKey.values()];
	}

	function line(accountId: string, here: string, went: Went): TransferReportLine {
		const direction = went.fromLocationId === here ? 'out' : 'in';
		const other = locations.get(
			accountId,
			direction === 'out' ? went.toLocationId : went.fromLocationId,
		);
		const item = items.get(accountId, went.itemId, here) ?? unknownItem(went.itemId);
		return {
			direction,
			otherLocationId: other.locationId,
			otherName: other.name,
			itemId: item.itemId,
			code: item.code,
			name: item.name,
			category: item.category,
			baseUnitName: item.baseUnitName,
			units: item.units,
			sent: went.sent,
			received: went.received,
			difference: subtract(went.received, went.sent),
			value: went.value,
			costsUnknown: went.costsUnknown,
			currency: locations.get(accountId, went.toLocationId).currency,
		};
	}

	return async ({ accountId }, { locationId, from, to, source }) => {
		const { api, ports, settings } = context;
		const span = spanOf(locations.get(accountId, locationId), from, to);
		const report = (went: readonly Went[], asOf: number | null): Reply<TransferReport> =>
			succeed({
				asOf,
				lines: went
					.map((each) => line(accountId, locationId, each))
					.sort(byPlaceAndItem(nameOrder(settings().locale))),
			});
		if (source === 'copies') {
			const went = fromCopies(accountId, locationId, span);
			return report(went, pulls.asOf(accountId, 'transferIn'));
		}
		const answer = await api.readAll('report.transfers', {
			query: {
				locationId,
				from: new Date(span.from).toISOString(),
				to: new Date(span.until).toISOString(),
			},
		});
		if (!answer.ok) return notShown(answer);
		if (!answer.value.complete) {
			return fail('not-shown', inOwnWords('rowsMissing', 'report.transfers'));
		}
		const went = answer.value.rows.map((row): Went => ({
			fromLocationId: row.fromLocationId,
			toLocationId: row.toLocationId,
			itemId: row.itemId,
			sent: decimalText(row.quantitySent),
			received: decimalText(row.quantityReceived),
			value: row.value === undefined ? null : decimalText(row.value),
			costsUnknown: row.value === undefined ? 1 : 0,
		}));
		return report(went, ports.clock.now());
	};
}

const byPlaceAndItem =
	(names: NameOrder) =>
	(a: TransferReportLine, b: TransferReportLine): number =>
		names(a.direction, b.direction) ||
		names(a.otherName, b.otherName) ||
		names(a.name, b.name) ||
		names(a.itemId, b.itemId);
