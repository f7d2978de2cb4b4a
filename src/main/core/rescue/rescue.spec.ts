import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { flip } from '../../../../test/support/data-folder.ts';
import type { TestPc } from '../../../../test/support/pc.ts';
import { drained, giveWork, newWaste, TestPcs } from '../../../../test/support/pcs.ts';
import {
	credentials,
	startTestPractice,
	type TestPractice,
} from '../../../../test/support/practice.ts';
import { practiceProfile } from '../../../practice/profile.ts';
import { ballastBytes } from '../store/ballast.ts';

let pcs: TestPcs;
let service: TestPractice;
let pc: TestPc;

beforeEach(async () => {
	pcs = await TestPcs.start();
	({ service } = pcs);
	pc = await pcs.connected('Noor');
});
afterEach(() => pcs.end());

const cutOff = () => service.setFaults({ kind: 'offline', operation: '*' });
const back = () => service.setFaults();

async function waste(on: TestPc, note: string, submit = true): Promise<string> {
	const { documentId } = await on.call('wastage.save', await newWaste(on, note, '1+1'));
	if (submit) await on.call('wastage.submit', { documentId, intentId: `intent-${note}` });
	return documentId;
}

async function count(on: TestPc): Promise<string> {
	const { settings } = await on.call('app.state', {});
	const { locations } = await on.call('location.list', {});
	const location = locations.find(({ locationId }) => locationId === settings.locationId)!;
	const { stocktakeId } = await on.call('stocktake.open', {
		locationId: location.locationId,
		name: 'Friday',
		plan: { scope: { kind: 'full' } },
		intentId: 'count-intent',
	});
	const { lines } = await on.call('stocktake.sheet', { stocktakeId });
	const unitId = lines[0]!.units[0]!.unitId;
	await on.call('stocktake.enter', {
		stocktakeId,
		lineNo: 1,
		unitId,
		typed: '3*2',
		locale: 'en-GB',
	});
	return stocktakeId;
}

const made = async (note: string): Promise<number> => (await pcs.wasteWith(note)).length;

const exportWork = (mode: 'copy' | 'move') => pc.call('rescue.exportWork', { mode });
async function importWork(to: TestPc, file: { file: string; text: string }) {
	await giveWork(to, file);
	return to.call('rescue.importWork', {});
}
const another = () => pcs.connected('Ben');
async function sendAllAgain(on: TestPc): Promise<void> {
	for (;;) {
		await on.until(({ outbox }) => outbox.waiting === 0);
		const { lanes } = await on.call('outbox.list', { filter: 'needs-you' });
		if (lanes.length === 0) return;
		for (const { steps } of lanes) {
			const step = steps.find(({ can }) => can.includes('send-again'));
			if (step)
				await on.call('outbox.sendAgain', { actionId: step.actionId, revision: step.revision });
		}
	}
}

test('Work from a copy waits for a person: one decision sends the document and its submit', async () => {
	await cutOff();
	await waste(pc, 'late');
	const later = await exportWork('copy');
	await pcs.stop(pc);
	await back();
	const other = await another();
	await importWork(other, later);
	await other.until(({ outbox }) => outbox.needYou === 1 && outbox.waiting === 0);
	const { lanes } = await other.call('outbox.list', { filter: 'needs-you' });
	expect(lanes[0]?.steps.map(({ state }) => state)).toEqual(['attention', 'waiting']);
	expect(await made('late'), 'not before a person says so').toBe(0);
	const { actionId, revision } = lanes[0]!.steps[0]!;
	await other.call('outbox.sendAgain', { actionId, revision });
	await drained(other);
	expect(await made('late')).toBe(1);
});

async function anotherCutOff(file: { file: string; text: string }): Promise<TestPc> {
	await back();
	const other = await another();
	await cutOff();
	await other.call('network.check', {});
	await importWork(other, file);
	return other;
}

test('A request in flight during the export is verified first and not sent twice', async () => {
	await service.setFaults({ kind: 'drop-reply', operation: 'wastage.create', times: 1 });
	await waste(pc, 'on-its-way');
	await pc.until(({ outbox }) => outbox.waiting === 1);
	await until(async () => (await made('on-its-way')) === 1);
	const file = await exportWork('move');
	const [left] = (await pc.call('outbox.list', { filter: 'all' })).lanes;
	expect(left?.steps.map(({ moved }) => moved)).toEqual([true, true]);
	const other = await another();
	await importWork(other, file);
	await drained(other);
	expect(await made('on-its-way')).toBe(1);
});

async function until(holds: () => Promise<boolean>): Promise<void> {
	while (!(await holds())) await new Promise((resolve) => setImmediate(resolve));
}

test('Going back to a copy loses and doubles nothing, including work sent since', async () => {
	await cutOff();
	await waste(pc, 'in-copy');
	const draft = await waste(pc, 'draft', false);
	await pc.call('settings.set', { theme: 'light' });
	await pc.call('rescue.makeCopy', {});
	await pc.call('settings.set', { theme: 'dark' });
	const { copies } = await pc.call('rescue.state', {});
	await back();
	await pc.call('network.check', {});
	await drained(pc);
	await pc.call('wastage.discard', { documentId: draft });
	await cutOff();
	await waste(pc, 'since');
	const name = copies[0]!.name;
	expect(await pc.call('rescue.lookInto', { name })).toMatchObject({
		waiting: 1,
		drafts: 1,
		newerDrafts: 0,
		goBack: 1,
	});
	await pc.call('rescue.restore', { name });
	expect((await pc.call('wastage.get', { documentId: draft })).standing, 'it is back').toBe(
		'draft',
	);
	expect((await pc.call('rescue.state', {})).records[0]).toMatchObject({
		by: 'Noor',
		entry: { kind: 'restored' },
	});
	expect((await pc.call('app.state', {})).settings.theme, 'it looks as it does now').toBe('dark');
	await back();
	// This host stores no secret, and the entered one was lost with the old file.
	await pc.call('session.signIn', { clientSecret: credentials.clientSecret });
	await sendAllAgain(pc);
	expect([await made('in-copy'), await made('since')]).toEqual([1, 1]);
	expect(await pc.reply('rescue.restore', { name: '../stillroom.db' })).toMatchObject({
		code: 'not-found',
	});
});

test('A PC with a ruined file continues from its copy: sent work is found and not sent again', async () => {
	await cutOff();
	await waste(pc, 'ruined');
	await pc.call('rescue.makeCopy', {});
	await back();
	await pc.call('network.check', {});
	await drained(pc);
	await pcs.stop(pc);
	const file = join(pc.folder, 'stillroom.db');
	writeFileSync(file, Buffer.alloc(20_000, 'ruined'));
	const again = await pcs.open({ folder: pc.folder });
	const { records } = await again.call('rescue.state', {});
	expect(records[0]).toMatchObject({ read: false, entry: { kind: 'damaged', toAsk: 2 } });
	await again.call('rescue.read', { rescueId: records[0]!.rescueId });
	expect((await again.call('rescue.state', {})).records[0]).toMatchObject({ read: true });
	await again.call('session.signIn', { clientSecret: credentials.clientSecret });
	await drained(again);
	expect(await made('ruined')).toBe(1);
});

test('Damage found during work is repaired and reported while the program runs', async () => {
	await cutOff();
	await waste(pc, 'met');
	await pc.call('rescue.makeCopy', {});
	await pcs.stop(pc);
	// Not the first page, so that the file opens.
	const file = join(pc.folder, 'stillroom.db');
	for (let page = 2; page * 4096 < readFileSync(file).length; page += 1)
		flip(file, page * 4096, 200);
	const again = await pcs.open({ folder: pc.folder });
	expect((await again.call('rescue.state', {})).records[0]?.entry).toMatchObject({
		kind: 'damaged',
	});
	const { lanes } = await again.call('outbox.list', { filter: 'all' });
	expect(lanes).toHaveLength(1);
});

test('The first start makes a copy and the ballast', async () => {
	await until(async () => (await pc.call('rescue.state', {})).copies.length === 1);
	await until(async () => existsSync(join(pc.folder, 'ballast')));
	await until(async () => readFileSync(join(pc.folder, 'ballast')).length === ballastBytes);
});

test('Work imported into an empty PC equals the exported work', async () => {
	await cutOff();
	await pc.call('network.check', {});
	await waste(pc, 'one');
	await waste(pc, 'two', false);
	await count(pc);
	const { text } = await exportWork('move');
	const other = await anotherCutOff({ file: 'work.json', text });
	const { text: again } = await other.call('rescue.exportWork', { mode: 'move' });
	expect(workIn(again)).toEqual(workIn(text));
});

test('A count that was moved to another PC takes no entry until someone continues it here', async () => {
	const stocktakeId = await count(pc);
	const { lines } = await pc.call('stocktake.sheet', { stocktakeId });
	const unitId = lines[1]!.units[0]!.unitId;
	const enter = () =>
		pc.reply('stocktake.enter', { stocktakeId, lineNo: 2, unitId, typed: '1', locale: 'en-GB' });
	await pc.call('rescue.exportCount', { stocktakeId, mode: 'move' });
	expect(await enter()).toMatchObject({ ok: false, code: 'not-possible-now' });
	await pc.call('rescue.continueCount', { stocktakeId });
	expect(await enter()).toMatchObject({ ok: true });
});

/** Without each PC's own numbering and the notes about the move. */
function workIn(text: string): unknown {
	const { documents, drafts, counts } = JSON.parse(text) as {
		documents: { steps: { events: object[] }[] }[];
		drafts: object[];
		counts: object[];
	};
	const own = new Set([
		'act',
		'seq',
		'account_id',
		'event_id',
		'attempt_id',
		'entry_id',
		'standing',
		'next_at',
		'service_said',
		'unsent_count',
		'changed',
		'versions',
	]);
	const strip = (value: unknown): unknown =>
		Array.isArray(value)
			? value.map(strip)
			: typeof value === 'object' && value !== null
				? Object.fromEntries(
						Object.entries(value)
							.filter(([name]) => !own.has(name) && name !== 'words' && name !== 'events')
							.map(([name, each]) => [name, strip(each)]),
					)
				: value;
	return strip({ documents, drafts, counts });
}

test('After a new client id or address, waiting work moves to the new account or is imported there', async () => {
	const service2 = await startTestPractice();
	await pc.reply('network.check', {});
	pc.unplug();
	await waste(pc, 'waits');
	const draft = await waste(pc, 'draft', false);
	await count(pc);
	const file = await exportWork('copy');
	pc.plugIn();
	const { account: before } = await pc.call('app.state', {});
	await service2.setFaults({ kind: 'offline', operation: 'wastage.*' });
	await pc.call('session.connect', {
		serviceUrl: service2.url,
		leaveWaiting: true,
		clientId: credentials.clientId,
		clientSecret: credentials.clientSecret,
		profile: practiceProfile,
	});
	const { elsewhere } = await pc.call('app.state', {});
	expect(elsewhere).toMatchObject([{ documents: 1, drafts: 1, counts: 1 }]);
	const { accountId } = elsewhere[0]!;
	expect(await pc.reply('session.takeOver', { accountId })).toMatchObject({ ok: true });
	const after = await pc.call('app.state', {});
	expect(after.elsewhere).toEqual([]);
	expect(after.outbox.waiting + after.outbox.needYou).toBe(1);
	expect((await pc.call('wastage.get', { documentId: draft })).description).toBe('draft');
	expect(await pc.reply('session.takeOver', { accountId: after.account!.accountId })).toMatchObject(
		{ code: 'not-found' },
	);
	expect(before?.accountId).not.toBe(after.account?.accountId);

	// The file goes to another PC that only knows the new address.
	const other = await pcs.open({ person: 'Ben' });
	await other.connect(service2.url);
	await giveWork(other, file);
	expect(await other.call('rescue.lookAtFile', {})).toMatchObject({
		documents: 1,
		otherAccount: { serviceUrl: service.url, clientId: credentials.clientId },
	});
	expect(await other.reply('rescue.importWork', {})).toMatchObject({ code: 'other-account' });
	expect(await other.call('rescue.importWork', { sameService: true })).toMatchObject({
		documents: 1,
		drafts: 1,
		counts: 1,
	});
	const { lanes } = await other.call('outbox.list', { filter: 'all' });
	expect(lanes).toHaveLength(1);
	await service2.close();
});
