// What a supplier calls an item, and what it costs there: the purchase options.
import type { z } from 'zod';
import { purchaseOptionRecord } from '../../../shared/service/purchasing.ts';
import { cacheRecords } from '../store/cache-records.ts';
import { keptAs, readable } from '../store/kept-json.ts';
import type { Store } from '../store/open.ts';

type Offer = Pick<
	z.output<typeof purchaseOptionRecord>,
	'itemId' | 'supplierId' | 'uomId' | 'price' | 'prices' | 'supplierItemCode'
>;

export class SupplierOffers {
	readonly #records;
	#kept: { stamp: string; offers: ReadonlyMap<string, readonly Offer[]> } | null = null;

	constructor({ cache }: Pick<Store, 'cache'>) {
		this.#records = cacheRecords(cache);
	}

	/** The usual one first. */
	of(accountId: string, supplierId: string, itemId: string): readonly Offer[] {
		const stamp = `${accountId} ${this.#records.stamp(accountId, 'purchaseOption')}`;
		if (this.#kept?.stamp !== stamp) this.#kept = { stamp, offers: this.#read(accountId) };
		return this.#kept.offers.get(`${supplierId} ${itemId}`) ?? [];
	}

	/** How the supplier calls an item, in the unit of a line if there are several names. */
	codeOf(accountId: string, supplierId: string, itemId: string, uomId: number): string {
		const offers = this.of(accountId, supplierId, itemId);
		const offer = offers.find((each) => each.uomId === uomId) ?? offers[0];
		return offer?.supplierItemCode ?? '';
	}

	#read(accountId: string): ReadonlyMap<string, readonly Offer[]> {
		const offers = readable(this.#records.all(accountId, 'purchaseOption'), ({ json }) =>
			keptAs(purchaseOptionRecord, json),
		).filter(({ isActive }) => isActive !== false);
		const usualFirst = offers.sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
		return Map.groupBy(usualFirst, ({ supplierId, itemId }) => `${supplierId} ${itemId}`);
	}
}
