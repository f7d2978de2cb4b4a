// Saved count plans of a location, and what is due by counting frequency.
import { countPlan } from '../../../shared/bridge/count-plan.ts';
import { fail, succeed, type Failure } from '../../../shared/bridge/reply.ts';
import { businessDate, type BusinessDate } from '../../../shared/domain/business-date.ts';
import { nameOrder, type NameOrder } from '../../../shared/domain/name-order.ts';
import { connected } from '../connected.ts';
import type { CoreContext, Handlers } from '../context.ts';
import { planTable } from '../store/count-plans.ts';
import { locations } from '../store/locations.ts';
import { choosing, type StockedPlace } from './plan-lines.ts';
import { keptAs, readable } from '../store/kept-json.ts';

export function countPlanCapability(context: CoreContext): Handlers<'countPlan'> {
	const { store, ports } = context;
	const plans = planTable(store.durable);
	const places = locations(store.cache);
	const lines = choosing(store);

	const today = (accountId: string, locationId: string): BusinessDate => {
		const { timeZone, dayStartHour } = places.get(accountId, locationId);
		return businessDate(ports.clock.now(), timeZone, dayStartHour);
	};

	return {
		'countPlan.list': connected(context, (account, { locationId }) => {
			const { accountId } = account;
			const now = today(accountId, locationId);
			return succeed({
				today: now,
				due: lines.due(account, locationId, now),
				plans: readable(plans.at(accountId, locationId), ({ plan_id, name, plan, lastOn }) => ({
					planId: plan_id,
					name,
					plan: keptAs(countPlan, plan),
					lastOn,
				})),
			});
		}),

		'countPlan.save': connected(context, ({ accountId }, { locationId, planId, name, plan }) => {
			if (planId !== null && !plans.knows(accountId, planId)) return notHere();
			const savedId = planId ?? ports.newId();
			plans.put({
				plan_id: savedId,
				account_id: accountId,
				location_id: locationId,
				name,
				plan: JSON.stringify(plan),
				changed_at: ports.clock.now(),
				changed_by: context.settings().person,
			});
			context.emit('documents.changed', { area: 'stocktake' });
			return succeed({ planId: savedId });
		}),

		'countPlan.remove': connected(context, ({ accountId }, { planId }) => {
			if (!plans.knows(accountId, planId)) return notHere();
			plans.remove(accountId, planId);
			context.emit('documents.changed', { area: 'stocktake' });
			return succeed({});
		}),

		'countPlan.choices': connected(context, ({ accountId }, { locationId }) => {
			const all = lines.listed(accountId, locationId);
			const classOf = lines.classes(accountId);
			const names = nameOrder(context.settings().locale);
			return succeed({
				categories: named(all, ({ item }) => item.category, names),
				classes: named(all, ({ item }) => classOf.get(item.category) ?? '', names),
			});
		}),

		'countPlan.preview': connected(context, (account, { locationId, scope }) => {
			const now = today(account.accountId, locationId);
			const chosen = lines.lines(account, locationId, { scope, order: 'walk' }, now);
			return succeed({
				areas: new Set(chosen.map(({ areaId }) => areaId)).size,
				items: new Set(chosen.map(({ itemId }) => itemId)).size,
				lines: chosen.length,
			});
		}),
	};
}

function named(
	places: readonly StockedPlace[],
	nameOf: (place: StockedPlace) => string,
	names: NameOrder,
): { name: string; items: number }[] {
	const items = new Map<string, Set<string>>();
	for (const place of places) {
		const name = nameOf(place);
		if (name === '') continue;
		const known = items.get(name);
		if (known === undefined) items.set(name, new Set([place.itemId]));
		else known.add(place.itemId);
	}
	return [...items]
		.map(([name, ofIt]) => ({ name, items: ofIt.size }))
		.sort((a, b) => names(a.name, b.name));
}

const notHere = (): Failure => fail('not-found', 'This plan is not here any more.');
