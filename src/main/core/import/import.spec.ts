import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import {
	openKitchen,
	openStockedKitchen,
	refusalOf,
	type Kitchen,
} from '../../../../test/support/kitchen.ts';
import { refused } from '../../../../test/support/verdicts.ts';
import type { CallArguments, CallInput, CallOutput } from '../../../shared/bridge/contract.ts';
import type { Reply } from '../../../shared/bridge/reply.ts';
import type { RecordTypeName } from '../../../shared/record/records.ts';

const dairy = { id: 'P-1', name: 'Riverside Dairy', code: '007', paymentDays: 30, rating: 4 };
const farm = { id: 'P-2', name: 'Green Hill Farm', code: 'GH', phone: '12 34' };
const bakery = { id: 'P-3', name: 'Abbey Bakery', code: '7' };

let kitchen: Kitchen;
const open = async (lists: Record<string, object[]> = {}) => {
	kitchen = await openStockedKitchen({
		lists: { 'supplier.list': [dairy, farm, bakery], ...lists },
		profile: { importsPerMinute: 6000 },
	});
	keepsWrites();
};
/** The service replaces a record whole, and lists what it has. */
function keepsWrites(): void {
	kitchen.service.onWrite = (name) => {
		const list = `${name.split('.')[0]!}.list`;
		const { body } = kitchen.service.writes.at(-1)!;
		if (!name.endsWith('.update')) return;
		kitchen.service.lists[list] = kitchen.service.lists[list]!.map((each) =>
			(each as { id: string }).id === body['id'] ? body : each,
		);
	};
}
afterEach(() => kitchen.end());

/** An answer that takes turns. */
async function answered<Value>(reply: Reply<Value> | Promise<Reply<Value>>): Promise<Value> {
	let settled = false;
	const waiting = Promise.resolve(reply).finally(() => (settled = true));
	for (let turn = 0; turn < 500 && !settled; turn += 1) await kitchen.clock.settle();
	const value = await waiting;
	if (!value.ok) throw new Error(`${value.code}: ${value.message}`);
	return value.value;
}

const caller = { connection: 'test' };

/** A pasted table, read. @param paths of its columns; a heading alone may overwrite */
async function read(
	rows: (string | number)[][],
	paths: (string | null)[],
	more: Partial<CallInput<'import.read'>> & { type?: RecordTypeName } = {},
) {
	const { type = 'supplier', ...given } = more;
	const headings = paths.map((path, at) => path ?? `Column ${String(at)}`);
	const { previewId, remembered } = kitchen.call('import.open', {
		source: 'paste',
		title: 'Prices',
		sheets: [{ type, headings }],
	});
	kitchen.call('import.add', { previewId, sheet: 0, rows });
	const columns = headings.map((heading, at) => ({
		heading,
		path: paths[at] ?? null,
		mayOverwrite: true,
	}));
	const asked = { previewId, columns: [columns], decimalSign: null, dayOrder: null, ...given };
	const summary = await answered(
		kitchen.calls['import.read'](asked as CallArguments<'import.read'>, caller),
	);
	return { previewId, summary, remembered };
}
const propose = (asked: CallArguments<'import.propose'>) =>
	answered(kitchen.calls['import.propose'](asked, caller));
const rowsOf = (previewId: string) => kitchen.call('import.rows', { previewId }).rows;
const states = (previewId: string) => rowsOf(previewId).map(({ state }) => state);
const problems = (previewId: string) =>
	rowsOf(previewId).map((row) => row.problems.map(({ at, code, text }) => [at, code, text]));

async function send(previewId: string): Promise<CallOutput<'import.run'>> {
	const { runId } = kitchen.call('import.send', { previewId, intentId: randomUUID() });
	await kitchen.clock.pass(5_000);
	await kitchen.send();
	return kitchen.call('import.run', { runId });
}
const supplier = (id: string) =>
	kitchen.service.lists['supplier.list']!.find((each) => (each as { id: string }).id === id);
const writes = () => kitchen.service.writes.filter(({ name }) => name.startsWith('supplier.'));

describe('a pasted table', () => {
	test('finds records by id, code or name, and shows what each row changes', async () => {
		await open();
		const { previewId, summary } = await read(
			[
				['P-2', '', 'Green Hill Farms', '14'],
				['', '007', '', '30'],
				['', '', 'abbey bakery', '21'],
				['', 'NB', 'New Brewery', '10'],
			],
			['id', 'code', 'name', 'paymentDays'],
		);
		expect(summary).toMatchObject({
			counts: { new: 1, changed: 2, same: 1, error: 0 },
			toSend: 3,
			needsNetwork: false,
		});
		expect(rowsOf(previewId).map(({ id, state, changes }) => [id, state, changes])).toEqual([
			[
				'P-2',
				'changed',
				[
					{ at: 'name', was: 'Green Hill Farm', to: 'Green Hill Farms' },
					{ at: 'paymentDays', was: null, to: 14 },
				],
			],
			['P-1', 'same', []],
			['P-3', 'changed', [{ at: 'paymentDays', was: null, to: 21 }]],
			[
				null,
				'new',
				[
					{ at: 'name', was: null, to: 'New Brewery' },
					{ at: 'code', was: null, to: 'NB' },
					{ at: 'paymentDays', was: null, to: 10 },
				],
			],
		]);
		expect(writes()).toEqual([]);
	});

	test('keeps leading zeros: 007 is not 7', async () => {
		await open();
		const { previewId } = await read(
			[
				['007', '1'],
				['7', '2'],
			],
			['code', 'paymentDays'],
		);
		expect(rowsOf(previewId).map(({ id }) => id)).toEqual(['P-1', 'P-3']);
	});

	test('never guesses: a row that fits several records is an error, as is a record that two rows name', async () => {
		await open({ 'supplier.list': [dairy, { ...farm, name: dairy.name }, bakery] });
		const { previewId } = await read(
			[
				['Riverside Dairy', '1'],
				['Abbey Bakery', '2'],
				['abbey bakery ', '3'],
			],
			['name', 'paymentDays'],
		);
		expect(problems(previewId)).toEqual([
			[['name', 'several-fit', 'Riverside Dairy']],
			[[null, 'named-twice', '']],
			[
				[null, 'named-twice', ''],
				['paymentDays', 'named-twice', '3'],
			],
		]);
	});

	test('leaves what a cell does not say, and clears what says so', async () => {
		await open();
		const { previewId } = await read([['P-2', '', '(empty)']], ['id', 'name', 'phone']);
		expect(rowsOf(previewId)[0]?.changes).toEqual([{ at: 'phone', was: '12 34', to: null }]);
		await send(previewId);
		expect(supplier('P-2')).toEqual({ ...farm, phone: null });
	});

	test('states how numbers were read, and marks cells that read differently another way', async () => {
		await open();
		const rows = [
			['Whole milk', 'Riverside Dairy', 'each', '12,50'],
			['Butter', 'Riverside Dairy', 'case', '1.234'],
		];
		const { previewId, summary } = await read(rows, ['itemId', 'supplierId', 'uomId', 'price'], {
			type: 'purchaseOption',
		});
		expect(summary.reading).toEqual({
			decimalSign: ',',
			dayOrder: 'day-month-year',
			ambiguous: 1,
		});
		expect(rowsOf(previewId).map(({ ambiguous }) => ambiguous)).toEqual([[], ['price']]);
		expect(rowsOf(previewId)[1]?.changes).toContainEqual({ at: 'uomId', was: null, to: 3 });
	});

	test('tells what is wrong with a cell, and reads it again once it is corrected', async () => {
		await open();
		const { previewId } = await read(
			[
				['P-1', '1O'],
				['P-2', '12'],
			],
			['id', 'paymentDays'],
		);
		expect(problems(previewId)).toEqual([[['paymentDays', 'not-a-number', '1O']], []]);
		const fixed = await answered(
			kitchen.calls['import.fix']({ previewId, row: 0, column: 1, text: '10' }, caller),
		);
		expect(fixed.counts).toEqual({ new: 0, changed: 2, same: 0, error: 0 });
	});

	test('remembers the columns of a set of headings once they were sent', async () => {
		await open();
		const first = await read([['P-1', '10']], ['id', 'paymentDays']);
		expect(first.remembered).toEqual([null]);
		await send(first.previewId);
		const again = await read([['P-1', '10']], ['id', 'paymentDays']);
		expect(again.remembered[0]?.map(({ path }) => path)).toEqual(['id', 'paymentDays']);
	});
});

describe('a run', () => {
	test('sends every changed record once, with the fields that it does not know', async () => {
		await open();
		const { previewId } = await read(
			[
				['P-1', '14'],
				['P-2', '14'],
			],
			['id', 'paymentDays'],
		);
		const { run, rows } = await send(previewId);
		expect(run).toMatchObject({ state: 'done', records: 2, applied: 2, failed: 0, canUndo: true });
		expect(rows.map(({ state, action }) => [state, action])).toEqual([
			['sent', 'confirmed'],
			['sent', 'confirmed'],
		]);
		expect(writes().map(({ body }) => body)).toEqual([
			{ ...dairy, paymentDays: 14 },
			{ ...farm, paymentDays: 14 },
		]);
		// A second press answers the same run.
		expect(kitchen.call('import.send', { previewId, intentId: randomUUID() }).runId).toBe(
			run.runId,
		);
	});

	test('leaves out what a person left out, and rows in error', async () => {
		await open();
		const { previewId } = await read(
			[
				['P-1', '14'],
				['P-2', 'x'],
				['P-3', '14'],
			],
			['id', 'paymentDays'],
		);
		kitchen.call('import.leave', { previewId, rows: [0], out: true });
		const { run } = await send(previewId);
		expect(run.records).toBe(1);
		expect(writes().map(({ body }) => body['id'])).toEqual(['P-3']);
	});

	test('stops and goes on, also after a restart, and sends nothing twice', async () => {
		await open();
		kitchen.useProfile({ importsPerMinute: 60 });
		const { previewId } = await read(
			[
				['P-1', '14'],
				['P-2', '14'],
				['P-3', '14'],
			],
			['id', 'paymentDays'],
		);
		const { runId } = kitchen.call('import.send', { previewId, intentId: randomUUID() });
		await kitchen.clock.pass(100);
		expect(kitchen.call('import.hold', { runId })).toMatchObject({ state: 'held', left: 2 });
		await kitchen.clock.pass(10_000);
		expect(kitchen.call('import.run', { runId }).run.left).toBe(2);
		kitchen.call('import.resume', { runId });
		const { folder, service } = kitchen;
		await kitchen.close();
		kitchen = openKitchen({ folder, profile: { importsPerMinute: 60 } });
		Object.assign(kitchen.service, { lists: service.lists });
		keepsWrites();
		await kitchen.clock.pass(10_000);
		await kitchen.send();
		expect(kitchen.call('import.run', { runId }).run).toMatchObject({ state: 'done', applied: 3 });
		const ids = [...service.writes, ...kitchen.service.writes]
			.filter(({ name }) => name === 'supplier.update')
			.map(({ body }) => body['id']);
		expect(ids.toSorted()).toEqual(['P-1', 'P-2', 'P-3']);
	});

	test('of an online-only type waits for the network, and goes on by itself', async () => {
		await open({ 'section.list': [{ id: 'T-1', locationId: 'L-1', name: 'Bar' }] });
		const { previewId, summary } = await read([['T-1', 'Long bar']], ['id', 'name'], {
			type: 'section',
		});
		expect(summary.needsNetwork).toBe(true);
		kitchen.service.there = false;
		const { run } = await send(previewId);
		expect(run).toMatchObject({ state: 'waiting', left: 1 });
		kitchen.service.there = true;
		await kitchen.clock.pass(10_000);
		expect(kitchen.call('import.run', { runId: run.runId })).toMatchObject({
			run: { state: 'done', left: 0 },
			rows: [{ state: 'sent' }],
		});
		expect(kitchen.service.writes.map(({ name, body }) => [name, body['name']])).toEqual([
			['section.update', 'Long bar'],
		]);
	});

	test('goes on after a record that the service refuses, and names it', async () => {
		await open();
		kitchen.service.next = [refused];
		const { previewId } = await read(
			[
				['P-1', '14'],
				['P-2', '14'],
			],
			['id', 'paymentDays'],
		);
		const { run, rows } = await send(previewId);
		expect(run).toMatchObject({ state: 'done', applied: 1, failed: 1 });
		expect(rows.map(({ action }) => action)).toContain('attention');
	});

	test('does not send a field that somebody changed after the preview', async () => {
		await open();
		const { previewId } = await read([['P-1', '14']], ['id', 'paymentDays']);
		await kitchen.shows({ 'supplier.list': [{ ...dairy, paymentDays: 60 }, farm, bakery] });
		const { run, rows } = await send(previewId);
		expect(run).toMatchObject({ applied: 0, failed: 1 });
		expect(rows[0]?.state).toBe('clash');
		expect(writes()).toEqual([]);
	});
});

describe('undoing a run', () => {
	test('restores what nobody changed since, and names what somebody did', async () => {
		await open();
		const { previewId } = await read(
			[
				['P-1', '14', 'RD'],
				['P-2', '14', 'GF'],
			],
			['id', 'paymentDays', 'phone'],
		);
		const { run } = await send(previewId);
		const changed = { ...(supplier('P-2') as object), phone: 'theirs' };
		await kitchen.shows({ 'supplier.list': [supplier('P-1')!, changed, bakery] });
		const undo = await propose({ source: 'undo', runId: run.runId });
		expect(undo).toMatchObject({ title: 'Prices', counts: { changed: 2, error: 0 } });
		expect(problems(undo.previewId)).toEqual([[], [['phone', 'changed-since', 'theirs']]]);
		await send(undo.previewId);
		expect(supplier('P-1')).toEqual({ ...dairy, phone: null });
		expect(supplier('P-2')).toEqual({ ...farm, phone: 'theirs', paymentDays: null });
	});

	test('makes a created record inactive', async () => {
		await open();
		const { previewId } = await read([['New Brewery']], ['name']);
		const { run } = await send(previewId);
		await kitchen.pull();
		const undo = await propose({ source: 'undo', runId: run.runId });
		expect(rowsOf(undo.previewId)).toMatchObject([
			{ id: 'S-1', state: 'changed', changes: [{ at: 'isActive', to: false }] },
		]);
	});
});

describe('a bulk edit', () => {
	const option = (id: string, price: string) => ({
		id,
		itemId: '1',
		supplierId: 'P-1',
		uomId: 1,
		price,
	});
	const options = [option('O-1', '10.00'), option('O-2', '3.33'), option('O-3', '0.10')];

	test('changes the records that were selected, whatever changes afterwards', async () => {
		await open({ 'purchaseOption.list': options });
		const asked = { source: 'bulk', type: 'purchaseOption', ids: ['O-2', 'O-1', 'O-2'] } as const;
		const preview = await propose({
			...asked,
			ids: [...asked.ids],
			field: 'price',
			act: 'percent',
			by: '5',
			roundTo: '0.05',
		});
		expect(rowsOf(preview.previewId).map(({ id, changes }) => [id, changes[0]?.to])).toEqual([
			['O-2', '3.5'],
			['O-1', '10.5'],
		]);
	});

	test('clears, and names a record that is not here any more', async () => {
		await open();
		const preview = await propose({
			source: 'bulk',
			type: 'supplier',
			ids: ['P-2', 'P-9'],
			field: 'phone',
			act: 'clear',
			roundTo: null,
		});
		expect(states(preview.previewId)).toEqual(['changed', 'error']);
		expect(problems(preview.previewId)[1]).toEqual([[null, 'gone', '']]);
	});

	test('is refused for what cannot be done with a field', async () => {
		await open();
		const asked = {
			source: 'bulk',
			type: 'supplier',
			ids: ['P-2'],
			field: 'name',
			act: 'percent',
			by: '5',
			roundTo: null,
		} as const;
		const reply = kitchen.calls['import.propose']({ ...asked, ids: [...asked.ids] }, caller);
		expect(await reply).toMatchObject({ ok: false, code: 'invalid-input' });
	});
});

test('a sheet sends the drafts of its cells as one run', async () => {
	await open();
	for (const id of ['P-1', 'P-2']) {
		kitchen.call('record.save', {
			type: 'supplier',
			id,
			draftId: randomUUID(),
			revision: 0,
			step: 'keep',
			changes: [{ at: 'paymentDays', was: id === 'P-1' ? 30 : null, to: 14 }],
		});
	}
	const preview = await propose({ source: 'grid', type: 'supplier', ids: ['P-1', 'P-2', 'P-3'] });
	expect(preview.counts).toMatchObject({ changed: 2 });
	const { run } = await send(preview.previewId);
	expect(run).toMatchObject({ applied: 2, failed: 0 });
	expect(kitchen.call('record.list', { type: 'supplier' }).rows.some(({ edited }) => edited)).toBe(
		false,
	);
});

test('a record is replaced wherever it is used, never by a unit that the other does not have', async () => {
	const options = [
		{ id: 'O-1', itemId: '1', supplierId: 'P-1', uomId: 1, price: '1' },
		{ id: 'O-2', itemId: '1', supplierId: 'P-1', uomId: 7, price: '1' },
		{ id: 'O-3', itemId: '2', supplierId: 'P-1', uomId: 1, price: '1' },
	];
	await open({ 'purchaseOption.list': options });
	const preview = await propose({ source: 'replace', type: 'inventoryItem', id: '1', by: '3' });
	expect(preview).toMatchObject({ title: 'Whole milk', counts: { changed: 1, error: 1 } });
	expect(rowsOf(preview.previewId)).toMatchObject([
		{ id: 'O-1', type: 'purchaseOption', changes: [{ at: 'itemId', was: '1', to: '3' }] },
		{ id: 'O-2', problems: [{ at: 'uomId', code: 'no-such-unit', text: '7' }] },
	]);
});

test('an export can be imported again, and proposes nothing', async () => {
	await open();
	const { sheets, total } = kitchen.call('import.export', { type: 'inventoryItem' });
	expect(total).toBe(3);
	const { previewId } = kitchen.call('import.open', {
		source: 'file',
		title: 'catalogue.xlsx',
		sheets: sheets.map(({ paths }) => ({ type: 'inventoryItem' as const, headings: paths })),
	});
	for (const [sheet, { rows }] of sheets.entries())
		kitchen.call('import.add', { previewId, sheet, rows });
	const columns = sheets.map(({ paths, lines }) =>
		paths.map((path) => ({
			heading: path,
			path,
			mayOverwrite: lines === null || path.startsWith(`${lines}/`),
		})),
	);
	const asked = { previewId, columns, decimalSign: null, dayOrder: null };
	const summary = await answered(kitchen.calls['import.read'](asked, caller));
	expect(summary.counts).toEqual({ new: 0, changed: 0, same: 10, error: 0 });
});

test('a preview without a column that identifies records is refused', async () => {
	await open();
	await expect(read([['14']], ['paymentDays'])).rejects.toThrow('incomplete');
	expect(refusalOf(() => kitchen.call('import.rows', { previewId: 'gone' }))?.code).toBe(
		'not-found',
	);
});
