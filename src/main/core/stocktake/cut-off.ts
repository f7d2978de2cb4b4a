// The cut-off of a count: open documents up to its day. They are recomputed on each call; acknowledgements are stored.
import { z } from 'zod';
import { cutOffKind, type CutOff, type CutOffDocument } from '../../../shared/bridge/cut-off.ts';
import { succeed } from '../../../shared/bridge/reply.ts';
import { stockKinds } from '../../../shared/document/kinds.ts';
import { divide, multiply, notBelowZero, subtract } from '../../../shared/domain/decimal.ts';
import { currencyPlaces, totalCost } from '../../../shared/domain/money.ts';
import { anyLanguage, nameOrder } from '../../../shared/domain/name-order.ts';
import { withoutReference } from '../../../shared/domain/reference.ts';
import { prepItemRecord } from '../../../shared/service/prep-item.ts';
import { productionRecord } from '../../../shared/service/production.ts';
import { phaseOf } from '../../../shared/service/profile.ts';
import { purchaseOrderRecord } from '../../../shared/service/purchase-order.ts';
import { supplierRecord } from '../../../shared/service/purchasing.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import { copiesInPhases } from '../document/copies-in-phases.ts';
import { dayOf } from '../document/dates.ts';
import type { OpenDocument } from '../document/documents.ts';
import { documentIdOf } from '../document/document-id.ts';
import { itemViews, unknownItem } from '../document/item-view.ts';
import { inUnitOf, isDue } from '../receiving/entered.ts';
import { orderReceipts } from '../receiving/order-receipts.ts';
import { cutOffTable, type CutOffRow } from '../store/count-cut-off.ts';
import type { StocktakeRow } from '../store/counts.ts';
import { CountDesk, type OnCount, type OnOpen } from './count-desk.ts';
import type { Hand } from './entering.ts';
import { keptAs, keptOr, readable } from '../store/kept-json.ts';

/** Documents of a location that move stock and are not finished. */
type OpenDocuments = (account: ActiveAccount, locationId: string) => readonly OpenDocument[];

const leftBeside = z.object({ others: z.array(z.string()) });

type Found = Omit<CutOffDocument, 'key' | 'days' | 'acknowledged' | 'isNew' | 'isOpen'>;

const inOrder = nameOrder(anyLanguage);

export class CountCutOff {
	readonly handlers: Handlers<'cutOff'>;
	readonly #context: CoreContext;
	readonly #openDocuments: OpenDocuments;
	readonly #desk;
	readonly #kept;
	readonly #items;
	readonly #orderReceipts;

	constructor(context: CoreContext, openDocuments: OpenDocuments) {
		this.#context = context;
		this.#openDocuments = openDocuments;
		this.#desk = new CountDesk(context);
		this.#kept = cutOffTable(context.store.durable);
		this.#items = itemViews(context.store);
		this.#orderReceipts = orderReceipts(context);
		this.handlers = {
			'cutOff.get': this.#desk.onCount(this.get),
			'cutOff.acknowledge': this.#desk.onOpen(this.acknowledge),
			'cutOff.refresh': this.#desk.onCount(async ({ account, count }) => {
				await context.sync.refreshLists(cutOffKind.options);
				return succeed(this.#view(account, count));
			}),
		};
	}

	left(account: ActiveAccount, count: StocktakeRow): number {
		return this.#view(account, count).left;
	}

	readonly get: OnCount<'cutOff.get'> = ({ account, count }) => succeed(this.#view(account, count));

	readonly acknowledge: OnOpen<'cutOff.acknowledge'> = ({ account, count, hand }, input) => {
		const { stocktakeId, keys } = input;
		const wanted = new Set(keys);
		const open = this.#openNow(account, count);
		const seen = open.filter((each) => wanted.has(keyOf(each)));
		const others = open.filter((each) => !wanted.has(keyOf(each)));
		this.#desk.durably(() => {
			for (const each of seen) this.#kept.put(rowOf(stocktakeId, each, hand));
			if (seen.length > 0) {
				this.#desk.happened(stocktakeId, hand, 'cut-off-acknowledged', {
					keys: seen.map(keyOf),
					others: others.map(keyOf),
				});
			}
		});
		this.#desk.changed(stocktakeId, null);
		return succeed(this.#view(account, count));
	};

	#receipts(account: ActiveAccount, { location_id }: StocktakeRow): Found[] {
		const { accountId, profile } = account;
		const { locations, records } = this.#context.store;
		const location = locations.get(accountId, location_id);
		const item = this.#items.at(accountId, location_id);
		const phases = profile.stocktake.cutOff.receipts;
		const copies = copiesInPhases(records, account, 'purchaseOrder', location_id, phases);
		return readable(copies, (copy): Found[] => {
			const order = keptAs(purchaseOrderRecord, copy.json);
			const short = this.#orderReceipts.closedShort(accountId, order.id);
			const toCome = order.items.flatMap((record) => {
				const closedShort = short.get(record.id) ?? '0';
				const line = {
					record,
					item: item(record.itemId) ?? unknownItem(record.itemId),
					closedShort,
				};
				if (!isDue('order-receipt', line)) return [];
				const rest = subtract(record.quantity, record.quantityReceived);
				return [{ ...record, rest: subtract(rest, inUnitOf(line, closedShort)) }];
			});
			if (toCome.length === 0) return [];
			const values = toCome.map(({ price, quantity, discount = '0', rest }) => {
				if (price === undefined) return null;
				const whole = notBelowZero(subtract(multiply(quantity, price), discount));
				return divide(multiply(whole, rest), quantity, currencyPlaces(location.currency));
			});
			const { cost, costsUnknown } = totalCost(values);
			return [
				{
					kind: 'purchaseOrder',
					documentId: documentIdOf('purchaseOrder', order.id),
					number: order.number ?? '',
					title: this.#supplierName(accountId, order.supplierId),
					businessDate: dayOf(location, [order.deliveryDate, order.date], copy.fetchedAt),
					value: cost,
					costsUnknown,
					currency: location.currency,
					phase: phaseOf(profile, 'purchaseOrder', order.status),
					stateWord: order.status,
					standing: 'service',
				},
			];
		}).flat();
	}

	#supplierName(accountId: string, supplierId: string): string {
		const copy = this.#context.store.records.get(accountId, 'supplier', supplierId);
		return (copy && keptOr(supplierRecord, copy.json, null)?.name) ?? supplierId;
	}

	#productions(account: ActiveAccount, { location_id }: StocktakeRow): Found[] {
		const { accountId, profile } = account;
		const { locations, records } = this.#context.store;
		const location = locations.get(accountId, location_id);
		const phases = profile.stocktake.cutOff.production;
		const copies = copiesInPhases(records, account, 'production', location_id, phases);
		return readable(copies, (copy): Found => {
			const made = keptAs(productionRecord, copy.json);
			const [first] = made.items;
			const described = withoutReference(made.description ?? '');
			return {
				kind: 'production',
				documentId: documentIdOf('production', made.id),
				number: made.number ?? '',
				title:
					described === '' && first !== undefined
						? this.#prepItemName(accountId, first.itemId)
						: described,
				businessDate: dayOf(location, [made.date], copy.fetchedAt),
				value: made.totalCost ?? null,
				costsUnknown: 0,
				currency: location.currency,
				phase: phaseOf(profile, 'production', made.status),
				stateWord: made.status,
				standing: 'service',
			};
		});
	}

	#prepItemName(accountId: string, itemId: string): string {
		const copy = this.#context.store.records.get(accountId, 'prepItem', itemId);
		return (copy && keptOr(prepItemRecord, copy.json, null)?.name) ?? itemId;
	}

	#documents(account: ActiveAccount, { location_id }: StocktakeRow): Found[] {
		return this.#openDocuments(account, location_id).flatMap((each): Found[] => {
			const { documentId, number, title, businessDate, phase, stateWord, standing } = each;
			const kind = stockKinds.find((name) => name === each.kind);
			if (kind === undefined) return [];
			const seen = { documentId, number, title, businessDate, phase, stateWord, standing };
			const { cost: value, costsUnknown, currency } = each;
			return [{ kind, ...seen, value, costsUnknown, currency }];
		});
	}

	#openNow(account: ActiveAccount, count: StocktakeRow): Found[] {
		return [
			...this.#receipts(account, count),
			...this.#documents(account, count),
			...this.#productions(account, count),
		].filter(({ businessDate }) => businessDate <= count.business_date);
	}

	/** A document of ours that was acknowledged before sending gets another key once it has a service id. */
	#namesOf({ key, kind, document_id }: CutOffRow): string[] {
		if (kind === 'production') return [key];
		const serverId = this.#context.outbox.laneOf(kind, document_id)?.serverId ?? null;
		if (serverId === null) return [key];
		return [key, keyOf({ kind, documentId: documentIdOf(kind, serverId) })];
	}

	/** What was open and left beside the last acknowledgement; null before the first. */
	#othersBefore({ stocktake_id }: StocktakeRow): readonly string[] | null {
		const last = this.#desk.counts
			.events(stocktake_id)
			.findLast(({ what }) => what === 'cut-off-acknowledged');
		return last === undefined ? null : keptOr(leftBeside, last.detail, { others: [] }).others;
	}

	#view(account: ActiveAccount, count: StocktakeRow): CutOff {
		const known = this.#kept.of(count.stocktake_id);
		const rows = new Map(
			known.flatMap((row) => this.#namesOf(row).map((key) => [key, row] as const)),
		);
		const open = count.state === 'open' ? this.#openNow(account, count) : [];
		const before = this.#othersBefore(count);
		const shown = new Set(open.map((found) => rows.get(keyOf(found))));
		const documents = [
			...open.map((found): CutOffDocument => {
				const row = rows.get(keyOf(found)) ?? null;
				return {
					...found,
					key: keyOf(found),
					days: daysBetween(found.businessDate, count.business_date),
					acknowledged: row && { at: row.acknowledged_at, by: row.acknowledged_by },
					isNew: row === null && before !== null && !before.includes(keyOf(found)),
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
				asOf: this.#context.store.pulls.asOf(account.accountId, kind),
			})),
		};
	}
}

const keyOf = ({ kind, documentId }: Pick<Found, 'kind' | 'documentId'>): string =>
	`${kind}/${documentId}`;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Business dates are calendar days, so the difference is a whole number of days. */
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
	costs_unknown: found.costsUnknown,
	currency: found.currency,
	phase: found.phase,
	state_word: found.stateWord,
	acknowledged_at: at,
	acknowledged_by: by,
});

const documentOfRow = (row: CutOffRow, count: StocktakeRow): CutOffDocument => ({
	key: row.key,
	kind: row.kind,
	documentId: row.document_id,
	number: row.number,
	title: row.title,
	businessDate: row.business_date,
	days: daysBetween(row.business_date, count.business_date),
	value: row.value,
	costsUnknown: row.costs_unknown,
	currency: row.currency,
	phase: row.phase,
	stateWord: row.state_word,
	standing: 'service',
	acknowledged: { at: row.acknowledged_at, by: row.acknowledged_by },
	isNew: false,
	isOpen: false,
});
