// Random stock, par levels, standing orders and orders in the real program. Its suggestions are compared with a sum in whole
// pieces, from docs/ordering.md alone.
import type { Chance } from '../../src/practice/demo/random.ts';
import { typedInvoice } from '../support/invoice.ts';
import { stockRecord, type Kitchen } from '../support/kitchen.ts';
import { read } from './books-kept.ts';
import { says } from './compare.ts';
import { rounded, type Fraction } from './oracle.ts';
import { goodsOf, inUnit, reckonEach, recordOf, text, upTo } from './purchasing-goods.ts';

/** The next delivery of a supplier who comes on Mondays and Wednesdays. */
const until = '2026-11-23';
const expected: readonly string[] = ['Submitted', 'Approved', 'Partly Received'];
const states = [...expected, 'Approved', 'Received', 'Closed', 'Cancelled', 'Rejected', 'Draft'];
const locale = 'en-GB';

type Wanted = ReturnType<typeof wantedOf>;
type Order = ReturnType<typeof orderOf>;

export const reckonSuggestions = (asked: { histories: number; seed: number }): Promise<void> =>
	reckonEach(asked, (chance) => {
		const wanted = ['1', '2', '3'].map((id) => wantedOf(chance, id));
		const orders = Array.from({ length: chance.whole(0, 4) }, (_, at) =>
			orderOf(chance, wanted, `O-${String(at)}`),
		);
		return {
			lists: listsOf(wanted, orders),
			keep: (kitchen) => keep(kitchen, chance, wanted, orders),
		};
	});

/** Quantities of the tables, each of which may be missing: par level and standing order in base units. */
function wantedOf(chance: Chance, itemId: string) {
	const maybe = (most: number) => (chance.happens(0.6) ? BigInt(chance.whole(1, most)) : null);
	const goods = goodsOf(chance, itemId, chance.pick([0, 0, 3]));
	const stock = upTo(chance, 60n * goods.holds[1]);
	return { goods, stock, least: maybe(4), multiple: maybe(5), par: maybe(40), standing: maybe(20) };
}

function orderOf(chance: Chance, wanted: readonly Wanted[], id: string) {
	const status = chance.pick(states);
	const day = chance.pick(['2026-11-18', '2026-11-20', until, '2026-11-25', null]);
	const lines = Array.from({ length: chance.whole(1, 4) }, (_, at) => {
		const { goods } = chance.pick(wanted);
		const unitId = chance.pick(['1', '3'] as const);
		const ordered = BigInt(chance.whole(1, 9)) * goods.holds[unitId];
		const came = status === 'Partly Received' ? upTo(chance, ordered) : 0n;
		// Work that waits here changes what is coming.
		return { lineId: `${id}-${String(at)}`, goods, unitId, ordered, came, coming: ordered - came };
	});
	return { id, status, day, lines };
}

const listsOf = (wanted: readonly Wanted[], orders: readonly Order[]) => ({
	'supplier.list': ['S-1', 'S-2'].map((id) => ({ id, name: id })),
	'inventoryItem.list': wanted.map(({ goods }) => recordOf(goods)),
	'inventoryItem.currentStock': wanted.map(({ goods, stock }) =>
		stockRecord('A-1', goods.itemId, text(inUnit(goods, stock, '1')), 1),
	),
	'purchaseOption.list': wanted.map(({ goods: { itemId, unitId, price }, least }) => ({
		id: `N-${itemId}`,
		itemId,
		supplierId: 'S-1',
		uomId: Number(unitId),
		price,
		...(least === null ? {} : { minimumQuantity: String(least) }),
	})),
	'purchaseOrder.list': orders.map(({ id, status, day, lines }) => ({
		id,
		number: id,
		locationId: 'L-1',
		supplierId: 'S-1',
		date: '2026-11-10T09:00:00Z',
		...(day === null ? {} : { deliveryDate: day }),
		status,
		items: lines.map(({ lineId, goods, unitId, ordered, came }) => ({
			id: lineId,
			itemId: goods.itemId,
			uomId: Number(unitId),
			quantity: text(inUnit(goods, ordered, unitId)),
			quantityReceived: text(inUnit(goods, came, unitId)),
			price: goods.price,
		})),
	})),
});

function keep(
	kitchen: Kitchen,
	chance: Chance,
	wanted: readonly Wanted[],
	orders: readonly Order[],
): void {
	const save = (table: 'par' | 'standing' | 'terms' | 'delivery', row: Record<string, string>) =>
		kitchen.call('ordering.save', { locationId: 'L-1', table, locale, rows: [row] });
	const rounding = chance.pick(['up', 'nearest', 'down'] as const);
	save('terms', { supplierId: 'S-1', rounding });
	for (const weekday of ['1', '3'])
		save('delivery', { supplierId: 'S-1', weekday, advanceDays: '1', cutOff: '14:00' });
	for (const { goods, par, multiple, standing } of wanted) {
		const { itemId } = goods;
		const more = multiple === null ? {} : { multiple: String(multiple) };
		if (par !== null) save('par', { itemId, par: String(par), unitId: '1', ...more });
		const always = { supplierId: 'S-1', weekday: '1', itemId, unitId: '1' };
		if (standing !== null) save('standing', { ...always, quantity: String(standing) });
	}
	for (const order of orders) if (expected.includes(order.status)) workOn(kitchen, chance, order);
	const due = new Map<string, bigint>();
	for (const { status, day, lines } of orders)
		for (const { goods, coming } of lines)
			if (expected.includes(status) && (day ?? '') <= until)
				due.set(goods.itemId, (due.get(goods.itemId) ?? 0n) + coming);
	const asked = { locationId: 'L-1', supplierId: 'S-1', deliveryDate: null };
	const { lines } = kitchen.call('ordering.suggestion', asked);
	for (const each of wanted) {
		const { goods, stock } = each;
		const line = lines.find(({ item }) => item.itemId === goods.itemId)!;
		const about = (what: string) => `${what} of ${goods.itemId}`;
		const coming = due.get(goods.itemId) ?? 0n;
		says(about('on hand'), line.terms.onHand, inUnit(goods, stock, '1'));
		// The service has a part of a case with six decimals, and Stillroom knows its pieces.
		const places = goods.holds[1] === 1n ? 6 : 2;
		says(
			about('due'),
			text(read(line.terms.due), places),
			rounded(inUnit(goods, coming, '1'), places),
		);
		const { suggestion } = line;
		const shown = suggestion.kind === 'suggested' ? suggestion.quantity : null;
		says(about(`suggested, rounded ${rounding},`), shown, quantityOf(each, coming, rounding));
	}
}

/** Work on an order that waits here: a line is closed short, a quantity is changed, or everything came and is not in stock yet. */
function workOn(kitchen: Kitchen, chance: Chance, { id, status, lines }: Order): void {
	const documentId = `service:purchaseOrder:${id}`;
	const line = chance.pick(lines);
	const how = chance.pick(['close', 'change', 'receive', 'nothing']);
	if (how === 'nothing' || status === 'Submitted' || line.came >= line.ordered) return;
	if (how === 'close') {
		kitchen.call('purchasing.closeLine', { documentId, lineId: line.lineId, reason: 'x' });
		line.coming = 0n;
	}
	if (how === 'change') {
		const draft = kitchen.call('purchaseOrder.edit', { documentId });
		const changed = draft.lines.map((each) => {
			const { unitId } = each.boxes[0]!;
			const boxes = each.lineId === line.lineId ? [{ unitId, typed: '20' }] : each.boxes;
			return { ...each, itemId: each.item.itemId, boxes };
		});
		kitchen.call('purchaseOrder.save', { ...draft, lines: changed, locale });
		kitchen.call('purchaseOrder.submit', {
			documentId: draft.documentId,
			intentId: `intent-${id}`,
		});
		line.coming = 20n * line.goods.holds[line.unitId] - line.came;
	}
	if (how === 'receive') {
		kitchen.call('delivery.enterAllAsDue', { documentId });
		const invoice = typedInvoice(id);
		kitchen.call('delivery.invoice', { documentId, locale, invoice });
		kitchen.call('delivery.receive', { documentId, intentId: `intent-${id}` });
	}
}

/** null without a need and a standing order. */
function quantityOf(
	{ goods, stock, par, standing, least, multiple }: Wanted,
	due: bigint,
	rounding: 'up' | 'nearest' | 'down',
): Fraction | null {
	if (par === null && standing === null) return null;
	const { holds, unitId, casePlaces } = goods;
	const places = unitId === '3' ? casePlaces : holds[1] === 1n ? 0 : 3;
	const scale = 10n ** BigInt(places);
	const steps = (pieces: bigint, how: 'up' | 'nearest' | 'down'): bigint => {
		if (pieces <= 0n) return 0n;
		const added = { up: holds[unitId] - 1n, nearest: holds[unitId] / 2n, down: 0n }[how];
		return (pieces * scale + added) / holds[unitId];
	};
	const missing = par === null ? 0n : steps(par * holds[1] - stock - due, rounding);
	const always = standing === null ? 0n : steps(standing * holds[1], 'up');
	let quantity = missing > always ? missing : always;
	if (quantity > 0n && quantity < (least ?? 0n) * scale) quantity = (least ?? 0n) * scale;
	// The multiple is a cell of the par level.
	const each = par === null || multiple === null ? 1n : multiple * scale;
	return { n: ((quantity + each - 1n) / each) * each, d: scale };
}
