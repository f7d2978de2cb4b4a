import { beforeEach, expect, test } from 'vitest';
import { serviceProfile } from '../../../shared/service/profile.ts';
import { enterBox, openCount } from '../../../../test/support/counting.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { failureOf, stockRecord, stockUp } from '../../../../test/support/kitchen.ts';

const kitchen = eachKitchen();
let stocktakeId: string;

beforeEach(() => {
	stocktakeId = open('intent-0001');
});

const scope = { kind: 'areas' as const, areaIds: ['A-2', 'A-1'] };
const open = (intentId: string, blind = false): string =>
	openCount(kitchen, { scope, blind }, { intentId });
const enter = (lineNo: number, unitId: string, typed: string, locale = 'en-GB') =>
	enterBox(kitchen, stocktakeId, lineNo, typed, { unitId, locale });
const sheet = () => kitchen.call('stocktake.sheet', { stocktakeId });
const review = () => kitchen.call('stocktake.review', { stocktakeId });
const submit = (intentId = 'intent-submit') =>
	kitchen.call('stocktake.submit', { stocktakeId, intentId });
const posted = () =>
	kitchen.service.writes.filter(({ name }) => name === 'inventoryItem.changeStock');

test('the sheet follows the walking order, with an item once per area', () => {
	expect(
		sheet().lines.map(({ lineNo, areaId, name, expected }) => [lineNo, areaId, name, expected]),
	).toEqual([
		[1, 'A-1', 'Whole milk', '48'],
		[2, 'A-1', 'Butter', '24'],
		[3, 'A-2', 'Whole milk', '12'],
		[4, 'A-2', 'Cream', '7.5'],
	]);
	expect(sheet().areas.map(({ name, lines, counted }) => [name, lines, counted])).toEqual([
		['Dry store', 2, 0],
		['Freezer', 2, 0],
	]);
	expect(sheet().bookAsOf).not.toBeNull();
});

test('a window of the sheet begins at the start, or a few lines before the requested line', () => {
	const window = (from: 'start' | 'next' | number, lines: number) => {
		const seen = kitchen.call('stocktake.sheet', { stocktakeId, window: { from, lines } });
		return seen.lines.map(({ lineNo }) => lineNo);
	};
	const lines = (from: number, limit: number) =>
		kitchen.call('stocktake.lines', { stocktakeId, from, limit }).lines;
	expect(window('start', 2)).toEqual([1, 2]);
	expect(lines(2, 9).map(({ lineNo }) => lineNo)).toEqual([3, 4]);
	expect([...lines(0, 2), ...lines(2, 2)]).toEqual(sheet().lines);
	expect(window('next', 2)).toEqual([1, 2]);
	expect(window(4, 2)).toEqual([1, 2]);
});

test('every change to a line raises its revision, even after entries were lost with a damaged page', () => {
	const seen = [sheet().lines[0]!.revision];
	const look = () => seen.push(sheet().lines[0]!.revision);
	const input = { stocktakeId, by: '' };
	const acts = [
		() => enter(1, '1', '3'),
		() => enter(1, '3', '1'),
		() => enter(1, '3', ''),
		() => kitchen.call('stocktake.note', { ...input, lineNo: 1, note: 'Wet' }),
		() => kitchen.call('stocktake.undo', input),
		() => kitchen.call('stocktake.undo', input),
		() => kitchen.call('stocktake.redo', input),
	];
	for (const act of acts) {
		act();
		look();
	}
	kitchen.store.durable.exec('DELETE FROM count_entry WHERE entry_id > 3');
	expect(enter(1, '1', '4').line.revision).toBeGreaterThan(seen.at(-1)!);
	look();
	expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
});

test('each area shows how many of its lines are counted and how many are zero', () => {
	enter(1, '3', '2');
	enter(1, '1', '0');
	enter(2, '1', '0');
	expect(sheet().areas).toMatchObject([
		{ areaId: 'A-1', lines: 2, counted: 2, zero: 1 },
		{ areaId: 'A-2', lines: 2, counted: 0, zero: 0 },
	]);
});

test('a double click opens one count', () => {
	expect(open('intent-0001')).toBe(stocktakeId);
	const { stocktakes } = kitchen.call('stocktake.list', { locationId: 'L-1' });
	expect(stocktakes).toHaveLength(1);
});

test('uncounted, zero and a quantity stay distinct from the box to the posting', async () => {
	enter(1, '3', '3*1+0.5');
	enter(2, '1', '0');
	enter(3, '1', '12');
	expect(sheet().lines.map(({ state, total }) => [state, total])).toEqual([
		['quantity', '42'],
		['zero', '0'],
		['quantity', '12'],
		['uncounted', null],
	]);
	expect(review().lines.map(({ variance, adjustmentCost }) => [variance, adjustmentCost])).toEqual([
		['-6', '-3'],
		['-24', '-12'],
		['0', '0'],
		[null, null],
	]);
	expect(review().totals).toEqual({
		quantity: 2,
		zero: 1,
		uncounted: 1,
		adjustmentCost: '-15',
		surplusCost: '0',
		lossCost: '-15',
		costsUnknown: 0,
	});

	expect(submit()).toMatchObject({ state: 'submitted', standing: 'waiting' });
	await kitchen.send();
	expect(posted().map(({ body }) => body['items'])).toEqual([
		[
			{ itemId: '1', storageAreaId: 'A-1', quantity: '-6', countedQuantity: '42' },
			{ itemId: '2', storageAreaId: 'A-1', quantity: '-24', countedQuantity: '0' },
		],
	]);
});

test('the text is stored as typed along with its quantity', () => {
	enter(1, '3', ' 3*12 + 4');
	enter(1, '1', '7');
	expect(sheet().lines[0]!.boxes).toMatchObject([
		{ unitId: '3', typed: ' 3*12 + 4', quantity: '40' },
		{ unitId: '1', typed: '7', quantity: '7' },
	]);
	expect(sheet().lines[0]!.total).toBe('487');
});

test('a text that is not a quantity is refused with its possible readings and changes nothing', () => {
	enter(1, '3', '2');
	const refused = failureOf(() => enter(1, '3', '1,5'));
	expect(refused.code).toBe('not-a-quantity');
	expect(refused.details).toEqual([
		{ path: 'typed', message: 'ambiguous', readings: ['1.5', '15'] },
	]);
	expect(failureOf(() => enter(1, '1', '1.5')).details?.[0]?.message).toBe('too-many-places');
	expect(sheet().lines[0]!.boxes).toMatchObject([{ unitId: '3', typed: '2', quantity: '2' }]);
});

test('clearing a box makes its line uncounted again, and the journal keeps the old value', () => {
	enter(1, '1', '9');
	enter(1, '1', ' ');
	expect(sheet().lines[0]!.state).toBe('uncounted');
	const journal = kitchen.store.durable
		.prepare<[], { typed: string; quantity: string | null }>(
			'SELECT typed, quantity FROM count_entry ORDER BY entry_id',
		)
		.all();
	expect(journal).toEqual([
		{ typed: '9', quantity: '9' },
		{ typed: '', quantity: null },
	]);
});

test('an entry survives a restart', async () => {
	const { savedAt } = enter(4, '1', '7');
	await kitchen.restart();
	expect(sheet().lines[3]).toMatchObject({ total: '7', countedAt: savedAt, countedBy: 'Noor' });
	expect(sheet().lastSavedAt).toBe(savedAt);
});

test('every window is notified of an entered line', () => {
	const { line } = enter(2, '1', '20');
	expect(kitchen.events.at(-1)).toEqual({
		name: 'stocktake.changed',
		payload: { stocktakeId, line },
	});
});

test('later changes of stock and catalogue do not affect an open count', async () => {
	await kitchen.shows({ 'inventoryItem.currentStock': [stockRecord('A-1', '1', '99', 1)] });
	expect(sheet().lines).toHaveLength(4);
	expect(sheet().lines[0]!.expected).toBe('48');
});

test('confirming blanks as zero enters only the named lines that are still blank, and reports them', () => {
	enter(1, '1', '5');
	const seen = kitchen.call('stocktake.confirmZero', { stocktakeId, lineNos: [1, 2] });
	expect(seen.lines.map(({ state, counted }) => [state, counted])).toEqual([
		['quantity', '5'],
		['zero', '0'],
		['uncounted', null],
		['uncounted', null],
	]);
	expect(seen.lines[1]!.guards).toEqual([{ code: 'assumed-zero', meant: null, against: null }]);
	expect(sheet().lines[1]!.boxes).toMatchObject([{ unitId: '1', typed: '0', quantity: '0' }]);
});

test('a blind count reveals nothing expected on the sheet, but the review does', () => {
	stocktakeId = open('intent-blind', true);
	const { line } = enter(1, '1', '4');
	expect(line).toMatchObject({ expected: null, guards: [] });
	expect(review().lines[0]).toMatchObject({ book: '48', variance: '-44' });
});

test('a submitted count accepts no entries, and a second submit posts nothing more', async () => {
	enter(1, '1', '5');
	submit();
	expect(submit('intent-again').state).toBe('submitted');
	expect(failureOf(() => enter(1, '1', '6')).code).toBe('already-submitted');
	await kitchen.send();
	expect(posted()).toHaveLength(1);
	expect(submit().standing).toBe('service');
});

test('a long count is sent in parts on one lane, in order', async () => {
	await kitchen.restart({ profile: serviceProfile.parse({ stocktake: { batchLines: 2 } }) });
	stockUp(kitchen);
	for (const lineNo of [1, 2, 3]) enter(lineNo, '1', '1');
	submit();
	expect(kitchen.outbox.lanes('stocktake').map(({ actions }) => actions.length)).toEqual([2]);
	await kitchen.send();
	expect(posted().map(({ body }) => body['description'])).toEqual([
		'Stocktake: Friday (1/2)',
		'Stocktake: Friday (2/2)',
	]);
});

test('a count that matches the book, or is not posted, stays on this PC', () => {
	enter(3, '3', '1');
	expect(submit()).toMatchObject({ state: 'submitted', standing: 'draft' });
	expect(kitchen.outbox.lanes('stocktake')).toEqual([]);
});

test('a count without entries cannot be submitted', () => {
	expect(failureOf(submit).code).toBe('incomplete');
});

test('a count undone in the outbox is open again and can be resubmitted', async () => {
	kitchen.service.there = false;
	enter(1, '1', '5');
	submit();
	kitchen.undo('stocktake', stocktakeId);
	expect(sheet().summary).toMatchObject({ state: 'open', standing: 'draft' });
	enter(1, '1', '6');
	await kitchen.clock.pass(1);
	expect(submit().standing).toBe('waiting');
});

test('a discarded count keeps its reason and accepts nothing more', () => {
	kitchen.call('stocktake.discard', { stocktakeId, reason: 'Wrong day' });
	expect(failureOf(() => enter(1, '1', '5')).code).toBe('not-possible-now');
	const why = kitchen.store.durable.prepare('SELECT closed_why FROM stocktake').pluck().get();
	expect(why).toBe('Wrong day');
});

test('gives the counts of one day different names', () => {
	const input = { stocktakeId, name: 'Friday', boxes: 'empty' as const, intentId: 'intent-0003' };
	open('intent-0002');
	kitchen.call('countHistory.again', input);
	const { stocktakes } = kitchen.call('stocktake.list', { locationId: 'L-1' });
	expect(stocktakes.map(({ name }) => name)).toEqual(['Friday (3)', 'Friday (2)', 'Friday']);
});
