// Purchase options by supplier and item: codes and prices.
import { activeOptions, type PurchaseOption } from '../price/purchase-options.ts';
import type { Store } from '../store/open.ts';

export class SupplierOffers {
	readonly #records;
	#kept: { stamp: string; offers: ReadonlyMap<string, readonly PurchaseOption[]> } | null = null;

	constructor({ records }: Pick<Store, 'records'>) {
		this.#records = records;
	}

	/** The usual one first. */
	of(accountId: string, supplierId: string, itemId: string): readonly PurchaseOption[] {
		const stamp = `${accountId} ${this.#records.stamp(accountId, 'purchaseOption')}`;
		if (this.#kept?.stamp !== stamp) this.#kept = { stamp, offers: this.#read(accountId) };
		return this.#kept.offers.get(`${supplierId} ${itemId}`) ?? [];
	}

	/** The supplier's code of an item, preferably of this unit. */
	codeOf(accountId: string, supplierId: string, itemId: string, uomId: number): string {
		const offers = this.of(accountId, supplierId, itemId);
		const offer = offers.find((each) => each.uomId === uomId) ?? offers[0];
		return offer?.supplierItemCode ?? '';
	}

	#read(accountId: string): ReadonlyMap<string, readonly PurchaseOption[]> {
		const offers = activeOptions(this.#records.all(accountId, 'purchaseOption'));
		const usualFirst = offers.sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
		return Map.groupBy(usualFirst, ({ supplierId, itemId }) => `${supplierId} ${itemId}`);
	}
}
