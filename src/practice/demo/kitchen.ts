// The input of the history: the kitchen and its spare stock.
import type { ItemRecord } from '../../shared/service/inventory-item.ts';
import type { Practice } from '../operations/handler.ts';
import type { DemoItem } from './items.ts';
import type { Place } from './places.ts';
import type { Chance } from './random.ts';

export interface Kitchen {
	readonly places: readonly Place[];
	/** Items every location keeps, used by the recipes. */
	readonly staples: readonly DemoItem[];
	readonly practice: Practice;
	readonly chance: Chance;
}

/** Something that happens; `later` advances the clock, by a few minutes by default. */
export type Step = (later: (minutes?: number) => void) => void;

export const onHand = ({ ledger }: Practice, locationId: string, itemId: string): number =>
	Number(ledger.onHand(locationId, itemId));

export interface Spare {
	readonly itemId: string;
	/** Units with at least three in stock. */
	readonly units: ItemRecord['units'];
	readonly onHand: number;
}

/** Up to so many items that the location can spare from the issuing area and that `to` keeps too. */
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
