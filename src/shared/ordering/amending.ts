// What changed in an order since it was sent to the supplier, and whether it must be approved again.
import {
	add,
	compare,
	divide,
	multiply,
	notBelowZero,
	subtract,
	type DecimalText,
} from '../domain/decimal.ts';
import { currencyPlaces, totalCost } from '../domain/money.ts';

export interface OrderedLine {
	readonly lineId: string;
	readonly itemId: string;
	readonly name: string;
	readonly unitId: string;
	readonly unitName: string;
	/** In the unit; null while it cannot be read. */
	readonly quantity: DecimalText | null;
	/** Of one unit; null if the supplier's own price counts. */
	readonly price: DecimalText | null;
	readonly note: string;
}

/** An order as a supplier reads it. */
export interface OrderContent {
	readonly supplierId: string | null;
	readonly deliveryDate: string | null;
	readonly lines: readonly OrderedLine[];
}

/** null if the line was, or is, not on the order. */
export interface ChangedLine {
	readonly before: OrderedLine | null;
	readonly now: OrderedLine | null;
}

export interface Amendment {
	readonly supplier: boolean;
	readonly deliveryDate: boolean;
	readonly lines: readonly ChangedLine[];
}

/** null if nothing changed. */
export function amendmentOf(before: OrderContent, now: OrderContent): Amendment | null {
	const earlier = new Map(before.lines.map((line) => [line.lineId, line]));
	const later = new Set(now.lines.map(({ lineId }) => lineId));
	const lines: ChangedLine[] = [
		...now.lines.flatMap((line): ChangedLine[] => {
			const was = earlier.get(line.lineId) ?? null;
			return was !== null && isSame(was, line) ? [] : [{ before: was, now: line }];
		}),
		...before.lines
			.filter(({ lineId }) => !later.has(lineId))
			.map((line) => ({ before: line, now: null })),
	];
	const supplier = before.supplierId !== now.supplierId;
	const deliveryDate = before.deliveryDate !== now.deliveryDate;
	return supplier || deliveryDate || lines.length > 0 ? { supplier, deliveryDate, lines } : null;
}

const isSame = (one: OrderedLine, other: OrderedLine): boolean =>
	one.itemId === other.itemId &&
	one.unitId === other.unitId &&
	one.note === other.note &&
	sameAmount(one.quantity, other.quantity) &&
	sameAmount(one.price, other.price);

const sameAmount = (one: DecimalText | null, other: DecimalText | null): boolean =>
	one === null || other === null ? one === other : compare(one, other) === 0;

export interface ApprovedOrder {
	readonly supplierId: string | null;
	readonly itemIds: readonly string[];
	/** null if a price is not known. */
	readonly total: DecimalText | null;
}

export interface Charge {
	readonly discount: DecimalText;
	/** In percent, on top of the price. */
	readonly tax: DecimalText;
}

/**
 * The total includes the discount and tax of each line. A new line has neither yet, and needs approval anyway.
 * @param charges by line
 */
export function approvedOf(
	{ supplierId, lines }: OrderContent,
	currency: string,
	charges: Readonly<Record<string, Charge>>,
): ApprovedOrder {
	const places = currencyPlaces(currency);
	const { cost, costsUnknown } = totalCost(
		lines.map(({ lineId, quantity, price }) => {
			if (quantity === null || price === null) return null;
			const { discount, tax } = charges[lineId] ?? { discount: '0', tax: '0' };
			const net = notBelowZero(subtract(multiply(quantity, price), discount));
			return divide(multiply(net, add('100', tax)), '100', places);
		}),
	);
	return {
		supplierId,
		itemIds: lines.map(({ itemId }) => itemId),
		total: costsUnknown > 0 ? null : cost,
	};
}

export const againReasons = ['supplier', 'new-line', 'total', 'total-unknown'] as const;
export type AgainBecause = (typeof againReasons)[number];

/**
 * Why a change to an approved order needs another approval: another supplier, an item that was not on it, or a total that
 * is more than `percent` higher, or unknown.
 */
export function againBecause(
	approved: ApprovedOrder,
	now: ApprovedOrder,
	percent: DecimalText,
): readonly AgainBecause[] {
	const why: AgainBecause[] = [];
	if (approved.supplierId !== now.supplierId) why.push('supplier');
	const left = [...approved.itemIds];
	const isNew = (itemId: string): boolean => {
		const at = left.indexOf(itemId);
		if (at !== -1) left.splice(at, 1);
		return at === -1;
	};
	if (now.itemIds.filter(isNew).length > 0) why.push('new-line');
	if (approved.total === null || now.total === null) why.push('total-unknown');
	else if (isAbove(now.total, approved.total, percent)) why.push('total');
	return why;
}

const isAbove = (now: DecimalText, approved: DecimalText, percent: DecimalText): boolean =>
	compare(multiply(subtract(now, approved), '100'), multiply(approved, percent)) > 0;
