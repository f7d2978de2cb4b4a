// How a service shows what it got: cut or rewritten text, rounded instants and quantities, and incomplete lists.
import Big from 'big.js';

export interface Appearance {
	/** `cut`: texts are at most `mostText` long. */
	text: 'kept' | 'cut' | 'trimmed' | 'normalised' | 'upper';
	mostText: number;
	instants: 'millisecond' | 'second' | 'minute' | 'day';
	/** Decimal places of a quantity; null for all. */
	scale: number | null;
	/**
	 * `whole`: all rows at once. `capped`: silently only the first few. `pages`: a few at a time, however many were
	 * requested. `links`: the same, with the next page only in a `Link` header.
	 */
	lists: 'whole' | 'capped' | 'pages' | 'links';
}

export const plain: Appearance = {
	text: 'kept',
	mostText: 80,
	instants: 'millisecond',
	scale: null,
	lists: 'whole',
};

export const rowsAtOnce = 7;

const digits = { millisecond: 23, second: 19, minute: 16, day: 10 } as const;

const textAs = (text: string, { text: kept, mostText }: Appearance): string => {
	switch (kept) {
		case 'kept':
			return text;
		case 'cut':
			return text.slice(0, mostText);
		case 'trimmed':
			return text.trim().replace(/\s+/g, ' ');
		case 'normalised':
			return text.normalize('NFC');
		case 'upper':
			return text.toUpperCase();
	}
};

const instantAs = (instant: string, { instants }: Appearance): string => {
	const whole = new Date(instant).toISOString();
	return whole.slice(0, digits[instants]) + '0000-00-00T00:00:00.000Z'.slice(digits[instants]);
};

export const quantityAs = (quantity: string, { scale }: Appearance): string =>
	scale === null ? quantity : new Big(quantity).round(scale, Big.roundHalfUp).toFixed();

const texts: readonly string[] = ['description', 'remarks'];
const instantFields: readonly string[] = ['date', 'sentDate'];
const quantities: readonly string[] = ['quantity', 'quantityReceived', 'quantityFulfilled'];

export function shownAs<Value>(value: Value, look: Appearance): Value {
	if (look === plain) return value;
	const shown = (each: unknown, name: string): unknown => {
		if (Array.isArray(each)) return each.map((one) => shown(one, name));
		if (typeof each === 'object' && each !== null) {
			return Object.fromEntries(Object.entries(each).map(([key, one]) => [key, shown(one, key)]));
		}
		if (typeof each !== 'string') return each;
		if (texts.includes(name)) return textAs(each, look);
		if (instantFields.includes(name)) return instantAs(each, look);
		return quantities.includes(name) ? quantityAs(each, look) : each;
	};
	return shown(value, '') as Value;
}

/** The rows for a request, and whether they include the last. */
export function pageOf<Row>(
	rows: readonly Row[],
	page: number,
	{ lists }: Appearance,
): { rows: readonly Row[]; isLast: boolean; link: string | null } {
	if (lists === 'whole') return { rows, isLast: true, link: null };
	const from = lists === 'capped' ? 0 : (page - 1) * rowsAtOnce;
	const until = from + rowsAtOnce;
	const isLast = until >= rows.length;
	return {
		rows: rows.slice(from, until),
		isLast,
		link: lists === 'links' && !isLast ? String(page + 1) : null,
	};
}
