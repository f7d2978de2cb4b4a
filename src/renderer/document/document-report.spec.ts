import { beforeEach, expect, test } from 'vitest';
import { eachKitchen } from '../../../test/support/each-kitchen.ts';
import { receivedLists, returningAt } from '../../../test/support/returns.ts';
import type { LocationView } from '../../shared/bridge/catalogue.ts';
import { csvOf } from '../../shared/report/csv.ts';
import { fail } from '../../shared/bridge/reply.ts';
import { Format } from '../messages/format.svelte.ts';
import { Language } from '../messages/language.svelte.ts';
import { wasteDesk } from '../screens/waste/waste-desk.ts';
import { returnDesk } from '../screens/return/return-desk.ts';
import { documentReport, listReport } from './document-report.ts';

const kitchen = eachKitchen();
beforeEach(async () => {
	const line = { itemId: '1', uomId: 1, quantity: '2', wasteReasonId: 'R-1', totalCost: '1.5' };
	kitchen.service.lists['wasteReason.list'] = [
		{ id: 'R-1', name: 'Spoiled' },
		{ id: 'R-2', name: 'Dropped' },
	];
	kitchen.service.lists['wastage.list'] = [
		{
			id: 'W-1',
			number: 'WST-1',
			locationId: 'L-1',
			status: 'Approved',
			date: '2026-11-09T12:00:00Z',
			items: [
				{ id: 'l-1', ...line, description: 'fell' },
				{ id: 'l-2', itemId: 'gone', uomId: 1, quantity: '3', wasteReasonId: 'R-2' },
			],
		},
	];
	await kitchen.pull();
});

const language = new Language('en', 'en-GB');
const [location] = [
	{ locationId: 'L-1', name: 'Harbour: Kitchen', today: '2026-11-20', currency: 'EUR' },
] as LocationView[];
const app = {
	t: language.t,
	format: new Format(language),
	locations: [location!],
	location: location!,
};
const report = (filter: { reasonId?: string; state?: 'rejected' } = {}) =>
	listReport(
		app,
		wasteDesk,
		kitchen.call('wastage.inFull', { locationId: 'L-1', filter, from: 0 }).documents,
		filter.state ?? 'all',
	);

test('the file of the list has each line with its item, reason and cost, and is named by location', () => {
	const { tables, fileName } = report();
	const [head, ...rows] = csvOf(tables[0]!).trimEnd().split('\r\n');
	expect(head).toContain('Code,Item,Quantity,Unit,Reason,Note,"Cost, EUR"');
	expect(rows).toEqual([
		'WST-1,2026-11-09,,Approved,DA-1,Whole milk,2,each,Spoiled,fell,1.5',
		// An unknown item has no known cost: the cell is empty.
		expect.stringMatching(/^WST-1,2026-11-09,,Approved,.*,3,.*,Dropped,,$/),
	]);
	expect(csvOf(tables[1]!).trimEnd().split('\r\n')).toEqual([
		expect.stringContaining(
			'Document,Business day,Entered by,State,What happened,Lines,"Cost, EUR"',
		),
		'WST-1,2026-11-09,,Approved,,2,1.5',
		'Total,,,,,,1.5',
	]);
	expect(fileName).toBe('waste Harbour Kitchen 2026-11-20');
});

test('the total of the file is the one of the page: without rejected documents, unless they are filtered', async () => {
	const [approved] = kitchen.service.lists['wastage.list'] as object[];
	const rejected = { id: 'W-2', number: 'WST-2', status: 'Rejected', totalCost: '6' };
	await kitchen.shows({ 'wastage.list': [approved, { ...approved, ...rejected }] });
	for (const filter of [{}, { state: 'rejected' } as const]) {
		const totals = kitchen.call('wastage.totals', { locationId: 'L-1', filter });
		expect(report(filter).tables[1]?.totals?.at(-1)).toBe(totals.cost);
	}
	expect(report().facts.map(({ value }) => value)).toEqual([
		'excluding 1 line of unknown cost',
		'excluding 1 rejected or cancelled document',
	]);
});

test('with a reason, the file has only the lines of that reason', () => {
	const [lines] = report({ reasonId: 'R-2' }).tables;
	expect(lines?.rows).toHaveLength(1);
});

test('paper names the location of its document, not the one in use', async () => {
	const shown = kitchen.call('wastage.get', { documentId: 'service:wastage:W-1' });
	const call = () => Promise.resolve(fail('not-possible-now', 'no'));
	const elsewhere = { ...location!, locationId: 'L-2', name: 'Garden Room' };
	const there = { ...app, locations: [elsewhere, location!], location: elsewhere };
	const paper = await documentReport({ ...there, call }, wasteDesk, shown);
	expect(paper.location).toBe('Harbour: Kitchen');
});

test('a return on paper has no blank column, and the price of a unit with all its decimals', async () => {
	const line = { id: 'l-1', itemId: '1', uomId: 1, returnQuantity: '3', quantityReceived: '10' };
	kitchen.service.lists['returnOrder.list'] = [
		{
			id: 'T-1',
			number: 'RTO-1',
			locationId: 'L-1',
			supplierId: 'P-1',
			status: 'Submitted',
			returnDate: '2026-11-19T10:00:00Z',
			items: [{ ...line, price: '11.9935' }],
		},
	];
	await kitchen.pull();
	const shown = kitchen.call('returnOrder.get', { documentId: 'service:returnOrder:T-1' });
	const call = () => Promise.reject(new Error('A return has no photos.'));
	const { tables } = await documentReport({ ...app, call }, returnDesk, shown);
	const labels = tables[0]!.columns.map(({ label }) => label);
	expect(labels).not.toContain('Ordered');
	expect(labels).toContain('Received');
	const at = labels.indexOf('Price');
	expect(tables[0]!.columns[at]).toMatchObject({ leastPlaces: 2 });
	expect(tables[0]!.rows[0]![at]).toBe('11.9935');
});

test('pieces that go back are on paper as they are sent: in the unit of their receipt and its price', async () => {
	await kitchen.shows(receivedLists);
	const { begin, get, write } = returningAt(() => kitchen);
	const documentId = begin(['l-1']);
	write(documentId, () => ({ boxes: [{ unitId: '1', typed: '8' }] }));
	const call = () => Promise.reject(new Error('A return has no photos.'));
	const { tables } = await documentReport({ ...app, call }, returnDesk, get(documentId));
	const [{ columns, rows }] = tables as [(typeof tables)[number]];
	const cells = Object.fromEntries(columns.map(({ label }, at) => [label, rows[0]![at]]));
	expect(cells).toMatchObject({ Quantity: '0.666666', Unit: 'case', Received: '2', Price: '6.6' });
	expect(cells['Cost, EUR']).toBe('4.4');
});
