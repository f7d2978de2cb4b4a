// A receipt beside the supplier's invoice: what the lines come to, and where the prices are above the ordered ones.
import type { Problem } from '../../../shared/bridge/reply.ts';
import {
	abs,
	compare,
	decimalText,
	divide,
	isZero,
	multiply,
	roundTo,
	subtract,
	sum,
} from '../../../shared/domain/decimal.ts';
import { currencyPlaces, type Currency } from '../../../shared/domain/money.ts';
import type { PurchaseOrderLine } from '../../../shared/service/purchase-order.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import {
	enteredBodyOf,
	receivedIn,
	type EnteredBody,
	type EnteredLine,
} from '../receiving/entered.ts';
import type { ExpectedOrder } from './expected-orders.ts';

const blank: NonNullable<EnteredBody['invoice']> = {
	number: '',
	day: null,
	total: '',
	totalValue: null,
	differenceIs: '',
	isAnother: false,
};

/** Rounding may make this much of the currency's smallest unit on each line. */
const ROUNDING = '1';

/** A higher price is marked only from this amount. */
const LEAST_RISE = '0.02';

/** A receipt with the order that it is about. */
type ReceivedOrder = Pick<ExpectedOrder, 'order' | 'lines' | 'entered'>;

export function invoiceOf(expected: ReceivedOrder, currency: Currency) {
	const { totalValue, ...invoice } = expected.entered?.body.invoice ?? blank;
	const places = currencyPlaces(currency);
	const amounts = expected.lines.map((line) => amountOf(expected, line.record.id, places));
	const all = sum(amounts);
	const difference = totalValue === null ? null : subtract(totalValue, all);
	const smallest = divide(ROUNDING, decimalText(`1e${String(places)}`), places);
	const most = multiply(smallest, String(Math.max(1, amounts.length)));
	return {
		...invoice,
		sum: all,
		difference,
		isRounding: difference !== null && compare(abs(difference), most) <= 0,
	};
}

/** What a line comes to at its price, with the tax and discount that the order has on it. */
function amountOf(
	{ order, lines, entered }: ReceivedOrder,
	lineId: string,
	places: number,
): string {
	const line = lines.find(({ record }) => record.id === lineId);
	const ordered = order.items.find(({ id }) => id === lineId);
	const typed = entered?.body.lines[lineId];
	const came = line && receivedIn(line, typed);
	if (ordered === undefined || came === undefined || came === null) return '0';
	const price = typed?.price?.value ?? ordered.price;
	return price === undefined ? '0' : billed(ordered, came, price, places);
}

/** A quantity of a line at a price, with the tax and discount that the order has on it. */
export function billed(
	ordered: PurchaseOrderLine,
	came: string,
	price: string,
	places: number,
): string {
	const discount = isZero(ordered.quantity)
		? '0'
		: divide(multiply(ordered.discount ?? '0', came), ordered.quantity, 6);
	const gross = subtract(multiply(came, price), discount);
	return roundTo(withTax(gross, ordered), places);
}

function withTax(gross: string, line: PurchaseOrderLine): string {
	const { totalAmount, quantity, price, discount } = line;
	if (totalAmount === undefined || price === undefined) return gross;
	const whole = subtract(multiply(quantity, price), discount ?? '0');
	return isZero(whole) ? gross : divide(multiply(gross, totalAmount), whole, 6);
}

export function priceFlagOf(
	ordered: string | undefined,
	entered: EnteredLine | undefined,
	{ purchasing }: ServiceProfile,
): 'none' | 'amber' | 'red' {
	const price = entered?.price?.value;
	if (price === undefined || ordered === undefined) return 'none';
	const rise = subtract(price, ordered);
	if (compare(rise, '0') <= 0) return 'none';
	const isAbove = (percent: number): boolean =>
		compare(multiply(rise, '100'), multiply(ordered, decimalText(String(percent)))) > 0;
	if (isAbove(purchasing.priceRedPercent)) return 'red';
	return isAbove(purchasing.priceAmberPercent) && compare(rise, LEAST_RISE) > 0 ? 'amber' : 'none';
}

/** What of the invoice blocks sending the receipt. */
export function invoiceProblems(expected: ExpectedOrder, currency: Currency): Problem[] {
	const { number, difference, isRounding, differenceIs, isAnother } = invoiceOf(expected, currency);
	const found: Problem[] = [];
	if (number === '') found.push({ path: 'invoice.number', message: 'missing' });
	else if (!isAnother && numbersOf(expected).has(sameNumber(number))) {
		found.push({ path: 'invoice.number', message: 'same-invoice' });
	}
	if (difference !== null && !isRounding && differenceIs === '') {
		found.push({ path: 'invoice.differenceIs', message: 'missing' });
	}
	const comes = expected.lines.some((line) => {
		const came = receivedIn(line, expected.entered?.body.lines[line.record.id]);
		return came !== null && !isZero(came);
	});
	if (!comes) found.push({ path: 'lines', message: 'nothing-came' });
	return found;
}

const sameNumber = (number: string): string => number.trim().toLowerCase();

/** The invoices that were received on this order from here. */
const numbersOf = ({ receipts }: ExpectedOrder): ReadonlySet<string> =>
	new Set(receipts.map((row) => sameNumber(enteredBodyOf(row).invoice?.number ?? '')));
