// Lines of an order with their tax. The service rounds the total of each line, so one line does not show its rate, or
// whether its price includes the tax: all lines with the same tax together do.
import type { z } from 'zod';
import {
	abs,
	add,
	compare,
	divide,
	multiply,
	subtract,
	sum,
} from '../../../shared/domain/decimal.ts';
import { roundingOf, type Currency } from '../../../shared/domain/money.ts';
import type { systemTaxSettingRecord } from '../../../shared/service/organisation.ts';
import type {
	PurchaseOrderLine,
	PurchaseOrderRecord,
} from '../../../shared/service/purchase-order.ts';

/** The current setting; the order has the rate of its day. */
type TaxSetting = Pick<z.output<typeof systemTaxSettingRecord>, 'rate' | 'isInclusive'>;
type SettingOf = (taxId: number) => TaxSetting | undefined;

export type TaxedLine = PurchaseOrderLine & {
	/** In percent, on top of its price; null if no rate explains its total. */
	readonly taxOnTop: string | null;
};

export function taxedLines(
	{ items, taxes = [] }: PurchaseOrderRecord,
	currency: Currency,
	settingOf: SettingOf,
): TaxedLine[] {
	return [...Map.groupBy(items, ({ taxId }) => taxId)].flatMap(([taxId, lines]) => {
		const setting = () => (taxId === undefined ? undefined : settingOf(taxId));
		const rate = taxes.find((each) => each.taxId === taxId)?.rate ?? setting()?.rate ?? '0';
		const taxOnTop = onTopOf(lines, rate, currency, () => setting()?.isInclusive);
		return lines.map((line): TaxedLine => ({ ...line, taxOnTop }));
	});
}

/**
 * The rate, or 0 if prices include the tax: the one that explains the totals. If both do, the tax setting decides, or else
 * the nearer one, before tax if equal. null if neither does.
 */
function onTopOf(
	lines: readonly PurchaseOrderLine[],
	rate: string,
	currency: Currency,
	isInclusive: () => boolean | undefined,
): string | null {
	const known = lines.flatMap((line) => {
		const whole = wholeOf(line);
		const all = line.totalAmount;
		return isAboveZero(whole) && all !== undefined ? { whole, all } : [];
	});
	const whole = sum(known.map((each) => each.whole));
	const all = sum(known.map((each) => each.all));
	const most = roundingOf(known.length, currency);
	const [nearest, other] = [rate, '0']
		.map((onTop) => ({ onTop, off: abs(subtract(all, withRate(whole, onTop))) }))
		.filter(({ off }) => compare(off, most) <= 0)
		.toSorted((a, b) => compare(a.off, b.off));
	const included = other === undefined ? undefined : isInclusive();
	if (included !== undefined) return included ? '0' : rate;
	return nearest?.onTop ?? null;
}

const withRate = (net: string, rate: string, part = '1'): string =>
	divide(multiply(net, add('100', rate)), multiply('100', part), 6);

/** Quantity × price − discount; null without a price. */
const wholeOf = ({ quantity, price, discount = '0' }: PurchaseOrderLine): string | null =>
	price === undefined ? null : subtract(multiply(quantity, price), discount);

/** A line that its discount made free shows no tax. */
const isAboveZero = (whole: string | null): whole is string =>
	whole !== null && compare(whole, '0') > 0;

/** Adds the tax of a line to an amount. @param part divides the result */
export const withTax = (amount: string, line: TaxedLine, part?: string): string =>
	withRate(amount, taxOf(line), part);

/** In percent, on top of the price; what the total of the line shows if no rate explains it. */
export function taxOf(line: TaxedLine): string {
	const { totalAmount, taxOnTop } = line;
	if (taxOnTop !== null) return taxOnTop;
	const whole = wholeOf(line);
	return isAboveZero(whole) && totalAmount !== undefined
		? divide(multiply(subtract(totalAmount, whole), '100'), whole, RATE_PLACES)
		: '0';
}

const RATE_PLACES = 12;
