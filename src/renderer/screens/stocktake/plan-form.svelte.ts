// The form of a count template: scope, rules, people. Existing templates can be edited.
import {
	countPlan,
	type CountPlan,
	type CountPlanInput,
	type CountScope,
} from '../../../shared/bridge/count-plan.ts';

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
	guided = $state(false);
	blind = $state<'shown' | 'hidden'>('shown');
	blanks = $state<CountPlan['blanks']>('leave');
	order = $state<CountPlan['order']>('walk');
	together = $state<CountPlan['together']>('ask');
	/** Comma-separated names. */
	counters = $state('');
	recount = $state<CountPlan['recount']>('anyone');
	approval = $state<CountPlan['approval']>('none');
	approver = $state('');

	/** @param all the location's areas, to find those a template excludes. */
	fill(plan: CountPlan, all: readonly { areaId: string }[]): void {
		const { scope } = plan;
		this.kind = scope.kind === 'full' ? 'areas' : scope.kind;
		const chosen = scope.kind === 'areas' ? new Set(scope.areaIds) : null;
		this.areasLeft = new Set(
			chosen === null
				? []
				: all.map(({ areaId }) => areaId).filter((areaId) => !chosen.has(areaId)),
		);
		this.categories = new Set(scope.kind === 'categories' ? scope.categories : []);
		this.classes = new Set(scope.kind === 'classes' ? scope.classes : []);
		this.items = new Map(scope.kind === 'items' ? scope.itemIds.map((id) => [id, id]) : []);
		this.frequency = scope.kind === 'due' ? scope.frequency : null;
		this.guided = plan.guided;
		this.blind = plan.blind ? 'hidden' : 'shown';
		this.blanks = plan.blanks;
		this.order = plan.order;
		this.together = plan.together;
		this.counters = plan.counters.join(', ');
		this.recount = plan.recount;
		this.approval = plan.approval;
		this.approver = plan.approver;
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
		const { guided, blanks, order, together, recount, approval } = this;
		return countPlan.parse({
			scope,
			guided,
			blind: this.blind === 'hidden',
			blanks,
			order,
			together,
			counters: this.counters
				.split(/[,،]/)
				.map((name) => name.trim())
				.filter((name) => name !== ''),
			recount,
			approval,
			approver: approval === 'none' ? '' : this.approver.trim(),
		} satisfies CountPlanInput);
	}
}
