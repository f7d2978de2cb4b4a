// Sorts names by the rules of the reader's language, with "Shelf 2" before "Shelf 10".

import { remembered } from './remembered.ts';

export type NameOrder = (a: string, b: string) => number;

/** For an order that must be the same on every PC (BCP 47 `und`, undetermined). */
export const anyLanguage = 'und';

const orders = new Map<string, NameOrder>();

/** @param locale BCP 47. Cached: creating a collator costs far more than using it. */
export const nameOrder = (locale: string): NameOrder =>
	remembered(orders, locale, () => new Intl.Collator(locale, { numeric: true }).compare);
