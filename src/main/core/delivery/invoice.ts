// Compares a receipt with the supplier's invoice: the sum of its lines, and prices above the ordered ones.
import type { Problem } from '../../../shared/bridge/reply.ts';
import { isWithin, nominalOf } from '../../../shared/domain/catch-weight.ts';
import { lineTotal } from '../../../shared/domain/count-line.ts';
import {
	abs,
	compare,
	isZero,
	multiply,
	notBelowZero,
	roundTo,
	subtract,
	sum,
} from '../../../shared/domain/decimal.ts';
import { currencyPlaces, roundingOf, type Currency } from '../../../shared/domain/money.ts';
import { BASE_PLACES } from '../../../shared/domain/unit.ts';
import { likelierUnit, riseOf } from '../../../shared/ordering/prices.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import { invoiceKey } from '../../../shared/service/purchase-order.ts';
import {
	blankInvoice,
	cameOf,
	enteredBodyOf,
	entryOf,
	inUnitOf,
	sentIn,
	type EnteredLine,
	type ExpectedLine,
} from '../receiving/entered.ts';
import { EXACT_PLACES, unitPriceOf } from '../receiving/receipt-step.ts';
import type { ExpectedDelivery } from './expected-orders.ts';
import { withTax, type TaxedLine } from './taxed-lines.ts';

/** A receipt with the lines of its order. */
export type Invoiced = Pick<
	ExpectedDelivery,
	'name' | 'lines' | 'entered' | 'ordered' | 'currency'
>;

export function invoiceOf(expected: Invoiced) {
	const { currency } = expected;
	const { totalValue, ...invoice } = expected.entered?.body.invoice ?? blankInvoice;
	const amounts = expected.lines.map((line) => amountOf(expected, line));
	const all = sum([...amounts, expected.entered?.body.besides ?? '0']);
	// Rounded like the amounts on screen: a calculated total of 32.003333 matches 32.
	const difference =
		totalValue === null ? null : roundTo(subtract(totalValue, all), currencyPlaces(currency));
	const billed = amounts.filter((amount) => !isZero(amount)).length;
	const lines = billed + (expected.entered?.body.besidesLines ?? 0);
	return {
		...invoice,
		sum: all,
		difference,
		isRounding: difference !== null && compare(abs(difference), roundingOf(lines, currency)) <= 0,
	};
}

/** The amount of a line, with the tax and discount of the order. */
export function amountOf(expected: Invoiced, line: ExpectedLine): string {
	const entered = expected.entered?.body.lines[line.record.id];
	const came = cameOf(expected.name, line, entered);
	const price = unitPriceOf(expected.name, line, entered, EXACT_PLACES);
	if (came === null || price === null) return '0';
	const { settlement: how, due } = entryOf(expected.name, line, entered);
	// Free goods are not billed.
	const quantity = how === 'keep-free' ? inUnitOf(line, due) : sentIn(expected.name, line, came);
	const ordered = expected.ordered.find(({ id }) => id === line.record.id);
	return ordered === undefined
		? roundTo(grossOf(quantity, price), currencyPlaces(expected.currency))
		: billed(ordered, quantity, price, expected.currency);
}

/** Parts of a case have six decimals, and so has their amount: 23 of 24 at 0.60 are 0.575. */
const grossOf = (quantity: string, price: string): string =>
	roundTo(multiply(quantity, price), BASE_PLACES);

/** The same for any quantity and price. */
export function billed(
	ordered: TaxedLine,
	quantity: string,
	price: string,
	currency: Currency,
): string {
	const places = currencyPlaces(currency);
	const gross = grossOf(quantity, price);
	if (isZero(ordered.quantity)) return roundTo(withTax(gross, ordered), places);
	// Divided by the ordered quantity only after the tax, so that a seventh of the discount is not rounded twice.
	const discount = multiply(ordered.discount ?? '0', quantity);
	// A discount gives nothing back, however low the price on the invoice is.
	const net = notBelowZero(subtract(multiply(gross, ordered.quantity), discount));
	return roundTo(withTax(net, ordered, ordered.quantity), places);
}

export function priceFlagOf(
	ordered: string | null,
	entered: EnteredLine | undefined,
	currency: Currency,
	{ purchasing }: ServiceProfile,
): 'none' | 'amber' | 'red' {
	const price = entered?.price?.value;
	return (price === undefined ? null : riseOf(price, ordered, currency, purchasing)) ?? 'none';
}

/** The unit that a typed price is probably for, by name; empty if it fits that of the order, or is per weight. */
export function likelierUnitOf(
	{ item: { units }, record, weighed }: ExpectedLine,
	ordered: string | null,
	entered: EnteredLine | undefined,
): string {
	const price = entered?.price?.value;
	const unit = units.find(({ unitId }) => unitId === String(record.uomId));
	if (price === undefined || unit === undefined || weighed !== undefined) return '';
	const found = likelierUnit(price, ordered, unit, units);
	return units.find(({ unitId }) => unitId === found)?.name ?? '';
}

export function invoiceProblems(expected: ExpectedDelivery): Problem[] {
	const { number, difference, isRounding, differenceIs, isAnother } = invoiceOf(expected);
	const found: Problem[] = [];
	if (number === '') found.push({ path: 'invoice.number', message: 'missing' });
	else if (!isAnother && receivedWith(expected, number) !== null) {
		found.push({ path: 'invoice.number', message: 'same-invoice' });
	}
	if (difference !== null && !isRounding && differenceIs === '') {
		found.push({ path: 'invoice.differenceIs', message: 'missing' });
	}
	const entered = (line: ExpectedLine) => expected.entered?.body.lines[line.record.id];
	if (!expected.lines.some((line) => comes(expected.name, line, entered(line)))) {
		found.push({ path: 'lines', message: 'nothing-came' });
	}
	return [...found, ...expected.lines.flatMap((line) => lineProblems(line, entered(line)))];
}

export function comes(
	name: ExpectedDelivery['name'],
	line: ExpectedLine,
	entered: EnteredLine | undefined,
): boolean {
	const came = cameOf(name, line, entered);
	return came !== null && !isZero(came);
}

/** An order without a price may be refused, and a weight far from the nominal one may be a slip. */
function lineProblems(line: ExpectedLine, entered: EnteredLine | undefined): Problem[] {
	const { id, price } = line.record;
	const found: Problem[] = [];
	if (line.extra !== undefined && price === undefined && (entered?.price ?? null) === null) {
		found.push({ path: `lines.${id}.price`, message: 'missing' });
	}
	if (isOddWeight(line, entered)) found.push({ path: `lines.${id}.weight`, message: 'odd-weight' });
	return found;
}

/** Too far from the nominal weight, and not confirmed. */
export function isOddWeight(
	{ item, weighed }: ExpectedLine,
	entered: EnteredLine | undefined,
): boolean {
	const weight = entered?.weight ?? null;
	if (weighed === undefined || entered === undefined || weight === null || weight.isRight) {
		return false;
	}
	const total = lineTotal(entered.boxes, item.units);
	return total !== null && !isWithin(weighed.percent, weight.value, nominalOf(weighed, total));
}

/** The other order with which the invoice was received before, empty if it is this one or unknown; null if it was not. */
export const receivedWith = (
	{ receipts, orderOf }: ExpectedDelivery,
	number: string,
): string | null =>
	receipts.some(
		(row) => invoiceKey(enteredBodyOf(row).invoice?.number ?? '') === invoiceKey(number),
	)
		? ''
		: orderOf(number);
