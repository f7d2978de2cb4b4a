// The core as hosts use it, over real HTTP: several accounts on one PC, and the questions before disconnecting.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { wasteLine, wasteToSave } from '../../../test/support/documents.ts';
import { openTestPc, removePc, type TestPc } from '../../../test/support/pc.ts';
import {
	startScriptedService,
	type ScriptedService,
} from '../../../test/support/scripted-service.ts';
import { documentAreas } from '../../shared/document/kinds.ts';
import type { Core } from './core.ts';

let service: ScriptedService;
let pc: TestPc;
let core: Core;
let online: boolean;

beforeEach(async () => {
	service = await startScriptedService();
	online = true;
	service.script = ({ method, path }, answer, destroy) => {
		if (method !== 'GET' && !online) destroy();
		else if (method === 'POST') answer(200, '{"id":"W-1","number":"WST-1"}');
		else if (path.endsWith('Count')) answer(200, '1');
		else if (path === '/api/v1/Location') answer(200, JSON.stringify([location]));
		else if (path === '/api/v1/inventoryitem') answer(200, JSON.stringify([item]));
		else answer(200, '[]');
	};
	pc = await openTestPc();
	({ core } = pc);
	await pc.call('settings.set', { undoSeconds: 0 });
});

afterEach(async () => {
	await pc.stop();
	await service.close();
	removePc(pc);
});

const location = { id: 'L-1', name: 'Harbour', currency: 'EUR', timeZone: 'Europe/Dublin' };
const item = {
	id: 'I-1',
	code: 'I1',
	name: 'Milk',
	baseUomId: 1,
	units: [{ uomId: 1, name: 'each', type: 'each', conversionFactor: 1, decimals: 0 }],
};

const connect = (clientId: string, more: { leaveWaiting?: boolean; profile?: object } = {}) =>
	core.call('session.connect', {
		serviceUrl: service.url,
		clientId,
		clientSecret: 'secret',
		profile: { paging: { style: 'none' } },
		...more,
	});

const state = () => pc.call('app.state', {});

/** @param person who works at the window that calls */
async function saveWaste(person?: string): Promise<string> {
	await pc.until(({ sync }) =>
		sync.tables.some(({ kind, count }) => kind === 'inventoryItem' && count === 1),
	);
	const draft = wasteToSave([wasteLine({ itemId: 'I-1', reasonId: null })]);
	return (await pc.call('wastage.save', draft, person)).documentId;
}

async function submitWaste(): Promise<void> {
	const documentId = await saveWaste();
	await pc.call('wastage.submit', { documentId, intentId: crypto.randomUUID() });
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

test('sends what waited as soon as the service answers again', async () => {
	await connect('kit');
	const documentId = await saveWaste();
	pc.unplug();
	await pc.call('network.check', {});
	await pc.call('wastage.submit', { documentId, intentId: crypto.randomUUID() });
	pc.plugIn();
	await pc.call('network.check', {});
	await expect.poll(posts, { timeout: 10_000 }).toHaveLength(1);
});

test('after the service changed the client id, waiting work moves to it and is looked for before sending', async () => {
	await connect('kit');
	online = false;
	await submitWaste();
	await expect.poll(posts).toHaveLength(1);
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
	const first = async () =>
		(await pc.call('outbox.list', { filter: 'all' })).lanes[0]?.steps[0]?.confirmedBy;
	await expect.poll(first).toBe('probe');
	expect(posts()).toHaveLength(1);
});

test('an account that reconnects without a profile keeps its own', async () => {
	await connect('kit');
	await core.call('session.leave', { leaveWaiting: false });
	const serviceUrl = service.url;
	const again = { serviceUrl, clientId: 'kit', clientSecret: 'secret' };
	expect(await core.call('session.connect', again)).toMatchObject({ ok: true });
	const inForce = async () => JSON.parse((await pc.call('session.profile', {})).json) as unknown;
	expect(await inForce()).toMatchObject({ paging: { style: 'none' } });
	await pc.call('session.connect', { ...again, profile: {} });
	expect(await inForce()).toMatchObject({ paging: { style: 'page' } });
});

test('chooses the only location without asking', async () => {
	await connect('kit');
	await pc.until(({ settings }) => settings.locationId === 'L-1');
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
	const chosenAfter = async (count: number, complete: boolean) => {
		await pc.until(({ sync: { running, tables } }) => {
			const list = tables.find(({ kind }) => kind === 'location');
			return !running && list?.count === count && list.complete === complete;
		});
		return (await state()).settings.locationId;
	};
	await connect('kit', { profile: { paging: { size: 1 } } });
	expect(await chosenAfter(1, false)).toBeNull();

	givesSecond = true;
	await core.call('sync.pull', {});
	expect(await chosenAfter(2, true)).toBeNull();
});

test('announces an account change to every screen, with increasing state numbers', async () => {
	const told: string[] = [];
	const off = core.on('documents.changed', ({ area }) => told.push(area));
	const outboxOff = core.on('outbox.changed', () => told.push('outbox'));
	await connect('kit');
	expect(told).toEqual(['stocktake', ...documentAreas, 'record', 'outbox']);
	off();
	outboxOff();
	const { order } = await state();
	expect((await state()).order).toBeGreaterThan(order);
});

test('records each window’s entries under the person at that window', async () => {
	await connect('kit');
	await pc.call('settings.set', { person: 'Noor' }, 'Noor');
	// Another window has its own person, also for work that goes on after the call was answered.
	const [own, other, none] = [await saveWaste('Noor'), await saveWaste('Ben'), await saveWaste()];
	const intentId = crypto.randomUUID();
	await pc.call('wastage.submit', { documentId: other, intentId }, 'Ben');
	const listed = await pc.call('wastage.list', { locationId: 'L-1' });
	const enteredBy = new Map(
		listed.documents.map((each) => [each.documentId, each.enteredBy] as const),
	);
	expect([own, none].map((id) => enteredBy.get(id))).toEqual(['Noor', 'Noor']);
	expect(listed.people.toSorted()).toEqual(['Ben', 'Noor']);
});

test('lists everyone who was chosen as a person as staff, once', async () => {
	for (const person of ['Noor', 'Ben', ' noor', '']) await pc.call('settings.set', { person });
	expect((await state()).settings).toMatchObject({ person: '', staff: ['Noor', 'Ben'] });
	await pc.call('settings.set', { staff: ['Ben'] });
	expect((await state()).settings.staff).toEqual(['Ben']);
});
