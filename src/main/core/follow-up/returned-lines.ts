// Which goods went back. A return names an invoice, which several receipts may have, and the price of its goods.
import {
	abs,
	compare,
	divide,
	isZero,
	multiply,
	notBelowZero,
	smaller,
	subtract,
	sum,
} from '../../../shared/domain/decimal.ts';
import { EXACT_PLACES } from '../receiving/receipt-step.ts';

/** A line of a sent receipt. All quantities and prices here are in the unit of the order. */
export interface SentLine {
	readonly receiptId: string;
	readonly lineId: string;
	readonly quantity: string;
	/** As sent: free goods lower it. Null if unknown. */
	readonly price: string | null;
	/** Of the quantity: all but free goods. */
	readonly paidFor: string;
	/** What the supplier has already credited because the price was too high, and for how many. */
	readonly credited: { readonly amount: string; readonly quantity: string } | null;
}

/** A line of a return. */
export interface BackLine {
	readonly documentId: string;
	readonly lineId: string;
	/** Of the order. */
	readonly orderLine: string;
	readonly quantity: string;
	readonly price: string | null;
}

/** Goods of one receipt that went back with one return. */
export interface Share {
	readonly back: BackLine;
	readonly sent: SentLine;
	readonly quantity: string;
}

/**
 * Goods came with the receipt that has the nearest price. Of several, the cheapest count first, so that nothing owed is
 * lost.
 */
export function sharesOf(backs: readonly BackLine[], sent: readonly SentLine[]): Share[] {
	const pairs = backs
		.flatMap((back) =>
			sent
				.filter(({ lineId }) => lineId === back.orderLine)
				.map((line) => ({ back, line, off: apart(back.price, line.price) })),
		)
		.toSorted((a, b) => compare(a.off, b.off) || compare(a.line.price ?? '0', b.line.price ?? '0'));
	const left = new Map<BackLine | SentLine, string>();
	const leftOf = (of: BackLine | SentLine) => left.get(of) ?? of.quantity;
	return pairs.flatMap(({ back, line }) => {
		const quantity = smaller(leftOf(back), leftOf(line));
		if (compare(quantity, '0') <= 0) return [];
		left.set(back, subtract(leftOf(back), quantity));
		left.set(line, subtract(leftOf(line), quantity));
		return [{ back, sent: line, quantity }];
	});
}

const apart = (a: string | null, b: string | null): string => abs(subtract(a ?? '0', b ?? '0'));

/** How many of the goods of a return were paid for. */
export function paidForOf(back: BackLine, shares: readonly Share[]): string {
	const free = shares
		.filter((share) => share.back === back)
		.map(({ sent, quantity }) =>
			divide(
				multiply(quantity, subtract(sent.quantity, sent.paidFor)),
				sent.quantity,
				EXACT_PLACES,
			),
		);
	return subtract(back.quantity, sum(free));
}

/** What was credited for the price of goods before they went back. @param shares those of the latest return first */
export function creditedOf(back: BackLine, shares: readonly Share[]): string {
	return sum(
		shares.flatMap((share) => {
			const { credited } = share.sent;
			if (share.back !== back || credited === null || isZero(credited.quantity)) return [];
			const ofLine = shares.filter(({ sent }) => sent === share.sent);
			const kept = notBelowZero(subtract(share.sent.quantity, total(ofLine)));
			const later = total(ofLine.slice(0, ofLine.indexOf(share)));
			// Goods that were credited and are not kept: the latest returns have them.
			const left = notBelowZero(subtract(subtract(credited.quantity, kept), later));
			const its = smaller(share.quantity, left);
			return divide(multiply(credited.amount, its), credited.quantity, EXACT_PLACES);
		}),
	);
}

const total = (shares: readonly Share[]): string => sum(shares.map(({ quantity }) => quantity));
