// The core as hosts use it, over real HTTP: several accounts on one PC, and the questions before disconnecting.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
	startScriptedService,
	type ScriptedService,
} from '../../../test/support/scripted-service.ts';
import { systemClock, systemRandom, uuidV7 } from '../host/clock.ts';
import { noSecrets } from '../host/ports.ts';
import { openTransport } from '../host/transport.ts';
import type { Core } from './core.ts';
import { createCore } from './create-core.ts';

let folder: string;
let service: ScriptedService;
let transport: ReturnType<typeof openTransport>;
let core: Core;
let online: boolean;
let locations: object[];

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'stillroom-core-'));
	service = await startScriptedService();
	transport = openTransport();
	online = true;
	locations = [location];
	service.script = ({ method, path }, answer, destroy) => {
		if (method !== 'GET' && !online) destroy();
		else if (method === 'POST') answer(200, '{"id":"W-1","number":"WST-1"}');
		else if (path.endsWith('Count')) answer(200, '1');
		else if (path === '/api/v1/Location') answer(200, JSON.stringify(locations));
		else if (path === '/api/v1/inventoryitem') answer(200, JSON.stringify([item]));
		else answer(200, '[]');
	};
	core = createCore({
		dataFolder: folder,
		ports: {
			clock: systemClock,
			newId: uuidV7(systemClock.now),
			random: systemRandom,
			network: transport,
			secrets: noSecrets,
			log: { info: () => undefined, warn: () => undefined, error: () => undefined },
			practice: null,
			crashPoint: () => undefined,
			systemLocale: 'en-GB',
			version: '0',
		},
	});
	await core.start();
	await core.call('settings.set', { undoSeconds: 0 });
});

afterEach(async () => {
	await core.stop();
	await transport.close();
	await service.close();
	rmSync(folder, { recursive: true });
});

const location = { id: 'L-1', name: 'Harbour', currency: 'EUR', timeZone: 'Europe/Dublin' };
const item = {
	id: 'I-1',
	code: 'I1',
	name: 'Milk',
	baseUomId: 1,
	units: [{ uomId: 1, name: 'each', type: 'each', conversionFactor: 1, decimals: 0 }],
};

const connect = (clientId: string, more: { leaveWaiting?: boolean } = {}) =>
	core.call('session.connect', {
		serviceUrl: service.url,
		clientId,
		clientSecret: 'secret',
		profile: { paging: { style: 'none' } },
		...more,
	});

async function state() {
	const reply = await core.call('app.state', {});
	if (!reply.ok) throw new Error(reply.code);
	return reply.value;
}

/** @param person who works at the window that calls */
async function saveWaste(person?: string): Promise<string> {
	await expect
		.poll(async () => (await state()).sync.tables.find((each) => each.kind === 'item')?.count)
		.toBe(1);
	const draft = {
		documentId: null,
		revision: 0,
		locationId: 'L-1',
		locale: 'en-GB',
		description: 'Dropped',
		lines: [
			{
				lineId: 'l1',
				itemId: 'I-1',
				boxes: [{ unitId: '1', typed: '2' }],
				reasonId: null,
				note: '',
			},
		],
	};
	const saved = await core.call('wastage.save', draft, person);
	if (!saved.ok) throw new Error(`${saved.code} ${saved.message}`);
	return saved.value.documentId;
}

async function submitWaste(): Promise<void> {
	const documentId = await saveWaste();
	const intentId = crypto.randomUUID();
	expect(await core.call('wastage.submit', { documentId, intentId })).toMatchObject({ ok: true });
}

const posts = () =>
	service.seen.filter(({ path, method }) => method === 'POST' && path === '/api/v1/Wastage');

test('asks before leaving an account with unsent work; other accounts see the number but cannot send it', async () => {
	expect(await connect('kit')).toMatchObject({ ok: true });
	online = false;
	await submitWaste();
	const waits = { ok: false, code: 'work-waiting' };
	expect(await core.call('session.leave', { leaveWaiting: false })).toMatchObject(waits);
	expect(await connect('ana')).toMatchObject(waits);
	expect((await state()).account?.clientId).toBe('kit');
	// Reconnecting with the same account is not leaving it.
	expect(await connect('kit')).toMatchObject({ ok: true });

	expect(await connect('ana', { leaveWaiting: true })).toMatchObject({ ok: true });
	expect(await state()).toMatchObject({
		outbox: { waiting: 0, needYou: 0 },
		elsewhere: [{ serviceUrl: service.url, clientId: 'kit', documents: 1, drafts: 0, counts: 0 }],
	});
	expect(await core.call('outbox.list', { filter: 'all' })).toMatchObject({
		value: { lanes: [], counts: { waiting: 0 } },
	});
	const before = posts().length;
	online = true;
	expect(await core.call('outbox.sendNow', {})).toMatchObject({ ok: true });
	expect(posts()).toHaveLength(before);

	expect(await connect('kit')).toMatchObject({ ok: true });
	expect((await state()).elsewhere).toEqual([]);
});

test('after the service changed the client id, waiting work moves to it and is looked for before sending', async () => {
	await connect('kit');
	online = false;
	await submitWaste();
	expect(await connect('kit-2', { leaveWaiting: true })).toMatchObject({ ok: true });
	const [{ accountId } = { accountId: '' }] = (await state()).elsewhere;
	expect(await core.call('session.takeOver', { accountId: 'nobody' })).toMatchObject({
		code: 'not-found',
	});
	// The service applied the first attempt, but its answer was lost.
	const [sent] = posts();
	const whole = service.script;
	service.script = (seen, answer, destroy, begin) => {
		const made = { ...(JSON.parse(sent?.body ?? '{}') as object), id: 'W-1', status: 'Draft' };
		if (seen.path === '/api/v1/Wastage') answer(200, JSON.stringify([made]));
		else whole(seen, answer, destroy, begin);
	};
	expect(await core.call('session.takeOver', { accountId })).toMatchObject({ ok: true });
	expect((await state()).elsewhere).toEqual([]);
	online = true;
	await core.call('outbox.sendNow', {});
	const lanes = async () => {
		const reply = await core.call('outbox.list', { filter: 'all' });
		return reply.ok ? reply.value.lanes : [];
	};
	await expect.poll(async () => (await lanes())[0]?.steps[0]?.confirmedBy).toBe('probe');
	expect(posts()).toHaveLength(1);
});

test('an account that reconnects without a profile keeps its own', async () => {
	await connect('kit');
	await core.call('session.leave', { leaveWaiting: false });
	const serviceUrl = service.url;
	const again = { serviceUrl, clientId: 'kit', clientSecret: 'secret' };
	expect(await core.call('session.connect', again)).toMatchObject({ ok: true });
	const kept = await core.call('session.profile', {});
	expect(kept.ok && JSON.parse(kept.value.json)).toMatchObject({ paging: { style: 'none' } });
	const plain = await core.call('session.connect', { ...again, profile: {} });
	expect(plain).toMatchObject({ ok: true });
	const now = await core.call('session.profile', {});
	expect(now.ok && JSON.parse(now.value.json)).toMatchObject({ paging: { style: 'page' } });
});

test('chooses the only location without asking', async () => {
	await connect('kit');
	await expect.poll(async () => (await state()).settings.locationId).toBe('L-1');
});

test('chooses none of several locations, even while only the first is known', async () => {
	const pages = [[location], [{ ...location, id: 'L-2', name: 'Airport' }], []];
	const whole = service.script;
	let givesSecond = false;
	service.script = (seen, answer, destroy, begin) => {
		const page = Number(seen.query.get('pageNumber'));
		if (seen.path === '/api/v1/Location') {
			if (page > 1 && !givesSecond) answer(500, '{}');
			else answer(200, JSON.stringify(pages[page - 1] ?? []));
		} else if (page > 1) answer(200, '[]');
		else whole(seen, answer, destroy, begin);
	};
	const read = async () =>
		(await state()).sync.tables.find(({ kind }) => kind === 'location') ?? null;

	await core.call('session.connect', {
		serviceUrl: service.url,
		clientId: 'kit',
		clientSecret: 'secret',
		profile: { paging: { size: 1 } },
	});
	await expect.poll(read).toMatchObject({ count: 1, complete: false });
	await expect.poll(async () => (await state()).sync.running).toBe(false);
	expect((await state()).settings.locationId).toBeNull();

	givesSecond = true;
	await core.call('sync.pull', {});
	await expect.poll(read).toMatchObject({ count: 2, complete: true });
	await expect.poll(async () => (await state()).sync.running).toBe(false);
	expect((await state()).settings.locationId).toBeNull();
});

test('announces an account change to every screen, with increasing state numbers', async () => {
	const told: string[] = [];
	const orders: number[] = [];
	const off = core.on('documents.changed', ({ area }) => told.push(area));
	const outboxOff = core.on('outbox.changed', () => told.push('outbox'));
	await connect('kit');
	expect(told).toEqual(['stocktake', 'wastage', 'transfer', 'outbox']);
	off();
	outboxOff();
	for (let time = 0; time < 2; time += 1) {
		const state = await core.call('app.state', {});
		if (state.ok) orders.push(state.value.order);
	}
	expect(orders[1]).toBeGreaterThan(orders[0] ?? Infinity);
});

test('records each window’s entries under the person at that window', async () => {
	await connect('kit');
	await core.call('settings.set', { person: 'Noor' }, 'Noor');
	// Another window has its own person, also for work that goes on after the call was answered.
	const [own, other, none] = [await saveWaste('Noor'), await saveWaste('Ben'), await saveWaste()];
	const intentId = crypto.randomUUID();
	await core.call('wastage.submit', { documentId: other, intentId }, 'Ben');
	const listed = await core.call('wastage.list', { locationId: 'L-1' });
	if (!listed.ok) throw new Error(listed.code);
	const enteredBy = new Map(
		listed.value.documents.map((each) => [each.documentId, each.enteredBy] as const),
	);
	expect([own, none].map((id) => enteredBy.get(id))).toEqual(['Noor', 'Noor']);
	expect(listed.value.people.toSorted()).toEqual(['Ben', 'Noor']);
});

test('lists everyone who was chosen as a person as staff, once', async () => {
	for (const person of ['Noor', 'Ben', ' noor', '']) await core.call('settings.set', { person });
	expect((await state()).settings).toMatchObject({ person: '', staff: ['Noor', 'Ben'] });
	await core.call('settings.set', { staff: ['Ben'] });
	expect((await state()).settings.staff).toEqual(['Ben']);
});
