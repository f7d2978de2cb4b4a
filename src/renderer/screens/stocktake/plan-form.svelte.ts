// The form of a count template: scope, rules, people. Existing templates can be edited.
import { countPlan, type CountPlan, type CountScope } from '../../../shared/bridge/count-plan.ts';

/** All areas are the whole location. */
type ScopeKind = Exclude<CountScope['kind'], 'full'>;

export class PlanForm {
	kind = $state<ScopeKind>('areas');
	/** Excluded areas, so that areas the service adds later are included. */
	areasLeft = $state.raw<ReadonlySet<string>>(new Set());
	categories = $state.raw<ReadonlySet<string>>(new Set());
	classes = $state.raw<ReadonlySet<string>>(new Set());
	/** Chosen items by id, with their names. */
	items = $state.raw<ReadonlyMap<string, string>>(new Map());
	/** null for everything due. */
	frequency = $state<string | null>(null);
	blind = $state<'shown' | 'hidden'>('shown');
	/** Comma-separated names. */
	counters = $state('');
	/** As in the plan. */
	rules: Omit<CountPlan, 'scope' | 'blind' | 'counters'> = $state(
		countPlan.parse({ scope: { kind: 'full' } }),
	);

	/** @param all the location's areas, to find those a template excludes. */
	fill({ scope, blind, counters, ...rules }: CountPlan, all: readonly { areaId: string }[]): void {
		this.kind = scope.kind === 'full' ? 'areas' : scope.kind;
		const ids = all.map(({ areaId }) => areaId);
		const chosen = new Set(scope.kind === 'areas' ? scope.areaIds : ids);
		this.areasLeft = new Set(ids.filter((areaId) => !chosen.has(areaId)));
		this.categories = new Set(scope.kind === 'categories' ? scope.categories : []);
		this.classes = new Set(scope.kind === 'classes' ? scope.classes : []);
		this.items = new Map(scope.kind === 'items' ? scope.itemIds.map((id) => [id, id]) : []);
		this.frequency = scope.kind === 'due' ? scope.frequency : null;
		this.blind = blind ? 'hidden' : 'shown';
		this.counters = counters.join(', ');
		this.rules = rules;
	}

	/** The scope; null while nothing is chosen. All areas mean the whole location, including future areas. */
	scope(all: readonly { areaId: string }[]): CountScope | null {
		switch (this.kind) {
			case 'areas': {
				const areaIds = all
					.map(({ areaId }) => areaId)
					.filter((areaId) => !this.areasLeft.has(areaId));
				if (areaIds.length === all.length) return { kind: 'full' };
				return areaIds.length === 0 ? null : { kind: 'areas', areaIds };
			}
			case 'categories':
				return this.categories.size === 0
					? null
					: { kind: 'categories', categories: [...this.categories] };
			case 'classes':
				return this.classes.size === 0 ? null : { kind: 'classes', classes: [...this.classes] };
			case 'items':
				return this.items.size === 0 ? null : { kind: 'items', itemIds: [...this.items.keys()] };
			case 'due':
				return { kind: 'due', frequency: this.frequency };
		}
	}

	plan(scope: CountScope): CountPlan {
		const { approval, approver } = this.rules;
		return countPlan.parse({
			...this.rules,
			scope,
			blind: this.blind === 'hidden',
			counters: this.counters
				.split(/[,،]/)
				.map((name) => name.trim())
				.filter((name) => name !== ''),
			approver: approval === 'none' ? '' : approver.trim(),
		});
	}
}
