// What the history is made from: the kitchen, what it has to spare.
import type { ItemRecord } from '../../shared/service/inventory-item.ts';
import type { Practice } from '../operations/handler.ts';
import type { DemoItem } from './items.ts';
import type { Place } from './places.ts';
import type { Chance } from './random.ts';

export interface Kitchen {
	readonly places: readonly Place[];
	/** Items that every location keeps; the recipes take from them. */
	readonly staples: readonly DemoItem[];
	readonly practice: Practice;
	readonly chance: Chance;
}

/** Something that happened; `later` moves the clock on, by some minutes unless told. */
export type Step = (later: (minutes?: number) => void) => void;

/** Base units in the area that stock of the item is taken from. */
export const onHand = ({ ledger }: Practice, locationId: string, itemId: string): number =>
	Number(ledger.onHand(locationId, itemId));

/** An item of which there is enough. */
export interface Spare {
	readonly itemId: string;
	/** Units of which at least three are there. */
	readonly units: ItemRecord['units'];
	readonly onHand: number;
}

/** So many items that the location has to spare in the area that stock is taken from, and that `to` keeps too. */
export function sparesAt(
	{ locationId, kept }: Place,
	to: Place | null,
	count: number,
	{ practice, chance }: Kitchen,
): Spare[] {
	const spares: Spare[] = [];
	for (const { record } of chance.some(kept, kept.length)) {
		if (spares.length === count) break;
		if (to && practice.ledger.firstArea(to.locationId, record.id) === undefined) continue;
		const there = onHand(practice, locationId, record.id);
		const units = record.units.filter((unit) => Number(unit.conversionFactor) * 3 <= there);
		if (units.length > 0) spares.push({ itemId: record.id, units, onHand: there });
	}
	return spares;
}
