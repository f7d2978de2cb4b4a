// The row of a count that is opened at a location, by its plan or as an earlier one was.
import type { CountPlan } from '../../../shared/bridge/count-plan.ts';
import type { NewStocktake } from '../store/counts.ts';
import type { Hand } from './entering.ts';

interface Opened {
	readonly stocktakeId: string;
	readonly accountId: string;
	readonly locationId: string;
	readonly input: { readonly intentId: string; readonly name: string };
	readonly location: { readonly currency: string; readonly timeZone: string };
	readonly businessDate: string;
	/** When the book stock was read, epoch ms; null where nobody knows it. */
	readonly bookAsOf: number | null;
	readonly plan: CountPlan;
	/** Of the plan that is kept; null where it is this count's alone. */
	readonly planId: string | null;
}

export const openedCount = (opened: Opened, hand: Hand): NewStocktake => ({
	stocktake_id: opened.stocktakeId,
	intent_id: opened.input.intentId,
	account_id: opened.accountId,
	location_id: opened.locationId,
	name: opened.input.name.trim(),
	blind: opened.plan.blind ? 1 : 0,
	state: 'open',
	currency: opened.location.currency,
	time_zone: opened.location.timeZone,
	business_date: opened.businessDate,
	opened_at: hand.at,
	opened_by: hand.by,
	book_as_of: opened.bookAsOf,
	plan: JSON.stringify(opened.plan),
	plan_id: opened.planId,
	together: opened.plan.together,
	recount_of: null,
	round: 0,
	recounter: '',
});
