// Random receipts of an order in the real program: parts, other prices, closed lines, tax, discounts and printed totals. Its
// quantities, amounts and claims are compared with fractions, from docs/delivery.md and docs/credit.md alone.
import type { Chance } from '../../src/practice/demo/random.ts';
import { harbour, refusalOf, type Kitchen } from '../support/kitchen.ts';
import { openOrderDesk } from '../support/orders.ts';
import { read } from './books-kept.ts';
import { says } from './compare.ts';
import { minus, plus, rounded, times, zero, type Fraction } from './oracle.ts';
import {
	goodsOf,
	inUnit,
	reckonEach,
	recordOf,
	text,
	upTo,
	type Goods,
} from './purchasing-goods.ts';

const documentId = 'service:purchaseOrder:O-1';
const locale = 'en-GB';
const places = 2;

class Line {
	readonly lineId: string;
	readonly goods: Goods;
	readonly ordered: bigint;
	readonly discount: Fraction;
	readonly taxed: Fraction;
	received = 0n;
	closed = 0n;

	constructor(chance: Chance, itemId: string, taxed: Fraction) {
		this.lineId = `l-${itemId}`;
		this.goods = goodsOf(chance, itemId);
		this.taxed = taxed;
		this.ordered = BigInt(chance.whole(1, 9)) * this.goods.holds[this.goods.unitId];
		const tenth = times(this.gross(this.ordered, this.goods.price), { n: 1n, d: 10n });
		this.discount = chance.happens(0.3) ? rounded(tenth, places) : zero;
	}

	/** Pieces in the unit of the order, as the service has them. */
	amount = (pieces: bigint): Fraction => rounded(inUnit(this.goods, pieces, this.goods.unitId), 6);
	gross = (pieces: bigint, price: string): Fraction => times(this.amount(pieces), read(price));
	/** With its part of the discount, and the tax. */
	bill(pieces: bigint, price: string): Fraction {
		const { n, d } = inUnit(this.goods, this.ordered, this.goods.unitId);
		const off = rounded(times(this.discount, times(this.amount(pieces), { n: d, d: n })), 6);
		const net = minus(this.gross(pieces, price), off);
		// A part of a case is known to six decimals, and so is its amount: 23 of 24 at 0.60 are 0.575, not 0.574999.
		return net.n < 0n ? zero : rounded(rounded(times(net, this.taxed), 6), places);
	}
	due = (): bigint => this.ordered - this.received - this.closed;
}

type Entered = ReturnType<typeof enter>;

export const reckonReceipts = (asked: { histories: number; seed: number }): Promise<void> =>
	reckonEach(asked, (chance) => {
		const rate = chance.pick(['0', '7', '20']);
		const taxed = { n: 100n + BigInt(rate), d: 100n };
		const lines = ['1', '2', '3']
			.slice(0, chance.whole(1, 3))
			.map((id) => new Line(chance, id, taxed));
		const items = lines.map((line) => ({
			id: line.lineId,
			itemId: line.goods.itemId,
			uomId: Number(line.goods.unitId),
			quantity: text(line.amount(line.ordered)),
			quantityReceived: '0',
			price: line.goods.price,
			discount: text(line.discount),
			taxId: 1,
			totalAmount: text(line.bill(line.ordered, line.goods.price)),
		}));
		const order = { id: 'O-1', number: 'PO-7', locationId: 'L-1', supplierId: 'P-1', items };
		const taxes = [{ taxId: 1, rate, taxableAmount: '0', taxAmount: '0' }];
		return {
			lists: {
				'location.list': [harbour],
				'supplier.list': [{ id: 'P-1', name: 'P-1' }],
				'inventoryItem.list': lines.map(({ goods }) => recordOf(goods)),
				'inventoryItem.currentStock': [],
				'purchaseOrder.list': [
					{ ...order, date: '2026-11-18T10:00:00Z', status: 'approved', taxes },
				],
			},
			keep: (kitchen) => keep(kitchen, chance, lines),
		};
	});

async function keep(kitchen: Kitchen, chance: Chance, lines: readonly Line[]): Promise<void> {
	openOrderDesk(kitchen);
	for (let receipt = 1; receipt <= 3; receipt += 1) {
		const due = lines.filter((line) => line.due() > 0n);
		const entered = due.map((line) => enter(kitchen, chance, line));
		if (entered.every(({ came }) => came === 0n)) return;
		checkReceipt(kitchen, chance, entered, `I-${String(receipt)}`, lines.length);
		for (const { line, due: all, came, how } of entered) {
			line.received += came;
			if (how !== 'none') line.closed += all - came;
		}
		const undone = receipt === 1 && chance.happens(0.2);
		if (undone && refusalOf(() => kitchen.undo('purchaseOrder', documentId)) === null)
			for (const line of lines) [line.received, line.closed] = [0n, 0n];
		else if (chance.happens(0.5)) {
			kitchen.service.there = true;
			await kitchen.send();
			await kitchen.pull();
			kitchen.service.there = false;
		}
		for (const shown of kitchen.call('purchasing.ofOrder', { documentId }).lines) {
			const line = lines.find(({ lineId }) => lineId === shown.lineId)!;
			const of = (what: string) => `${what} of ${line.lineId} after ${String(receipt)}`;
			const near = (what: string, program: string | null, pieces: bigint) =>
				says(of(what), program && text(read(program), 4), rounded(line.amount(pieces), 4));
			if (line.received === line.ordered)
				says(of('all'), shown.received, line.amount(line.ordered));
			near('received', shown.received, line.received);
			near('closed', shown.closedShort, line.closed);
			near('open', shown.open, line.due());
		}
	}
}

function enter(kitchen: Kitchen, chance: Chance, line: Line) {
	const { lineId, goods } = line;
	const due = line.due();
	const shown = kitchen
		.call('delivery.get', { documentId })
		.lines.find((each) => each.lineId === lineId)!;
	says(`due of ${lineId}`, shown.entry?.due, inUnit(goods, due, '1'));
	const came = chance.happens(0.3) ? due : upTo(chance, due);
	const typed = text(inUnit(goods, came, '1'));
	kitchen.call('delivery.enter', { documentId, lineId, unitId: '1', typed, locale });
	// A fifth more is marked red.
	const dearer = text(times(read(goods.price), { n: 12n, d: 10n }));
	const paid = chance.pick(['', '', dearer, '0.5']);
	kitchen.call('delivery.price', { documentId, lineId, typed: paid, locale });
	const price = paid || goods.price;
	if (came === due) return { line, due, came, price, how: 'none' as const };
	const how = chance.pick(['none', 'close-short', 'order-elsewhere'] as const);
	kitchen.call('delivery.explain', { documentId, lineId, reason: 'x' });
	kitchen.call('delivery.settle', { documentId, lineId, settlement: how });
	return { line, due, came, price, how };
}

const total = (amounts: readonly Fraction[]): Fraction => amounts.reduce(plus, zero);

function checkReceipt(
	kitchen: Kitchen,
	chance: Chance,
	entered: readonly Entered[],
	number: string,
	of: number,
): void {
	const sum = total(entered.map(({ line, came, price }) => line.bill(came, price)));
	const short = total(entered.map(({ line, due, came, price }) => line.bill(due - came, price)));
	const half = rounded(times(short, { n: 1n, d: 2n }), places);
	const billed = chance.pick([null, zero, half, short]);
	const differenceIs = chance.pick(['line', 'line', 'freight'] as const);
	const printed = billed === null ? '' : text(plus(sum, billed), places);
	const invoice = { number, day: null, total: printed, differenceIs, isAnother: false };
	const shown = kitchen.call('delivery.invoice', { documentId, locale, invoice }).invoice;
	says(`the sum of ${number}`, shown.sum, sum);
	says(`the difference of ${number}`, shown.difference, billed);
	kitchen.call('delivery.receive', { documentId, intentId: `intent-${number}` });
	const paper = kitchen.call('delivery.receipts', { documentId }).receipts.at(-1)!;
	says(`the sum on the paper of ${number}`, paper.invoice.sum, sum);
	const all = kitchen.call('followUp.list', { locationId: 'L-1', state: 'open', limit: 500 });
	const proposed = all.followUps.filter(({ invoiceNumber }) => invoiceNumber === number);
	const claimed = (kind: string) =>
		text(total(proposed.flatMap((each) => (each.kind === kind ? read(each.amount!) : []))), places);
	const rounding = { n: BigInt(of), d: 100n };
	const isNamed =
		billed !== null && (differenceIs === 'freight' || minus(billed, rounding).n <= 0n);
	const isBilled = billed !== null && !isNamed && billed === short;
	const missing = entered
		.filter(({ how }) => isBilled || how !== 'none')
		.map(({ line, due, came, price }) => line.bill(due - came, price));
	const most = isNamed ? zero : (billed ?? short);
	const claims = minus(most, total(missing)).n < 0n ? most : total(missing);
	says(`claimed of ${number}`, claimed('claim-shortage'), claims);
	const rises = entered.map(({ line, came, price }) =>
		minus(line.bill(came, price), line.bill(came, line.goods.price)),
	);
	says(`dearer on ${number}`, claimed('claim-price'), total(rises.filter(({ n }) => n > 0n)));
	for (const { line, due, came, how } of entered) {
		const elsewhere = proposed.find(
			({ kind, itemId }) => kind === 'order-elsewhere' && itemId === line.goods.itemId,
		);
		const rest = how === 'order-elsewhere' ? line.amount(due - came) : null;
		says(`elsewhere of ${line.lineId}`, elsewhere?.quantity, rest);
	}
}
