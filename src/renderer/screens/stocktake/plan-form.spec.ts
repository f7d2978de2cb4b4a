import { expect, test } from 'vitest';
import { countPlan, type CountPlan } from '../../../shared/bridge/count-plan.ts';
import { PlanForm } from './plan-form.svelte.ts';

const areas = [{ areaId: 'A-1' }, { areaId: 'A-2' }];

test.each<CountPlan['scope']>([
	{ kind: 'full' },
	{ kind: 'areas', areaIds: ['A-2'] },
	{ kind: 'categories', categories: ['Dairy'] },
	{ kind: 'classes', classes: ['Food'] },
	{ kind: 'items', itemIds: ['1', '2'] },
	{ kind: 'due', frequency: 'Weekly' },
])('opening and saving a template leaves it unchanged: %j', (scope) => {
	const plan = countPlan.parse({
		scope,
		guided: true,
		blind: true,
		blanks: 'ask',
		order: 'last-count',
		together: 'sum',
		counters: ['Sam', 'Ana María'],
		recount: 'another',
		approval: 'another',
		approver: 'Noor',
	});
	const form = new PlanForm();
	form.fill(plan, areas);
	expect(form.plan(form.scope(areas)!)).toEqual(plan);
	form.rules.approval = 'none';
	expect(form.plan(form.scope(areas)!)).toEqual({ ...plan, approval: 'none', approver: '' });
});

test('an empty choice is not a template', () => {
	const form = new PlanForm();
	form.areasLeft = new Set(['A-1', 'A-2']);
	expect(form.scope(areas)).toBeNull();
	form.kind = 'categories';
	expect(form.scope(areas)).toBeNull();
});

test('names are separated by commas of either script', () => {
	const form = new PlanForm();
	form.counters = 'سمر، Noor , ';
	expect(form.plan({ kind: 'full' }).counters).toEqual(['سمر', 'Noor']);
});
