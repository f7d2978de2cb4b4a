// Lines of a delivery: those of the order, and items that nobody ordered. What is bought by the piece and weighed has
// the units of the measure that it was ordered in.
import type { ItemView } from '../../../shared/bridge/values.ts';
import { weighedUnits } from '../../../shared/domain/catch-weight.ts';
import { compareRatios } from '../../../shared/domain/decimal.ts';
import { isBase } from '../../../shared/domain/unit.ts';
import { itemRecord } from '../../../shared/service/inventory-item.ts';
import { systemTaxSettingRecord } from '../../../shared/service/organisation.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import {
	purchaseOrderRecord,
	type PurchaseOrderRecord,
} from '../../../shared/service/purchase-order.ts';
import type { ActiveAccount } from '../context.ts';
import { itemViews, unknownItem, type FindItem } from '../document/item-view.ts';
import {
	asSent,
	enteredBodyOf,
	type EnteredBody,
	type ExpectedLine,
	type Extra,
	type SeenLine,
} from '../receiving/entered.ts';
import { listedPrice } from '../price/purchase-options.ts';
import type { DraftRow } from '../store/drafts.ts';
import { itemTables } from '../store/items.ts';
import { keptAs, keptOr, readable } from '../store/kept-json.ts';
import type { Store } from '../store/open.ts';
import type { Invoiced } from './invoice.ts';
import { SupplierOffers } from './supplier-offers.ts';
import { taxedLines, type TaxedLine } from './taxed-lines.ts';

const name = 'order-receipt';

/** A receipt with its order as it was when the receipt was sent. The order may have changed since. */
export interface OrderReceipt extends Invoiced {
	readonly order: PurchaseOrderRecord;
	readonly entered: NonNullable<Invoiced['entered']>;
}

const noneClosed: ReadonlyMap<string, string> = new Map();

export class DeliveredLines {
	readonly offers: SupplierOffers;
	readonly #items;
	readonly #tables;
	readonly #locations;
	readonly #records;

	constructor(store: Store) {
		this.offers = new SupplierOffers(store);
		this.#items = itemViews(store);
		this.#tables = itemTables(store.cache);
		this.#locations = store.locations;
		this.#records = store.records;
	}

	/** @param closedShort base units by line */
	ordered(
		account: ActiveAccount,
		records: readonly SeenLine[],
		find: FindItem,
		closedShort = noneClosed,
	): ExpectedLine[] {
		return records.map((record) => {
			const item = find(record.itemId) ?? unknownItem(record.itemId);
			const isKnown = item.units.some(({ unitId }) => unitId === String(record.uomId));
			return {
				record,
				...this.#inMeasure(account, isKnown ? item : { ...item, units: [] }, record.uomId),
				closedShort: closedShort.get(record.id) ?? '0',
			};
		});
	}

	/** Lines of an order as they were due when a receipt was sent. */
	sent(account: ActiveAccount, { seen, lines }: EnteredBody, find: FindItem): ExpectedLine[] {
		return this.ordered(account, seen.items ?? [], find).map((line) =>
			asSent(name, line, lines[line.record.id]),
		);
	}

	/** null for a receipt without an order. */
	receipt(account: ActiveAccount, row: DraftRow, find: FindItem): OrderReceipt | null {
		const body = enteredBodyOf(row);
		const order = purchaseOrderRecord.safeParse(body.seen);
		if (!order.success) return null;
		const { currency } = this.#locations.get(account.accountId, row.location_id);
		return {
			name,
			order: order.data,
			ordered: this.taxed(account, order.data),
			lines: this.sent(account, body, find),
			entered: { row, body },
			currency,
		};
	}

	/** In the order in which they were added. */
	extras(
		account: ActiveAccount,
		{ lines }: Pick<EnteredBody, 'lines'>,
		supplierId: string,
		{ locationId, day }: { locationId: string; day: string },
	): ExpectedLine[] {
		const { accountId } = account;
		const { currency } = this.#locations.get(accountId, locationId);
		return Object.entries(lines).flatMap(([lineId, { extra }]): ExpectedLine[] => {
			if (extra === null) return [];
			const { itemId, uomId } = extra;
			const item = this.#items.get(accountId, itemId, locationId) ?? unknownItem(itemId);
			const offer = this.offers
				.of(accountId, supplierId, itemId)
				.find((each) => each.uomId === uomId);
			const record: SeenLine = {
				id: lineId,
				itemId,
				uomId,
				quantity: '0',
				quantityReceived: '0',
				...(offer === undefined ? {} : { price: listedPrice(offer, currency, day) }),
			};
			return [{ record, ...this.#inMeasure(account, item, uomId), extra }];
		});
	}

	/** A new extra line, in the scanned unit, else in the one that the supplier sells, else in the biggest. */
	extraOf(
		{ accountId }: ActiveAccount,
		asked: { itemId: string; unitId: string | null; supplierId: string; locationId: string },
	): Pick<Extra, 'itemId' | 'uomId'> | null {
		const { itemId, unitId, supplierId, locationId } = asked;
		const units = this.#items.get(accountId, itemId, locationId)?.units ?? [];
		const [offer] = this.offers.of(accountId, supplierId, itemId);
		const [biggest] = [...units].sort((a, b) => compareRatios(b.factor, a.factor));
		const isUnit = (id: string) => units.some((unit) => unit.unitId === id);
		const wanted = [unitId, offer === undefined ? null : String(offer.uomId)];
		const chosen = wanted.find((id) => id !== null && isUnit(id)) ?? biggest?.unitId;
		return chosen === undefined ? null : { itemId, uomId: Number(chosen) };
	}

	taxed({ accountId }: ActiveAccount, order: PurchaseOrderRecord): TaxedLine[] {
		const { currency } = this.#locations.get(accountId, order.locationId);
		return taxedLines(order, currency, (taxId) =>
			readable(this.#records.all(accountId, 'systemTaxSetting'), ({ json }) =>
				keptAs(systemTaxSettingRecord, json),
			).find((each) => each.taxId === taxId),
		);
	}

	itemsAt(accountId: string, locationId: string): FindItem {
		return this.#items.at(accountId, locationId);
	}

	#inMeasure(
		{ accountId, profile }: ActiveAccount,
		item: ItemView,
		uomId: number | undefined,
	): Pick<ExpectedLine, 'item' | 'weighed'> {
		const billedIn = this.#billedIn(accountId, item, profile);
		const found = billedIn === undefined ? null : weighedUnits(item.units, String(uomId), billedIn);
		if (found === null) return { item };
		const { units, weighed } = found;
		const { percent, sendsText } = profile.purchasing.catchWeight;
		const base = units.find(isBase);
		return {
			item: { ...item, units: [...units], baseUnitName: base?.name ?? '' },
			weighed: { ...weighed, percent, sendsText },
		};
	}

	/** Unit of weight of a weighed item: null if only the profile marks it, undefined if it is not weighed. */
	#billedIn(
		accountId: string,
		{ itemId, code, units }: ItemView,
		{ purchasing: { catchWeight } }: ServiceProfile,
	): string | null | undefined {
		const isWeight = units.map(({ kind }) => kind === 'weight');
		if (!isWeight.includes(true) || !isWeight.includes(false)) return undefined;
		const copy = this.#tables.copy(accountId, itemId);
		const record = copy && keptOr(itemRecord, copy.json, null);
		const marked = record?.transactionUnits?.find(({ transaction }) =>
			catchWeight.transactions.includes(transaction.toLowerCase()),
		);
		if (marked !== undefined) return String(marked.uomId);
		return catchWeight.items.includes(code) ? null : undefined;
	}
}
