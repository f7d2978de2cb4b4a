// Random receipts and purchase options in the real program, compared with a sum from docs/ordering.md, Prices: receipts
// at the edge of the business day, goods that came free, prices of other currencies and of other days.
import fc from 'fast-check';
import type { Offer } from '../../src/shared/bridge/price.ts';
import { harbour, itemRecord, openKitchen, stockUp, type Kitchen } from '../support/kitchen.ts';
import { read } from './books-kept.ts';
import { Difference, says } from './compare.ts';
import { isNone, minus, plus, rounded, times, zero, type Fraction } from './oracle.ts';

const price = fc.constantFrom('6', '6.3', '5.99', '0.5', '0.51', '0.0042', '72', '0');
const goods = {
	supplier: fc.constantFrom('P-1', 'P-2', 'P-3'),
	item: fc.constantFrom('1', '2'),
	inCases: fc.boolean(),
};
export const priceHistory = fc.record({
	receipts: fc.array(
		fc.record({
			...goods,
			/** Hours before 20 November 2026, 12:00 UTC. */
			ago: fc.nat({ max: 24 * 70 }),
			prices: fc.array(fc.option(price), { minLength: 1, maxLength: 2 }),
		}),
		{ maxLength: 14, size: 'max' },
	),
	options: fc.uniqueArray(
		fc.record({
			...goods,
			price,
			isActive: fc.constantFrom(true, true, false),
			prices: fc.uniqueArray(
				fc.record({
					price,
					currency: fc.constantFrom('EUR', 'EUR', 'GBP'),
					fromDate: fc.constantFrom('2026-01-01', '2026-11-19', '2026-11-20', '2026-11-21'),
				}),
				{ maxLength: 3, selector: ({ currency, fromDate }) => currency + fromDate },
			),
		}),
		{ maxLength: 8, size: 'max', selector: keyOf },
	),
});
type History = typeof priceHistory extends fc.Arbitrary<infer Each> ? Each : never;

function keyOf({ supplier, item, inCases }: { supplier: string; item: string; inCases: boolean }) {
	return `${supplier} ${item} ${inCases ? 'case' : 'each'}`;
}

const HOUR = 3_600_000;
const noon = Date.UTC(2026, 10, 20, 12);

export async function reckonPrices(asked: { histories: number; seed: number }): Promise<void> {
	const kitchen = stockUp(openKitchen());
	kitchen.store.durable.pragma('synchronous = OFF');
	kitchen.clock.setWallClock(noon);
	const { lists } = kitchen.service;
	lists['inventoryItem.list'] = [itemRecord('1', 'Milk'), itemRecord('2', 'Oil')];
	try {
		await fc.assert(
			fc.asyncProperty(priceHistory, async (history) => {
				lists['purchaseOption.list'] = history.options.map((option, at) => ({
					id: `N-${String(at)}`,
					itemId: option.item,
					supplierId: option.supplier,
					uomId: option.inCases ? 3 : 1,
					price: option.price,
					isActive: option.isActive,
					prices: option.prices,
				}));
				lists['purchaseOrder.receivings'] = history.receipts.map((receipt, at) => ({
					id: `G-${String(at)}`,
					number: String(at).padStart(3, '0'),
					purchaseOrderId: 'O-1',
					locationId: 'L-1',
					supplierId: receipt.supplier,
					date: new Date(noon - receipt.ago * HOUR).toISOString(),
					items: receipt.prices.map((paid, line) => ({
						id: `${String(at)}-${String(line)}`,
						purchaseOrderItemId: 'l-1',
						itemId: receipt.item,
						uomId: receipt.inCases ? 3 : 1,
						quantity: '1',
						...(paid === null ? {} : { price: paid }),
					})),
				}));
				await kitchen.pull();
				check(kitchen, history);
			}),
			{ numRuns: asked.histories, seed: asked.seed, endOnFailure: true },
		);
	} finally {
		await kitchen.end();
	}
}

interface Known {
	readonly holds: bigint;
	readonly listed: Fraction | null;
	/** Day and price, earliest first. */
	readonly paid: readonly (readonly [day: string, price: Fraction])[];
}

function check(kitchen: Kitchen, history: History): void {
	const known = new Map<string, Known>();
	const keys = [...history.receipts, ...history.options].map(keyOf);
	for (const key of keys) {
		const option = history.options.find((each) => keyOf(each) === key && each.isActive);
		const paid = history.receipts
			.map((receipt, at) => ({ ...receipt, at }))
			.filter((receipt) => keyOf(receipt) === key)
			.sort((a, b) => b.ago - a.ago || a.at - b.at)
			.flatMap(({ ago, prices }) =>
				prices
					.filter((each) => each !== null && each !== '0')
					.map((each) => [dayOf(noon - ago * HOUR), read(each)] as const),
			);
		const listed = option === undefined ? null : read(listedOf(option));
		if (listed === null && paid.length === 0) continue;
		known.set(key, { holds: key.endsWith('case') ? 12n : 1n, listed, paid });
	}
	const { rows, total } = kitchen.call('price.list', { locationId: 'L-1', limit: 100 });
	if (total !== known.size)
		throw new Difference(`${String(total)} prices, not ${String(known.size)}`);
	for (const offer of rows) checkOffer(offer, known);
}

/** The location's day begins when its clock says five. */
function dayOf(instant: number): string {
	const wall = new Intl.DateTimeFormat('sv-SE', {
		timeZone: harbour.timeZone,
		dateStyle: 'short',
		timeStyle: 'short',
	}).format(instant);
	return wall.slice(11) < '05:00' ? daysBefore(wall.slice(0, 10), 1) : wall.slice(0, 10);
}

const daysBefore = (day: string, days: number): string =>
	new Date(Date.parse(day) - days * 24 * HOUR).toISOString().slice(0, 10);

function listedOf({ prices, price: own }: History['options'][number]): string {
	const here = prices.filter(
		({ currency, fromDate }) => currency === 'EUR' && fromDate <= '2026-11-20',
	);
	const latest = here
		.map(({ fromDate }) => fromDate)
		.sort()
		.at(-1);
	return here.find(({ fromDate }) => fromDate === latest)?.price ?? own;
}

const of = (n: bigint, d: bigint): Fraction => ({ n, d });
const per = (a: Fraction, b: Fraction): Fraction => times(a, of(b.d, b.n));

function checkOffer(offer: Offer, known: ReadonlyMap<string, Known>): void {
	const { itemId: item, supplierId: supplier, unit, compared } = offer;
	const key = keyOf({ supplier, item, inCases: unit.unitId === '3' });
	const its = known.get(key);
	if (its === undefined) throw new Difference(`${key} has a price`);
	const [day, last] = its.paid.at(-1) ?? ['', null];
	says(`${key}, paid`, offer.paid, last);
	says(`${key}, listed`, offer.listed, its.listed);
	if ((offer.paidOn ?? '') !== day)
		throw new Difference(`${key} was paid on ${String(offer.paidOn)}`);
	const before = its.paid.at(-2)?.[1] ?? null;
	const since = day === '' ? '' : daysBefore(day, 28);
	const recent = its.paid.slice(0, -1).filter(([on]) => on >= since);
	const sum = recent.reduce((all, [, each]) => plus(all, each), zero);
	const mean = recent.length === 0 ? null : rounded(per(sum, of(BigInt(recent.length), 1n)), 6);
	const rivals = [...known]
		.filter(([other]) => other.split(' ')[1] === item && !other.startsWith(supplier))
		.flatMap(([, { paid, listed, holds }]) => {
			const theirs = paid.at(-1)?.[1] ?? listed;
			return theirs === null ? [] : per(times(theirs, of(its.holds, 1n)), of(holds, 1n));
		})
		.sort((a, b) => Number(minus(a, b).n));
	const cheapest = rivals[0] === undefined ? null : rounded(rivals[0], 6);
	const now = last ?? its.listed;
	const facts = { listed: last === null ? null : its.listed, before, mean, cheapest };
	for (const name of ['listed', 'before', 'mean', 'cheapest'] as const) {
		const stated = facts[name];
		says(`${key}, ${name}`, compared[name]?.price ?? null, stated);
		const over =
			stated === null || isNone(stated) || now === null
				? null
				: rounded(times(per(minus(now, stated), stated), of(100n, 1n)), 1);
		says(`${key}, over ${name}`, compared[name]?.over ?? null, over);
	}
	const usual = facts.listed ?? before;
	if (offer.mark !== (last === null || usual === null ? null : markOf(last, usual)))
		throw new Difference(`${key} is marked ${String(offer.mark)}`);
}

/** Above 5 % red; above 1 % and 0.02 amber. */
function markOf(now: Fraction, usual: Fraction): 'red' | 'amber' | null {
	const rise = minus(now, usual);
	const isOver = (most: Fraction): boolean => minus(rise, most).n > 0n;
	if (isOver(times(usual, of(5n, 100n)))) return 'red';
	return isOver(times(usual, of(1n, 100n))) && isOver(of(2n, 100n)) ? 'amber' : null;
}
