import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { flip } from '../../../../test/support/data-folder.ts';
import { openTestPc, removePc, type TestPc } from '../../../../test/support/pc.ts';
import {
	credentials,
	startTestPractice,
	type TestPractice,
} from '../../../../test/support/practice.ts';
import { practiceProfile } from '../../../practice/profile.ts';
import { filePart } from '../../../shared/bridge/rescue.ts';
import { ballastBytes } from '../store/ballast.ts';
import { knownFormat } from '../store/open.ts';

let service: TestPractice;
let pc: TestPc;
const pcs: TestPc[] = [];

beforeEach(async () => {
	service = await startTestPractice();
	await service.signIn();
	pc = await open();
	await pc.connect(service.url);
});
afterEach(async () => {
	for (const each of pcs) await each.stop();
	for (const each of pcs) removePc(each);
	pcs.length = 0;
	await service.close();
});

async function open(options: Parameters<typeof openTestPc>[0] = {}): Promise<TestPc> {
	const opened = await openTestPc(options);
	pcs.push(opened);
	return opened;
}

const cutOff = () => service.setFaults({ kind: 'offline', operation: '*' });
const back = () => service.setFaults();
const drained = (on: TestPc) => on.until(({ outbox }) => outbox.waiting + outbox.needYou === 0);
const asked = (on: TestPc, documents: number) =>
	on.until(({ outbox }) => outbox.needYou === documents && outbox.waiting === 0);

async function waste(on: TestPc, note: string, submit = true): Promise<string> {
	const { settings } = await on.call('app.state', {});
	const locationId = settings.locationId!;
	const { items } = await on.call('item.search', { text: 'a', locationId });
	const { reasons } = await on.call('wasteReason.list', {});
	const item = items[0]!;
	const { documentId } = await on.call('wastage.save', {
		documentId: null,
		revision: 0,
		locationId,
		description: note,
		lines: [
			{
				lineId: 'line-1',
				itemId: item.itemId,
				boxes: [{ unitId: item.units[0]!.unitId, typed: '1+1' }],
				reasonId: reasons[0]!.reasonId,
				note: '',
			},
		],
		locale: 'en-GB',
	});
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

const made = async (note: string): Promise<number> =>
	(await service.snapshot()).wastage.filter(({ description }) => description?.includes(note))
		.length;

const exportWork = (mode: 'copy' | 'move') => pc.call('rescue.exportWork', { mode });
async function give(to: TestPc, { file, text }: { file: string; text: string }): Promise<void> {
	for (let from = 0; from === 0 || from < text.length; from += filePart) {
		await to.call('rescue.giveFile', {
			file,
			first: from === 0,
			text: text.slice(from, from + filePart),
		});
	}
}
async function importWork(to: TestPc, file: { file: string; text: string }) {
	await give(to, file);
	return to.call('rescue.importWork', {});
}
async function another(person = 'Ben'): Promise<TestPc> {
	const other = await open({ person });
	await other.connect(service.url);
	return other;
}
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

test('Moved work continues on the other PC, is closed here, and is done once', async () => {
	await cutOff();
	await waste(pc, 'moved');
	const draft = await waste(pc, 'draft', false);
	const stocktakeId = await count(pc);
	const file = await exportWork('move');
	expect(await pc.call('app.state', {})).toMatchObject({
		outbox: { waiting: 0, needYou: 0 },
		open: { stocktake: 0, wastage: 0 },
	});
	await back();
	const other = await another();
	expect(await importWork(other, file)).toMatchObject({
		mode: 'move',
		from: 'Noor',
		documents: 1,
		drafts: 1,
		counts: 1,
		known: 0,
		own: false,
	});
	await drained(other);
	expect(await made('moved')).toBe(1);
	expect((await other.call('wastage.get', { documentId: draft })).lines[0]?.boxes[0]?.typed).toBe(
		'1+1',
	);
	const { lines } = await other.call('stocktake.sheet', { stocktakeId });
	expect(lines[0]?.boxes[0]).toMatchObject({ typed: '3*2', quantity: '6' });

	expect(await importWork(other, file), 'the same file again').toMatchObject({
		documents: 0,
		drafts: 0,
		counts: 0,
	});
	await drained(other);
	expect(await made('moved')).toBe(1);
});

test('Work from a copy is verified and sent only by a person, even if both PCs continue', async () => {
	await cutOff();
	await waste(pc, 'both');
	await waste(pc, 'only-there');
	const file = await exportWork('copy');
	await back();
	await pc.call('network.check', {});
	await drained(pc);
	expect(await made('both')).toBe(1);

	// This PC sent everything: the other finds it and sends nothing.
	const other = await another();
	expect(await importWork(other, file)).toMatchObject({ mode: 'copy', documents: 2 });
	await drained(other);
	expect([await made('both'), await made('only-there')]).toEqual([1, 1]);

	// This PC sent nothing: the other waits for a person and sends once.
	await cutOff();
	await waste(pc, 'late');
	const later = await exportWork('copy');
	await pc.stop();
	pcs.splice(pcs.indexOf(pc), 1);
	removePc(pc);
	await back();
	await importWork(other, later);
	await asked(other, 1);
	const { lanes } = await other.call('outbox.list', { filter: 'needs-you' });
	expect(lanes[0]?.steps.map(({ state }) => state)).toEqual(['attention', 'waiting']);
	expect(await made('late'), 'not before a person says so').toBe(0);
	await sendAllAgain(other);
	expect(await made('late')).toBe(1);
});

test('Moved work comes back by its own file, or from the PC where it continued', async () => {
	await cutOff();
	await waste(pc, 'back');
	const draft = await waste(pc, 'draft', false);
	const file = await exportWork('move');
	const other = await anotherCutOff(file);
	const backFile = await other.call('rescue.exportWork', { mode: 'move' });
	expect(await importWork(pc, backFile)).toMatchObject({ documents: 1, drafts: 1, own: false });
	expect((await pc.call('wastage.get', { documentId: draft })).standing).toBe('draft');
	await back();
	await drained(pc);
	expect(await made('back')).toBe(1);

	// With its own file, another PC may have imported it too, so a person is asked.
	await cutOff();
	await waste(pc, 'own');
	const own = await exportWork('move');
	expect(await importWork(pc, own)).toMatchObject({ documents: 1, own: true });
	await back();
	await asked(pc, 1);
	expect(await made('own')).toBe(0);
	await sendAllAgain(pc);
	expect(await made('own')).toBe(1);
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
	const other = await another();
	await importWork(other, file);
	await drained(other);
	expect(await made('on-its-way')).toBe(1);
});

async function until(holds: () => Promise<boolean>): Promise<void> {
	while (!(await holds())) await new Promise((resolve) => setImmediate(resolve));
}

test('The file contains no secret and no token, whatever the service says', async () => {
	await cutOff();
	await pc.call('network.check', {});
	await waste(pc, 'secrets');
	await count(pc);
	const { text } = await exportWork('copy');
	const kept = join(pc.folder, 'work-files');
	const onDisk = readFileSync(join(kept, readdirSync(kept)[0]!), 'utf8');
	for (const file of [text, onDisk]) {
		expect(file).not.toContain(credentials.clientSecret);
		expect(file).not.toMatch(/"(access_token|refresh_token|client_secret|password|secret)"/i);
		expect(file).not.toMatch(/Bearer\s+\w{8}/);
	}
	const json = JSON.parse(text) as {
		documents: {
			words: string;
			steps: { words: string; action: { payload: { body: { items: { quantity: unknown }[] } } } }[];
		}[];
	};
	expect(json.documents[0]?.words).toContain('entered by Noor');
	expect(json.documents[0]?.steps[0]?.words).toContain('not sent yet');
	expect(
		json.documents[0]?.steps[0]?.action.payload.body.items[0]?.quantity,
		'a decimal is text',
	).toBe('2');
});

test('A file that is invalid, newer or of another account changes nothing, and the message says so', async () => {
	await cutOff();
	await waste(pc, 'wrong');
	const { text } = await exportWork('copy');
	const changed = (from: string | RegExp, to: string) => withChecksum(text.replace(from, to));
	await back();
	const other = await another();
	const refusal = async (file: string) => {
		await give(other, { file: 'work.json', text: file });
		const reply = await other.reply('rescue.importWork', {});
		return reply.ok ? 'taken' : reply.code;
	};
	expect(await refusal('')).toBe('not-a-rescue-file');
	expect(await refusal(text.replace('1+1', '1+2'))).toBe('not-a-rescue-file');
	expect(await refusal(withoutChecksum(text))).toBe('not-a-rescue-file');
	expect(await refusal('{"stillroomWork":')).toBe('not-a-rescue-file');
	expect(await refusal('{"name":"a profile"}')).toBe('not-a-rescue-file');
	const later = `"format": ${String(knownFormat() + 1)}`;
	expect(await refusal(changed(/"format": \d+/, later))).toBe('newer-file');
	expect(await refusal(changed('"stillroomWork": 1', '"stillroomWork": 2'))).toBe('newer-file');
	expect(await refusal(changed(credentials.clientId, 'someone-else'))).toBe('other-account');
	expect(await refusal(changed('"revision": 1', '"revision": "one"'))).toBe('not-a-rescue-file');
	expect(await refusal(changed('"created_at"', '"created"'))).toBe('not-a-rescue-file');
	for (const [change, what] of brokenRows) {
		const file = JSON.parse(withoutChecksum(text)) as WorkInFile;
		change(file);
		expect(await refusal(withChecksum(JSON.stringify(file, null, '\t'))), what).toBe(
			'not-a-rescue-file',
		);
	}
	const numbers = `"note": [${'1,'.repeat(6_000_000)}1],`;
	const full = changed('"words"', `${numbers} "words"`);
	const begun = performance.now();
	expect(await refusal(full)).toBe('not-a-rescue-file');
	expect(performance.now() - begun, 'a file full of numbers holds nothing up').toBeLessThan(3_000);
	expect((await other.call('outbox.list', { filter: 'all' })).lanes).toEqual([]);
	await give(other, { file: 'work.json', text });
	expect(await other.call('rescue.lookAtFile', {}), 'looking changes nothing').toMatchObject({
		documents: 1,
	});
	expect((await other.call('outbox.list', { filter: 'all' })).lanes).toEqual([]);
});

const withoutChecksum = (text: string): string => text.replace(/,\s*"checksum": "[^"]*"/, '');

function withChecksum(text: string): string {
	const content = withoutChecksum(text);
	const checksum = createHash('sha256').update(content).digest('hex');
	return content.replace(/\n\}$/, `,\n\t"checksum": "sha256:${checksum}"\n}`);
}

interface WorkInFile {
	documents: { lane: Record<string, unknown> }[];
	drafts: { draft: Record<string, unknown> }[];
	counts: object[];
}
const brokenRows: [(file: WorkInFile) => void, string][] = [
	[(file) => (file.documents[0]!.lane['label'] = true), 'a label that is no text'],
	[(file) => (file.drafts[0]!.draft['body'] = 'no record'), 'a draft that nobody can read'],
	[(file) => (file.drafts[0]!.draft['body'] = { lines: 1 }), 'a draft of another shape'],
	[(file) => (file.drafts[0]!.draft['document'] = 'letter'), 'a draft of no kind'],
	[
		(file) => {
			const stocktake = { stocktake_id: 's', intent_id: 'i', state: 'open', plan: null };
			file.counts.push({ words: '', stocktake, parts: { unknown: [] as object[] } });
		},
		'a count that lacks what it needs',
	],
];

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
	await pc.stop();
	pcs.splice(pcs.indexOf(pc), 1);
	const file = join(pc.folder, 'stillroom.db');
	writeFileSync(file, Buffer.alloc(20_000, 'ruined'));
	const again = await open({ folder: pc.folder });
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
	await pc.stop();
	pcs.splice(pcs.indexOf(pc), 1);
	// Not the first page, so that the file opens.
	const file = join(pc.folder, 'stillroom.db');
	for (let page = 2; page * 4096 < readFileSync(file).length; page += 1)
		flip(file, page * 4096, 200);
	const again = await open({ folder: pc.folder });
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
		...{ serviceUrl: service2.url, leaveWaiting: true },
		...{ clientId: credentials.clientId, clientSecret: credentials.clientSecret },
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
	const other = await open({ person: 'Ben' });
	await other.connect(service2.url);
	await give(other, file);
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

test('Other calls are answered while a large file is checked', async () => {
	await waste(pc, 'Lunch', false);
	const { file, text } = await exportWork('copy');
	const unchecked = text.slice(0, text.lastIndexOf(',\n\t"checksum"'));
	const large = `${unchecked},\n\t"more": [${'{"a":1},'.repeat(500_000)}1]`;
	const checksum = createHash('sha256').update(`${large}\n}`).digest('hex');
	await give(pc, { file, text: `${large},\n\t"checksum": "sha256:${checksum}"\n}` });
	const answered: string[] = [];
	const note = (name: string) => () => answered.push(name);
	await Promise.all([
		pc.call('rescue.lookAtFile', {}).then(note('the file')),
		pc.call('app.state', {}).then(note('the state')),
		pc.call('outbox.list', { filter: 'all' }).then(note('the outbox')),
	]);
	expect(answered.at(-1)).toBe('the file');
});
