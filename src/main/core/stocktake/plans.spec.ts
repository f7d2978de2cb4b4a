import { beforeEach, expect, test } from 'vitest';
import {
	countPlan,
	type CountPlanInput,
	type CountScope,
} from '../../../shared/bridge/count-plan.ts';
import { enterBox, openCount } from '../../../../test/support/counting.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { failureOf, itemRecord, openKitchen, stockUp } from '../../../../test/support/kitchen.ts';

const kitchen = eachKitchen(() => stockUp(openKitchen()));
const locationId = 'L-1';

beforeEach(async () => {
	const every = (id: number, name: string) => ({ countingFrequency: { id, name } });
	await kitchen.shows({
		'class.list': [{ id: 'K-1', name: 'Food' }],
		'category.list': [{ id: 'C-1', name: 'Dairy', classId: 'K-1' }],
		'inventoryItem.list': [
			itemRecord('1', 'Whole milk', every(1, 'Daily')),
			itemRecord('2', 'Butter', { categoryName: 'Fats', ...every(2, 'Weekly') }),
			itemRecord('3', 'Cream'),
			itemRecord('4', 'Saffron', { categoryName: 'Spices' }),
		],
	});
});

const open = (plan: CountPlanInput, templateId: string | null = null): string =>
	openCount(kitchen, plan, { templateId });
const linesOf = (stocktakeId: string) => kitchen.call('stocktake.sheet', { stocktakeId }).lines;
const named = (scope: CountScope) =>
	linesOf(open({ scope })).map(({ areaId, name }) => `${areaId} ${name}`);
const listed = () => kitchen.call('countTemplate.list', { locationId });

const count = (stocktakeId: string, lineNo: number, typed: string) =>
	enterBox(kitchen, stocktakeId, lineNo, typed);
const submit = (stocktakeId: string) =>
	kitchen.call('stocktake.submit', { stocktakeId, intentId: 'submit-it' });

test('a plan selects items: all, by area, by category, by class, or one by one', () => {
	expect(named({ kind: 'full' })).toHaveLength(4);
	expect(named({ kind: 'areas', areaIds: ['A-2'] })).toEqual(['A-2 Whole milk', 'A-2 Cream']);
	expect(named({ kind: 'categories', categories: ['Fats'] })).toEqual(['A-1 Butter']);
	expect(named({ kind: 'classes', classes: ['Food'] })).toEqual([
		'A-1 Whole milk',
		'A-2 Whole milk',
		'A-2 Cream',
	]);
	expect(named({ kind: 'items', itemIds: ['1'] })).toEqual(['A-1 Whole milk', 'A-2 Whole milk']);
});

test('an item that the service lists nowhere is counted in the first area with a book quantity of zero', () => {
	const [line] = linesOf(open({ scope: { kind: 'items', itemIds: ['4'] } }));
	expect(line).toMatchObject({ name: 'Saffron', areaId: 'A-1', expected: '0' });
});

test('due items show their due date, can be counted separately, and are due again later', async () => {
	const { today, due } = listed();
	expect(due).toEqual([
		{ frequency: 'Daily', days: 1, due: 1, dueOn: today },
		{ frequency: 'Weekly', days: 7, due: 1, dueOn: today },
	]);
	expect(named({ kind: 'due', frequency: 'Weekly' })).toEqual(['A-1 Butter']);
	const stocktakeId = open({ scope: { kind: 'due', frequency: null } });
	for (const { lineNo } of linesOf(stocktakeId)) count(stocktakeId, lineNo, '3');
	submit(stocktakeId);
	expect(listed().due.map(({ due: now }) => now)).toEqual([0, 0]);
	await kitchen.clock.pass(24 * 3_600_000);
	expect(listed().due.map(({ due: now }) => now)).toEqual([1, 0]);
});

test('a plan belongs to its location, can be changed and removed, and knows its last count', () => {
	const plan = countPlan.parse({ scope: { kind: 'full' }, blind: true, counters: ['Sam'] });
	const save = (templateId: string | null, name: string) =>
		kitchen.call('countTemplate.save', { locationId, templateId, name, plan });
	const { templateId } = save(null, 'Month end');
	open({ scope: { kind: 'full' } }, templateId);
	save(templateId, 'Month end, blind');
	expect(listed().templates).toEqual([
		{ templateId, name: 'Month end, blind', plan, lastOn: listed().today },
	]);
	kitchen.call('countTemplate.remove', { templateId });
	expect(listed().templates).toEqual([]);
	expect(failureOf(() => save(templateId, 'Again')).code).toBe('not-found');
});

test('the order of the last count can be chosen and leaves the walking order unchanged', () => {
	const first = open({ scope: { kind: 'full' } });
	for (const lineNo of [4, 2, 1]) count(first, lineNo, '1');
	submit(first);
	const inOrder = (order: 'walk' | 'last-count') =>
		linesOf(open({ scope: { kind: 'full' }, order })).map(({ areaId, name }) => areaId + name);
	expect(inOrder('last-count')).toEqual([
		'A-1Butter',
		'A-1Whole milk',
		'A-2Cream',
		'A-2Whole milk',
	]);
	expect(inOrder('walk')).toEqual(['A-1Whole milk', 'A-1Butter', 'A-2Whole milk', 'A-2Cream']);
});

test('blank lines are left, asked about, or entered as zero, as the plan says', () => {
	const left = open({ scope: { kind: 'areas', areaIds: ['A-1'] } });
	count(left, 1, '5');
	expect(submit(left).counted).toBe(1);

	const asked = open({ scope: { kind: 'areas', areaIds: ['A-1'] }, blanks: 'ask' });
	count(asked, 1, '5');
	expect(failureOf(() => submit(asked)).details).toEqual([{ path: 'blanks', message: '1' }]);
	const leave = { stocktakeId: asked, lineNos: [2], by: '' };
	const seen = kitchen.call('stocktake.leaveBlank', leave);
	expect(seen.lines[1]).toMatchObject({ state: 'uncounted', leftBy: 'Noor' });
	expect(submit(asked).state).toBe('submitted');

	const zero = open({ scope: { kind: 'areas', areaIds: ['A-1'] }, blanks: 'zero' });
	count(zero, 1, '5');
	submit(zero);
	expect(linesOf(zero).map(({ state }) => state)).toEqual(['quantity', 'zero']);
});

test('a count is approved by the approver of the plan, who must not have counted if the plan says so', () => {
	const stocktakeId = open({ scope: { kind: 'full' }, approval: 'another', approver: 'Ana' });
	count(stocktakeId, 1, '5');
	const approve = (by: string) => kitchen.call('stocktake.approve', { stocktakeId, by });
	const why = (by: string) => failureOf(() => approve(by)).details?.[0]?.message;
	expect(failureOf(() => submit(stocktakeId)).details?.[0]?.path).toBe('approval');
	expect(why('')).toBe('not-the-approver');
	kitchen.settings.person = '';
	expect(why('')).toBe('no-name');
	const own = { stocktakeId, lineNo: 2, unitId: '1', typed: '1', locale: 'en-GB', by: 'ana' };
	kitchen.call('stocktake.enter', own);
	expect(why('Ana')).toBe('counted-here');
});

test('an entry after the approval voids it', () => {
	const stocktakeId = open({ scope: { kind: 'full' }, approval: 'another' });
	count(stocktakeId, 1, '5');
	const approve = () => kitchen.call('stocktake.approve', { stocktakeId, by: 'Ana' });
	expect(approve().approved?.by).toBe('Ana');
	count(stocktakeId, 1, '6');
	expect(failureOf(() => submit(stocktakeId)).code).toBe('incomplete');
	approve();
	expect(submit(stocktakeId).state).toBe('submitted');
});

test('a line moved by hand keeps its new place in the next count, and its stock area does not change', () => {
	const stocktakeId = open({ scope: { kind: 'full' } });
	const move = (lineNo: number, areaId: string, shelf: string, behind: number | null) =>
		kitchen.call('stocktake.move', { stocktakeId, lineNo, areaId, shelf, behind });
	move(2, 'A-1', 'top', null);
	move(4, 'A-1', 'A', 1);
	const order = (id: string) =>
		linesOf(id).map(({ areaId, shelf, name, stockAreaId }) => [areaId, shelf, name, stockAreaId]);
	const walked = [
		['A-1', 'top', 'Butter', 'A-1'],
		['A-1', 'A', 'Whole milk', 'A-1'],
		['A-1', 'A', 'Cream', 'A-2'],
		['A-2', 'A', 'Whole milk', 'A-2'],
	];
	expect(order(stocktakeId)).toEqual(walked);
	expect(linesOf(stocktakeId).map(({ lineNo }) => lineNo)).toEqual([2, 1, 4, 3]);
	expect(order(open({ scope: { kind: 'full' } }))).toEqual(walked);
});

test('an item in several places has a line in each, and the book is compared with their sum', async () => {
	const stocktakeId = open({ scope: { kind: 'areas', areaIds: ['A-1'] } });
	const added = { stocktakeId, itemId: '1', areaId: 'A-1', shelf: 'floor', behind: 2, by: '' };
	const { lineNo } = kitchen.call('stocktake.addLine', added);
	count(stocktakeId, 1, '10');
	const review = () => kitchen.call('stocktake.review', { stocktakeId }).lines;
	expect(review()[0]!.guards.map(({ code }) => code)).toContain('place-uncounted');
	count(stocktakeId, lineNo, '30');
	expect(review()).toHaveLength(2);
	expect(review()[0]).toMatchObject({ lineNos: [1, 3], counted: '40', book: '48', variance: '-8' });
	expect(linesOf(stocktakeId)[0]).toMatchObject({ expected: null, guards: [] });
	submit(stocktakeId);
	await kitchen.send();
	expect(kitchen.service.writes.map(({ body }) => body['items'])).toMatchObject([
		[{ itemId: '1', storageAreaId: 'A-1', quantity: '-8', countedQuantity: '40' }],
	]);
	const next = linesOf(open({ scope: { kind: 'areas', areaIds: ['A-1'] } }));
	expect(next.map(({ name, shelf }) => [name, shelf])).toEqual([
		['Whole milk', 'A'],
		['Butter', 'A'],
		['Whole milk', 'floor'],
	]);
});

test('in a blind count, questions compare with the last count, never with the book', () => {
	const first = open({ scope: { kind: 'areas', areaIds: ['A-1'] } });
	count(first, 1, '36');
	submit(first);
	const blind = open({ scope: { kind: 'areas', areaIds: ['A-1'] }, blind: true });
	count(blind, 1, '3');
	count(blind, 2, '1');
	const [milk, butter] = linesOf(blind);
	expect(milk!.guards).toEqual([
		{ code: 'half-or-less', meant: null, against: 'last' },
		{ code: 'pack-slip', meant: { unitId: '3', quantity: '3' }, against: 'last' },
	]);
	expect(butter).toMatchObject({ expected: null, last: null, guards: [] });
});

test('a count goes back with a reason until it is approved, and an approval can be withdrawn', () => {
	const stocktakeId = open({ scope: { kind: 'full' }, approval: 'another' });
	count(stocktakeId, 1, '5');
	const at = { stocktakeId, by: 'Ana' };
	const approve = () => kitchen.call('stocktake.approve', at);
	approve();
	expect(kitchen.call('stocktake.withdrawApproval', at).approved).toBeNull();
	expect(failureOf(() => submit(stocktakeId)).code).toBe('incomplete');
	approve();
	const back = kitchen.call('stocktake.sendBack', { ...at, reason: 'Count the gin' });
	expect(back.approved).toBeNull();
	expect(back.summary.sentBack).toMatchObject({ by: 'Ana', reason: 'Count the gin' });
	count(stocktakeId, 1, '6');
	expect(linesOf(stocktakeId)[0]?.total).toBe('6');
	expect(approve().summary.sentBack).toBeNull();
});

test('a count sent back begins at the line that the reason names, else at the first outside tolerance', async () => {
	const stocktakeId = open({ scope: { kind: 'full' }, approval: 'another' });
	const next = () =>
		kitchen.call('stocktake.sheet', { stocktakeId, window: { from: 'next', lines: 9 } }).next;
	const sendBack = (reason: string) =>
		kitchen.call('stocktake.sendBack', { stocktakeId, by: 'Ana', reason });
	expect(next()).toBe(1);
	count(stocktakeId, 1, '48');
	count(stocktakeId, 2, '1');
	expect(next()).toBe(3);
	sendBack('This cannot be right');
	expect(next()).toBe(2);
	sendBack('Is there milk behind the door?');
	expect(next()).toBe(1);
	await kitchen.clock.pass(1_000);
	count(stocktakeId, 1, '50');
	expect(next()).toBe(3);
});

test('who entered, approved and submitted a count stays on it for good', () => {
	const stocktakeId = open({ scope: { kind: 'full' }, approval: 'another' });
	count(stocktakeId, 1, '5');
	const at = { stocktakeId, by: 'Ana' };
	kitchen.call('stocktake.sendBack', { ...at, reason: 'Count the gin' });
	kitchen.call('stocktake.approve', at);
	submit(stocktakeId);
	const { steps, entered } = kitchen.call('stocktake.review', { stocktakeId });
	const { person } = kitchen.settings;
	expect(steps.map(({ what, by, reason }) => [what, by, reason])).toEqual([
		['opened', person, ''],
		['sent-back', 'Ana', 'Count the gin'],
		['approved', 'Ana', ''],
		['submitted', person, ''],
	]);
	expect(entered?.people).toEqual([person]);
});
