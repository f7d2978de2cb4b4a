// Lines of the random orders: what a part of them costs with discount and tax, in the currency of the location.
import type { Chance } from '../../src/practice/demo/random.ts';
import { itemRecord } from '../support/kitchen.ts';
import { read } from './books-kept.ts';
import { minus, plus, rounded, times, zero, type Fraction } from './oracle.ts';
import { goodsOf, inUnit, recordOf, text, type Goods } from './purchasing-goods.ts';

export const currencies = { JPY: 0, EUR: 2, KWD: 3 } as const;

export interface Terms {
	readonly places: number;
	readonly taxes: readonly Tax[];
	/** Whether the service states what lines come to. */
	readonly statesTotals: boolean;
}
interface Tax {
	readonly taxId: number;
	readonly rate: string;
	readonly isInclusive: boolean;
}

export const whole = (n: bigint | number): Fraction => ({ n: BigInt(n), d: 1n });
export const over = (a: Fraction, b: Fraction): Fraction => times(a, { n: b.d, d: b.n });
export const isLess = (a: Fraction, b: Fraction): boolean => minus(a, b).n < 0n;
export const total = (amounts: readonly Fraction[]): Fraction => amounts.reduce(plus, zero);

/** Kilograms of a piece of what is bought by the piece and weighed. */
const usual: Fraction = { n: 5n, d: 2n };

export class OrderedLine {
	readonly lineId: string;
	readonly goods: Goods;
	readonly isWeighed: boolean;
	readonly ordered: bigint;
	readonly discount: Fraction;
	readonly tax: Tax | undefined;
	received = 0n;
	/** As it was sent. */
	amountReceived = zero;
	closed = 0n;
	readonly #terms: Terms;

	constructor(chance: Chance, itemId: string, terms: Terms) {
		this.#terms = terms;
		this.lineId = `l-${itemId}`;
		this.goods = goodsOf(chance, itemId);
		this.isWeighed = this.goods.holds[1] === 1n && chance.happens(0.3);
		this.tax = chance.happens(0.3) ? undefined : chance.pick(terms.taxes);
		this.ordered = BigInt(chance.whole(1, 9)) * this.goods.holds[this.goods.unitId];
		const share = { n: BigInt(chance.pick([0, 0, 0, 10, 33, 100])), d: 100n };
		const gross = times(this.amount(this.ordered), read(this.goods.price));
		const discount = rounded(times(gross, share), terms.places);
		this.discount = isLess(gross, discount) ? zero : discount;
	}

	/** Pieces in the unit of the order, as the service has them. */
	amount = (pieces: bigint): Fraction => rounded(inUnit(this.goods, pieces, this.goods.unitId), 6);
	due = (): bigint => this.ordered - this.received - this.closed;
	/** The last part is what the others left. */
	sent = (pieces: bigint): Fraction =>
		pieces === this.due() && this.closed === 0n
			? minus(this.amount(this.ordered), this.amountReceived)
			: this.amount(pieces);

	usualWeight = (pieces: bigint): Fraction => times(usual, whole(pieces));
	/** Of a kilogram of what is weighed, else of a unit. */
	orderedPrice(): Fraction {
		const { price, holds, unitId } = this.goods;
		return this.isWeighed ? over(read(price), this.usualWeight(holds[unitId])) : read(price);
	}

	/**
	 * With its part of the discount, and the tax. A part of a case is known to six decimals, and so is its amount.
	 * @param paidFor without free goods, which have no part of the discount
	 */
	bill(quantity: Fraction, price: Fraction, paidFor = quantity): Fraction {
		const off = over(times(this.discount, paidFor), this.amount(this.ordered));
		const net = minus(rounded(times(quantity, price), 6), off);
		return net.n < 0n ? zero : rounded(rounded(this.#withTax(net), 6), this.#terms.places);
	}
	#withTax = (net: Fraction): Fraction =>
		this.tax === undefined || this.tax.isInclusive
			? net
			: times(net, plus(whole(1), over(read(this.tax.rate), whole(100))));

	record() {
		const all = this.amount(this.ordered);
		return {
			id: this.lineId,
			itemId: this.goods.itemId,
			uomId: Number(this.goods.unitId),
			quantity: text(all),
			quantityReceived: '0',
			price: this.goods.price,
			discount: text(this.discount),
			...(this.tax === undefined ? {} : { taxId: this.tax.taxId }),
			...(this.#terms.statesTotals
				? { totalAmount: text(this.bill(all, read(this.goods.price))) }
				: {}),
		};
	}

	item() {
		if (!this.isWeighed) return recordOf(this.goods);
		const { itemId, holds } = this.goods;
		const weighs = (pieces: bigint) => text(this.usualWeight(pieces));
		return itemRecord(itemId, `Item ${itemId}`, {
			baseUomId: 7,
			units: [
				{ uomId: 3, name: 'case', type: 'case', conversionFactor: weighs(holds[3]), decimals: 3 },
				{ uomId: 1, name: 'each', type: 'each', conversionFactor: weighs(1n), decimals: 0 },
				{ uomId: 7, name: 'kg', type: 'weight', conversionFactor: '1', decimals: 3 },
			],
			transactionUnits: [{ transaction: 'catch-weight', uomId: 7 }],
		});
	}
}

export const termsOf = (chance: Chance, places: number): Terms => {
	const isInclusive = () => chance.happens(0.4);
	return {
		places,
		statesTotals: chance.happens(0.8),
		taxes: [
			{ taxId: 1, rate: chance.pick(['0', '5.5', '20']), isInclusive: isInclusive() },
			{ taxId: 2, rate: chance.pick(['7', '8']), isInclusive: isInclusive() },
		],
	};
};
