// Interruptions of work: another account or location, files copied or deleted, the end of the program.
import Database from 'better-sqlite3';
import { copyFileSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestPc } from '../../../../test/support/pc.ts';
import { drained, newWaste, locationIdOf, TestPcs } from '../../../../test/support/pcs.ts';
import { startTestPractice, type TestPractice } from '../../../../test/support/practice.ts';
import type { Fetch } from '../ports.ts';

let pcs: TestPcs;
let service: TestPractice;
let pc: TestPc;
beforeEach(async () => {
	pcs = await TestPcs.start();
	({ service } = pcs);
	pc = await pcs.connected('Noor');
});
afterEach(() => pcs.end());

const made = () => pcs.wasteWith('Mid');

test('Typing that continues during an account switch changes nothing there, and its draft stays with its own account', async () => {
	const second = await startTestPractice();
	const entered = await newWaste(pc, 'Mid-entry');
	const { documentId, revision } = await pc.call('wastage.save', entered);
	const plan = { scope: { kind: 'full' } } as const;
	const { stocktakeId } = await pc.call('stocktake.open', {
		locationId: entered.locationId,
		name: 'Friday',
		plan,
		intentId: crypto.randomUUID(),
	});
	const { lines } = await pc.call('stocktake.sheet', { stocktakeId });
	pc.unplug();
	const { clientId } = (await pc.call('app.state', {})).account!;
	pc.plugIn();
	await pc.call('session.connect', {
		serviceUrl: second.url,
		clientId,
		clientSecret: 'test-secret',
		leaveWaiting: true,
		profile: JSON.parse((await pc.call('session.profile', {})).json) as object,
	});
	const late = { ...entered, documentId, revision, description: 'Mid-entry, later' };
	expect(await pc.reply('wastage.save', late)).toMatchObject({ code: 'not-found' });
	expect(
		await pc.reply('wastage.submit', { documentId, intentId: crypto.randomUUID() }),
	).toMatchObject({ code: 'not-found' });
	const unitId = lines[0]!.units[0]!.unitId;
	const entry = { stocktakeId, lineNo: 1, unitId, typed: '3', locale: 'en-GB' };
	expect(await pc.reply('stocktake.enter', entry)).toMatchObject({ code: 'not-found' });
	expect((await pc.call('rescue.waiting', {})).drafts).toBe(0);

	await pc.connect(service.url);
	expect((await pc.call('wastage.get', { documentId })).description).toBe('Mid-entry');
	await pc.call('wastage.save', late);
	await pc.call('stocktake.enter', entry);
	await pc.call('wastage.submit', { documentId, intentId: crypto.randomUUID() });
	await drained(pc);
	expect(await made()).toHaveLength(1);
	expect((await second.call('wastage.list').catch(() => null))?.status).not.toBe(200);
	await second.close();
});

test('A draft stays at its location if another one is chosen in the middle of an entry', async () => {
	const entered = await newWaste(pc, 'Mid-location');
	const { documentId, revision } = await pc.call('wastage.save', entered);
	const { locations } = await pc.call('location.list', {});
	const elsewhere = locations.find((each) => each.locationId !== entered.locationId)!;
	await pc.call('settings.set', { locationId: elsewhere.locationId });
	// A slow window sends the location it has by now.
	const late = { ...entered, documentId, revision, locationId: elsewhere.locationId };
	await pc.call('wastage.save', late);
	const shown = await pc.call('wastage.get', { documentId });
	expect(shown.locationId).toBe(entered.locationId);
	await pc.call('wastage.submit', { documentId, intentId: crypto.randomUUID() });
	await drained(pc);
	expect(await made()).toMatchObject([{ locationId: entered.locationId }]);
});

test('Work continues if cache.db is deleted, and the next start fetches the lists again', async () => {
	const { documentId } = await pc.call('wastage.save', await newWaste(pc, 'Mid-cache'));
	for (const name of readdirSync(pc.folder)) {
		if (name.startsWith('cache.db')) rmSync(join(pc.folder, name));
	}
	await pc.call('wastage.submit', { documentId, intentId: crypto.randomUUID() });
	await drained(pc);
	expect(await made()).toHaveLength(1);
	await pc.call('sync.pull', {});
	await pc.until(({ sync }) => !sync.running);
	await pcs.stop(pc);
	const again = await pcs.open({ folder: pc.folder });
	await again.call('session.signIn', { clientSecret: 'test-secret' });
	await again.until(({ sync }) => !sync.running && sync.tables.every(({ complete }) => complete));
	const locationId = await locationIdOf(again);
	expect((await again.call('item.search', { text: 'a', locationId })).items).not.toHaveLength(0);
	expect((await again.call('wastage.get', { documentId })).phase).toBe('submitted');
	expect((await again.call('rescue.state', {})).records).toEqual([]);
});

test('A folder copied while the program runs opens with everything saved by then', async () => {
	pc.unplug();
	const saved: string[] = [];
	const copy = mkdtempSync(join(tmpdir(), 'stillroom-copied-'));
	for (let number = 0; number < 20; number += 1) {
		const { documentId } = await pc.call('wastage.save', await newWaste(pc, `Mid-copy ${number}`));
		saved.push(documentId);
	}
	cpSync(pc.folder, copy, { recursive: true });
	await pc.call('wastage.save', await newWaste(pc, 'Mid-copy, later'));
	const other = await pcs.open({ folder: copy });
	for (const documentId of saved) {
		expect(await other.reply('wastage.get', { documentId })).toMatchObject({ ok: true });
	}
	expect((await other.call('rescue.state', {})).records).toEqual([]);
});

test('Reports what is missing from a folder that was copied file by file during saves', async () => {
	pc.unplug();
	const copy = mkdtempSync(join(tmpdir(), 'stillroom-copied-'));
	const saved: string[] = [];
	copyFileSync(join(pc.folder, 'stillroom.db'), join(copy, 'stillroom.db'));
	for (let number = 0; number < 20; number += 1) {
		const { documentId } = await pc.call('wastage.save', await newWaste(pc, `Mid-copy ${number}`));
		saved.push(documentId);
	}
	// The log is missing, or was copied before the rest of the work was saved.
	const log = join(pc.folder, 'stillroom.db-wal');
	expect(existsSync(log)).toBe(true);
	copyFileSync(log, join(copy, 'stillroom.db-wal'));
	const { documentId: last } = await pc.call('wastage.save', await newWaste(pc, 'Mid-copy, last'));
	copyFileSync(join(pc.folder, 'last-saved'), join(copy, 'last-saved'));
	const other = await pcs.open({ folder: copy });
	expect(await other.reply('wastage.get', { documentId: last })).toMatchObject({ ok: false });
	const { records } = await other.call('rescue.state', {});
	expect(records.map(({ entry }) => entry.kind)).toEqual(['changes-missing']);
});

test('A pull interrupted by the end of the program is not waited for, removes no copies, and is completed after the start', async () => {
	await pc.connect(service.url, { paging: { size: 20 }, timeouts: { readMs: 600_000 } });
	const itemsAt = ({ folder }: TestPc): number => {
		const cache = new Database(join(folder, 'cache.db'), { readonly: true });
		const count = cache.prepare<[], number>('SELECT count(*) FROM item').pluck().get() ?? 0;
		cache.close();
		return count;
	};
	const before = itemsAt(pc);
	expect(before).toBeGreaterThan(20);
	await pcs.stop(pc);

	// The program ends between the first page of a list and the second.
	const waits = Promise.withResolvers<null>();
	const hanging: Fetch = async (request) => {
		const { pathname, searchParams } = new URL(request.url);
		const page = Number(searchParams.get('pageNumber') ?? '1');
		if (page === 1 || !pathname.endsWith('/inventoryitem')) return fetch(request);
		waits.resolve(null);
		return new Promise((_resolve, reject) => {
			request.signal.addEventListener('abort', () => {
				reject(new DOMException('Aborted', 'AbortError'));
			});
		});
	};
	const cut = await pcs.open({
		folder: pc.folder,
		ports: { network: { read: hanging, write: hanging } },
	});
	await cut.call('session.signIn', { clientSecret: 'test-secret' });
	await cut.call('sync.pull', {});
	await waits.promise;
	await pcs.stop(cut);

	const again = await pcs.open({ folder: pc.folder });
	again.unplug();
	expect(itemsAt(again)).toBe(before);
	again.plugIn();
	await again.call('session.signIn', { clientSecret: 'test-secret' });
	await again.call('sync.pull', {});
	await again.until(({ sync }) => !sync.running && sync.tables.every(({ complete }) => complete));
	expect(itemsAt(again)).toBe(before);
});
