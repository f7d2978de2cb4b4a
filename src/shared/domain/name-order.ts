// The order in which people read names: by the rules of their language, and "Shelf 2" before "Shelf 10".

/** As a sort takes it. */
export type NameOrder = (a: string, b: string) => number;

/** For what has to be in the same order on every PC, whoever looks (BCP 47 `und`, undetermined). */
export const anyLanguage = 'und';

const orders = new Map<string, NameOrder>();

/** @param locale BCP 47. Made once for each: making one costs far more than using it. */
export function nameOrder(locale: string): NameOrder {
	const known = orders.get(locale);
	if (known !== undefined) return known;
	const { compare } = new Intl.Collator(locale, { numeric: true });
	orders.set(locale, compare);
	return compare;
}
