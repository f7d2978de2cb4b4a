// Suggested orders of a location: suppliers by the time left to order, and the quantities for one of them.
import { z } from 'zod';
import type {
	SuggestedLine,
	SuggestedOrder,
	SupplierDue,
} from '../../../shared/bridge/ordering.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import { withoutEffect, type ItemUnitView } from '../../../shared/bridge/values.ts';
import {
	addTo,
	compareRatios,
	divideRatios,
	isNegative,
	multiplyByRatio,
	ratioOf,
	roundRatio,
	subtract,
	sum,
} from '../../../shared/domain/decimal.ts';
import { anyLanguage, nameOrder } from '../../../shared/domain/name-order.ts';
import { BASE_PLACES } from '../../../shared/domain/unit.ts';
import {
	daysBetween,
	deliveryOn,
	nextDelivery,
	weekdayOf,
	type DeliveryDay,
} from '../../../shared/ordering/calendar.ts';
import { suggest, usedIn, type Demand, type Supply } from '../../../shared/ordering/suggestion.ts';
import { roundings, type OrderingRow } from '../../../shared/ordering/tables.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { businessDateAt } from '../document/dates.ts';
import { serverIdOf } from '../document/document-id.ts';
import type { Documents } from '../document/documents.ts';
import { itemViews, type FindItem } from '../document/item-view.ts';
import { referredNames } from '../document/referred.ts';
import type { ListedDocument } from '../document/shown-document.ts';
import type { purchaseOrder } from '../../../shared/document/purchase-order.ts';
import type { returnOrder } from '../../../shared/document/return-order.ts';
import { activeOptions, listedPrice, type PurchaseOption } from '../price/purchase-options.ts';
import { Books } from '../stocktake/books.ts';
import { keptAs, readable } from '../store/kept-json.ts';
import { orderingRows } from '../store/ordering-rows.ts';
import { lastTurn, orderedGoods, unseenSteps, type OnOrder } from './on-order.ts';
import type { OrderingTables } from './ordering-tables.ts';
import { usages, type Usage } from './usage.ts';

interface ForDelivery {
	readonly locationId: string;
	readonly supplierId: string;
	readonly deliveryDate: string | null;
}

interface Asking extends ForDelivery {
	readonly deliveryDate: string;
	readonly today: string;
	/** The delivery after this one. */
	readonly next: string | null;
	readonly itemIds: readonly string[];
	readonly last: ListedDocument | null;
	readonly item: FindItem;
}

/** Shared by the lines of one order. */
interface Gathered {
	readonly item: FindItem;
	readonly pars: ReadonlyMap<string, OrderingRow<'par'>>;
	readonly standing: ReadonlyMap<string, OrderingRow<'standing'>>;
	readonly usage: ReadonlyMap<string, Usage>;
	readonly onHand: (itemId: string) => string | null;
	readonly onOrder: OnOrder;
	readonly last: ReadonlyMap<string, string>;
	readonly typed: ReadonlyMap<string, string | null>;
	readonly daysToCover: number | null;
	readonly rounding: (typeof roundings)[number];
	readonly priceOf: (option: PurchaseOption) => string;
}

const typedCells = z.object({ quantity: z.string().nullable() });

export class Suggesting {
	readonly #context: CoreContext;
	readonly #tables: OrderingTables;
	readonly #orders: () => Documents<typeof purchaseOrder>;
	readonly #rows;
	readonly #items;
	readonly #referred;
	readonly #books;
	readonly #usages;
	readonly #onOrder;
	readonly #unseen;

	constructor(
		context: CoreContext,
		tables: OrderingTables,
		orders: () => Documents<typeof purchaseOrder>,
		returns: () => Documents<typeof returnOrder>,
	) {
		const { store } = context;
		this.#context = context;
		this.#tables = tables;
		this.#orders = orders;
		this.#rows = orderingRows(store.durable);
		this.#items = itemViews(store);
		this.#referred = referredNames(store);
		this.#books = new Books(store);
		this.#usages = usages(context, () => returns().shown);
		this.#onOrder = orderedGoods(context, () => orders().shown);
		this.#unseen = unseenSteps(context);
	}

	board(account: ActiveAccount, { locationId }: { locationId: string }) {
		const { accountId } = account;
		const { store } = this.#context;
		const { timeZone } = store.locations.get(accountId, locationId);
		const options = Map.groupBy(this.#options(accountId), ({ supplierId }) => supplierId);
		const inOrder = nameOrder(anyLanguage);
		const suppliers = [...this.#referred(accountId).all('supplier').keys()]
			.map((supplierId) =>
				this.#due(account, locationId, supplierId, options.get(supplierId) ?? []),
			)
			.filter(({ items, delivery }) => items > 0 || delivery !== null)
			.sort(
				(a, b) =>
					(a.delivery?.cutOff ?? Infinity) - (b.delivery?.cutOff ?? Infinity) ||
					inOrder(a.name, b.name),
			);
		return succeed({ suppliers, timeZone });
	}

	suggestion(account: ActiveAccount, asked: ForDelivery): Reply<SuggestedOrder> {
		const { accountId } = account;
		const { locationId, supplierId } = asked;
		const { store, ports } = this.#context;
		if (store.records.get(accountId, 'supplier', supplierId) === null) {
			return fail('not-found', 'This supplier is no longer here.');
		}
		const location = store.locations.get(accountId, locationId);
		const now = ports.clock.now();
		const today = businessDateAt(location, now);
		const options = this.#options(accountId).filter((each) => each.supplierId === supplierId);
		const supplier = this.#due(account, locationId, supplierId, options);
		const deliveryDate = asked.deliveryDate ?? supplier.delivery?.day ?? today;
		const days = this.#deliveryDays(accountId, locationId, supplierId);
		const { next } = deliveryOn(days, deliveryDate, location.timeZone);
		const last = this.#lastOrder(account, locationId, supplierId);
		const item = this.#items.at(accountId, locationId);
		const chosen = optionByItem(options, item);
		const asking = { ...asked, deliveryDate, today, next, itemIds: [...chosen.keys()], last, item };
		const gathered = this.#gather(account, asking);
		const inOrder = nameOrder(anyLanguage);
		const lines = [...chosen.values()]
			.flatMap((option) => lineOf(option, gathered) ?? [])
			.sort((a, b) => inOrder(a.item.name, b.item.name));
		return succeed({
			supplier,
			deliveryDate,
			nextDelivery: next,
			today,
			currency: location.currency,
			stockAsOf: this.#items.asOf(accountId, locationId),
			lastOrderedOn: last?.row.businessDate ?? null,
			lines,
		});
	}

	type(
		{ accountId }: ActiveAccount,
		asked: ForDelivery & { itemId: string; quantity: string | null },
	): Reply<Record<string, never>> {
		const { ports, settings } = this.#context;
		this.#rows.put({
			account_id: accountId,
			location_id: asked.locationId,
			table_name: 'typed',
			key: JSON.stringify([asked.supplierId, asked.deliveryDate, asked.itemId]),
			cells: asked.quantity === null ? null : JSON.stringify({ quantity: asked.quantity }),
			changed_at: ports.clock.now(),
			changed_by: settings().person,
		});
		return succeed({});
	}

	/** Everything typed for a delivery, once it is on an order. */
	forget(
		account: ActiveAccount,
		asked: { locationId: string; supplierId: string; deliveryDate: string },
	): void {
		const { locationId, supplierId, deliveryDate } = asked;
		for (const itemId of this.#typed(
			account.accountId,
			locationId,
			supplierId,
			deliveryDate,
		).keys())
			this.type(account, { ...asked, itemId, quantity: null });
	}

	#gather(account: ActiveAccount, asking: Asking): Gathered {
		const { accountId } = account;
		const { locationId, supplierId, deliveryDate, today, next, itemIds, last, item } = asking;
		const book = this.#books.whole(accountId, locationId);
		const terms = this.#terms(accountId, locationId, supplierId);
		const weekday = String(weekdayOf(deliveryDate));
		const { currency } = this.#context.store.locations.get(accountId, locationId);
		return {
			item,
			pars: new Map(this.#tables.all(accountId, locationId, 'par').map((row) => [row.itemId, row])),
			standing: new Map(
				this.#tables
					.all(accountId, locationId, 'standing')
					.filter((row) => row.supplierId === supplierId && row.weekday === weekday)
					.map((row) => [row.itemId, row]),
			),
			usage: this.#usages(account, locationId, today, itemIds, item),
			onHand: (itemId) => book(itemId).quantity,
			onOrder: this.#onOrder(account, locationId, { supplierId, until: deliveryDate }, item),
			last: sumByItem(last?.lines ?? []),
			typed: this.#typed(accountId, locationId, supplierId, deliveryDate),
			daysToCover: next === null ? null : Math.max(daysBetween(today, next), 0),
			rounding: roundings.find((each) => each === terms?.rounding) ?? 'up',
			priceOf: (option) => listedPrice(option, currency, today),
		};
	}

	#due(
		account: ActiveAccount,
		locationId: string,
		supplierId: string,
		options: readonly PurchaseOption[],
	): SupplierDue {
		const { accountId } = account;
		const { store, ports } = this.#context;
		const now = ports.clock.now();
		const location = store.locations.get(accountId, locationId);
		const days = this.#deliveryDays(accountId, locationId, supplierId);
		const delivery = nextDelivery(days, now, location.timeZone);
		const terms = this.#terms(accountId, locationId, supplierId);
		const today = businessDateAt(location, now);
		return {
			supplierId,
			name: this.#referred(accountId).nameOf('supplier', supplierId),
			delivery: delivery && { day: delivery.day, cutOff: delivery.cutOff },
			items: new Set(options.map(({ itemId }) => itemId)).size,
			ordered: this.#ofSupplier(account, locationId, supplierId)
				.filter(
					({ row: { businessDate, fields } }) =>
						businessDate === today ||
						(delivery !== null && fields['deliveryDate'] === delivery.day),
				)
				.map(({ row: { documentId, number } }) => ({ documentId, number })),
			minimumAmount: terms?.minimumAmount ?? null,
			minimumQuantity: terms?.minimumQuantity ?? null,
		};
	}

	#ofSupplier(account: ActiveAccount, locationId: string, supplierId: string) {
		return this.#orders()
			.list.all(account, locationId)
			.filter(
				({ row }) => row.fields['supplierId'] === supplierId && this.#hasEffect(account, row),
			);
	}

	/** Assumes that our waiting steps are done. */
	#hasEffect(
		account: ActiveAccount,
		{ documentId, standing, phase }: ListedDocument['row'],
	): boolean {
		const serverId = standing === 'service' ? null : serverIdOf('purchaseOrder', documentId);
		const turn = serverId === null ? null : lastTurn(this.#unseen(account, serverId));
		if (turn === null || turn === 'close') return !withoutEffect.includes(phase);
		return turn === 'submit';
	}

	/** Drafts do not count. */
	#lastOrder(
		account: ActiveAccount,
		locationId: string,
		supplierId: string,
	): ListedDocument | null {
		return this.#ofSupplier(account, locationId, supplierId)
			.filter(({ row }) => row.phase !== 'draft')
			.reduce<ListedDocument | null>(
				(latest, each) =>
					latest === null || each.row.businessDate > latest.row.businessDate ? each : latest,
				null,
			);
	}

	#options(accountId: string): PurchaseOption[] {
		return activeOptions(this.#context.store.records.all(accountId, 'purchaseOption'));
	}

	#deliveryDays(accountId: string, locationId: string, supplierId: string): DeliveryDay[] {
		return this.#tables
			.all(accountId, locationId, 'delivery')
			.flatMap(({ supplierId: of, weekday, advanceDays, cutOff }) =>
				of === supplierId && advanceDays !== null && cutOff !== null
					? [{ weekday: Number(weekday), advanceDays: Number(advanceDays), cutOff }]
					: [],
			);
	}

	#terms(accountId: string, locationId: string, supplierId: string) {
		return this.#tables
			.all(accountId, locationId, 'terms')
			.find((row) => row.supplierId === supplierId);
	}

	#typed(
		accountId: string,
		locationId: string,
		supplierId: string,
		deliveryDate: string,
	): Map<string, string | null> {
		const typed = readable(this.#rows.of(accountId, locationId, 'typed'), ({ key, cells }) => ({
			key: keptAs(z.array(z.string()), key),
			quantity: keptAs(typedCells, cells).quantity,
		}));
		return new Map(
			typed.flatMap(({ key: [supplier, day, itemId], quantity }) =>
				supplier === supplierId && day === deliveryDate && itemId !== undefined
					? [[itemId, quantity] as const]
					: [],
			),
		);
	}
}

/** Base units; an order may have an item on several lines. */
function sumByItem(lines: ListedDocument['lines']): Map<string, string> {
	const sums = new Map<string, string>();
	for (const { itemId, base } of lines) if (base !== null) addTo(sums, itemId, base);
	return sums;
}

/** One unit per item: the default one, else the biggest. */
function optionByItem(
	options: readonly PurchaseOption[],
	item: FindItem,
): Map<string, PurchaseOption> {
	const factor = ({ itemId, uomId }: PurchaseOption) => unitOf(item, itemId, uomId)?.factor;
	const isBetter = (one: PurchaseOption, other: PurchaseOption): boolean => {
		if ((one.isDefault ?? false) !== (other.isDefault ?? false)) return one.isDefault === true;
		const [a, b] = [factor(one), factor(other)];
		return a !== undefined && (b === undefined || compareRatios(a, b) > 0);
	};
	const chosen = new Map<string, PurchaseOption>();
	for (const option of options) {
		const known = chosen.get(option.itemId);
		if (known === undefined || isBetter(option, known)) chosen.set(option.itemId, option);
	}
	return chosen;
}

const unitOf = (item: FindItem, itemId: string, uomId: number): ItemUnitView | undefined =>
	item(itemId)?.units.find(({ unitId }) => unitId === String(uomId));

const nothingKnown = { numerator: '0', denominator: '1' };

/** null for an item that is not here. */
function lineOf(option: PurchaseOption, gathered: Gathered): SuggestedLine | null {
	const { itemId, uomId, minimumQuantity, supplierItemCode } = option;
	const item = gathered.item(itemId);
	if (item === null) return null;
	const known = item.units.find(({ unitId }) => unitId === String(uomId));
	const unit = known ?? {
		unitId: String(uomId),
		name: String(uomId),
		kind: 'other' as const,
		factor: nothingKnown,
		places: 0,
	};
	const par = gathered.pars.get(itemId);
	const inBase = (quantity: string | null | undefined, unitId: string | null | undefined) => {
		const of = item.units.find((each) => each.unitId === unitId);
		if (quantity === null || quantity === undefined || of === undefined) return null;
		return multiplyByRatio(quantity, of.factor);
	};
	const inOrder = (base: string | null): string | null =>
		base === null || known === undefined
			? null
			: roundRatio(divideRatios(ratioOf(base), known.factor), BASE_PLACES);
	const always = gathered.standing.get(itemId);
	const usage = gathered.usage.get(itemId) ?? null;
	const demand: Demand = {
		par: inBase(par?.par, par?.unitId),
		minimum: inBase(par?.minimum, par?.unitId),
		usage,
		daysToCover: gathered.daysToCover,
		standing: inOrder(inBase(always?.quantity, always?.unitId)),
	};
	const supply: Supply = {
		onHand: gathered.onHand(itemId),
		due: gathered.onOrder.due.get(itemId) ?? '0',
		arriving: gathered.onOrder.arriving.get(itemId) ?? '0',
		leaving: gathered.onOrder.leaving.get(itemId) ?? '0',
	};
	const multiple = par?.multiple ?? null;
	const suggestion = suggest(demand, supply, {
		factor: known?.factor ?? null,
		places: unit.places,
		minimum: minimumQuantity ?? null,
		multiple,
		rounding: gathered.rounding,
	});
	return {
		item,
		unit,
		supplierCode: supplierItemCode ?? '',
		price: gathered.priceOf(option),
		suggestion,
		terms: { ...demand, ...supply, usage },
		multiple,
		typed: gathered.typed.get(itemId) ?? null,
		last: inOrder(gathered.last.get(itemId) ?? null),
		leftIfNone: leftIfNone(demand, supply, gathered.onOrder.withIt.get(itemId) ?? '0'),
	};
}

/** The stock until the delivery after this one, without this delivery, less the usage until then. */
function leftIfNone(
	{ usage, daysToCover }: Demand,
	{ onHand, due, arriving, leaving }: Supply,
	withIt: string,
): string | null {
	if (usage === null || isNegative(usage.used) || daysToCover === null || onHand === null)
		return null;
	const have = subtract(sum([onHand, due, arriving]), sum([leaving, withIt]));
	return subtract(have, roundRatio(usedIn(usage, daysToCover), BASE_PLACES));
}
