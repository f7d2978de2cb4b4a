// What a count plan can choose at a location, and how large the count would be.
import { succeed } from '../../../shared/bridge/reply.ts';
import { nameOrder, type NameOrder } from '../../../shared/domain/name-order.ts';
import { connected } from '../connected.ts';
import type { CoreContext, Handlers } from '../context.ts';
import { businessDateAt } from '../document/dates.ts';
import { PlanLines, type StockedPlace } from './plan-lines.ts';

export function countPlanCapability(context: CoreContext): Handlers<'countPlan'> {
	const { store, ports } = context;
	const { locations } = store;
	const lines = new PlanLines(store);

	return {
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
			const location = locations.get(account.accountId, locationId);
			const today = businessDateAt(location, ports.clock.now());
			const chosen = lines.lines(account, locationId, { scope, order: 'walk' }, today);
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
