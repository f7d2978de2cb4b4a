// The goods of the random orders, receipts and returns, counted in whole pieces or grams.
import { createChance, type Chance } from '../../src/practice/demo/random.ts';
import { itemRecord, openStockedKitchen, type Kitchen } from '../support/kitchen.ts';
import { written } from './books-kept.ts';
import { rounded, type Fraction } from './oracle.ts';

type UnitId = '1' | '3';

export interface Goods {
	readonly itemId: string;
	/** Pieces of each unit; grams if it is weighed. */
	readonly holds: Readonly<Record<UnitId, bigint>>;
	/** The unit of its orders and prices. */
	readonly unitId: UnitId;
	readonly casePlaces: number;
	readonly price: string;
}

export function goodsOf(chance: Chance, itemId: string, casePlaces = 3): Goods {
	const base = chance.happens(0.2) ? 1000n : 1n;
	const unitId = chance.pick(['1', '3', '3'] as const);
	const price = `${String(chance.whole(1, 40))}.${String(chance.whole(10, 99))}`;
	const caseHolds = base * BigInt(chance.pick([3, 6, 7, 9, 12, 24]));
	return { itemId, holds: { 1: base, 3: caseHolds }, unitId, casePlaces, price };
}

export const recordOf = ({ itemId, holds, casePlaces }: Goods) => {
	const [name, decimals] = holds[1] === 1n ? (['each', 0] as const) : (['kg', 3] as const);
	const conversionFactor = String(holds[3] / holds[1]);
	return itemRecord(itemId, `Item ${itemId}`, {
		units: [
			{ uomId: 3, name: 'case', type: 'case', conversionFactor, decimals: casePlaces },
			{ uomId: 1, name, type: name, conversionFactor: '1', decimals },
		],
	});
};

export const inUnit = ({ holds }: Goods, pieces: bigint, unitId: UnitId): Fraction => {
	return { n: pieces, d: holds[unitId] };
};

/** A decimal as the service has it and people type it. */
export const text = (value: Fraction, places = 6): string =>
	written(rounded(value, places)).replace(/\.?0+$/, '');

/** Any quantity up to this one. */
export const upTo = (chance: Chance, pieces: bigint): bigint =>
	BigInt(chance.whole(0, Number(pieces)));

/** Runs each history at a kitchen of its own. */
export async function reckonEach(
	{ histories, seed }: { histories: number; seed: number },
	begin: (chance: Chance) => {
		lists: Record<string, unknown[]>;
		keep: (kitchen: Kitchen) => void | Promise<void>;
	},
): Promise<void> {
	for (let at = 0; at < histories; at += 1) {
		const { lists, keep } = begin(createChance(seed + at));
		const kitchen = await openStockedKitchen({ lists });
		// Only figures matter here and no power is cut: do not wait for the disk.
		kitchen.store.durable.pragma('synchronous = OFF');
		kitchen.clock.setWallClock(Date.UTC(2026, 10, 20, 9));
		kitchen.service.there = false;
		try {
			await keep(kitchen);
		} catch (error) {
			throw new Error(`${String(error)}\nin the history of seed ${String(seed + at)}`, {
				cause: error,
			});
		} finally {
			await kitchen.end();
		}
	}
}
