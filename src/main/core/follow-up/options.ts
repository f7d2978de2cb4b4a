// Purchase options for follow-ups: the one with a price other than paid, and those of other suppliers.
import { compare, compareRatios, divideRatios, ratioOf } from '../../../shared/domain/decimal.ts';
import { upTo } from '../../../shared/ordering/suggestion.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { businessDateAt } from '../document/dates.ts';
import {
	activeOptions,
	hasOnePrice,
	listedPrice,
	type PurchaseOption,
} from '../price/purchase-options.ts';
import { baseOf } from '../receiving/entered.ts';
import { ShownRecords } from '../record/shown.ts';
import type { Proposal } from './proposals.ts';
import type { Source } from './receipt-proposals.ts';

export interface OfferElsewhere {
	readonly supplierId: string;
	readonly uomId: number;
	readonly unitName: string;
	readonly quantity: string;
	readonly price: string;
}

export class Options {
	readonly #context: CoreContext;
	readonly #shown;

	constructor(context: CoreContext) {
		this.#context = context;
		this.#shown = new ShownRecords(context);
	}

	/** null if the option has the price that was paid, or lists this currency. */
	toChange(
		{ accountId }: ActiveAccount,
		{ supplierId, locationId }: Source,
		{ line, uomId, price }: Proposal,
	): { optionId: string; listed: string } | null {
		const option = this.#of(accountId, line.record.itemId).findLast(
			(each) => each.supplierId === supplierId && each.uomId === uomId,
		);
		if (option === undefined || price === null) return null;
		const { currency } = this.#context.store.locations.get(accountId, locationId);
		if (!hasOnePrice(option, currency)) return null;
		const listed = this.#shown.get(accountId, 'purchaseOption', option.id)?.record['price'];
		return typeof listed === 'string' && compare(listed, price) !== 0
			? { optionId: option.id, listed }
			: null;
	}

	/** The cheapest of another supplier; null if none is known in a unit of the item. */
	elsewhere(
		{ accountId }: ActiveAccount,
		{ supplierId: ordered, locationId }: Source,
		{ line: { item }, uomId, quantity }: Proposal,
	): OfferElsewhere | null {
		if (quantity === null) return null;
		const location = this.#context.store.locations.get(accountId, locationId);
		const today = businessDateAt(location, this.#context.ports.clock.now());
		const base = baseOf({ record: { uomId }, item }, quantity);
		const offers = this.#of(accountId, item.itemId).flatMap((option) => {
			const unit = item.units.find(({ unitId }) => unitId === String(option.uomId));
			if (unit === undefined || option.supplierId === ordered) return [];
			const price = listedPrice(option, location.currency, today);
			const { supplierId } = option;
			const offer: OfferElsewhere = {
				supplierId,
				uomId: option.uomId,
				unitName: unit.name,
				quantity: upTo(divideRatios(ratioOf(base), unit.factor), unit.places),
				price,
			};
			return [{ offer, perBase: divideRatios(ratioOf(price), unit.factor) }];
		});
		const [best] = offers.toSorted((a, b) => compareRatios(a.perBase, b.perBase));
		return best?.offer ?? null;
	}

	#of(accountId: string, itemId: string): PurchaseOption[] {
		return activeOptions(this.#context.store.records.optionsOf(accountId, itemId));
	}
}
