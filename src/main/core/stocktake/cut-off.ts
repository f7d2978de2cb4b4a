// The cut-off of a count: which documents of its day or before are still open, by the copies here, and who acknowledged
// them. What is open is asked anew each time; what was acknowledged is kept with the count as it was.
import {
	cutOffKind,
	type CutOff,
	type CutOffDocument,
	type CutOffKind,
} from '../../../shared/bridge/cut-off.ts';
import { succeed, type Reply } from '../../../shared/bridge/reply.ts';
import { transferFilter, type TransferSummary } from '../../../shared/bridge/transfer.ts';
import { wasteFilter } from '../../../shared/bridge/wastage.ts';
import { compare, subtract } from '../../../shared/domain/decimal.ts';
import { lineCost, sumMoney } from '../../../shared/domain/money.ts';
import { anyLanguage, nameOrder } from '../../../shared/domain/name-order.ts';
import { withoutReference } from '../../../shared/domain/reference.ts';
import { prepItemRecord } from '../../../shared/service/prep-item.ts';
import { productionRecord } from '../../../shared/service/production.ts';
import { phaseOf } from '../../../shared/service/profile.ts';
import { purchaseOrderRecord } from '../../../shared/service/purchase-order.ts';
import { supplierRecord } from '../../../shared/service/supplier.ts';
import { connected } from '../connected.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import { businessDateAt, instantOf } from '../document/dates.ts';
import { documentOf } from '../document/lane-fold.ts';
import { transferNameOf } from '../document/transfer-id.ts';
import { cacheRecords } from '../store/cache-records.ts';
import { cutOffTable, type CutOffRow } from '../store/count-cut-off.ts';
import type { StocktakeRow } from '../store/counts.ts';
import { locations } from '../store/locations.ts';
import { pullTable } from '../store/pulls.ts';
import { countDesk, notHere } from './count-desk.ts';
import type { Hand } from './entering.ts';

/** What the cut-off asks of the capabilities whose documents may be open. */
export interface OpenDocumentsOf {
	waste: Handlers<'wastage'>['wastage.list'];
	transfers: Handlers<'transfer'>['transfer.list'];
}

type Found = Omit<CutOffDocument, 'key' | 'days' | 'acknowledged' | 'isNew' | 'isOpen'>;

export interface CountCutOff {
	/** Open documents that nobody has acknowledged. */
	left(account: ActiveAccount, count: StocktakeRow): number;
	handlers: Handlers<'cutOff'>;
}

/** The lists that it is reckoned from. */
const listsOf = {
	receipt: 'purchaseOrder',
	'transfer-in': 'transferIn',
	'transfer-out': 'transferOut',
	wastage: 'wastage',
	production: 'production',
} as const satisfies Record<CutOffKind, string>;

/** The most documents that one answer of a list has. */
const PAGE = 500;

/** The same on every PC, whoever looks. */
const inOrder = nameOrder(anyLanguage);

export function countCutOff(context: CoreContext, documentsOf: OpenDocumentsOf): CountCutOff {
	const { store, sync, outbox } = context;
	const { counts, durably, changed, handOf, happened, openCount } = countDesk(context);
	const kept = cutOffTable(store.durable);
	const records = cacheRecords(store.cache);
	const places = locations(store.cache);
	const pulls = pullTable(store.cache);
	/** The lists do not ask who reads them. */
	const nobody = { connection: '' };

	/** Orders with goods still to come that were due by the count's day. */
	const receipts = ({ accountId, profile }: ActiveAccount, count: StocktakeRow): Found[] => {
		const place = places.get(accountId, count.location_id);
		return records.at(accountId, 'purchaseOrder', count.location_id).flatMap((copy): Found[] => {
			const order = purchaseOrderRecord.parse(JSON.parse(copy.json));
			const phase = phaseOf(profile, 'purchaseOrder', order.status);
			const toCome = order.items.filter(
				(line) => compare(line.quantityReceived, line.quantity) < 0,
			);
			if (!profile.stocktake.cutOff.receipts.includes(phase) || toCome.length === 0) return [];
			const values = toCome.flatMap(({ price, quantity, quantityReceived }) =>
				price === undefined
					? []
					: lineCost(subtract(quantity, quantityReceived), price, place.currency),
			);
			return [
				{
					kind: 'receipt',
					documentId: documentOf(order.id),
					number: order.number ?? '',
					title: supplierName(accountId, order.supplierId),
					businessDate: businessDateAt(
						place,
						instantOf([order.deliveryDate, order.date], copy.fetchedAt),
					),
					value: values.length === 0 ? null : sumMoney(values),
					currency: place.currency,
					phase,
					stateWord: order.status,
					standing: 'service',
				},
			];
		});
	};

	const supplierName = (accountId: string, supplierId: string): string => {
		const copy = records.get(accountId, 'supplier', supplierId);
		return copy === null ? supplierId : supplierRecord.parse(JSON.parse(copy.json)).name;
	};

	const productions = ({ accountId, profile }: ActiveAccount, count: StocktakeRow): Found[] => {
		const place = places.get(accountId, count.location_id);
		return records.at(accountId, 'production', count.location_id).flatMap((copy): Found[] => {
			const made = productionRecord.parse(JSON.parse(copy.json));
			const phase = phaseOf(profile, 'production', made.status);
			if (!profile.stocktake.cutOff.production.includes(phase)) return [];
			const [first] = made.items;
			const described = withoutReference(made.description ?? '');
			return [
				{
					kind: 'production',
					documentId: documentOf(made.id),
					number: made.number ?? '',
					title:
						described === '' && first !== undefined
							? prepItemName(accountId, first.itemId)
							: described,
					businessDate: businessDateAt(place, instantOf([made.date], copy.fetchedAt)),
					value: made.totalCost ?? null,
					currency: place.currency,
					phase,
					stateWord: made.status,
					standing: 'service',
				},
			];
		});
	};

	const prepItemName = (accountId: string, itemId: string): string => {
		const copy = records.get(accountId, 'prepItem', itemId);
		return copy === null ? itemId : prepItemRecord.parse(JSON.parse(copy.json)).name;
	};

	const waste = ({ profile }: ActiveAccount, count: StocktakeRow): Found[] => {
		const { location_id: locationId, currency, business_date: to } = count;
		const filter = wasteFilter.parse({ to });
		const found: Found[] = [];
		for (let from = 0; ; from += PAGE) {
			const listed = atOnce(documentsOf.waste({ locationId, filter, from, limit: PAGE }, nobody));
			for (const each of listed.documents) {
				if (!profile.stocktake.cutOff.wastage.includes(each.phase)) continue;
				const { documentId, number, businessDate, phase, stateWord, standing, cost } = each;
				const title = each.description === '' ? each.items.join(', ') : each.description;
				const seen = { documentId, number, title, businessDate, phase, stateWord, standing };
				found.push({ kind: 'wastage', ...seen, value: cost, currency });
			}
			if (from + PAGE >= listed.total) return found;
		}
	};

	const transfers = ({ profile }: ActiveAccount, count: StocktakeRow): Found[] => {
		const { receiveIn, fulfillIn } = profile.transfer;
		const { location_id: locationId, business_date: to } = count;
		const filter = transferFilter.parse({ to });
		const found: TransferSummary[] = [];
		for (let from = 0; ; from += PAGE) {
			const asked = { locationId, filter, from, limit: PAGE };
			const listed = atOnce(documentsOf.transfers(asked, nobody));
			found.push(...listed.documents);
			if (from + PAGE >= listed.total) break;
		}
		return found.flatMap((each): Found[] => {
			const { direction, phase, standing } = each;
			const onItsWay = (direction === 'in' ? receiveIn : fulfillIn).includes(phase);
			const waits = standing === 'waiting' || standing === 'needs-you';
			if (!onItsWay && !waits) return [];
			const { documentId, number, businessDate, stateWord, cost, currency } = each;
			const title = direction === 'in' ? each.fromName : each.toName;
			const seen = { documentId, number, title, businessDate, phase, stateWord, standing };
			return [{ kind: `transfer-${direction}`, ...seen, value: cost, currency }];
		});
	};

	/** What is open now and of the count's day or before. */
	const openNow = (account: ActiveAccount, count: StocktakeRow): Found[] =>
		[
			...receipts(account, count),
			...transfers(account, count),
			...waste(account, count),
			...productions(account, count),
		].filter(({ businessDate }) => businessDate <= count.business_date);

	/** What an acknowledged document is called here: one that was ours has another name once the service shows it. */
	const namesOf = ({ key, kind, document_id }: CutOffRow): string[] => {
		if (kind === 'receipt' || kind === 'production') return [key];
		const serverId = outbox.laneOf(kind, document_id)?.serverId ?? null;
		if (serverId === null) return [key];
		const documentId =
			kind === 'wastage'
				? documentOf(serverId)
				: transferNameOf(kind === 'transfer-in' ? 'in' : 'out', serverId);
		return [key, keyOf({ kind, documentId })];
	};

	const view = (account: ActiveAccount, count: StocktakeRow): CutOff => {
		const known = kept.of(count.stocktake_id);
		const rows = new Map(known.flatMap((row) => namesOf(row).map((key) => [key, row] as const)));
		const open = count.state === 'open' ? openNow(account, count) : [];
		const shown = new Set(open.map((found) => rows.get(keyOf(found))));
		const documents = [
			...open.map((found): CutOffDocument => {
				const row = rows.get(keyOf(found)) ?? null;
				return {
					...found,
					key: keyOf(found),
					days: daysBetween(found.businessDate, count.business_date),
					acknowledged: row && { at: row.acknowledged_at, by: row.acknowledged_by },
					isNew: row === null && known.length > 0,
					isOpen: true,
				};
			}),
			...known.filter((row) => !shown.has(row)).map((row) => documentOfRow(row, count)),
		].sort((a, b) => inOrder(a.businessDate, b.businessDate) || inOrder(a.key, b.key));
		return {
			documents,
			left: documents.filter(({ acknowledged }) => acknowledged === null).length,
			asOf: cutOffKind.options.map((kind) => ({
				kind,
				asOf: pulls.asOf(account.accountId, listsOf[kind]),
			})),
		};
	};

	return {
		left: (account, count) => view(account, count).left,

		handlers: {
			'cutOff.get': connected(context, (account, { stocktakeId }): Reply<CutOff> => {
				const count = counts.get(account.accountId, stocktakeId);
				return count === null ? notHere() : succeed(view(account, count));
			}),

			'cutOff.acknowledge': connected(context, (account, input, caller): Reply<CutOff> => {
				const { stocktakeId, keys } = input;
				const found = openCount(account.accountId, stocktakeId);
				if (!found.ok) return found;
				const { count } = found;
				const hand = handOf(input.by, caller);
				const wanted = new Set(keys);
				const seen = openNow(account, count).filter((each) => wanted.has(keyOf(each)));
				durably(() => {
					for (const each of seen) kept.put(rowOf(stocktakeId, each, hand));
					if (seen.length > 0) {
						happened(stocktakeId, hand, 'cut-off-acknowledged', { keys: seen.map(keyOf) });
					}
				});
				changed(stocktakeId, null);
				return succeed(view(account, count));
			}),

			'cutOff.refresh': connected(context, async (account, { stocktakeId }) => {
				const count = counts.get(account.accountId, stocktakeId);
				if (count === null) return notHere();
				await sync.refreshLists([...new Set(Object.values(listsOf))]);
				return succeed(view(account, count));
			}),
		},
	};
}

/** Lists are read from the copies here, which answer at once and always. */
function atOnce<Value>(reply: Reply<Value> | Promise<Reply<Value>>): Value {
	if (reply instanceof Promise) throw new Error('A list of copies answers at once.');
	if (!reply.ok) throw new Error(`A list of copies was refused: ${reply.message}`);
	return reply.value;
}

const keyOf = ({ kind, documentId }: Pick<Found, 'kind' | 'documentId'>): string =>
	`${kind}/${documentId}`;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Business dates are days of the calendar: between two of them lie whole days. */
const daysBetween = (from: string, to: string): number =>
	Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS));

const rowOf = (stocktakeId: string, found: Found, { at, by }: Hand): CutOffRow => ({
	stocktake_id: stocktakeId,
	key: keyOf(found),
	kind: found.kind,
	document_id: found.documentId,
	number: found.number,
	title: found.title,
	business_date: found.businessDate,
	value: found.value,
	currency: found.currency,
	phase: found.phase,
	state_word: found.stateWord,
	acknowledged_at: at,
	acknowledged_by: by,
});

/** One that was acknowledged and is not open any more, or of a count that is closed. */
const documentOfRow = (row: CutOffRow, count: StocktakeRow): CutOffDocument => ({
	key: row.key,
	kind: row.kind,
	documentId: row.document_id,
	number: row.number,
	title: row.title,
	businessDate: row.business_date,
	days: daysBetween(row.business_date, count.business_date),
	value: row.value,
	currency: row.currency,
	phase: row.phase,
	stateWord: row.state_word,
	standing: 'service',
	acknowledged: { at: row.acknowledged_at, by: row.acknowledged_by },
	isNew: false,
	isOpen: false,
});
