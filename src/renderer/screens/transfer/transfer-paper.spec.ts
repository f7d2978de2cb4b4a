import { expect, test } from 'vitest';
import { milk } from '../../../../test/support/items.ts';
import type { TransferDocument, TransferLine } from '../../../shared/bridge/transfer.ts';
import { csvOf } from '../../../shared/report/csv.ts';
import { Format } from '../../messages/format.svelte.ts';
import { Language } from '../../messages/language.svelte.ts';
import { receivingPaper, transferNote, transferReportPaper } from './transfer-paper.ts';

const harbour = {
	locationId: 'L-1',
	name: 'Harbour Kitchen',
	currency: 'EUR',
	timeZone: 'Europe/London',
	dayStartHour: 0,
	today: '2026-11-20',
	areas: [],
};
const language = new Language('en', 'en-GB');
const app = {
	t: language.t,
	format: new Format(language),
	locations: [harbour],
	location: null,
};

const line = (more: Partial<TransferLine> = {}): TransferLine => ({
	lineId: 'l-1',
	item: milk(),
	boxes: [{ unitId: 'each', typed: '18', quantity: '18' }],
	total: '18',
	note: '',
	requested: '18',
	sent: '18',
	received: '12',
	difference: '-6',
	cost: '9',
	theirSent: null,
	entry: null,
	settled: [],
	excess: null,
	...more,
});

const transfer = (more: Partial<TransferDocument> = {}): TransferDocument => ({
	documentId: 'service:transferIn:T-1',
	kind: 'transferIn',
	number: 'TRI-7',
	locationId: 'L-1',
	otherLocationId: 'L-2',
	otherLocationName: 'Garden Room',
	locked: false,
	enteredBy: '',
	mayNotApprove: null,
	behind: false,
	businessDate: '2026-11-20',
	phase: 'partly-received',
	stateWord: 'PartiallyReceived',
	standing: 'service',
	cost: '9',
	costsUnknown: 0,
	currency: 'EUR',
	onTheWay: null,
	sentAt: null,
	changedAt: 0,
	move: 'ours',
	tags: ['short'],
	edits: null,
	description: '',
	revision: 0,
	lines: [line()],
	problems: [],
	receiving: 'receipt',
	otherBusinessDate: null,
	can: [],
	version: '',
	rejectedBecause: '',
	reasonGoes: false,
	edit: null,
	...more,
});

/** Rows of a report file without byte order mark and headings. */
const rowsOf = (report: ReturnType<typeof transferNote>): string[] =>
	csvOf(report.tables[0] ?? { name: '', columns: [], rows: [] })
		.trimEnd()
		.split('\r\n')
		.slice(1);

test('the delivery note shows shortages with their sign, and is named by its number', () => {
	const note = transferNote(app, transfer());
	expect(note.fileName).toBe('transfer Harbour Kitchen TRI-7');
	expect(note.location).toBe('Harbour Kitchen');
	expect(rowsOf(note)).toEqual(['DA-1,Whole milk,each,18,18,12,-6,,9', 'Total,,,,,,,,9']);
	expect(note.signatures).toEqual(['Sent by', 'Received by']);
});

test('the note shows returned and wasted quantities, and which draft was discarded', () => {
	const reason = '';
	const settled: TransferLine['settled'] = [
		{ how: 'waste', quantity: '2', documentId: 'W-1', reason },
		{ how: 'return', quantity: '1', documentId: null, reason },
	];
	const note = transferNote(app, transfer({ lines: [line({ settled })] }));
	expect(rowsOf(note)[0]).toBe(
		'DA-1,Whole milk,each,18,18,12,-6,2 each as waste; 1 each to return to the sender: draft discarded,,9',
	);
});

test('the note has no column for an unknown step', () => {
	const sent = line({ received: null, difference: null });
	const note = transferNote(app, transfer({ kind: 'transferOut', lines: [sent] }));
	expect(note.tables[0]?.columns.map(({ label }) => label)).toEqual([
		'Code',
		'Item',
		'Unit',
		'Requested',
		'Sent',
		'Note',
		'Value, EUR',
	]);
});

test('the receiving sheet has an empty box for lines without entries, earlier deliveries, and the rest due', () => {
	const boxes = [{ unitId: 'case', typed: '1', quantity: '1' }];
	const entry = { before: '12', due: '6', boxes, total: '12', difference: '6', reason: '' };
	const lines = [line({ entry: { ...entry, cause: '', settlement: 'none', price: '' } })];
	const [table] = receivingPaper(app, transfer({ lines })).tables;
	expect(table?.columns.map(({ label }) => label)).toEqual([
		'Code',
		'Item',
		'Unit',
		'Received earlier',
		'Expected',
		'Case',
		'Each / weight',
		'Reason',
	]);
	expect(table?.rows).toEqual([['DA-1', 'Whole milk', 'each', '12', '6', '1', null, null]]);
});

test('the report is one table with the other location, source and time of each line', () => {
	const report = transferReportPaper(
		app,
		{
			asOf: Date.UTC(2026, 10, 20, 9),
			lines: [
				{
					direction: 'out',
					otherLocationId: 'L-2',
					otherName: 'Garden Room',
					itemId: '1',
					code: '=1+1',
					name: 'Whole milk',
					category: 'Dairy',
					baseUnitName: 'each',
					units: [],
					sent: '18',
					received: '12',
					difference: '-6',
					value: '8.9972031',
					costsUnknown: 0,
					currency: 'EUR',
				},
			],
		},
		{ from: '2026-11-01', to: '2026-11-20', source: 'service' },
	);
	expect(rowsOf(report)).toEqual(["To Garden Room,'=1+1,Whole milk,Dairy,each,18,12,-6,9,EUR"]);
	const [reckoned] = report.facts;
	expect(reckoned?.label).toBe('Calculated by the service');
	expect(reckoned?.value).toContain('20 Nov');
});
