import { beforeEach, describe, expect, test } from 'vitest';
import type { CallInput, CallName, CallOutput } from '../../../shared/bridge/contract.ts';
import { countPlan, type Together } from '../../../shared/bridge/count-plan.ts';
import { fail, type Failure, type Reply } from '../../../shared/bridge/reply.ts';
import type { CountedBox, Sheet, SheetLine } from '../../../shared/bridge/stocktake.ts';
import { lineState, lineTotal } from '../../../shared/domain/count-line.ts';
import { parseEntry } from '../../../shared/domain/quantity-entry.ts';
import { Format } from '../../messages/format.svelte.ts';
import { Language } from '../../messages/language.svelte.ts';
import { someSettings } from '../../../../test/support/test-core.ts';
import { CountSheet, type SheetApp } from './count-sheet.svelte.ts';
import type { SheetRow } from './sheet-lines.svelte.ts';
import type { UnitColumn } from '../../ui/grid/unit-columns.ts';

const units = [
	{ unitId: 'cs', name: 'case', kind: 'case', factor: ratio('12'), places: 0 },
	{ unitId: 'ea', name: 'each', kind: 'each', factor: ratio('1'), places: 0 },
] as const;
const kilo = [{ unitId: 'kg', name: 'kg', kind: 'weight', factor: ratio('1'), places: 3 }] as const;

function ratio(numerator: string) {
	return { numerator, denominator: '1' };
}

function line(lineNo: number, areaId: string, name: string, weighed = false): SheetLine {
	return {
		lineNo,
		revision: 0,
		areaId,
		stockAreaId: areaId,
		shelf: '',
		itemId: `item-${lineNo}`,
		code: `C-${lineNo}`,
		name,
		category: '',
		units: [...(weighed ? kilo : units)],
		baseUnitName: weighed ? 'kg' : 'each',
		boxes: [],
		state: 'uncounted',
		total: null,
		expected: '48',
		last: null,
		guards: [],
		note: '',
		added: false,
		countedAt: null,
		countedBy: '',
	};
}

/** A fake core: one count in memory. A test may hold back its answers. */
class FarSide {
	lines = [
		line(1, 'fridge', 'Whole milk'),
		line(2, 'fridge', 'Parmesan', true),
		line(3, 'dry', 'Milk powder'),
	];
	calls: CallName[] = [];
	entered: string[] = [];
	refuse: Failure | null = null;
	together: Together = 'ask';
	person = 'Noor';
	held: Promise<void> = Promise.resolve();
	/** Until then only the first lines arrive. */
	heldLines: Promise<void> = Promise.resolve();

	async call<Name extends CallName>(
		name: Name,
		input: CallInput<Name>,
	): Promise<Reply<CallOutput<Name>>>;
	async call(name: CallName, input: unknown): Promise<Reply<unknown>> {
		this.calls.push(name);
		await this.held;
		if (name === 'stocktake.sheet') {
			const { window } = input as CallInput<'stocktake.sheet'>;
			// Two lines come at once; around the first uncounted line only that one.
			const lines = window?.from === 'next' ? this.lines.slice(1, 2) : this.lines.slice(0, 2);
			return { ok: true, value: { ...this.sheet(), lines } };
		}
		if (name === 'stocktake.lines') {
			const { from } = input as CallInput<'stocktake.lines'>;
			await this.heldLines;
			return { ok: true, value: { lines: this.lines.slice(from, from + 1) } };
		}
		if (this.refuse !== null) return this.refuse;
		if (name !== 'stocktake.enter') return { ok: false, code: 'disk-full', message: '' };
		return { ok: true, value: this.enter(input as CallInput<'stocktake.enter'>) };
	}

	enter({ lineNo, unitId, typed, locale, by = '' }: CallInput<'stocktake.enter'>) {
		const person = by === '' ? this.person : by;
		this.entered.push(typed);
		const before = this.lines.find((one) => one.lineNo === lineNo);
		if (before === undefined) throw new Error('no such line');
		const entry = parseEntry(typed, locale);
		const mine = (box: CountedBox) =>
			box.unitId === unitId && (this.together !== 'sum' || box.by === person);
		const boxes = before.boxes.filter((box) => !mine(box));
		if (entry.kind === 'quantity')
			boxes.push({ unitId, typed, locale: 'en-GB', quantity: entry.quantity, by: person });
		const total = lineTotal(boxes, before.units);
		const revision = before.revision + 1;
		const state = lineState(boxes);
		const after = { ...before, revision, boxes, total, state, countedAt: 2000 };
		this.lines = this.lines.map((one) => (one === before ? after : one));
		return { line: after, savedAt: 2000, kept: null };
	}

	sheet(): Sheet {
		return {
			summary: {
				stocktakeId: 'count',
				name: 'Count',
				locationId: 'here',
				businessDate: '2026-11-20',
				openedAt: 1000,
				openedBy: '',
				state: 'open',
				standing: 'draft',
				lines: this.lines.length,
				counted: 0,
				movedAt: null,
				sentBack: null,
				scope: { kind: 'full' },
				recount: null,
			},
			plan: countPlan.parse({ scope: { kind: 'full' } }),
			together: this.together,
			approved: null,
			unknownCodes: 0,
			currency: 'EUR',
			blind: false,
			bookAsOf: null,
			lastSavedAt: null,
			next: null,
			areas: [
				{ areaId: 'fridge', name: 'Fridge', lines: 2, counted: 0, zero: 0 },
				{ areaId: 'dry', name: 'Dry store', lines: 1, counted: 0, zero: 0 },
			],
			unitSets: [[...units], [...kilo]],
			lines: this.lines,
		};
	}
}

let far: FarSide;
let app: SheetApp;
let sheet: CountSheet;

beforeEach(async () => {
	far = new FarSide();
	const language = new Language('en', 'en-GB');
	app = {
		settings: { ...someSettings, person: 'Noor' },
		language,
		t: language.t,
		format: new Format(language),
		explain: ({ code }) => language.t(`errors.${code}`),
		call: (name, input) => far.call(name, input),
	};
	sheet = new CountSheet(app, 'count');
	await sheet.load();
});

function rowOf(lineNo: number): SheetRow {
	const row = sheet.row(lineNo);
	if (row === undefined) throw new Error(`no line ${lineNo}`);
	return row;
}

/** Texts of the boxes: saved ones, except for those given. */
const showing =
	(row: SheetRow, texts: Partial<Record<UnitColumn, string>>) =>
	(column: UnitColumn): string =>
		texts[column] ?? row.typed(column);

describe('box of the sheet', () => {
	test("shows the line's total while typing, and saves nothing", () => {
		const milk = rowOf(1);
		expect(milk.total(showing(milk, { case: '3*2' }), 'en-GB')).toBe('72');
		expect(milk.line.state).toBe('uncounted');
		expect(far.entered).toEqual([]);
	});

	test('adds the typed quantity to the other boxes', async () => {
		const milk = rowOf(1);
		await sheet.enter(milk, 'case', '2');
		expect(milk.total(showing(milk, { single: '5' }), 'en-GB')).toBe('29');
		expect(milk.total(showing(milk, { case: '' }), 'en-GB')).toBeNull();
	});

	test('keeps the expression verbatim once saved', async () => {
		await sheet.enter(rowOf(1), 'case', '3*2');
		expect(rowOf(1).typed('case')).toBe('3*2');
		expect(far.entered).toEqual(['3*2']);
		expect(sheet.lastSavedAt).toBe(2000);
	});

	test('sends nothing if the text equals the saved one, in any locale', async () => {
		const cheese = rowOf(2);
		await sheet.enter(cheese, 'single', '1.5');
		expect(cheese.ambiguity(showing(cheese, {}), 'de-DE')).toBeNull();
		expect(cheese.total(showing(cheese, {}), 'de-DE')).toBe('1.5');
	});

	test('asks before it sends a barcode or a thousand times the book', async () => {
		const row = rowOf(1);
		expect(await sheet.enter(row, 'single', '2087112487002')).toMatchObject({
			message: { key: 'entry.doubt-barcode' },
		});
		expect(await sheet.enter(row, 'case', '4000')).toMatchObject({
			message: { key: 'entry.doubt-tenfold' },
		});
		expect(far.entered).toEqual([]);
		expect(await sheet.enter(row, 'case', '4000')).toMatchObject({ ok: true });
		expect(far.entered).toEqual(['4000']);
	});

	test('reports a failed save', async () => {
		far.refuse = fail('disk-full', '');
		expect(await sheet.enter(rowOf(1), 'single', '7')).toMatchObject({ ok: false });
		expect(rowOf(1).line.state).toBe('uncounted');
	});

	test('names the person who counted the line before, for a decision', async () => {
		far.refuse = fail('changed-meanwhile', '', [{ path: 'counter', message: 'Sam' }]);
		expect(await sheet.enter(rowOf(1), 'single', '7')).toMatchObject({ ok: false, counter: 'Sam' });
	});

	test('belongs to one person when counts are summed, with a total over all', async () => {
		far.together = 'sum';
		await sheet.load();
		await sheet.enter(rowOf(1), 'single', '7');
		sheet.by = 'Sam';
		expect(rowOf(1).typed('single')).toBe('');
		await sheet.enter(rowOf(1), 'single', '5');
		expect(rowOf(1).total(showing(rowOf(1), { single: '6' }), 'en-GB')).toBe('13');
		expect(rowOf(1).others()).toMatchObject([{ typed: '7', by: 'Noor' }]);
	});

	test('asks about the input at once, with the probable intention', () => {
		const milk = rowOf(1);
		expect(milk.guards(showing(milk, {}), 'en-GB')).toEqual([]);
		expect(milk.guards(showing(milk, { single: '4' }), 'en-GB')).toEqual([
			{ code: 'half-or-less', meant: null, against: 'expected' },
			{ code: 'pack-slip', meant: { unitId: 'cs', quantity: '4' }, against: 'expected' },
		]);
	});
});

describe('sheet', () => {
	test("distinguishes zero from uncounted in each area's progress", async () => {
		const [fridge] = sheet.areas;
		await sheet.enter(rowOf(1), 'single', '0');
		expect(fridge).toMatchObject({ counted: 1, zero: 1 });
		await sheet.enter(rowOf(1), 'single', '4');
		expect(fridge).toMatchObject({ counted: 1, zero: 0 });
		await sheet.enter(rowOf(1), 'single', '');
		expect(fridge).toMatchObject({ counted: 0, zero: 0 });
	});

	test("takes another window's line on the same row, and ignores older ones", () => {
		const milk = rowOf(1);
		const entry = { stocktakeId: 'count', lineNo: 1, unitId: 'cs', typed: '2', locale: 'en-GB' };
		const { line: entered } = far.enter(entry);
		sheet.changed(entered);
		sheet.changed({ ...entered, revision: 0, boxes: [] });
		expect(milk.typed('case')).toBe('2');
		expect(sheet.areas[0]?.counted).toBe(1);
	});

	test('opens with the lines around one and loads the others without replacing its row', async () => {
		const opened = new CountSheet(app, 'count');
		let bring: () => void = () => undefined;
		far.heldLines = new Promise((resolve) => (bring = resolve));
		await opened.open(null);
		const parmesan = opened.row(2);
		expect(opened.area?.rows).toEqual([parmesan]);
		expect(opened.areas.map(({ lines }) => lines)).toEqual([2, 1]);
		expect(opened.columns).toEqual(['case', 'single']);
		expect(opened.row(3)).toBeUndefined();

		bring();
		// Entered in another window while the lines are loading.
		const entry = { stocktakeId: 'count', lineNo: 2, unitId: 'kg', typed: '2', locale: 'en-GB' };
		opened.changed(far.enter(entry).line);
		await opened.whole;
		expect(opened.row(2)).toBe(parmesan);
		expect(parmesan?.typed('single')).toBe('2');
		expect(opened.areas.map(({ rows }) => rows.length)).toEqual([2, 1]);
		expect(opened.areas[0]?.counted).toBe(1);
	});

	test('reloads once more, and only once, when asked during a load', async () => {
		const asked = far.calls.length;
		await Promise.all([sheet.load(), sheet.load(), sheet.load()]);
		expect(far.calls.slice(asked)).toEqual(['stocktake.sheet', 'stocktake.lines']);
	});

	test('keeps its rows and the current area when reloaded', async () => {
		const milk = rowOf(1);
		sheet.area = sheet.areas[1] ?? null;
		await sheet.load();
		expect(rowOf(1)).toBe(milk);
		expect(sheet.area?.areaId).toBe('dry');
	});

	test("finds lines by every word, the current area's first", () => {
		sheet.area = sheet.areas[1] ?? null;
		expect(sheet.find('milk', 9).map((row) => row.line.lineNo)).toEqual([3, 1]);
		expect(sheet.find('milk c-1', 9).map((row) => row.line.lineNo)).toEqual([1]);
		expect(sheet.find('mikl c-1', 9).map((row) => row.line.lineNo)).toEqual([1]);
	});

	test('finds whole words first', async () => {
		far.lines.push(line(9, 'dry', 'Milkshake'));
		await sheet.load();
		sheet.area = sheet.areas[1] ?? null;
		expect(sheet.find('milk', 9).map((row) => row.line.lineNo)).toEqual([3, 1, 9]);
	});

	test('goes from one uncounted line to the next, and wraps around', async () => {
		await sheet.enter(rowOf(2), 'single', '1.2');
		expect(sheet.nextUncounted(rowOf(1))).toBe(rowOf(3));
		expect(sheet.nextUncounted(rowOf(3))).toBe(rowOf(1));
		await sheet.enter(rowOf(1), 'single', '1');
		await sheet.enter(rowOf(3), 'single', '1');
		expect(sheet.nextUncounted(rowOf(1))).toBeUndefined();
	});
});

test("reports how many of an item's places were counted, and assumes no zero for the others", async () => {
	far.lines = far.lines.map((one) => (one.lineNo === 2 ? one : { ...one, itemId: 'milk' }));
	sheet = new CountSheet(app, 'count');
	await sheet.load();
	await sheet.whole;
	expect(sheet.itemTotal(rowOf(2))).toBeNull();
	expect(sheet.itemTotal(rowOf(1))).toMatchObject({ places: 2, counted: 0 });
	await sheet.enter(rowOf(3), 'single', '0');
	expect(sheet.itemTotal(rowOf(1))).toEqual({ places: 2, counted: 1, total: '0' });
	await sheet.enter(rowOf(1), 'case', '2');
	expect(sheet.itemTotal(rowOf(3))).toEqual({ places: 2, counted: 2, total: '24' });
});

describe('count that changes while loading', () => {
	test('shows what another window entered before the line arrived', async () => {
		const opened = new CountSheet(app, 'count');
		const held = Promise.withResolvers<undefined>();
		far.held = held.promise;
		const before = far.sheet();
		const opening = opened.open(1);
		const { line: entered } = far.enter({
			stocktakeId: 'count',
			lineNo: 1,
			unitId: 'ea',
			typed: '5',
			locale: 'en-GB',
		});
		opened.changed(entered);
		// The answer is as old as the question.
		far.lines = before.lines;
		held.resolve(undefined);
		await opening;
		expect(opened.row(1)?.typed('single')).toBe('5');
		expect(opened.areas[0]?.counted).toBe(1);
	});

	test('loads again after the first answer, which never overtakes the second', async () => {
		const opened = new CountSheet(app, 'count');
		const held = Promise.withResolvers<undefined>();
		// Few enough lines to come at once.
		const { summary } = far.sheet();
		const all = far.sheet.bind(far);
		far.sheet = () => ({ ...all(), summary: { ...summary, lines: 2 } });
		const { call } = app;
		let sheets = 0;
		app.call = async (name, input) => {
			const first = name === 'stocktake.sheet' && ++sheets === 1;
			const reply = await call(name, input);
			if (first) await held.promise;
			return reply;
		};
		const opening = opened.open(1);
		far.together = 'sum';
		opened.changed(null);
		for (let turn = 0; turn < 20; turn++) await Promise.resolve();
		held.resolve(undefined);
		await opening;
		await opened.whole;
		expect(opened.together).toBe('sum');
	});
});
