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

/** The latest in the location's currency; the option's own price if the service lists none by currency. */
export function listedPrice(
	option: Pick<PurchaseOption, 'price' | 'prices'>,
	currency: string,
	today: string,
): string {
	const [latest] = (option.prices ?? [])
		.filter((each) => each.currency === currency && (each.fromDate ?? '').slice(0, 10) <= today)
		.toSorted((a, b) => ((a.fromDate ?? '') < (b.fromDate ?? '') ? 1 : -1));
	return latest?.price ?? option.price;
}

/** Whether its own price is the one that counts here. */
export const hasOnePrice = (
	{ prices = [] }: Pick<PurchaseOption, 'prices'>,
	currency: string,
): boolean => prices.every((each) => each.currency !== currency);
