import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { caller, openKitchen } from '../../../../test/support/kitchen.ts';
import { refused } from '../../../../test/support/verdicts.ts';
import { bakery, dairy, farm, Importing } from '../../../../test/support/importing.ts';

let importing: Importing;
afterEach(() => importing.kitchen.end());

describe('a run', () => {
	test('sends every changed record once, with the fields that it does not know', async () => {
		importing = await Importing.open();
		const { previewId } = await importing.readDays({ 'P-1': '14', 'P-2': '14' });
		const { run, rows } = await importing.send(previewId);
		expect(run).toMatchObject({ state: 'done', records: 2, applied: 2, failed: 0, canUndo: true });
		expect(rows.map(({ state, action }) => [state, action])).toEqual([
			['sent', 'confirmed'],
			['sent', 'confirmed'],
		]);
		expect(importing.writes().map(({ body }) => body)).toEqual([
			{ ...dairy, paymentDays: 14 },
			{ ...farm, paymentDays: 14 },
		]);
		const { history } = importing.kitchen.call('record.get', { type: 'supplier', id: 'P-1' });
		expect(history).toMatchObject([
			{
				by: 'Noor',
				changes: [{ at: 'paymentDays', was: 30, to: 14 }],
				run: { runId: run.runId, source: 'paste', title: 'Prices' },
			},
		]);
		// A second press answers the same run.
		expect(await importing.begin(previewId)).toBe(run.runId);
	});

	test('leaves out what a person left out, and rows in error', async () => {
		importing = await Importing.open();
		const { previewId } = await importing.readDays({ 'P-1': '14', 'P-2': 'x', 'P-3': '14' });
		importing.kitchen.call('import.leave', { previewId, rows: [0], out: true });
		const { run } = await importing.send(previewId);
		expect(run.records).toBe(1);
		expect(importing.writes().map(({ body }) => body['id'])).toEqual(['P-3']);
	});

	test('does not wait the undo period of each record, and is undone as one', async () => {
		importing = await Importing.open();
		importing.kitchen.settings.undoSeconds = 60;
		const { previewId } = await importing.readDays({ 'P-1': '14', 'P-2': '14' });
		const runId = await importing.begin(previewId);
		await importing.kitchen.clock.pass(1_000);
		expect(importing.writes()).toHaveLength(2);
		expect(importing.kitchen.call('import.run', { runId }).run).toMatchObject({
			state: 'done',
			applied: 2,
			canUndo: true,
		});
	});

	test('goes on after a record that the service refuses, and names it', async () => {
		importing = await Importing.open();
		importing.kitchen.service.next = [refused];
		const { previewId } = await importing.readDays({ 'P-1': '14', 'P-2': '14' });
		const { run, rows } = await importing.send(previewId);
		expect(run).toMatchObject({ state: 'done', applied: 1, failed: 1 });
		expect(rows.map(({ action }) => action)).toContain('attention');
	});

	test('does not send a field that somebody changed after the preview', async () => {
		importing = await Importing.open();
		const { previewId } = await importing.readDays({ 'P-1': '14' });
		await importing.kitchen.shows({
			'supplier.list': [{ ...dairy, paymentDays: 60 }, farm, bakery],
		});
		const { run, rows } = await importing.send(previewId);
		expect(run).toMatchObject({ applied: 0, failed: 1 });
		expect(rows[0]?.state).toBe('clash');
		expect(importing.writes()).toEqual([]);
	});
});

describe('a run that is interrupted', () => {
	test('by a crash before it is written whole, is not there after the next start', async () => {
		importing = await Importing.open();
		const rows = Array.from({ length: 600 }, (_, at) => [`New supplier ${String(at)}`]);
		const { previewId } = await importing.read(rows, ['name']);
		const { calls, store, folder, call } = importing.kitchen;
		const sending = calls['import.send']({ previewId, intentId: 'once' }, caller);
		const written = store.durable.prepare('SELECT count(*) FROM import_row').pluck();
		expect(written.get()).toBe(250);
		const crashed = mkdtempSync(join(tmpdir(), 'stillroom-crashed-'));
		cpSync(folder, crashed, { recursive: true });
		expect(call('import.runs', {}).runs).toEqual([]);
		const { runId } = await importing.answered(sending);
		expect(call('import.run', { runId }).run.records).toBe(600);

		const next = openKitchen({ folder: crashed });
		expect(next.call('import.runs', {}).runs).toEqual([]);
		expect(next.store.durable.prepare('SELECT count(*) FROM import_row').pluck().get()).toBe(0);
		await next.end();
	});

	test('by a person, goes on, also after a restart, and sends nothing twice', async () => {
		importing = await Importing.open();
		importing.kitchen.useProfile({ importsPerMinute: 60 });
		const { previewId } = await importing.readDays({ 'P-1': '14', 'P-2': '14', 'P-3': '14' });
		const runId = await importing.begin(previewId);
		await importing.kitchen.clock.pass(100);
		expect(await importing.stop(runId)).toMatchObject({ state: 'stopped', left: 2 });
		await importing.kitchen.clock.pass(10_000);
		expect(importing.kitchen.call('import.run', { runId }).run.left).toBe(2);
		importing.kitchen.call('import.resume', { runId });
		await importing.restart({ importsPerMinute: 60 });
		await importing.kitchen.clock.pass(10_000);
		await importing.kitchen.send();
		expect(importing.kitchen.call('import.run', { runId }).run).toMatchObject({
			state: 'done',
			applied: 3,
		});
		const ids = importing.writes().map(({ body }) => body['id']);
		expect(ids.toSorted()).toEqual(['P-1', 'P-2', 'P-3']);
	});

	test('by the network, goes on by itself if its type is sent only online', async () => {
		importing = await Importing.open({
			'section.list': [{ id: 'T-1', locationId: 'L-1', name: 'Bar' }],
		});
		const { previewId, summary } = await importing.read([['T-1', 'Long bar']], ['id', 'name'], {
			type: 'section',
		});
		expect(summary.needsNetwork).toBe(true);
		importing.kitchen.service.there = false;
		const { run } = await importing.send(previewId);
		expect(run).toMatchObject({ state: 'waiting', left: 1 });
		importing.kitchen.service.there = true;
		await importing.kitchen.clock.pass(10_000);
		expect(importing.kitchen.call('import.run', { runId: run.runId })).toMatchObject({
			run: { state: 'done', left: 0 },
			rows: [{ state: 'sent' }],
		});
		expect(importing.kitchen.service.writes.map(({ name, body }) => [name, body['name']])).toEqual([
			['section.update', 'Long bar'],
		]);
	});
});

describe('undoing a run', () => {
	test('restores what nobody changed since, and names what somebody did', async () => {
		importing = await Importing.open();
		const { previewId } = await importing.read(
			[
				['P-1', '14', 'RD'],
				['P-2', '14', 'GF'],
			],
			['id', 'paymentDays', 'phone'],
		);
		const { run } = await importing.send(previewId);
		const changed = { ...(importing.supplier('P-2') as object), phone: 'theirs' };
		await importing.kitchen.shows({
			'supplier.list': [importing.supplier('P-1')!, changed, bakery],
		});
		const undo = await importing.propose({ source: 'undo', runId: run.runId });
		expect(undo).toMatchObject({ title: 'Prices', counts: { changed: 2, error: 0 } });
		expect(importing.problems(undo.previewId)).toEqual([
			[],
			[['phone', 'changed-since', 'theirs']],
		]);
		await importing.send(undo.previewId);
		expect(importing.supplier('P-1')).toEqual({ ...dairy, phone: null });
		expect(importing.supplier('P-2')).toEqual({ ...farm, phone: 'theirs', paymentDays: null });
	});

	test('makes a created record inactive', async () => {
		importing = await Importing.open();
		const { previewId } = await importing.read([['New Brewery']], ['name']);
		const { run } = await importing.send(previewId);
		await importing.kitchen.pull();
		const undo = await importing.propose({ source: 'undo', runId: run.runId });
		expect(importing.rows(undo.previewId)).toMatchObject([
			{ id: 'S-1', state: 'changed', changes: [{ at: 'isActive', to: false }] },
		]);
	});

	test('leaves a created record that a colleague uses: they changed it since', async () => {
		importing = await Importing.open();
		const { previewId } = await importing.read([['New Brewery', '12']], ['name', 'paymentDays']);
		const { run } = await importing.send(previewId);
		const suppliers = importing.kitchen.service.lists['supplier.list'] as { id: string }[];
		await importing.kitchen.shows({
			'supplier.list': suppliers.map((each) =>
				each.id === 'S-1' ? { ...each, paymentDays: 30 } : each,
			),
		});
		const undo = await importing.propose({ source: 'undo', runId: run.runId });
		expect(importing.rows(undo.previewId)).toMatchObject([
			{ id: 'S-1', state: 'error', changes: [] },
		]);
		expect(importing.problems(undo.previewId)).toEqual([[['paymentDays', 'changed-since', '']]]);
	});
});
