// Waste, made by the service's own handlers.
import { multiply } from '../../shared/domain/decimal.ts';
import { sparesAt } from './kitchen.ts';
import { ask } from '../operations/index.ts';
import type { Kitchen, Spare, Step } from './kitchen.ts';
import { wasteNotes } from './kitchen-words.ts';
import type { Place } from './places.ts';
import type { Chance } from './random.ts';

export type WasteEnding = 'draft' | 'submitted' | 'approved' | 'rejected';

export function waste(place: Place, ending: WasteEnding, kitchen: Kitchen): Step {
	const { practice, chance } = kitchen;
	return (later) => {
		const reasons = practice.records.all('wasteReason');
		const items = sparesAt(place, null, chance.whole(1, 5), kitchen).map((spare) => ({
			itemId: spare.itemId,
			...partOf(spare, chance),
			wasteReasonId: chance.pick(reasons).id,
		}));
		const { id } = ask(practice, 'wastage.create', {
			body: {
				locationId: place.locationId,
				date: new Date(practice.now()).toISOString(),
				description: chance.pick(wasteNotes),
				items,
			},
		});
		const act = (verb: 'submit' | 'approve' | 'reject') => {
			later();
			ask(practice, `wastage.${verb}`, { path: { id } });
		};
		if (ending !== 'draft') act('submit');
		if (ending === 'approved') act('approve');
		if (ending === 'rejected') act('reject');
	};
}

/** At most a third of the stock, in one of its two smallest units. */
export function partOf({ units, onHand }: Spare, chance: Chance) {
	const unit = chance.pick(units.slice(0, 2));
	const third = onHand / Number(unit.conversionFactor) / 3;
	return {
		uomId: unit.uomId,
		quantity:
			unit.decimals === 3
				? multiply(String(chance.whole(200, Math.floor(Math.min(third, 3.5) * 1000))), '0.001')
				: String(chance.whole(1, Math.floor(Math.min(third, unit.type === 'each' ? 6 : 2)))),
	};
}
