// The whole catalogue as a workbook, read back by the screens as they save it: whatever the records hold, and in either
// language, a workbook that nobody changed proposes nothing.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bridge } from '../src/renderer/bridge/bridge.ts';
import { App } from '../src/renderer/app.svelte.ts';
import type { LanguageCode } from '../src/renderer/messages/catalogue.ts';
import { importableTypes } from '../src/renderer/screens/import/import-words.ts';
import { NewImport } from '../src/renderer/screens/import/new-import.svelte.ts';
import {
	readFile,
	type ReadFile,
	type ReadSheet,
} from '../src/renderer/screens/import/read-table.ts';
import { saveErrors } from '../src/renderer/screens/import/error-file.ts';
import { saveWorkbook } from '../src/renderer/screens/import/save-workbook.ts';
import { askedRows, headsOf } from '../src/renderer/screens/import/table-thread.ts';
import { Route } from '../src/renderer/shell/route.svelte.ts';
import type { Cell } from '../src/shared/record/preview-cells.ts';
import type { Plain } from '../src/shared/record/record-kit.ts';
import { findOperation, operationNamed, type OperationName } from '../src/shared/service/index.ts';
import type { TestPc } from './support/pc.ts';
import { TestPcs } from './support/pcs.ts';

/** What spreadsheets and readers of numbers trip over, by field. */
const hostile: Readonly<Record<string, readonly Plain[]>> = {
	supplier: [
		{ code: '007', name: '=1+1', phone: '+44 20 1', paymentDays: 0 },
		{ code: '7', name: '007', phone: '', email: null },
		{ code: '1e5', name: "'Quoted' “Dairy”; زبدة, _x0041_", phone: null },
		{ code: 'TRUE', name: '(empty)' },
		{ code: '2026-03-04', name: '#N/A' },
	],
	category: [
		{ description: 'Two\r\nlines' },
		{ description: 'a\nb\n\nc' },
		{ description: '' },
		{ description: null },
		{ description: '1,234.50' },
	],
	inventoryItem: [{ code: '000123', description: '-5 % cream' }, { description: '@SUM(A1)' }],
	purchaseOption: [
		{ price: '0.0001', supplierItemCode: '0012' },
		{ price: '12345678901234567.25', supplierItemCode: '12' },
		{ price: '3.10', supplierItemCode: '3.10' },
	],
};

let pcs: TestPcs;
let pc: TestPc;
let app: App;
let saved: Uint8Array<ArrayBuffer> | null = null;

beforeAll(async () => {
	pcs = await TestPcs.start();
	for (const [name, changes] of Object.entries(hostile)) await change(name, changes);
	pc = await pcs.connected('Noor');
	const bridge: Bridge = {
		host: { kind: 'loopback', can: [] },
		call: pc.core.call,
		on: pc.core.on,
		onReconnect: () => () => undefined,
		saveFile: async ({ bytes }) => {
			saved = new Uint8Array(bytes);
			return { kind: 'cancelled' };
		},
		print: async () => ({ kind: 'cancelled' }),
		savePdf: null,
		takeOpenedFile: async () => null,
		setMenu: async () => undefined,
	};
	app = new App(bridge, new Route([]));
}, 60_000);
afterAll(() => pcs.end());

async function change(name: string, changes: readonly Plain[]): Promise<void> {
	const [list, update] = ['list', 'update'].map((verb) => findOperation(`${name}.${verb}`)?.name);
	if (list === undefined || update === undefined) throw new Error(`${name} cannot be changed.`);
	const records = await pcs.service.all<Plain>(operationNamed(list).name);
	for (const [at, fields] of changes.entries()) {
		const record = { ...records[at], ...fields };
		const path = { id: String(record['id']) };
		const { status, text } = await pcs.service.call(operationNamed(update).name, {
			path,
			body: record,
		});
		expect([name, status, text]).toEqual([name, 200, text]);
	}
}

/** The file that was saved last. */
async function savedFile(): Promise<ReadFile> {
	if (saved === null) throw new Error('Nothing was saved.');
	const choice = { encoding: '', separator: '', otherwise: 'windows-1252' } as const;
	const read = await readFile(new File([saved], 'Catalogue.xlsx'), choice);
	if (!read.ok) throw new Error(read.key);
	return read;
}

/** Each sheet is of the type that it is named after. */
async function previewed(read: ReadFile) {
	const heads = headsOf(read);
	if (!heads.ok) throw new Error(heads.key);
	const table = new NewImport(
		app,
		{
			source: 'file',
			title: 'Catalogue.xlsx',
			heads,
			thread: {
				rows: async (sheet, from) => askedRows(read, { sheet, from }).map((row) => [...row]),
			},
		},
		null,
	);
	const failure = await table.open();
	if (failure !== null) throw new Error(failure.message);
	const summary = await table.read({ decimalSign: null, dayOrder: null });
	if (!summary.ok) throw new Error(`${summary.code}: ${summary.message}`);
	return { table, summary: summary.value };
}

test.each<[LanguageCode, string]>([
	['en', 'en-GB'],
	['ar', 'ar-SA'],
])('a workbook saved in %s proposes nothing when it is read back', async (code, locale) => {
	app.language.use(code, locale);
	await pc.call('settings.set', { locale });
	await saveWorkbook(app, importableTypes);
	const read = await savedFile();
	const { table, summary } = await previewed(read);
	const unused = table.sheets.filter(({ type, columns }) => {
		return type === null || columns.some(({ path }) => path === null);
	});
	expect(unused.map((sheet) => sheet.read.name)).toEqual([]);
	const { rows } = await pc.call('import.rows', { previewId: summary.previewId, limit: 500 });
	const odd = rows.filter(({ state, problems }) => state !== 'same' || problems.length > 0);
	expect(odd.map(({ title, changes, problems }) => ({ title, changes, problems }))).toEqual([]);
	const count = read.sheets.reduce((sum, sheet) => sum + sheet.rows.length, 0);
	expect(summary.counts).toEqual({ new: 0, changed: 0, error: 0, same: count });
	for (const type of importableTypes) {
		const { length } = await pcs.service.all<Plain>(listOf(type));
		const [sheet] = table.sheets.filter((each) => each.type === type);
		expect([type, sheet?.read.count ?? 0]).toEqual([type, length]);
	}
});

test('an error file of several sheets is a workbook that can be corrected and imported again', async () => {
	app.language.use('en', 'en-GB');
	await saveWorkbook(app, ['supplier', 'purchaseOption']);
	const read = await savedFile();
	const options = read.sheets.find(({ name }) => name === 'Purchase options');
	const prices = options?.rows.map((row) => row[options.headings.indexOf('Price')]);
	expect(prices, 'numbers that a spreadsheet can sum').toContain(3.1);
	const wrong = {
		...read,
		sheets: read.sheets.map((sheet) => typedOver(sheet, { 'Payment days': 'x', Price: 'x' })),
	};
	const { summary } = await previewed(wrong);
	expect(summary.counts).toMatchObject({ new: 0, changed: 0, error: 3 });
	await saveErrors(app, summary);

	const errors = await savedFile();
	expect(errors.sheets.map(({ name, headings, rows }) => [name, headings[0], rows.length])).toEqual(
		[
			['Suppliers', 'Error', 1],
			['Purchase options – 2', 'Error', 1],
			// Its prices belong to the same option, and are corrected with it.
			['Purchase options – 3', 'Error', 1],
		],
	);
	const corrected = {
		...errors,
		sheets: errors.sheets.map((sheet) => typedOver(sheet, { 'Payment days': 9, Price: 9.7 })),
	};
	const again = await previewed(corrected);
	expect(again.summary.counts).toEqual({ new: 0, changed: 2, same: 1, error: 0 });
	const { rows } = await pc.call('import.rows', { previewId: again.summary.previewId });
	expect(rows.flatMap(({ changes }) => changes.map(({ at, to }) => [at, to]))).toEqual([
		['paymentDays', 9],
		['price', '9.7'],
	]);
});

/** Cells of the first row, by their headings. */
const typedOver = (sheet: ReadSheet, typed: Readonly<Record<string, Cell>>): ReadSheet => {
	const [first = [], ...rest] = sheet.rows;
	const row = first.map((cell, at) => typed[sheet.headings[at] ?? ''] ?? cell);
	return { ...sheet, rows: [row, ...rest] };
};

const listOf = (type: string): OperationName =>
	operationNamed(`${type}.list` as 'supplier.list').name;
