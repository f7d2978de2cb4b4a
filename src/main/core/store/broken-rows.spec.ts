// One broken row hides one row: with any text in a JSON column the program starts, and lists show the other rows.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '../../../shared/bridge/contract.ts';
import { countPlan } from '../../../shared/bridge/count-plan.ts';
import { transferToSave } from '../../../../test/support/documents.ts';
import { openStockedKitchen, type Kitchen } from '../../../../test/support/kitchen.ts';
import { openTestPc } from '../../../../test/support/pc.ts';
import { startTestPractice } from '../../../../test/support/practice.ts';
import { unreadableRows } from '../rescue/unreadable.ts';
import { openStore } from './open.ts';
import { pcIdentity } from './pc-identity.ts';
import { UnreadableRow } from './kept-json.ts';
import { rescueRecords } from './rescue-records.ts';
import { settingsTable } from './settings.ts';

const plan = countPlan.parse({ scope: { kind: 'areas', areaIds: ['A-1', 'A-2'] } });
const line = { lineId: 'line-1', itemId: '1', boxes: [{ unitId: '1', typed: '2' }], note: '' };
const draft = { documentId: null, revision: 0, locationId: 'L-1', locale: 'en-GB' };
const at = { locationId: 'L-1' };

const brokenTexts = ['{"cut', 'null', '[1]', '{"lines":3}', '"\\ud800'];

let kitchen: Kitchen;

const withKitchen = () => {
	beforeEach(async () => {
		kitchen = await openStockedKitchen();
	});
	afterEach(() => kitchen.end());
};

const breakOne = (table: string, column: string, broken: string) => {
	const { changes } = kitchen.store.durable
		.prepare(`UPDATE ${table} SET ${column} = ? WHERE rowid = (SELECT min(rowid) FROM ${table})`)
		.run(broken);
	expect(changes).toBe(1);
};

describe.each(brokenTexts)('with %s in a row of a list', (broken) => {
	withKitchen();

	test('lists the other waste drafts', () => {
		const save = (description: string) =>
			kitchen.call('wastage.save', {
				...draft,
				description,
				lines: [{ ...line, reasonId: 'R-1', label: '' }],
			}).documentId;
		const [first] = ['Breakfast', 'Lunch', 'Dinner'].map(save);
		breakOne('draft', 'body', broken);
		const { documents } = kitchen.call('wastage.list', at);
		expect(documents.map(({ description }) => description).sort()).toEqual(['Dinner', 'Lunch']);
		expect(unreadableRows(kitchen.store.durable)).toMatchObject([
			{ table: 'draft', column: 'body', text: broken },
		]);
		expect(() => kitchen.call('wastage.get', { documentId: first! })).toThrow(UnreadableRow);
	});

	test('lists the other transfers', () => {
		for (const description of ['Breakfast', 'Lunch'])
			kitchen.call('transferOut.save', transferToSave([line], { description }));
		breakOne('draft', 'body', broken);
		const { documents } = kitchen.call('transfer.list', at);
		expect(documents).toHaveLength(1);
	});

	test('lists the other count and waste templates', () => {
		for (const name of ['Daily', 'Monthly']) {
			kitchen.call('countTemplate.save', { locationId: 'L-1', templateId: null, name, plan });
			kitchen.call('waste.saveTemplate', {
				templateId: null,
				locationId: 'L-1',
				name,
				lines: [{ itemId: '1', boxes: line.boxes, reasonId: null, label: '', note: '' }],
			});
		}
		breakOne('count_template', 'plan', broken);
		breakOne('waste_template', 'lines', broken);
		expect(unreadableRows(kitchen.store.durable).map(({ table }) => table)).toEqual([
			'count_template',
			'waste_template',
		]);
		expect(kitchen.call('countTemplate.list', { locationId: 'L-1' }).templates).toHaveLength(1);
		expect(kitchen.call('waste.templates', { locationId: 'L-1' }).templates).toHaveLength(1);
	});
});

describe.each(brokenTexts)('with %s in a count, a copy or a setting', (broken) => {
	withKitchen();

	test('shows every line of a count, the broken one with its item only', () => {
		const { stocktakeId } = kitchen.call('stocktake.open', {
			locationId: 'L-1',
			name: 'Friday',
			plan,
			intentId: 'count-01',
		});
		kitchen.store.durable
			.prepare('UPDATE stocktake_line SET item = ? WHERE line_no = 1')
			.run(broken);
		kitchen.store.durable.prepare('UPDATE stocktake SET plan = ?').run(broken);
		const { lines } = kitchen.call('stocktake.sheet', { stocktakeId });
		expect(lines).toHaveLength(4);
		expect(lines.filter(({ units }) => units.length === 0)).toHaveLength(1);
		expect(kitchen.call('stocktake.list', at).stocktakes).toHaveLength(1);
	});

	test('shows the other copies', () => {
		const { cache } = kitchen.store;
		// SQLite itself reads the state from this column and accepts no other text.
		const bad = broken.endsWith('cut') || broken.startsWith('"') ? '{}' : broken;
		for (const kind of ['location', 'storageArea', 'wasteReason', 'supplier'])
			cache
				.prepare(
					`UPDATE record SET json = @bad
					 WHERE kind = @kind AND id = (SELECT max(id) FROM record WHERE kind = @kind)`,
				)
				.run({ bad, kind });
		cache.prepare('UPDATE item SET units = ? WHERE item_id = ?').run(broken, '1');
		const { locations } = kitchen.call('location.list', {});
		expect(locations.map(({ locationId }) => locationId)).toEqual(['L-1']);
		expect(kitchen.call('wasteReason.list', {}).reasons).toEqual([]);
		expect(kitchen.call('supplier.list', {}).suppliers).toEqual([]);
		const search = contract['item.search'].input.parse({ ...at, text: 'milk' });
		expect(kitchen.call('item.search', search).items).toHaveLength(1);
	});

	test('keeps the other settings and shows the rescue history', () => {
		const { durable } = kitchen.store;
		const table = settingsTable(kitchen.store, 'en-GB');
		table.write({ person: 'Noor', undoSeconds: 7 });
		durable.prepare(`UPDATE setting SET value = ? WHERE name = 'undoSeconds'`).run(broken);
		expect(settingsTable(kitchen.store, 'en-GB').read()).toMatchObject({
			person: 'Noor',
			undoSeconds: 5,
		});
		durable.prepare(`INSERT OR REPLACE INTO setting VALUES ('pc', ?)`).run(broken);
		expect(() => pcIdentity(durable)).not.toThrow();

		const records = rescueRecords(durable);
		const moved = {
			kind: 'exported' as const,
			file: 'f',
			mode: 'move' as const,
			moved: ['D-1'],
		};
		for (const file of ['first', 'second'])
			records.add(
				1,
				'',
				{ ...moved, file, documents: 0, drafts: 1, counts: 0, photos: 0, kept: 0 },
				true,
			);
		breakOne('rescue', 'facts', broken);
		expect(records.list()).toHaveLength(1);
		expect(records.movedAway()).toEqual(['D-1']);
	});
});

test('starts with a broken profile, reports it, sends nothing, and keeps its text', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'stillroom-profile-'));
	const service = await startTestPractice();
	const before = await openTestPc({ folder });
	await before.connect(service.url);
	await before.stop();
	const store = openStore(folder);
	store.durable.prepare('UPDATE account SET profile = ?').run('{"paging":{"sty');
	store.close();

	const pc = await openTestPc({ folder });
	const state = await pc.call('app.state', {});
	expect(state.profileDamaged).toBe(true);
	await pc.call('session.signIn', { clientSecret: 'test-secret' });
	const { locations } = await pc.call('location.list', {});
	const { locationId } = locations[0]!;
	const { items } = await pc.call('item.search', { text: 's', locationId, limit: 1 });
	const { reasons } = await pc.call('wasteReason.list', {});
	const { documentId } = await pc.call('wastage.save', {
		...draft,
		locationId,
		description: 'Waits',
		lines: [
			{
				...line,
				itemId: items[0]!.itemId,
				boxes: [{ unitId: items[0]!.units[0]!.unitId, typed: '1' }],
				reasonId: reasons[0]!.reasonId,
			},
		],
	});
	await pc.call('wastage.submit', { documentId, intentId: 'submit-01' });
	await pc.call('network.check', {});
	await pc.call('sync.pull', {});
	expect((await pc.call('app.state', {})).outbox.waiting).toBe(1);

	const { serviceUrl, clientId } = state.account!;
	const again = { serviceUrl, clientId, clientSecret: 'test-secret' };
	expect(await pc.reply('session.connect', again)).toMatchObject({ code: 'profile-invalid' });
	await pc.connect(service.url);
	await pc.until(({ profileDamaged, outbox }) => !profileDamaged && outbox.waiting === 0);
	const aside = readdirSync(join(folder, 'set-aside'));
	expect(aside).toHaveLength(1);
	expect(readFileSync(join(folder, 'set-aside', aside[0]!), 'utf8')).toBe('{"paging":{"sty');
	await pc.stop();
	await service.close();
	rmSync(folder, { recursive: true });
});

test.each(['{"cut', 'null', '[1]', '""'])(
	'replaces %s as the identity of the PC at the start, and logs it',
	async (broken) => {
		const folder = mkdtempSync(join(tmpdir(), 'stillroom-identity-'));
		const first = openStore(folder);
		first.durable.prepare(`UPDATE setting SET value = ? WHERE name = 'pc'`).run(broken);
		first.close();
		const said: string[] = [];
		const warn = (message: string) => said.push(message);
		const log = { info: () => undefined, warn, error: () => undefined };
		const pc = await openTestPc({ folder, ports: { log } });
		await pc.stop();
		const after = openStore(folder);
		expect(pcIdentity(after.durable)).toMatch(/^[0-9a-f]{32}$/);
		after.close();
		expect(said).toContain('The identity of this PC could not be read; it has a new one');
		rmSync(folder, { recursive: true });
	},
);
