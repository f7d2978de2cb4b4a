// The row of a newly opened count, from a plan or from an earlier count.
import type { CountPlan } from '../../../shared/bridge/count-plan.ts';
import { businessDate } from '../../../shared/domain/business-date.ts';
import type { NewStocktake } from '../store/counts.ts';
import type { CountDesk } from './count-desk.ts';
import type { Hand } from './entering.ts';

interface Opened {
	readonly accountId: string;
	readonly locationId: string;
	readonly input: { readonly intentId: string; readonly name: string };
	readonly plan: CountPlan;
	/** Null if the plan was not saved. */
	readonly templateId: string | null;
}

/** @returns a function that makes the row, not yet inserted */
export function openedCounts({ context, counts }: CountDesk) {
	const { locations, pulls } = context.store;
	return (opened: Opened, hand: Hand): NewStocktake => {
		const { accountId, locationId, input, plan, templateId } = opened;
		const { currency, timeZone, dayStartHour } = locations.get(accountId, locationId);
		const day = businessDate(hand.at, timeZone, dayStartHour);
		return {
			stocktake_id: context.ports.newId(),
			intent_id: input.intentId,
			account_id: accountId,
			location_id: locationId,
			name: freeName(input.name.trim(), counts.namesOfDay(accountId, locationId, day)),
			blind: plan.blind ? 1 : 0,
			state: 'open',
			currency,
			time_zone: timeZone,
			business_date: day,
			opened_at: hand.at,
			opened_by: hand.by,
			book_as_of: pulls.asOf(accountId, 'stock', locationId),
			plan: JSON.stringify(plan),
			template_id: templateId,
			together: plan.together,
			recount_of: null,
			round: 0,
			recounter: '',
		};
	};
}

/** The name, with a number if it is taken by another count of that day. */
function freeName(name: string, taken: readonly string[]): string {
	let free = name;
	for (let number = 2; taken.includes(free); number += 1) free = `${name} (${String(number)})`;
	return free;
}
