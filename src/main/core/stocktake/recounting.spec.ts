import { expect, test, vi } from 'vitest';
import type { CountPlanInput } from '../../../shared/bridge/count-plan.ts';
import { defaultCountingRules } from '../../../shared/bridge/counting-rules.ts';
import type { Tolerance } from '../../../shared/domain/tolerance.ts';
import { enterBox, openCount } from '../../../../test/support/counting.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { failureOf, stockRecord } from '../../../../test/support/kitchen.ts';

const kitchen = eachKitchen();
let intents = 0;

const nextIntent = (): string => `intent-${String((intents += 1)).padStart(4, '0')}`;

/** Lines: 1 milk (book 48) and 2 butter (24) in the dry store; with all areas also 3 milk and 4 cream (7.5). */
const open = (plan: Partial<CountPlanInput> = {}): string =>
	openCount(kitchen, { scope: { kind: 'areas', areaIds: ['A-1'] }, ...plan });
const enter = (stocktakeId: string, lineNo: number, typed: string, by = 'Noor') =>
	enterBox(kitchen, stocktakeId, lineNo, typed, { by });
const review = (stocktakeId: string) => kitchen.call('stocktake.review', { stocktakeId });
const lineOf = (stocktakeId: string, lineNo: number) => {
	const line = review(stocktakeId).lines.find((each) => each.lineNo === lineNo);
	if (line === undefined) throw new Error(`There is no line ${String(lineNo)}.`);
	return line;
};
const keep = (stocktakeId: string, lineNos: number[] | null, kept: 'counted' | 'difference') =>
	kitchen.call('stocktake.keep', { stocktakeId, lineNos, keep: kept });
const recount = (stocktakeId: string, lineNos: number[], recounter = 'Sam') =>
	kitchen.call('stocktake.recount', {
		stocktakeId,
		lineNos,
		recounter,
		intentId: nextIntent(),
	});
const finish = (stocktakeId: string) => kitchen.call('stocktake.finishRecount', { stocktakeId });
const stand = (stocktakeId: string, lineNo: number, round: number | null, reason: string) =>
	kitchen.call('stocktake.stand', { stocktakeId, lineNos: [lineNo], round, reason });
const submit = (stocktakeId: string, zeroReason = '') =>
	kitchen.call('stocktake.submit', { stocktakeId, intentId: nextIntent(), zeroReason });

async function bookBecomes(quantity: string): Promise<void> {
	const stock = kitchen.service.lists['inventoryItem.currentStock'] ?? [];
	const milk = stockRecord('A-1', '1', quantity, 1);
	await kitchen.shows({
		'inventoryItem.currentStock': stock.map((row) => {
			const { storageAreaId, itemId } = row as typeof milk;
			return storageAreaId === 'A-1' && itemId === '1' ? milk : row;
		}),
	});
}

const posted = () => kitchen.service.writes.map(({ body }) => body['items']);

test('a line keeps the book from when it was counted, and the review shows what moved since', async () => {
	const count = open();
	await bookBecomes('40');
	const asOf = kitchen.store.cache
		.prepare(`SELECT as_of FROM pull WHERE kind = 'stock' AND location_id = 'L-1'`)
		.pluck()
		.get();
	enter(count, 1, '38');
	await bookBecomes('30');
	expect(lineOf(count, 1)).toMatchObject({
		book: '40',
		bookAsOf: asOf,
		variance: '-2',
		bookNow: '30',
		moved: '-10',
		keep: 'difference',
		keepChosen: false,
		adjustment: '-2',
		problems: ['moved'],
	});
});

test('the difference is posted unless someone chooses to keep the counted quantity, for one line or all', async () => {
	const count = open();
	enter(count, 1, '40');
	enter(count, 2, '20');
	await bookBecomes('44');
	const [milk, butter] = [1, 2].map((lineNo) => lineOf(count, lineNo));
	expect([milk?.adjustment, butter?.adjustment]).toEqual(['-8', '-4']);
	keep(count, [1], 'counted');
	expect(lineOf(count, 1)).toMatchObject({
		variance: '-8',
		adjustment: '-4',
		keepChosen: true,
		problems: [],
	});
	keep(count, null, 'difference');
	expect(lineOf(count, 1)).toMatchObject({ adjustment: '-8', keepChosen: true });
	keep(count, [1], 'counted');
	submit(count);
	await kitchen.send();
	expect(posted()).toMatchObject([
		[
			{ itemId: '1', quantity: '-4', countedQuantity: '40' },
			{ itemId: '2', quantity: '-4', countedQuantity: '20' },
		],
	]);
	await bookBecomes('1');
	expect(lineOf(count, 1)).toMatchObject({ bookNow: '44', adjustment: '-4' });
});

test('tolerances are set in general and by category, and a submitted count keeps the ones it was submitted with', () => {
	const count = open({ scope: { kind: 'full' } });
	enter(count, 1, '40');
	enter(count, 4, '7');
	const outside = () =>
		review(count)
			.lines.filter((line) => line.outside)
			.map(({ lineNo }) => lineNo);
	const none: Tolerance = { quantity: null, percent: null, money: null };
	const set = (all: Partial<Tolerance>, byCategory: Record<string, Tolerance> = {}) => {
		kitchen.settings.counting = {
			tolerances: { all: { ...none, ...all }, byCategory },
			reasons: [],
			reasonNeeded: false,
		};
	};
	// Eight of 48 at 0.50 each are 4.00, below the default tolerance of 5.
	expect(outside()).toEqual([]);
	set({ money: '3' });
	expect(outside()).toEqual([1]);
	set({ money: '3', quantity: '8' });
	expect(outside()).toEqual([]);
	set({ money: '100' }, { Dairy: { ...none, percent: '1' } });
	expect(outside()).toEqual([1, 4]);
	submit(count);
	set({ money: '100' });
	expect(outside()).toEqual([1, 4]);
});

test('if the settings require reasons outside tolerance, the count waits for them, even after a recount', () => {
	const count = open();
	enter(count, 1, '4');
	enter(count, 2, '24');
	kitchen.settings.counting = { ...defaultCountingRules, reasonNeeded: true };
	expect(lineOf(count, 1).problems).toEqual(['reason-missing', 'question']);
	expect(lineOf(count, 2).problems).toEqual([]);
	expect(failureOf(() => submit(count)).details).toEqual([{ path: 'reasons', message: '1' }]);
	const { stocktakeId: recountId } = recount(count, [1]);
	enter(recountId, 1, '5', 'Ben');
	finish(recountId);
	expect(lineOf(count, 1).problems).toContain('reason-missing');
	stand(count, 1, null, 'Not explained');
	expect(lineOf(count, 1)).toMatchObject({ counted: '5', reason: 'Not explained' });
	submit(count);
	expect(lineOf(count, 1).problems).not.toContain('reason-missing');
});

test('blank lines that become zero outside tolerance need a reason, a shared one or their own', () => {
	kitchen.settings.counting = { ...defaultCountingRules, reasonNeeded: true };
	const zeroReason = 'Not explained';
	const confirmed = open({ blanks: 'ask' });
	enter(confirmed, 2, '24');
	expect(lineOf(confirmed, 1)).toMatchObject({ state: 'uncounted', outsideAsZero: true });
	const zero = { stocktakeId: confirmed, lineNos: [1, 2], by: '' };
	kitchen.call('stocktake.confirmZero', { ...zero, zeroReason });
	expect(lineOf(confirmed, 1)).toMatchObject({ counted: '0', reason: zeroReason });
	expect(lineOf(confirmed, 2)).toMatchObject({ counted: '24', reason: '' });
	stand(confirmed, 1, null, 'Waste not entered');
	expect(lineOf(confirmed, 1).reason).toBe('Waste not entered');

	const atTheEnd = open({ scope: { kind: 'full' }, blanks: 'zero' });
	enter(atTheEnd, 2, '24');
	stand(atTheEnd, 3, null, 'Waste not entered');
	expect(failureOf(() => submit(atTheEnd)).details).toEqual([
		{ path: 'zero-reason', message: '1' },
	]);
	expect(lineOf(atTheEnd, 1)).toMatchObject({ state: 'uncounted', reason: '' });
	submit(atTheEnd, zeroReason);
	expect([1, 2, 3, 4].map((lineNo) => lineOf(atTheEnd, lineNo).reason)).toEqual([
		zeroReason,
		'',
		'Waste not entered',
		'',
	]);
});

test('a recount is a blind sheet of its lines; its count is used, and both are kept', async () => {
	const count = open();
	enter(count, 1, '4');
	enter(count, 2, '24');
	expect(lineOf(count, 1).problems).toEqual(['outside', 'question']);
	const { stocktakeId: round } = recount(count, [1]);
	const sheet = kitchen.call('stocktake.sheet', { stocktakeId: round });
	expect(sheet).toMatchObject({
		blind: true,
		summary: { recount: { of: count, round: 1, recounter: 'Sam' } },
		lines: [{ lineNo: 1, expected: null, total: null, boxes: [], note: '' }],
	});
	expect(lineOf(count, 1).problems).toContain('recount-open');
	expect(failureOf(() => submit(count)).details).toEqual([{ path: 'recount', message: '1' }]);

	enter(round, 1, '46', 'Sam');
	expect(lineOf(count, 1).counted).toBe('4');
	finish(round);
	expect(failureOf(() => enter(round, 1, '5', 'Sam')).code).toBe('already-submitted');
	expect(lineOf(count, 1)).toMatchObject({
		counted: '46',
		stands: 1,
		variance: '-2',
		attempts: [
			{ round: 0, counted: '4', by: ['Noor'], variance: '-44' },
			{ round: 1, counted: '46', by: ['Sam'], variance: '-2' },
		],
		problems: [],
	});
	submit(count);
	await kitchen.send();
	expect(posted()).toMatchObject([[{ itemId: '1', quantity: '-2', countedQuantity: '46' }]]);
});

test('an attempt that left a place blank has no variance, as nobody knows what is there', () => {
	const count = open();
	const added = { stocktakeId: count, itemId: '1', areaId: 'A-1', shelf: 'Door', behind: null };
	const { lineNo } = kitchen.call('stocktake.addLine', added);
	enter(count, 1, '40');
	for (const lineNos of [[1], [lineNo]]) {
		const { stocktakeId: round } = recount(count, lineNos);
		for (const each of lineNos) enter(round, each, '6', 'Sam');
		finish(round);
	}
	const milk = review(count).lines.find(({ itemId }) => itemId === '1');
	expect(milk?.attempts.map(({ counted, variance }) => [counted, variance])).toEqual([
		['40', null],
		['6', null],
		['12', '-36'],
	]);
});

test('choosing an earlier count needs a reason, and a later recount resets the choice', () => {
	const count = open();
	enter(count, 1, '4');
	const first = recount(count, [1]).stocktakeId;
	enter(first, 1, '46', 'Sam');
	finish(first);
	expect(failureOf(() => stand(count, 1, 0, '')).details).toEqual([
		{ path: 'reason', message: 'needed' },
	]);
	expect(failureOf(() => stand(count, 1, 7, 'Typed twice')).code).toBe('not-found');
	stand(count, 1, 0, 'Recounted in the wrong place');
	expect(lineOf(count, 1)).toMatchObject({
		counted: '4',
		stands: 0,
		reason: 'Recounted in the wrong place',
	});
	const second = recount(count, [1], 'Ada').stocktakeId;
	enter(second, 1, '45', 'Ada');
	finish(second);
	expect(lineOf(count, 1)).toMatchObject({ counted: '45', stands: 2 });
	expect(review(count).rounds).toMatchObject([
		{ round: 1, open: false, recounter: 'Sam', lines: 1, counted: 1 },
		{ round: 2, open: false, recounter: 'Ada', lines: 1, counted: 1 },
	]);
});

test('someone who counted a line is refused or warned when recounting it, as the plan says', () => {
	const strict = open({ recount: 'another' });
	enter(strict, 1, '4', 'Noor');
	expect(failureOf(() => recount(strict, [1], 'noor')).details).toEqual([
		{ path: 'recounter', message: 'counted-here' },
	]);
	const round = recount(strict, [1], '').stocktakeId;
	expect(failureOf(() => enter(round, 1, '5', 'Noor')).code).toBe('refused');
	enter(round, 1, '46', 'Sam');

	const lenient = open();
	enter(lenient, 1, '4', 'Noor');
	const again = recount(lenient, [1], 'Noor').stocktakeId;
	enter(again, 1, '46', 'Noor');
	finish(again);
	expect(lineOf(lenient, 1).problems).toEqual(['same-person']);
});

test('a discarded recount, or a line it leaves blank, changes nothing', () => {
	const count = open();
	enter(count, 1, '4');
	enter(count, 2, '1');
	const dropped = recount(count, [1]).stocktakeId;
	expect(failureOf(() => recount(count, [1, 2])).code).toBe('not-possible-now');
	enter(dropped, 1, '46', 'Sam');
	kitchen.call('stocktake.discard', { stocktakeId: dropped, reason: 'Late' });
	expect(lineOf(count, 1)).toMatchObject({ counted: '4', attempts: [] });
	const blank = recount(count, [1, 2]).stocktakeId;
	enter(blank, 2, '23', 'Sam');
	finish(blank);
	expect([1, 2].map((lineNo) => lineOf(count, lineNo).counted)).toEqual(['4', '23']);
});

test('a decision after the approval voids it, and a recounter cannot approve', () => {
	const count = open({ approval: 'another' });
	const approve = (by: string) => kitchen.call('stocktake.approve', { stocktakeId: count, by });
	enter(count, 1, '4');
	expect(approve('Ada').approved).toMatchObject({ by: 'Ada' });
	const round = recount(count, [1]).stocktakeId;
	expect(review(count).approved).toBeNull();
	enter(round, 1, '46', 'Sam');
	finish(round);
	expect(failureOf(() => approve('Sam')).details).toEqual([
		{ path: 'approver', message: 'counted-here' },
	]);
	approve('Ada');
	keep(count, [1], 'counted');
	expect(review(count).approved).toBeNull();
});

test('the list shows a recount only while it is open, and always shows its count', () => {
	const count = open();
	enter(count, 1, '4');
	const round = recount(count, [1]).stocktakeId;
	const listed = () =>
		kitchen
			.call('stocktake.list', { locationId: 'L-1' })
			.stocktakes.map(({ stocktakeId }) => stocktakeId);
	expect(listed()).toEqual([round, count]);
	finish(round);
	expect(listed()).toEqual([count]);
});

test('the review runs the same number of queries for any number of lines', () => {
	const many = open({ scope: { kind: 'full' } });
	const one = open({ scope: { kind: 'items', itemIds: ['2'] } });
	for (const lineNo of [1, 2, 3, 4]) enter(many, lineNo, '5');
	enter(one, 1, '5');
	const statement: unknown = Object.getPrototypeOf(kitchen.store.durable.prepare('SELECT 1'));
	const asking = [
		vi.spyOn(statement as { all: () => unknown }, 'all'),
		vi.spyOn(statement as { get: () => unknown }, 'get'),
	];
	const asked = (stocktakeId: string): number => {
		for (const way of asking) way.mockClear();
		review(stocktakeId);
		return asking.reduce((times, way) => times + way.mock.calls.length, 0);
	};
	// Fills the cache of our own queued work.
	asked(many);
	expect(asked(many)).toBe(asked(one));
	expect(asked(many)).toBeGreaterThan(0);
	for (const way of asking) way.mockRestore();
});
