// Purchase options in use, and what they list as the price.
import type { z } from 'zod';
import { purchaseOptionRecord } from '../../../shared/service/purchasing.ts';
import type { CachedRecord } from '../store/cache-records.ts';
import { keptAs, readable } from '../store/kept-json.ts';

export type PurchaseOption = z.output<typeof purchaseOptionRecord>;

export const activeOptions = (copies: readonly Pick<CachedRecord, 'json'>[]): PurchaseOption[] =>
	readable(copies, ({ json }) => keptAs(purchaseOptionRecord, json)).filter(
		({ isActive }) => isActive !== false,
	);

/**
 * The latest in the location's currency; the option's own price if the service lists none by currency. Of two that
 * start on the same day, the last in the service's list counts, because it was added later.
 */
export function listedPrice(
	option: Pick<PurchaseOption, 'price' | 'prices'>,
	currency: string,
	today: string,
): string {
	let price = option.price;
	let from = '';
	for (const each of option.prices ?? []) {
		const day = (each.fromDate ?? '').slice(0, 10);
		if (each.currency !== currency || day < from || day > today) continue;
		[price, from] = [each.price, day];
	}
	return price;
}

/** Whether its own price is the one that counts here. */
export const hasOnePrice = (
	{ prices = [] }: Pick<PurchaseOption, 'prices'>,
	currency: string,
): boolean => prices.every((each) => each.currency !== currency);
