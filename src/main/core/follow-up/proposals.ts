// What follows from a sent receipt: the rest of a line, goods to send back, claims, and prices to accept.
import type { FollowUpKind } from '../../../shared/follow-up/follow-up.ts';
import {
	abs,
	add,
	compare,
	decimalText,
	divide,
	isNegative,
	isZero,
	subtract,
} from '../../../shared/domain/decimal.ts';
import { currencyPlaces } from '../../../shared/domain/money.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import type {
	PurchaseOrderLine,
	PurchaseOrderRecord,
} from '../../../shared/service/purchase-order.ts';
import { billed, invoiceOf, priceFlagOf } from '../delivery/invoice.ts';
import {
	inUnitOf,
	receivedIn,
	type EnteredLine,
	type Expected,
	type ExpectedLine,
} from '../receiving/entered.ts';

export interface SentReceipt {
	readonly order: PurchaseOrderRecord;
	readonly lines: readonly ExpectedLine[];
	readonly entered: NonNullable<Expected['entered']>;
	readonly currency: string;
}

/** Quantities and prices are in the unit of the order. */
export interface Proposal {
	readonly kind: FollowUpKind;
	readonly line: ExpectedLine;
	readonly uomId: number;
	readonly quantity: string | null;
	/** As on the invoice. */
	readonly price: string | null;
	readonly orderedPrice: string | null;
	/** Of a claim. */
	readonly amount: string | null;
	/** Of goods that did not come: whether the printed total has them. null if it is unknown. */
	readonly isBilled: boolean | null;
	readonly reason: string;
}

/** A line of a receipt, with the quantities in the unit of the order. */
interface LineCame {
	readonly line: ExpectedLine;
	readonly ordered: PurchaseOrderLine;
	readonly entered: EnteredLine;
	readonly came: string;
	readonly due: string;
	readonly price: string | null;
}

export function proposalsOf(receipt: SentReceipt, profile: ServiceProfile): Proposal[] {
	return receipt.lines.flatMap((line) => {
		const ordered = receipt.order.items.find(({ id }) => id === line.record.id);
		const entered = receipt.entered.body.lines[line.record.id];
		if (ordered === undefined || entered === undefined) return [];
		const came = receivedIn(line, entered);
		if (came === null || entered.due === null) return [];
		const price = entered.price?.value ?? ordered.price ?? null;
		const due = inUnitOf(line, entered.due);
		const each = { line, ordered, entered, came, due, price };
		return [...restOf(each), ...shortageOf(receipt, each), ...pricesOf(receipt, each, profile)];
	});
}

const nothing = { quantity: null, amount: null, isBilled: null };

function proposal(
	kind: FollowUpKind,
	{ line, ordered, entered, price }: LineCame,
	more: Partial<Proposal>,
): Proposal {
	return {
		...nothing,
		kind,
		line,
		uomId: ordered.uomId,
		price,
		orderedPrice: ordered.price ?? null,
		reason: entered.reason,
		...more,
	};
}

/** What becomes of goods that did not come, or that came in excess. */
function restOf(each: LineCame): Proposal[] {
	const { came, due, entered } = each;
	const difference = subtract(came, due);
	const quantity = abs(difference);
	if (isZero(difference)) return [];
	if (!isNegative(difference))
		return entered.settlement === 'send-back' ? [proposal('return', each, { quantity })] : [];
	switch (entered.settlement) {
		case 'order-elsewhere':
			return [proposal('order-elsewhere', each, { quantity })];
		case 'none':
			return [proposal('wait', each, { quantity })];
		default:
			return [];
	}
}

/** Goods that did not come are claimed, unless the printed total shows that they are not billed. */
function shortageOf(receipt: SentReceipt, each: LineCame): Proposal[] {
	const { came, due, price, ordered } = each;
	const difference = subtract(came, due);
	if (!isNegative(difference) || price === null) return [];
	const quantity = abs(difference);
	const places = currencyPlaces(receipt.currency);
	const amount = billed(ordered, quantity, price, places);
	const isBilled = isInTotal(receipt, amount, places);
	return isZero(amount) || isBilled === false
		? []
		: [proposal('claim-shortage', each, { quantity, amount, isBilled })];
}

const namesNoGoods: readonly string[] = ['rounding', 'tax', 'freight'];

/** Whether the printed total is above the lines by at least this amount; null if no total was entered. */
function isInTotal(receipt: SentReceipt, amount: string, places: number): boolean | null {
	const { difference, isRounding, differenceIs } = invoiceOf(receipt, receipt.currency);
	if (difference === null) return null;
	if (isRounding || namesNoGoods.includes(differenceIs)) return false;
	const smallest = divide('1', decimalText(`1e${String(places)}`), places);
	return compare(add(difference, smallest), amount) >= 0;
}

/** A price that somebody typed from the invoice. */
function pricesOf(receipt: SentReceipt, each: LineCame, profile: ServiceProfile): Proposal[] {
	const { came, due, price, ordered, entered } = each;
	if (entered.price === null || price === null || isZero(came)) return [];
	const accept = proposal('accept-price', each, {});
	if (ordered.price === undefined || priceFlagOf(ordered.price, entered, profile) === 'none')
		return [accept];
	// Free goods are not billed, and those that go back are credited with their return.
	const isOver = compare(came, due) > 0 && entered.settlement !== 'none';
	const quantity = isOver ? due : came;
	const places = currencyPlaces(receipt.currency);
	const amount = subtract(
		billed(ordered, quantity, price, places),
		billed(ordered, quantity, ordered.price, places),
	);
	return compare(amount, '0') > 0
		? [proposal('claim-price', each, { quantity, amount }), accept]
		: [accept];
}
