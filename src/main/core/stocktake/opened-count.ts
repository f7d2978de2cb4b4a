// The row of a newly opened count, from a plan or from an earlier count.
import type { CountPlan } from '../../../shared/bridge/count-plan.ts';
import type { NewStocktake } from '../store/counts.ts';
import type { Hand } from './entering.ts';

interface Opened {
	readonly stocktakeId: string;
	readonly accountId: string;
	readonly locationId: string;
	readonly input: { readonly intentId: string; readonly name: string };
	/** Names of the location's other counts of that day. */
	readonly taken: readonly string[];
	readonly location: { readonly currency: string; readonly timeZone: string };
	readonly businessDate: string;
	/** Epoch ms; null if unknown. */
	readonly bookAsOf: number | null;
	readonly plan: CountPlan;
	/** Null if the plan was not saved. */
	readonly templateId: string | null;
}

export const openedCount = (opened: Opened, hand: Hand): NewStocktake => ({
	stocktake_id: opened.stocktakeId,
	intent_id: opened.input.intentId,
	account_id: opened.accountId,
	location_id: opened.locationId,
	name: freeName(opened.input.name.trim(), opened.taken),
	blind: opened.plan.blind ? 1 : 0,
	state: 'open',
	currency: opened.location.currency,
	time_zone: opened.location.timeZone,
	business_date: opened.businessDate,
	opened_at: hand.at,
	opened_by: hand.by,
	book_as_of: opened.bookAsOf,
	plan: JSON.stringify(opened.plan),
	template_id: opened.templateId,
	together: opened.plan.together,
	recount_of: null,
	round: 0,
	recounter: '',
});

/** The name, with a number if another count of that day has it. */
export function freeName(name: string, taken: readonly string[]): string {
	let free = name;
	for (let number = 2; taken.includes(free); number += 1) free = `${name} (${String(number)})`;
	return free;
}
