// What follows from a sent receipt: the rest of a line, goods to send back, claims, and prices to accept.
import type { FollowUpKind } from '../../../shared/follow-up/follow-up.ts';
import {
	abs,
	add,
	compare,
	divide,
	isNegative,
	isZero,
	multiply,
	notBelowZero,
	smaller,
	subtract,
	sum,
} from '../../../shared/domain/decimal.ts';
import { currencyPlaces, roundingOf } from '../../../shared/domain/money.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import { isRejection, receivings } from '../../../shared/document/receiving.ts';
import type { OrderReceipt } from '../delivery/delivered-lines.ts';
import { billed, invoiceOf, priceFlagOf } from '../delivery/invoice.ts';
import type { TaxedLine } from '../delivery/taxed-lines.ts';
import {
	cameOf,
	entryOf,
	inUnitOf,
	sentIn,
	type EnteredLine,
	type ExpectedLine,
} from '../receiving/entered.ts';
import { EXACT_PLACES, billedPriceOf, unitPriceOf } from '../receiving/receipt-step.ts';

const name = 'order-receipt';
const rejected: readonly string[] = receivings[name].rest.rejected;

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
	/** Whether the printed total includes goods that did not come; null if unknown. */
	readonly isBilled: boolean | null;
	readonly reason: string;
}

/** In the unit of the order. */
interface LineCame {
	readonly line: ExpectedLine;
	readonly ordered: TaxedLine;
	readonly entered: EnteredLine;
	/** Including goods that were rejected and kept. */
	readonly came: string;
	/** Without those. */
	readonly good: string;
	readonly due: string;
	readonly difference: string;
	readonly price: string | null;
	readonly orderedPrice: string | null;
	/** The same prices with enough decimals for amounts. */
	readonly exact: { readonly price: string | null; readonly orderedPrice: string | null };
}

/** What became of lines after the receipt: quantities in the unit of the order. */
export interface Since {
	/** Of rests that were waited for and then closed on the order: what did not come. */
	readonly closed: ReadonlyMap<string, string>;
	/** What went back to the supplier. */
	readonly returned: ReadonlyMap<string, string>;
}

const nothingSince: Since = { closed: new Map(), returned: new Map() };

export function proposalsOf(
	receipt: OrderReceipt,
	profile: ServiceProfile,
	{ closed, returned }: Since = nothingSince,
): Proposal[] {
	const came = cameOn(receipt);
	const shortages = shortagesOf(receipt, came, closed);
	return came.flatMap((each) => [
		...restOf(each),
		...shortages.filter(({ line }) => line === each.line),
		...pricesOf(receipt, each, profile, returned.get(each.line.record.id)),
	]);
}

function cameOn(receipt: OrderReceipt): LineCame[] {
	return receipt.lines.flatMap((line) => {
		const ordered = receipt.ordered.find(({ id }) => id === line.record.id);
		const entered = receipt.entered.body.lines[line.record.id];
		if (ordered === undefined || entered === undefined) return [];
		const came = cameOf(name, line, entered);
		const { difference, total } = entryOf(name, line, entered);
		if (came === null || total === null || difference === null || entered.due === null) return [];
		const inUnit = (base: string): string => inUnitOf(line, base);
		return {
			line,
			ordered,
			entered,
			came: sentIn(name, line, came),
			good: inUnit(total),
			due: inUnit(entered.due),
			difference: inUnit(difference),
			...pricesAt(line, entered),
			exact: pricesAt(line, entered, EXACT_PLACES),
		};
	});
}

const pricesAt = (line: ExpectedLine, entered: EnteredLine, places?: number) => ({
	price: unitPriceOf(name, line, entered, places),
	orderedPrice: unitPriceOf(name, line, { ...entered, price: null }, places),
});

const nothing = { quantity: null, amount: null, isBilled: null };

function proposal(
	kind: FollowUpKind,
	{ line, ordered, entered, price, orderedPrice }: LineCame,
	more: Partial<Proposal>,
): Proposal {
	return {
		...nothing,
		kind,
		line,
		uomId: ordered.uomId,
		price,
		orderedPrice,
		reason: entered.reason,
		...more,
	};
}

function restOf(each: LineCame): Proposal[] {
	const { difference, entered } = each;
	const quantity = abs(difference);
	if (isZero(difference)) return [];
	if (entered.settlement === 'send-back' || rejected.includes(entered.settlement))
		return [proposal('return', each, { quantity })];
	if (!isNegative(difference)) return [];
	switch (entered.settlement) {
		case 'order-elsewhere':
			return [proposal('order-elsewhere', each, { quantity })];
		case 'none':
			return [proposal('wait', each, { quantity })];
		default:
			return [];
	}
}

/**
 * Missing and rejected goods are claimed, unless the printed total shows that they are not billed, or that is unknown and
 * the rest may still come. Goods that were kept are credited with their return.
 */
function shortagesOf(
	receipt: OrderReceipt,
	came: readonly LineCame[],
	closed: ReadonlyMap<string, string>,
): Proposal[] {
	const short = came.flatMap((each) => {
		const missing = missingOf(each, closed);
		const amount = shortAmount(receipt, each, missing);
		const kind = isRejection(each.entered.cause) ? 'claim-quality' : 'claim-shortage';
		return amount === null ? [] : [{ each, kind, amount, missing } as const];
	});
	const isBilled = isInTotal(
		receipt,
		short.map(({ amount }) => amount),
	);
	const mayCome = ({ line, entered }: LineCame): boolean =>
		entered.settlement === 'none' && !closed.has(line.record.id);
	const claimed = short.filter(
		({ each, kind }) => isBilled ?? !(kind === 'claim-shortage' && mayCome(each)),
	);
	const all = sum(claimed.map(({ amount }) => amount));
	const { difference } = invoiceOf(receipt);
	const isPart = isBilled === null && difference !== null && compare(difference, all) < 0;
	// No more is claimed than the total can bill: each line has its share, and the shares come to the difference.
	const places = currencyPlaces(receipt.currency);
	const shareOf = (amount: string): string =>
		isPart ? divide(multiply(amount, difference), all, places) : amount;
	let before = '0';
	return claimed.flatMap(({ each, kind, amount, missing }) => {
		const upToHere = add(before, amount);
		const share = subtract(shareOf(upToHere), shareOf(before));
		before = upToHere;
		if (isZero(share)) return [];
		const quantity = isPart ? divide(multiply(missing, share), amount, PART_PLACES) : missing;
		return [proposal(kind, each, { quantity, amount: share, isBilled })];
	});
}

const PART_PLACES = 3;

/** Some of a closed rest may have come with receipts of other PCs. */
function missingOf({ line, difference }: LineCame, closed: ReadonlyMap<string, string>): string {
	const missing = abs(difference);
	return smaller(closed.get(line.record.id) ?? missing, missing);
}

/** null if nothing is missing, or it costs nothing. */
function shortAmount(
	{ currency }: OrderReceipt,
	{ difference, exact: { price }, ordered, entered }: LineCame,
	missing: string,
): string | null {
	if (!isNegative(difference) || price === null || rejected.includes(entered.settlement))
		return null;
	const amount = billed(ordered, missing, price, currency);
	return isZero(amount) ? null : amount;
}

const namesNoGoods: readonly string[] = ['rounding', 'tax', 'freight'];

/** Whether the printed total bills all that is short; null if no total was entered, or it bills only a part. */
function isInTotal(receipt: OrderReceipt, short: readonly string[]): boolean | null {
	const { difference, isRounding, differenceIs } = invoiceOf(receipt);
	if (difference === null) return null;
	if (isRounding || isNegative(difference) || namesNoGoods.includes(differenceIs)) return false;
	const most = add(difference, roundingOf(short.length, receipt.currency));
	return compare(most, sum(short)) >= 0 ? true : null;
}

/** Free goods are not billed, and those that go back are credited with their return. */
function keptOf({ came, good, due, entered: { settlement } }: LineCame, returned: string): string {
	const left = notBelowZero(subtract(came, returned));
	const meant = rejected.includes(settlement)
		? good
		: compare(came, due) > 0 && settlement !== 'none'
			? due
			: came;
	return smaller(left, meant);
}

/**
 * A claim of nothing replaces one that was made before the goods went back.
 * @param returned later, in the unit of the order
 */
function pricesOf(
	receipt: OrderReceipt,
	each: LineCame,
	profile: ServiceProfile,
	returned = '0',
): Proposal[] {
	const { line, came, ordered, entered } = each;
	const { price, orderedPrice } = each.exact;
	if (entered.price === null || price === null || isZero(came)) return [];
	// A price by weight cannot be that of a case.
	const accept = line.weighed?.measure === 'weight' ? [] : [proposal('accept-price', each, {})];
	const flag = priceFlagOf(billedPriceOf(line), entered, receipt.currency, profile);
	if (orderedPrice === null || flag === 'none') return accept;
	const quantity = keptOf(each, returned);
	const amount = subtract(
		billed(ordered, quantity, price, receipt.currency),
		billed(ordered, quantity, orderedPrice, receipt.currency),
	);
	return compare(amount, '0') > 0 || !isZero(returned)
		? [proposal('claim-price', each, { quantity, amount }), ...accept]
		: accept;
}
