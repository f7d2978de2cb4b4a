// Random receipts of an order in the real program: parts, excess, other prices, weights, closed lines, items that nobody
// ordered, taxes, discounts, currencies, printed totals, and goods that go back. Its quantities, amounts and claims are
// compared with fractions, from docs/delivery.md and docs/credit.md alone.
import type { Chance } from '../../src/practice/demo/random.ts';
import { harbour, itemRecord, refusalOf, type Kitchen } from '../support/kitchen.ts';
import { openOrderDesk } from '../support/orders.ts';
import { returningAt } from '../support/returns.ts';
import { read } from './books-kept.ts';
import { says } from './compare.ts';
import { minus, plus, rounded, times, zero, type Fraction } from './oracle.ts';
import {
	currencies,
	isLess,
	OrderedLine,
	over,
	termsOf,
	total,
	whole,
	type Terms,
} from './ordered-line.ts';
import { inUnit, reckonEach, text, upTo } from './purchasing-goods.ts';

const documentId = 'service:purchaseOrder:O-1';
const locale = 'en-GB';

type Entered = ReturnType<typeof enter>;

export const reckonReceipts = (asked: { histories: number; seed: number }): Promise<void> =>
	reckonEach(asked, (chance) => {
		const currency = chance.pick(['JPY', 'EUR', 'KWD'] as const);
		const terms = termsOf(chance, currencies[currency]);
		const lines = ['1', '2', '3']
			.slice(0, chance.whole(1, 3))
			.map((id) => new OrderedLine(chance, id, terms));
		const items = lines.map((line) => line.record());
		const order = { id: 'O-1', number: 'PO-7', locationId: 'L-1', supplierId: 'P-1', items };
		const taxes = terms.taxes.map(({ taxId, rate }) => {
			return { taxId, rate, taxableAmount: '0', taxAmount: '0' };
		});
		return {
			lists: {
				'location.list': [{ ...harbour, currency }],
				'supplier.list': [{ id: 'P-1', name: 'P-1' }],
				'systemTaxSetting.list': terms.taxes.map((tax) => {
					return { ...tax, id: `T-${String(tax.taxId)}`, name: 'Tax' };
				}),
				'inventoryItem.list': [...lines.map((line) => line.item()), itemRecord('9', 'Extra')],
				'inventoryItem.currentStock': [],
				'purchaseOrder.list': [
					{ ...order, date: '2026-11-18T10:00:00Z', status: 'approved', taxes },
				],
			},
			keep: (kitchen) => keep(kitchen, chance, lines, terms),
		};
	});

async function keep(
	kitchen: Kitchen,
	chance: Chance,
	lines: readonly OrderedLine[],
	terms: Terms,
): Promise<void> {
	openOrderDesk(kitchen);
	const rises = new Map<string, Entered>();
	for (let receipt = 1; receipt <= 3; receipt += 1) {
		const due = lines.filter((line) => line.due() > 0n);
		const entered = due.map((line) => enter(kitchen, chance, line));
		if (entered.every(({ came }) => came === 0n)) break;
		const undone = receipt === 1 && chance.happens(0.2);
		const besides = undone ? [] : addOn(kitchen, chance, terms);
		const number = `I-${String(receipt)}`;
		checkReceipt(kitchen, chance, entered, { number, besides, terms });
		for (const { line, due: all, came, how, sent } of entered) {
			line.received += came;
			line.amountReceived = plus(line.amountReceived, sent);
			if (how === 'close-short' || how === 'order-elsewhere') line.closed += all - came;
		}
		if (undone && refusalOf(() => kitchen.undo('purchaseOrder', documentId)) === null) {
			for (const line of lines) [line.received, line.closed] = [0n, 0n];
			for (const line of lines) line.amountReceived = zero;
		} else {
			for (const each of entered) if (receipt === 1) rises.set(each.line.lineId, each);
			if (chance.happens(0.5)) await online(kitchen);
		}
		checkOrder(kitchen, lines, receipt);
	}
	await sendBack(kitchen, chance, rises);
}

async function online(kitchen: Kitchen): Promise<void> {
	kitchen.service.there = true;
	await kitchen.send();
	await kitchen.pull();
	kitchen.service.there = false;
}

function checkOrder(kitchen: Kitchen, lines: readonly OrderedLine[], receipt: number): void {
	for (const shown of kitchen.call('purchasing.ofOrder', { documentId }).lines) {
		const line = lines.find(({ lineId }) => lineId === shown.lineId)!;
		const of = (what: string) => `${what} of ${line.lineId} after ${String(receipt)}`;
		const near = (what: string, program: string | null, pieces: bigint) =>
			says(of(what), program && text(read(program), 4), rounded(line.amount(pieces), 4));
		if (line.received === line.ordered) says(of('all'), shown.received, line.amount(line.ordered));
		near('received', shown.received, line.received);
		near('closed', shown.closedShort, line.closed);
		near('open', shown.open, line.due() < 0n ? 0n : line.due());
	}
}

const shortly = ['none', 'close-short', 'order-elsewhere', 'keep-rejected'] as const;
const excessively = ['none', 'keep-free', 'send-back'] as const;

function enter(kitchen: Kitchen, chance: Chance, line: OrderedLine) {
	const { lineId, goods } = line;
	const of = { documentId, lineId };
	const due = line.due();
	const shown = kitchen
		.call('delivery.get', { documentId })
		.lines.find((each) => each.lineId === lineId)!;
	says(`due of ${lineId}`, shown.entry?.due, inUnit(goods, due, '1'));
	const more = (line.ordered * 11n) / 10n - line.received - due;
	const isOver = line.closed === 0n && more > 0n && chance.happens(0.2);
	const some = chance.happens(0.3) ? due : upTo(chance, due);
	const good = isOver ? due + 1n + upTo(chance, more - 1n) : some;
	const typed = text(inUnit(goods, good, '1'));
	kitchen.call('delivery.enter', { ...of, unitId: '1', typed, locale });
	const how = good === due ? 'none' : chance.pick<string>(isOver ? excessively : shortly);
	const isRejected = how === 'keep-rejected' || (good < due && chance.happens(0.2));
	if (good !== due) {
		const cause = isOver ? 'over' : isRejected ? 'damaged' : 'missing';
		kitchen.call('delivery.explain', { ...of, reason: 'x', cause });
		kitchen.call('delivery.settle', { ...of, settlement: how as 'none' });
	}
	// Goods that were rejected and kept came too.
	const came = how === 'keep-rejected' ? due : good;
	const cost = priceOf(kitchen, chance, line, good);
	return { line, due, good, came, sent: line.sent(came), how, isRejected, ...cost };
}

/** Types a price and a weight, or not: what a unit of the line costs as billed and as ordered. */
function priceOf(kitchen: Kitchen, chance: Chance, line: OrderedLine, good: bigint) {
	const of = { documentId, lineId: line.lineId, locale };
	// A fifth more is marked red.
	const factor = chance.pick(['', '', '1.2', '0.8']);
	const typed = factor && text(times(line.orderedPrice(), read(factor)), 4);
	kitchen.call('delivery.price', { ...of, typed });
	const tenth = { n: BigInt(chance.whole(90, 110)), d: 100n };
	const isWeighed = line.isWeighed && good > 0n && chance.happens(0.6);
	const weight = rounded(times(line.usualWeight(good), tenth), 3);
	if (line.isWeighed)
		kitchen.call('delivery.weigh', { ...of, typed: isWeighed ? text(weight) : '' });
	const usual = line.usualWeight(line.goods.holds[line.goods.unitId]);
	const ofUnit = isWeighed ? over(weight, line.amount(good)) : line.isWeighed ? usual : whole(1);
	const ordered = times(ofUnit, line.orderedPrice());
	const price = typed === '' ? ordered : times(ofUnit, read(typed));
	return { price, ordered, isDear: factor === '1.2' };
}

/** The amounts of items that nobody ordered. */
function addOn(kitchen: Kitchen, chance: Chance, { places }: Terms): Fraction[] {
	if (chance.happens(0.7)) return [];
	const added = { documentId, itemId: '9', unitId: '3', instead: null };
	const { lineId } = kitchen.call('delivery.add', added).lines.at(-1)!;
	const of = { documentId, lineId, locale };
	const pieces = chance.whole(1, 30);
	const price = `${String(chance.whole(1, 40))}.${String(chance.whole(10, 99))}`;
	kitchen.call('delivery.enter', { ...of, unitId: '1', typed: String(pieces) });
	kitchen.call('delivery.price', { ...of, typed: price });
	const quantity = rounded({ n: BigInt(pieces), d: 12n }, 6);
	return [rounded(rounded(times(quantity, read(price)), 6), places)];
}

interface Receipt {
	readonly number: string;
	readonly besides: readonly Fraction[];
	readonly terms: Terms;
}

/** Free goods are not billed. */
const billedOn = ({ line, due, how, sent, price }: Entered): Fraction =>
	line.bill(how === 'keep-free' ? line.amount(due) : sent, price);
const shortOn = ({ line, due, came, price }: Entered): Fraction =>
	came < due ? line.bill(line.amount(due - came), price) : zero;

function checkReceipt(
	kitchen: Kitchen,
	chance: Chance,
	entered: readonly Entered[],
	{ number, besides, terms: { places } }: Receipt,
): void {
	const amounts = [...entered.map(billedOn), ...besides];
	const sum = total(amounts);
	const short = total(entered.map(shortOn));
	const cent = { n: 1n, d: 10n ** BigInt(places) };
	const rounding = times(cent, whole(Math.max(1, amounts.filter(({ n }) => n !== 0n).length)));
	const half = rounded(times(short, { n: 1n, d: 2n }), places);
	const billed = chance.pick([null, zero, half, short, rounding]);
	const differenceIs = chance.pick(['line', 'line', 'freight'] as const);
	const printed = billed === null ? '' : text(plus(sum, billed), places);
	const invoice = { number, day: null, total: printed, differenceIs, isAnother: false };
	const shown = kitchen.call('delivery.invoice', { documentId, locale, invoice }).invoice;
	says(`the sum of ${number}`, shown.sum, sum);
	says(`the difference of ${number}`, shown.difference, billed);
	kitchen.call('delivery.receive', { documentId, intentId: `intent-${number}` });
	const paper = kitchen.call('delivery.receipts', { documentId }).receipts.at(-1)!;
	says(`the sum on the paper of ${number}`, paper.invoice.sum, sum);
	for (const each of entered) {
		const { lineId } = each.line;
		const line = paper.lines.find((printed) => printed.lineId === lineId);
		says(`received of ${lineId} on the paper of ${number}`, line?.received, each.sent);
		says(`the amount of ${lineId} on the paper of ${number}`, line?.amount, billedOn(each));
	}
	const proposed = proposalsOf(kitchen, number);
	const claimed = (...kinds: string[]) =>
		text(
			total(proposed.flatMap(({ kind, amount }) => (kinds.includes(kind) ? read(amount!) : []))),
			3,
		);
	const isNamed = billed !== null && (differenceIs === 'freight' || !isLess(rounding, billed));
	const shorts = entered.filter((each) => shortOn(each).n > 0n).length;
	const nearly = times(cent, whole(Math.max(1, shorts)));
	const isBilled = billed !== null && !isNamed && !isLess(plus(billed, nearly), short);
	const missing = entered
		.filter(({ how, isRejected }) => isBilled || how !== 'none' || isRejected)
		.map(shortOn);
	const most = isNamed ? zero : isBilled ? total(missing) : (billed ?? short);
	const claims = isLess(most, total(missing)) ? most : total(missing);
	says(`claimed of ${number}`, claimed('claim-shortage', 'claim-quality'), claims);
	says(`dearer on ${number}`, claimed('claim-price'), total(entered.map((each) => riseOn(each))));
	for (const { line, due, good, came, how } of entered) {
		const find = (kind: string) =>
			proposed.find((each) => each.kind === kind && each.itemId === line.goods.itemId)?.quantity;
		const rest = how === 'order-elsewhere' ? line.amount(due - came) : null;
		says(`elsewhere of ${line.lineId}`, find('order-elsewhere'), rest);
		const back = how === 'send-back' || how === 'keep-rejected';
		const excess = good < due ? due - good : good - due;
		says(`back of ${line.lineId}`, find('return'), back ? line.amount(excess) : null);
	}
}

const proposalsOf = (kitchen: Kitchen, number: string) =>
	kitchen
		.call('followUp.list', { locationId: 'L-1', state: 'open', limit: 500 })
		.followUps.filter(({ invoiceNumber }) => invoiceNumber === number);

/** Of what is kept and billed. @param left of what came */
function riseOn(
	{ line, isDear, price, ordered, how, good, due, sent }: Entered,
	left = sent,
): Fraction {
	const isGood =
		how === 'keep-rejected' || ((how === 'keep-free' || how === 'send-back') && good > due);
	const meant = isGood ? line.amount(good < due ? good : due) : sent;
	const kept = isLess(left, meant) ? left : meant;
	return isDear ? minus(line.bill(kept, price), line.bill(kept, ordered)) : zero;
}

interface ReceivedLine {
	readonly purchaseOrderItemId: string;
	readonly quantity: string;
	readonly price: string;
}

/** Some of the first receipt goes back: it is claimed as it was billed, and no rise is claimed for it. */
async function sendBack(
	kitchen: Kitchen,
	chance: Chance,
	entered: ReadonlyMap<string, Entered>,
): Promise<void> {
	await online(kitchen);
	const [sent] = kitchen.service.writes.filter(({ name }) => name === 'purchaseOrder.receive');
	if (sent === undefined) return;
	const items = sent.body['items'] as ReceivedLine[];
	const of = { id: 'G-1', locationId: 'L-1', supplierId: 'P-1' };
	const named = items.map((line) => ({ ...line, id: `g-${line.purchaseOrderItemId}` }));
	kitchen.service.lists['purchaseOrder.receivings'] = [{ ...sent.body, ...of, items: named }];
	await online(kitchen);
	const { purchaseOrderItemId: lineId, quantity, price } = chance.pick(items);
	const each = entered.get(lineId);
	if (each === undefined) return;
	const { line, came, how, good, due } = each;
	const { holds, unitId } = line.goods;
	const pieces = chance.happens(0.4) ? came : 1n + upTo(chance, came - 1n);
	const desk = returningAt(() => kitchen);
	desk.send(lineId, text(inUnit(line.goods, pieces, '1')));
	await online(kitchen);
	// Rounded down, so that parts never come to more than the case.
	const back = { n: (pieces * 1_000_000n) / holds[unitId], d: 1_000_000n };
	const number = String(sent.body['invoiceNumber']);
	const claimed = (wanted: string) =>
		proposalsOf(kitchen, number).find(
			({ kind, itemId }) => kind === wanted && itemId === line.goods.itemId,
		)?.amount ?? '0';
	const isFree = how === 'keep-free' && good > due;
	const paidFor = isFree ? over(times(back, line.amount(due)), each.sent) : back;
	says(
		`claimed of ${lineId} that went back`,
		claimed('claim-return'),
		line.bill(back, read(price), paidFor),
	);
	// A rise that is rounded to nothing stays so.
	const rise = riseOn(each).n > 0n ? riseOn(each, minus(read(quantity), back)) : zero;
	says(`dearer of ${lineId} that was kept`, claimed('claim-price'), rise);
}
