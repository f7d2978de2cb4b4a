// Prices of a location's items: purchase options beside what was paid on receipts.
import type { Offer } from '../../../shared/bridge/price.ts';
import { fail, succeed } from '../../../shared/bridge/reply.ts';
import {
	compare,
	compareRatios,
	divideRatios,
	isZero,
	multiplyRatios,
	ratioOf,
	roundRatio,
	type Ratio,
} from '../../../shared/domain/decimal.ts';
import { anyLanguage, nameOrder } from '../../../shared/domain/name-order.ts';
import { BASE_PLACES } from '../../../shared/domain/unit.ts';
import { rowsWithWords, searchText } from '../../../shared/domain/words.ts';
import {
	historyOf,
	likelierUnit,
	percentOver,
	riseOf,
	type PaidPrice,
	type PriceHistory,
} from '../../../shared/ordering/prices.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import { purchaseOrderReceiving } from '../../../shared/service/purchase-order.ts';
import { connected } from '../connected.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import { businessDateAt, dayOf, instantOf } from '../document/dates.ts';
import { itemViews, type FindItem } from '../document/item-view.ts';
import { keptList } from '../document/kept-list.ts';
import { referredNames } from '../document/referred.ts';
import { keptAs, readable } from '../store/kept-json.ts';
import { activeOptions, hasOnePrice, listedPrice } from './purchase-options.ts';

interface Paid extends PaidPrice {
	readonly number: string;
}

/** An item from a supplier in a unit, before it is compared. */
interface Found {
	readonly itemId: string;
	readonly supplierId: string;
	readonly uomId: number;
	option: { readonly id: string; readonly price: string; readonly isPlain: boolean } | null;
	readonly paid: Paid[];
}

interface OfferWithHistory extends Offer {
	readonly history: readonly Paid[];
}

const keyOf = ({ itemId, supplierId, uomId }: Pick<Found, 'itemId' | 'supplierId' | 'uomId'>) =>
	JSON.stringify([itemId, supplierId, uomId]);

class Prices {
	readonly #records;
	readonly #locations;
	readonly #items;
	readonly #referred;
	readonly all;

	constructor({ store, ports }: CoreContext) {
		this.#records = store.records;
		this.#locations = store.locations;
		this.#items = itemViews(store);
		this.#referred = referredNames(store);
		const dayOf = (accountId: string, locationId: string) =>
			businessDateAt(this.#locations.get(accountId, locationId), ports.clock.now());
		this.all = keptList(
			store,
			(account, locationId) =>
				this.#read(account, locationId, dayOf(account.accountId, locationId)),
			dayOf,
		);
	}

	/** Those that rose first, then by item and supplier. */
	#read(
		{ accountId, profile }: ActiveAccount,
		locationId: string,
		today: string,
	): readonly OfferWithHistory[] {
		const found = this.#found(accountId, locationId, today);
		const item = this.#items.at(accountId, locationId);
		const { currency } = this.#locations.get(accountId, locationId);
		const { nameOf } = this.#referred(accountId);
		const histories = new Map([...found.values()].map((each) => [each, historyOf(each.paid)]));
		const byItem = Map.groupBy(found.values(), ({ itemId }) => itemId);
		const inOrder = nameOrder(anyLanguage);
		const weight = ({ mark, likelierUnit: unit }: Offer) =>
			unit !== null ? 3 : mark === 'red' ? 2 : mark === 'amber' ? 1 : 0;
		return [...histories]
			.flatMap(([each, history]) => {
				const others = (byItem.get(each.itemId) ?? []).filter(
					({ supplierId }) => supplierId !== each.supplierId,
				);
				const cheapest = cheapestOf(others, each, item, (other) => histories.get(other) ?? null);
				const made = offerOf(each, history, item, cheapest, currency, profile);
				if (made === null) return [];
				const named = { ...made, supplierName: nameOf('supplier', each.supplierId) };
				const other = made.compared.cheapest;
				return [
					{
						...named,
						compared: {
							...made.compared,
							cheapest: other && {
								...other,
								supplierName: nameOf('supplier', other.supplierName),
							},
						},
						history: each.paid.toReversed(),
					},
				];
			})
			.sort(
				(a, b) =>
					weight(b) - weight(a) ||
					inOrder(a.itemName, b.itemName) ||
					inOrder(a.supplierName, b.supplierName),
			);
	}

	#found(accountId: string, locationId: string, today: string): Map<string, Found> {
		const location = this.#locations.get(accountId, locationId);
		const found = new Map<string, Found>();
		const at = (of: Pick<Found, 'itemId' | 'supplierId' | 'uomId'>): Found => {
			const key = keyOf(of);
			const known = found.get(key);
			if (known !== undefined) return known;
			const { itemId, supplierId, uomId } = of;
			const made: Found = { itemId, supplierId, uomId, option: null, paid: [] };
			found.set(key, made);
			return made;
		};
		for (const option of activeOptions(this.#records.all(accountId, 'purchaseOption'))) {
			at(option).option = {
				id: option.id,
				price: listedPrice(option, location.currency, today),
				isPlain: hasOnePrice(option, location.currency),
			};
		}
		const inOrder = nameOrder(anyLanguage);
		const receipts = readable(
			this.#records.at(accountId, 'receiving', locationId),
			({ json }) => {
				const { date, number = '', ...receipt } = keptAs(purchaseOrderReceiving, json);
				return {
					...receipt,
					number,
					on: dayOf(location, [date], 0),
					instant: instantOf([date], 0),
				};
			},
			// The numbers of receipts dated by the day tell which is later.
		).sort((a, b) => a.instant - b.instant || inOrder(a.number, b.number));
		for (const { supplierId, on, number, items } of receipts) {
			for (const { itemId, uomId, price } of items) {
				// Free goods have no price paid.
				if (price === undefined || isZero(price)) continue;
				at({ itemId, supplierId, uomId }).paid.push({ on, price, number });
			}
		}
		return found;
	}
}

const factorOf = (
	item: FindItem,
	{ itemId, uomId }: Pick<Found, 'itemId' | 'uomId'>,
): Ratio | null =>
	item(itemId)?.units.find(({ unitId }) => unitId === String(uomId))?.factor ?? null;

interface Cheapest {
	readonly supplierId: string;
	readonly price: string;
}

/** In the unit of `each`. */
function cheapestOf(
	others: readonly Found[],
	each: Found,
	item: FindItem,
	historyOfOther: (other: Found) => PriceHistory<Paid> | null,
): Cheapest | null {
	const unit = factorOf(item, each);
	if (unit === null) return null;
	const prices = others.flatMap((other) => {
		const factor = factorOf(item, other);
		const price = historyOfOther(other)?.last?.price ?? other.option?.price;
		return factor === null || price === undefined
			? []
			: [
					{
						supplierId: other.supplierId,
						exact: multiplyRatios(ratioOf(price), divideRatios(unit, factor)),
					},
				];
	});
	const [best] = prices.toSorted((a, b) => compareRatios(a.exact, b.exact));
	return best === undefined
		? null
		: { supplierId: best.supplierId, price: roundRatio(best.exact, BASE_PLACES) };
}

/** null for an item or unit that is not here. Suppliers have their ids for names. */
function offerOf(
	{ itemId, supplierId, uomId, option }: Found,
	{ last, before, mean }: PriceHistory<Paid>,
	item: FindItem,
	cheapest: Cheapest | null,
	currency: string,
	{ purchasing }: ServiceProfile,
): Offer | null {
	const found = item(itemId);
	const unit = found?.units.find(({ unitId }) => unitId === String(uomId));
	if (found === null || unit === undefined) return null;
	const price = last?.price ?? option?.price ?? null;
	const besides = (other: string | null) =>
		other === null
			? null
			: { price: other, over: price === null ? null : percentOver(price, other) };
	const listed = last === null ? null : (option?.price ?? null);
	const usual = listed ?? before?.price ?? null;
	return {
		itemId,
		itemName: found.name,
		code: found.code,
		supplierId,
		supplierName: supplierId,
		unit,
		optionId: option?.id ?? null,
		listed: option?.price ?? null,
		canAccept: option?.isPlain === true && last !== null && compare(last.price, option.price) !== 0,
		paid: last?.price ?? null,
		paidOn: last?.on ?? null,
		compared: {
			listed: besides(listed),
			before: besides(before?.price ?? null),
			mean: besides(mean),
			cheapest: cheapest && {
				price: cheapest.price,
				over: price === null ? null : percentOver(price, cheapest.price),
				supplierName: cheapest.supplierId,
			},
		},
		mark: last === null ? null : riseOf(last.price, usual, currency, purchasing),
		likelierUnit: last === null ? null : likelierUnit(last.price, usual, unit, found.units),
	};
}

export function priceCapability(context: CoreContext): Handlers<'price'> {
	const prices = new Prices(context);
	const { locations, pulls } = context.store;
	const isMarked = ({ mark, likelierUnit: unit }: Offer) => mark !== null || unit !== null;
	return {
		'price.list': connected(context, (account, { locationId, text, marked, from, limit }) => {
			const all = prices.all(account, locationId);
			const wanted = marked ? all.filter(isMarked) : all;
			const rows =
				text.trim() === ''
					? wanted
					: rowsWithWords(text, wanted, ({ itemName, code, supplierName }) =>
							searchText([itemName, code, supplierName]),
						);
			return succeed({
				rows: rows.slice(from, from + limit).map(({ history: _history, ...offer }) => offer),
				total: rows.length,
				marked: all.filter(isMarked).length,
				currency: locations.get(account.accountId, locationId).currency,
				asOf: pulls.asOf(account.accountId, 'receiving'),
			});
		}),
		'price.history': connected(context, (account, { locationId, itemId }) => {
			const offers = prices.all(account, locationId).filter((each) => each.itemId === itemId);
			const [first] = offers;
			if (first === undefined) return fail('not-found', 'No price of this item is known here.');
			return succeed({
				itemName: first.itemName,
				currency: locations.get(account.accountId, locationId).currency,
				offers: offers.map((offer) => ({ ...offer, history: [...offer.history] })),
			});
		}),
	};
}
