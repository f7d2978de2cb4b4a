import { beforeEach, describe, expect, test } from 'vitest';
import type { CallInput, CallName, CallOutput } from '../../../shared/bridge/contract.ts';
import type { Reply } from '../../../shared/bridge/reply.ts';
import type { Sheet, SheetLine } from '../../../shared/bridge/stocktake.ts';
import { lineState, lineTotal } from '../../../shared/domain/count-line.ts';
import { parseEntry } from '../../../shared/domain/quantity-entry.ts';
import { Format } from '../../messages/format.svelte.ts';
import { Language } from '../../messages/language.svelte.ts';
import { CountSheet, type SheetApp, type SheetRow } from './count-sheet.svelte.ts';

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
		areaId,
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
		guards: [],
		note: '',
		countedAt: null,
		countedBy: '',
	};
}

/** The far side of the bridge: one count in memory, whose answers a test may hold back. */
class FarSide {
	lines = [
		line(1, 'fridge', 'Whole milk'),
		line(2, 'fridge', 'Parmesan', true),
		line(3, 'dry', 'Milk powder'),
	];
	entered: string[] = [];
	refuse = false;
	held: Promise<void> = Promise.resolve();

	async call<Name extends CallName>(
		name: Name,
		input: CallInput<Name>,
	): Promise<Reply<CallOutput<Name>>>;
	async call(name: CallName, input: unknown): Promise<Reply<unknown>> {
		await this.held;
		if (name === 'stocktake.sheet') return { ok: true, value: this.sheet() };
		if (name !== 'stocktake.enter' || this.refuse)
			return { ok: false, code: 'disk-full', message: '' };
		return { ok: true, value: this.enter(input as CallInput<'stocktake.enter'>) };
	}

	enter({ lineNo, unitId, typed, locale }: CallInput<'stocktake.enter'>) {
		this.entered.push(typed);
		const before = this.lines.find((one) => one.lineNo === lineNo);
		if (before === undefined) throw new Error('no such line');
		const entry = parseEntry(typed, locale);
		const boxes = before.boxes.filter((box) => box.unitId !== unitId);
		if (entry.kind === 'quantity') boxes.push({ unitId, typed, quantity: entry.quantity });
		const total = lineTotal(boxes, before.units);
		const after = { ...before, boxes, total, state: lineState(boxes), countedAt: 2000 };
		this.lines = this.lines.map((one) => (one === before ? after : one));
		return { line: after, savedAt: 2000 };
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
				lines: 3,
				counted: 0,
				submittedAt: null,
			},
			currency: 'EUR',
			blind: false,
			bookAsOf: null,
			lastSavedAt: null,
			areas: [
				{ areaId: 'fridge', name: 'Fridge', lines: 2, counted: 0 },
				{ areaId: 'dry', name: 'Dry store', lines: 1, counted: 0 },
			],
			lines: this.lines,
		};
	}
}

let far: FarSide;
let sheet: CountSheet;

beforeEach(async () => {
	far = new FarSide();
	const language = new Language('en', 'en-GB');
	const app: SheetApp = {
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

describe('a box of the sheet', () => {
	test('shows what the line comes to while it is typed, and writes nothing', () => {
		const milk = rowOf(1);
		sheet.echo(milk, 'cs', '3*2');
		expect(milk.total).toBe('72');
		expect(milk.variance).toBe('24');
		expect(milk.line.state).toBe('uncounted');
		expect(far.entered).toEqual([]);
	});

	test('keeps the expression word for word once it is saved', async () => {
		await sheet.enter(rowOf(1), 'cs', '3*2');
		expect(rowOf(1).typed('cs')).toBe('3*2');
		expect(far.entered).toEqual(['3*2']);
		expect(sheet.lastSavedAt).toBe(2000);
	});

	test('with an ambiguous number offers both readings, sends nothing and keeps what was typed', async () => {
		const cheese = rowOf(2);
		const outcome = await sheet.enter(cheese, 'kg', '1,5');
		expect(outcome.ok).toBe(false);
		expect(cheese.typed('kg')).toBe('1,5');
		expect(cheese.questions[0]?.readings).toEqual(['1.5', '15']);
		expect(cheese.total).toBeNull();
		expect(far.entered).toEqual([]);
	});

	test('takes the reading that was chosen', async () => {
		const cheese = rowOf(2);
		await sheet.enter(cheese, 'kg', '1,5');
		const [question] = cheese.questions;
		if (question === undefined) throw new Error('nothing was asked');
		await sheet.choose(cheese, question, '1.5');
		expect(cheese.questions).toEqual([]);
		expect(cheese.line.total).toBe('1.5');
	});

	test('that could not be saved keeps what was typed and says so', async () => {
		far.refuse = true;
		const milk = rowOf(1);
		const outcome = await sheet.enter(milk, 'ea', '7');
		expect(outcome).toMatchObject({ ok: false });
		expect(milk.typed('ea')).toBe('7');
		expect(milk.done).toBe(false);
	});

	test('typed on while its save is under way keeps the newer text', async () => {
		let release = (): void => undefined;
		far.held = new Promise((resolve) => {
			release = resolve;
		});
		const milk = rowOf(1);
		const saving = sheet.enter(milk, 'ea', '7');
		sheet.echo(milk, 'ea', '75');
		release();
		await saving;
		expect(milk.typed('ea')).toBe('75');
	});

	test('taken back by undo is as it was before', async () => {
		await sheet.enter(rowOf(1), 'ea', '7');
		await sheet.enter(rowOf(1), 'ea', '9');
		await sheet.undo();
		expect(rowOf(1).typed('ea')).toBe('7');
		await sheet.undo();
		expect(rowOf(1).line.state).toBe('uncounted');
		expect(await sheet.undo()).toBeNull();
	});
});

describe('the sheet', () => {
	test('tells zero from uncounted in the progress of each area', async () => {
		const [fridge] = sheet.areas;
		await sheet.enter(rowOf(1), 'ea', '0');
		expect(fridge).toMatchObject({ counted: 1, zero: 1 });
		await sheet.enter(rowOf(1), 'ea', '4');
		expect(fridge).toMatchObject({ counted: 1, zero: 0 });
		await sheet.enter(rowOf(1), 'ea', '');
		expect(fridge).toMatchObject({ counted: 0, zero: 0 });
	});

	test('takes the line that another window entered and keeps what is being typed here', () => {
		const milk = rowOf(1);
		sheet.echo(milk, 'ea', '5');
		sheet.changed(
			far.enter({ stocktakeId: 'count', lineNo: 1, unitId: 'cs', typed: '2', locale: 'en-GB' })
				.line,
		);
		expect(milk.typed('cs')).toBe('2');
		expect(milk.typed('ea')).toBe('5');
		expect(milk.total).toBe('29');
	});

	test('finds lines by every word, those of the area in hand first', () => {
		sheet.area = sheet.areas[1] ?? null;
		expect(sheet.find('milk', 9).map((row) => row.line.lineNo)).toEqual([3, 1]);
		expect(sheet.find('milk c-1', 9).map((row) => row.line.lineNo)).toEqual([1]);
	});

	test('goes from one line that is not done to the next, and round', async () => {
		await sheet.enter(rowOf(2), 'kg', '1.2');
		expect(sheet.nextOpen(rowOf(1))).toBe(rowOf(3));
		expect(sheet.nextOpen(rowOf(3))).toBe(rowOf(1));
		await sheet.enter(rowOf(1), 'ea', '1');
		await sheet.enter(rowOf(3), 'ea', '1');
		expect(sheet.nextOpen(rowOf(1))).toBeUndefined();
	});
});
