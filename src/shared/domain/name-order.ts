// Sorts names by the rules of the reader's language, with "Shelf 2" before "Shelf 10".

export type NameOrder = (a: string, b: string) => number;

/** For an order that must be the same on every PC (BCP 47 `und`, undetermined). */
export const anyLanguage = 'und';

const orders = new Map<string, NameOrder>();

/** @param locale BCP 47. Cached: creating a collator costs far more than using it. */
export function nameOrder(locale: string): NameOrder {
	const known = orders.get(locale);
	if (known !== undefined) return known;
	const { compare } = new Intl.Collator(locale, { numeric: true });
	orders.set(locale, compare);
	return compare;
}
