import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Together } from '../../../shared/bridge/count-plan.ts';
import { add } from '../../../shared/domain/decimal.ts';
import { enterBox, openCount } from '../../../../test/support/counting.ts';
import {
	accountId,
	openStockedKitchen,
	refusalOf,
	type Kitchen,
} from '../../../../test/support/kitchen.ts';
import { importInto, writtenWork } from '../../../../test/support/work-import.ts';
import { workTables } from '../store/work-tables.ts';
import type { MergeRule } from './merge-count.ts';

let office: Kitchen;
let cellar: Kitchen;

beforeEach(async () => {
	office = await openStockedKitchen({ settings: { person: 'Noor' } });
	cellar = await openStockedKitchen({ settings: { person: 'Ben' } });
});
afterEach(async () => {
	for (const kitchen of [office, cellar]) await kitchen.end();
});

const open = (together: Together = 'ask'): string => openCount(office, { together });
const enter = (at: Kitchen, stocktakeId: string, lineNo: number, typed: string, by = '') =>
	enterBox(at, stocktakeId, lineNo, typed, { by });

const exported = ({ store }: Kitchen, stocktakeId: string): string =>
	writtenWork({ counts: workTables(store.durable).countWithRecounts(stocktakeId) });
const imported = ({ store }: Kitchen, text: string, together: MergeRule = null) =>
	store.durable.transaction(() => importInto(store, accountId, text, together)).immediate();

function seen(at: Kitchen, stocktakeId: string) {
	const { lines, ...sheet } = at.call('stocktake.sheet', { stocktakeId });
	const rows = (sql: string) => at.store.durable.prepare<[string], object>(sql).all(stocktakeId);
	return {
		sheet,
		lines: lines.map(({ revision: _, boxes, ...line }) => ({
			...line,
			boxes: boxes.toSorted((a, b) => `${a.unitId} ${a.by}`.localeCompare(`${b.unitId} ${b.by}`)),
		})),
		entries: rows(
			'SELECT line_no, unit_id, typed, quantity, at, by, connection, pc, kind FROM count_entry WHERE stocktake_id = ? ORDER BY entry_id',
		),
		events: rows(
			'SELECT what, at, by, pc, detail FROM count_event WHERE stocktake_id = ? ORDER BY event_id',
		),
		unknownCodes: rows(
			'SELECT code, times, typed, note FROM count_unknown_code WHERE stocktake_id = ? ORDER BY code',
		),
	};
}
const totals = (at: Kitchen, stocktakeId: string) =>
	seen(at, stocktakeId).lines.map(({ total }) => total);

const deed = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant('enter' as const),
			lineNo: fc.integer({ min: 1, max: 4 }),
			typed: fc.constantFrom('', '0', '7', '3*4', '12'),
			by: fc.constantFrom('', 'Ada'),
		}),
	},
	fc.record({ kind: fc.constantFrom('undo' as const, 'redo' as const) }),
	fc.record({
		kind: fc.constant('note' as const),
		lineNo: fc.integer({ min: 1, max: 4 }),
		note: fc.constantFrom('', 'wet', 'half open'),
	}),
	fc.record({ kind: fc.constant('keep-code' as const), code: fc.constantFrom('111', '222') }),
	fc.record({ kind: fc.constant('add' as const), itemId: fc.constantFrom('2', '3') }),
	fc.record({
		kind: fc.constant('move' as const),
		lineNo: fc.integer({ min: 1, max: 4 }),
		areaId: fc.constantFrom('A-1', 'A-2'),
	}),
);
type Deed = typeof deed extends fc.Arbitrary<infer Each> ? Each : never;

function carryOut(at: Kitchen, stocktakeId: string, each: Deed): void {
	switch (each.kind) {
		case 'enter':
			enter(at, stocktakeId, each.lineNo, each.typed, each.by);
			return;
		case 'undo':
		case 'redo':
			at.call(`stocktake.${each.kind}`, { stocktakeId });
			return;
		case 'note':
			at.call('stocktake.note', { stocktakeId, lineNo: each.lineNo, note: each.note });
			return;
		case 'keep-code':
			at.call('stocktake.keepUnknownCode', { stocktakeId, code: each.code, areaId: 'A-1' });
			return;
		case 'add':
			at.call('stocktake.addLine', {
				stocktakeId,
				itemId: each.itemId,
				areaId: 'A-2',
				shelf: 'New',
				behind: null,
			});
			return;
		case 'move': {
			const { lineNo, areaId } = each;
			at.call('stocktake.move', { stocktakeId, lineNo, areaId, shelf: 'Moved', behind: null });
		}
	}
}
/** Like a person, who goes on if the program refuses. */
const perform = (at: Kitchen, stocktakeId: string, each: Deed) =>
	refusalOf(() => carryOut(at, stocktakeId, each));

const together = fc.constantFrom<Together>('ask', 'sum', 'replace', 'keep');
const deeds = fc.array(deed, { maxLength: 12 });
const few = { numRuns: 15 };

test('An exported count is imported unchanged, and once', () => {
	fc.assert(
		fc.property(together, deeds, (rule, all) => {
			const stocktakeId = open(rule);
			for (const each of all) perform(office, stocktakeId, each);
			const file = exported(office, stocktakeId);
			expect(imported(cellar, file)).toMatchObject({ counts: 1, known: 0, both: [] });
			expect(seen(cellar, stocktakeId)).toEqual(seen(office, stocktakeId));
			expect(imported(cellar, file)).toMatchObject({ counts: 0, known: 1, both: [] });
			expect(imported(office, exported(cellar, stocktakeId))).toMatchObject({
				counts: 0,
				known: 1,
			});
			expect(seen(cellar, stocktakeId)).toEqual(seen(office, stocktakeId));
		}),
		few,
	);
});

test('A count that continued only elsewhere comes back complete', () => {
	fc.assert(
		fc.property(together, deeds, deeds, (rule, before, after) => {
			const stocktakeId = open(rule);
			for (const each of before) perform(office, stocktakeId, each);
			imported(cellar, exported(office, stocktakeId));
			for (const each of after) perform(cellar, stocktakeId, each);
			expect(imported(office, exported(cellar, stocktakeId)).both).toEqual([]);
			expect(seen(office, stocktakeId)).toEqual(seen(cellar, stocktakeId));
		}),
		few,
	);
});

test('If both PCs continued, no entry is lost or doubled, and both get the same result', () => {
	fc.assert(
		fc.property(
			together.filter((rule) => rule !== 'ask'),
			deeds,
			deeds,
			deeds,
			(rule, before, here, there) => {
				const stocktakeId = open(rule);
				for (const each of before) perform(office, stocktakeId, each);
				imported(cellar, exported(office, stocktakeId));
				for (const each of here) perform(office, stocktakeId, each);
				for (const each of there) perform(cellar, stocktakeId, each);
				const entered =
					seen(office, stocktakeId).entries.length + seen(cellar, stocktakeId).entries.length;
				const common = commonEntries(stocktakeId);
				imported(office, exported(cellar, stocktakeId));
				expect(seen(office, stocktakeId).entries).toHaveLength(entered - common);
				imported(cellar, exported(office, stocktakeId));
				const boxes = (at: Kitchen) =>
					seen(at, stocktakeId).lines.map(({ itemId, boxes: of, note }) => ({
						itemId,
						note,
						boxes: of.map(({ typed, by, unitId }) => ({ typed, by, unitId })),
					}));
				const sorted = (at: Kitchen) =>
					boxes(at)
						.map((line) => JSON.stringify(line))
						.sort();
				expect(sorted(cellar)).toEqual(sorted(office));
			},
		),
		few,
	);
});

function commonEntries(stocktakeId: string): number {
	const rest = seen(office, stocktakeId).entries.map((entry) => JSON.stringify(entry));
	let common = 0;
	for (const entry of seen(cellar, stocktakeId).entries) {
		const at = rest.indexOf(JSON.stringify(entry));
		if (at === -1) continue;
		rest.splice(at, 1);
		common += 1;
	}
	return common;
}

test("Two PCs' counts of one line follow the count's rule, or need a decision if it has none", async () => {
	const stocktakeId = open();
	enter(office, stocktakeId, 1, '5');
	imported(cellar, exported(office, stocktakeId));
	await office.clock.pass(1_000);
	await cellar.clock.pass(2_000);
	enter(office, stocktakeId, 2, '10');
	enter(office, stocktakeId, 3, '1');
	enter(cellar, stocktakeId, 2, '7');
	enter(cellar, stocktakeId, 4, '2');
	const file = exported(cellar, stocktakeId);
	const results = (['sum', 'replace', 'keep', null] as const).map((rule) => {
		const { durable } = office.store;
		durable.exec('SAVEPOINT attempt');
		const { undecided, both } = imported(office, file, rule);
		expect(both).toMatchObject([
			{ lineNo: 2, here: [{ typed: '10', by: 'Noor' }], there: [{ typed: '7', by: 'Ben' }] },
		]);
		const came = totals(office, stocktakeId);
		expect(office.call('stocktake.sheet', { stocktakeId }).together).toBe(rule ?? 'ask');
		durable.exec('ROLLBACK TO attempt; RELEASE attempt');
		return [undecided, ...came];
	});
	expect(results.map((each) => each.slice(0, 3))).toEqual([
		[false, '5', add('10', '7')],
		[false, '5', '7'],
		[false, '5', '10'],
		[true, '5', '10'],
	]);
	expect(results[0]?.slice(3)).toEqual(['1', '2']);
});

test('Two lines added under the same number stay two lines', () => {
	const stocktakeId = open('sum');
	imported(cellar, exported(office, stocktakeId));
	const adding = (at: Kitchen, itemId: string) =>
		at.call('stocktake.addLine', {
			stocktakeId,
			itemId,
			areaId: 'A-1',
			shelf: 'New',
			behind: null,
		}).lineNo;
	expect(adding(office, '3')).toBe(adding(cellar, '1'));
	enter(office, stocktakeId, 5, '1');
	enter(cellar, stocktakeId, 5, '2');
	const file = exported(cellar, stocktakeId);
	imported(office, file);
	imported(office, file);
	const lines = seen(office, stocktakeId).lines.filter(({ shelf }) => shelf === 'New');
	expect(lines.map(({ lineNo, itemId, total }) => [lineNo, itemId, total]).sort()).toEqual([
		[5, '3', '1'],
		[6, '1', '2'],
	]);
});

test('A line that one PC removed stays if the other counted it', () => {
	const stocktakeId = open('sum');
	const place = { itemId: '3', areaId: 'A-1', shelf: 'New', behind: null, by: '' };
	for (let added = 0; added < 2; added += 1) {
		office.call('stocktake.addLine', { stocktakeId, ...place });
	}
	imported(cellar, exported(office, stocktakeId));
	for (const lineNo of [5, 6]) {
		office.call('stocktake.removeLine', { stocktakeId, lineNo });
	}
	enter(cellar, stocktakeId, 5, '2');
	imported(office, exported(cellar, stocktakeId));
	imported(cellar, exported(office, stocktakeId));
	for (const at of [office, cellar]) {
		const added = seen(at, stocktakeId).lines.filter(({ shelf }) => shelf === 'New');
		expect(added.map(({ lineNo, total }) => [lineNo, total])).toEqual([[5, '2']]);
	}
});

test('The areas come in the order of the PC that moved more of them', () => {
	const stocktakeId = open('sum');
	imported(cellar, exported(office, stocktakeId));
	const order = (at: Kitchen) =>
		at.call('stocktake.sheet', { stocktakeId }).areas.map(({ name }) => name);
	expect(order(office)).toEqual(['Dry store', 'Freezer']);
	cellar.call('stocktake.moveArea', { stocktakeId, areaId: 'A-2', behind: null });
	const file = exported(cellar, stocktakeId);
	imported(cellar, exported(office, stocktakeId));
	expect(order(cellar)).toEqual(['Freezer', 'Dry store']);
	imported(office, file);
	expect(order(office)).toEqual(['Freezer', 'Dry store']);
	expect(seen(office, stocktakeId)).toEqual(seen(cellar, stocktakeId));
});
