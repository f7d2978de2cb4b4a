import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { virtualClock, type VirtualClock } from '../../../../test/support/virtual-clock.ts';
import { nothingLearned, type LearnedBehaviour } from '../../../shared/service/behaviour.ts';
import { serviceProfile, type ServiceProfile } from '../../../shared/service/profile.ts';
import type { ServiceApi } from '../api/service-api.ts';
import type { ReadResult, WriteVerdict } from '../api/verdict.ts';
import { openStore, type Store } from '../store/open.ts';
import { createOutbox, type OutboxEngine } from './engine.ts';
import { serverId, type NewAction, type NewLane } from './outbox.ts';

// The service at its seam: what it holds, and what becomes of each request, is scripted; everything above is real.
interface Scripted {
	/** Verdicts for the writes to come, in order; the last goes on. */
	verdicts: (WriteVerdict | (() => WriteVerdict | Promise<WriteVerdict>))[];
	/** Answers of reads by operation. */
	reads: Record<string, () => ReadResult<unknown>>;
	writes: { name: string; input: unknown; stateThen: string | undefined }[];
}

const account = 'account-1';
/** A service of which a person states the best. */
const known = { keepsReferences: true, listsAreCurrent: true, refusesRepeatedTransition: true };
let folder: string;
let store: Store;
let clock: VirtualClock;
let service: Scripted;
let outbox: OutboxEngine;
let reopened: string[];
/** What the outbox does around its commits and requests, in order. */
let passed: string[];
let online: boolean;
let profile: ServiceProfile;
let learned: LearnedBehaviour;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'stillroom-outbox-'));
	clock = virtualClock();
	service = { verdicts: [applied('W-1')], reads: {}, writes: [] };
	reopened = [];
	passed = [];
	online = true;
	profile = serviceProfile.parse({ behaviour: known });
	learned = nothingLearned;
	store = openStore(folder);
	store.durable
		.prepare(
			`INSERT INTO account VALUES (?, 'http://127.0.0.1:1', 'client', 'Test', 0, '{}', 0, 1)`,
		)
		.run(account);
	outbox = makeOutbox();
	outbox.start();
});

afterEach(async () => {
	await outbox.stop();
	store.close();
	rmSync(folder, { recursive: true });
});

let ids = 0;
function makeOutbox(): OutboxEngine {
	return createOutbox({
		store,
		ports: {
			clock,
			newId: () => `00000000-0000-7000-8000-${String((ids += 1)).padStart(12, '0')}`,
			random: () => 0.5,
			network: {
				read: () => Promise.reject(new Error('not used')),
				write: () => Promise.reject(new Error('not used')),
			},
			secrets: {
				read: () => Promise.resolve(null),
				keep: () => Promise.resolve(false),
				forget: () => Promise.resolve(),
			},
			log: { info: () => undefined, warn: () => undefined, error: () => undefined },
			practice: null,
			crashPoint: (label) => passed.push(label),
			systemLocale: 'en-GB',
			version: '0',
		},
		account: () => ({ accountId: account, profile, learned }),
		api: scriptedApi(),
		maySend: () => online,
		person: () => 'Kit',
		changed: () => undefined,
		confirmed: () => undefined,
		reopen: (lane) => reopened.push(lane.document_id),
	});
}

function scriptedApi(): ServiceApi {
	const read = (name: string): Promise<ReadResult<never>> => {
		const answer = service.reads[name]?.() ?? unreachable;
		return Promise.resolve(answer as ReadResult<never>); // The script names the operation it answers.
	};
	return {
		read,
		readAll: read,
		readByName: read,
		readAllByName: read,
		write(name, input) {
			service.writes.push({ name, input, stateThen: stateOf(name) });
			const verdict = service.verdicts.length > 1 ? service.verdicts.shift() : service.verdicts[0];
			if (verdict === undefined) throw new Error('The script has no verdict.');
			return Promise.resolve(typeof verdict === 'function' ? verdict() : verdict);
		},
	};
}

const unreachable: ReadResult<never> = {
	ok: false,
	kind: 'unreachable',
	status: null,
	said: 'No answer.',
	waitUntil: null,
};
const answer = (value: unknown): ReadResult<unknown> => ({
	ok: true,
	value,
	serverDate: null,
	readNo: 1,
});
const listAnswer = (...rows: unknown[]) => answer({ rows, complete: true });
function applied(id: string | null): WriteVerdict {
	return {
		kind: 'applied',
		status: 200,
		value: null,
		id,
		number: id === null ? '' : `WST-${id}`,
		serverDate: null,
	};
}
const noReply: WriteVerdict = {
	kind: 'unknown',
	status: null,
	code: 'ECONNRESET',
	said: 'The connection was lost.',
	waitUntil: null,
	serverDate: null,
};
const refused: WriteVerdict = {
	kind: 'rejected',
	status: 400,
	said: 'items: empty',
	serverDate: null,
};
const notSent: WriteVerdict = {
	kind: 'not-sent',
	code: 'ECONNREFUSED',
	said: 'Refused.',
	waitUntil: null,
};

const lane = (documentId: string): NewLane => ({
	document: 'wastage',
	documentId,
	label: { locationId: 'L1', title: '1 line', lines: 1, cost: '1.00', currency: 'EUR' },
	server: null,
});
const body = {
	locationId: 'L1',
	date: '2026-11-20T09:00:00.000Z',
	description: 'Dropped a tray',
	items: [{ itemId: 'I1', uomId: 1, quantity: '2' }],
};
const create = (intentId: string): NewAction => ({
	intentId,
	operation: 'wastage.create',
	payload: { body },
});
const submit = (intentId: string): NewAction => ({
	intentId,
	operation: 'wastage.submit',
	payload: { path: { id: serverId } },
});
const receive = (intentId: string): NewAction => ({
	intentId,
	operation: 'transferIn.receive',
	payload: {
		body: {
			transferId: 'T1',
			date: '2026-11-20T09:00:00.000Z',
			items: [
				{
					transferItemId: 'TI1',
					itemId: 'I1',
					quantities: [{ uomId: 1, quantity: '5' }],
					quantity: '5',
				},
			],
		},
	},
});

function enqueue(documentId: string, ...actions: NewAction[]): string {
	return enqueueIn(lane(documentId), actions);
}
function enqueueIn(newLane: NewLane, actions: NewAction[]): string {
	const reply = store.durable.transaction(() => outbox.enqueue(newLane, actions))();
	if (!reply.ok) throw new Error(`${reply.code}: ${reply.message}`);
	return reply.value.laneId;
}
function enqueueReceipt(): string {
	return enqueueIn(
		{ ...lane('service:T1'), document: 'transfer-in', server: { id: 'T1', number: 'TRI-1' } },
		[receive('receive-intent')],
	);
}
const rows = (laneId: string) => outbox.tables.ofLane(laneId);
const states = (laneId: string) => rows(laneId).map((row) => row.state);
const stateOf = (operation: string) =>
	store.durable
		.prepare<[string], string>('SELECT state FROM action WHERE operation = ? ORDER BY seq DESC')
		.pluck()
		.get(operation);
const referenceOf = (laneId: string) => rows(laneId)[0]?.reference ?? '';
const written = () => service.writes.map((write) => write.name);
function targetOf(laneId: string) {
	const row = rows(laneId).find(({ state }) => state !== 'confirmed');
	if (!row) throw new Error('Nothing is left in the lane.');
	return { actionId: row.action_id, revision: row.revision };
}

test('an action is saved as sending before its request goes out', async () => {
	enqueue('d1', create('i1'));
	await clock.settle();
	expect(service.writes).toMatchObject([{ name: 'wastage.create', stateThen: 'sending' }]);
});

test('a lane goes in order, and the id that the service gave is filled in', async () => {
	service.reads['wastage.get'] = () => answer({ status: 'Draft' });
	const laneId = enqueue('d1', create('i1'), submit('i2'));
	await clock.settle();
	expect(states(laneId)).toEqual(['confirmed', 'confirmed']);
	expect(
		service.writes.map(({ name, input }) => [name, (input as { path?: unknown }).path]),
	).toEqual([
		['wastage.create', undefined],
		['wastage.submit', { id: 'W-1' }],
	]);
});

test('no more is asked of the service at a time than may be, and the next goes as soon as one is answered', async () => {
	profile = { ...profile, lanesAtOnce: 2 };
	const first = Promise.withResolvers<WriteVerdict>();
	const second = Promise.withResolvers<WriteVerdict>();
	service.verdicts = [() => first.promise, () => second.promise, applied('W-3')];
	const lanes = ['d1', 'd2', 'd3'].map((id) => enqueue(id, create(id)));
	await clock.settle();
	expect(written()).toHaveLength(2);
	expect(lanes.map(states)).toEqual([['sending'], ['sending'], ['queued']]);

	first.resolve(applied('W-1'));
	await clock.settle();
	expect(written()).toHaveLength(3);
	expect(lanes.map(states)).toEqual([['confirmed'], ['sending'], ['confirmed']]);
	second.resolve(applied('W-2'));
	await clock.settle();
	expect(lanes.map(states)).toEqual([['confirmed'], ['confirmed'], ['confirmed']]);
});

test('the verdict on a document and the sending of the next are one commit', async () => {
	profile = { ...profile, lanesAtOnce: 1 };
	online = false;
	const lanes = ['d1', 'd2'].map((id) => enqueue(id, create(id)));
	await clock.settle();
	online = true;
	outbox.wake();
	await clock.settle();
	expect(lanes.map(states)).toEqual([['confirmed'], ['confirmed']]);
	const asked = ['request: before', 'request: answered'];
	expect(passed).toEqual([
		...['sending: before commit', 'sending: committed', ...asked],
		...['verdict: before commit', 'sending: before commit'],
		...['verdict: committed', 'sending: committed', ...asked],
		...['verdict: before commit', 'verdict: committed'],
	]);
});

test('our reference goes out in the free text that the profile names', async () => {
	const laneId = enqueue('d1', create('i1'));
	await clock.settle();
	expect(service.writes[0]?.input).toMatchObject({
		body: { description: `Dropped a tray [${referenceOf(laneId)}]` },
	});
});

test('two clicks of one intent make one action', async () => {
	const first = enqueue('d1', create('i1'));
	const second = enqueue('d1', create('i1'));
	await clock.settle();
	expect(second).toBe(first);
	expect(written()).toEqual(['wastage.create']);
});

test('nothing is sent while the service is away, and all of it in order when it is back', async () => {
	online = false;
	enqueue('d1', create('i1'));
	enqueue('d2', create('i2'));
	await clock.pass(3_600_000);
	expect(written()).toEqual([]);
	online = true;
	outbox.wake();
	await clock.settle();
	expect(written()).toEqual(['wastage.create', 'wastage.create']);
});

test('what was surely not sent goes again by itself after a pause', async () => {
	service.verdicts = [notSent, applied('W-1')];
	const laneId = enqueue('d1', create('i1'));
	await clock.settle();
	expect(states(laneId)).toEqual(['queued']);
	expect(written()).toHaveLength(1);
	await clock.pass(60_000);
	expect(states(laneId)).toEqual(['confirmed']);
	expect(written()).toHaveLength(2);
});

test('a lost reply is asked about after the pause and never sent again when the document is there', async () => {
	service.verdicts = [noReply];
	const laneId = enqueue('d1', create('i1'));
	await clock.settle();
	expect(states(laneId)).toEqual(['ambiguous']);
	service.reads['wastage.list'] = () =>
		listAnswer({
			id: 'W-9',
			number: 'WST-9',
			description: `Dropped a tray [${referenceOf(laneId)}]`,
		});
	await clock.pass(89_000);
	expect(states(laneId)).toEqual(['ambiguous']);
	await clock.pass(2_000);
	expect(rows(laneId)[0]).toMatchObject({ state: 'confirmed', confirmed_by: 'probe' });
	expect(outbox.laneOf('wastage', 'd1')).toMatchObject({ serverId: 'W-9', serverNumber: 'WST-9' });
	expect(written()).toHaveLength(1);
});

test('a draft that two probes do not find is sent again, with the same reference', async () => {
	service.verdicts = [noReply, applied('W-2')];
	service.reads['wastage.list'] = () => listAnswer({ id: 'W-1', description: 'somebody else' });
	const laneId = enqueue('d1', create('i1'));
	await clock.pass(91_000);
	expect(states(laneId)).toEqual(['ambiguous']);
	expect(written()).toHaveLength(1);
	await clock.pass(61_000);
	expect(states(laneId)).toEqual(['confirmed']);
	expect(service.writes[1]?.input).toEqual(service.writes[0]?.input);
});

test('a list that is not whole proves no absence', async () => {
	service.verdicts = [noReply];
	service.reads['wastage.list'] = () => answer({ rows: [], complete: false });
	const laneId = enqueue('d1', create('i1'));
	await clock.pass(200_000);
	expect(states(laneId)).toEqual(['ambiguous']);
	await clock.pass(3_600_000);
	expect(rows(laneId)[0]).toMatchObject({ attention: 'not-confirmed-undecided' });
	expect(written()).toHaveLength(1);
});

test('where references are not kept, one new document of the same content is ours', async () => {
	profile = serviceProfile.parse({ reference: { wastage: null }, behaviour: known });
	const alike = {
		locationId: 'L1',
		date: body.date,
		items: [{ itemId: 'I1', uomId: 1, quantity: '2.0' }],
	};
	let made = false;
	service.verdicts = [
		() => {
			made = true;
			return noReply;
		},
	];
	service.reads['wastage.list'] = () =>
		made
			? listAnswer({ id: 'old', ...alike }, { id: 'new', ...alike })
			: listAnswer({ id: 'old', ...alike });
	const laneId = enqueue('d1', create('i1'));
	await clock.pass(91_000);
	expect(states(laneId)).toEqual(['confirmed']);
	expect(outbox.laneOf('wastage', 'd1')?.serverId).toBe('new');
});

test('where references are not kept, an absence goes to a person and nothing is sent by itself', async () => {
	profile = serviceProfile.parse({ reference: { wastage: null }, behaviour: known });
	service.verdicts = [noReply];
	service.reads['wastage.list'] = () => listAnswer();
	const laneId = enqueue('d1', create('i1'));
	await clock.pass(1_000_000);
	expect(rows(laneId)[0]).toMatchObject({ state: 'attention', attention: 'not-confirmed-absent' });
	expect(written()).toHaveLength(1);
});

test('while nobody knows whether references are kept, an absence goes to a person', async () => {
	profile = serviceProfile.parse({});
	service.verdicts = [noReply];
	service.reads['wastage.list'] = () => listAnswer();
	const laneId = enqueue('d1', create('i1'));
	await clock.pass(1_000_000);
	expect(rows(laneId)[0]).toMatchObject({ state: 'attention', attention: 'not-confirmed-absent' });
	expect(written()).toHaveLength(1);
});

test('while nobody knows whether references are kept, both a reference and one new document of the same content prove', async () => {
	profile = serviceProfile.parse({});
	const alike = {
		locationId: 'L1',
		date: body.date,
		items: [{ itemId: 'I1', uomId: 1, quantity: '2.0' }],
	};
	const shown: { id: string; description?: string }[] = [{ id: 'old', ...alike }];
	service.reads['wastage.list'] = () => listAnswer(...shown);
	service.verdicts = [noReply];
	const dropped = enqueue('d1', create('i1'));
	await clock.settle();
	shown.push({ id: 'without', ...alike });
	await clock.pass(91_000);
	expect(outbox.laneOf('wastage', 'd1')?.serverId).toBe('without');
	expect(states(dropped)).toEqual(['confirmed']);

	const kept = enqueue('d2', create('i2'));
	await clock.settle();
	shown.push({ id: 'another', ...alike });
	shown.push({ id: 'marked', ...alike, description: `[${referenceOf(kept)}]` });
	await clock.pass(91_000);
	expect(outbox.laneOf('wastage', 'd2')?.serverId).toBe('marked');
});

test('what the service check learned lets an absent draft go again by itself', async () => {
	profile = serviceProfile.parse({});
	learned = { keepsReferences: { wastage: true }, listsAreCurrent: { wastage: true } };
	service.verdicts = [noReply, applied('W-2')];
	service.reads['wastage.list'] = () => listAnswer();
	const laneId = enqueue('d1', create('i1'));
	await clock.pass(160_000);
	expect(states(laneId)).toEqual(['confirmed']);
	expect(written()).toHaveLength(2);
});

test('two documents that fit are left to a person', async () => {
	service.verdicts = [noReply];
	const laneId = enqueue('d1', create('i1'));
	service.reads['wastage.list'] = () =>
		listAnswer(
			{ id: 'W-1', description: `[${referenceOf(laneId)}]` },
			{ id: 'W-2', description: `[${referenceOf(laneId)}]` },
		);
	await clock.pass(100_000);
	expect(rows(laneId)[0]).toMatchObject({
		state: 'attention',
		attention: 'not-confirmed-undecided',
	});
});

test('a refusal stops its own lane, with what the service said, and no other', async () => {
	service.verdicts = [refused, applied('W-2')];
	const stuck = enqueue('d1', create('i1'), submit('i2'));
	const free = enqueue('d2', create('i3'));
	await clock.settle();
	expect(rows(stuck)[0]).toMatchObject({
		state: 'attention',
		attention: 'rejected',
		service_said: 'items: empty',
	});
	expect(states(stuck)).toEqual(['attention', 'queued']);
	expect(states(free)).toEqual(['confirmed']);
	expect(outbox.counts()).toEqual({ waiting: 0, needYou: 1 });
});

test('a refusal after a lost reply is asked about: the first try may have been applied', async () => {
	let status = 'Draft';
	service.reads['wastage.get'] = () => answer({ status });
	service.verdicts = [
		applied('W-1'),
		noReply,
		() => {
			// The first try arrives late, just before the second.
			status = 'Submitted';
			return refused;
		},
	];
	const laneId = enqueue('d1', create('i1'), submit('i2'));
	await clock.pass(160_000);
	expect(written()).toEqual(['wastage.create', 'wastage.submit', 'wastage.submit']);
	expect(rows(laneId)[1]).toMatchObject({ state: 'confirmed', confirmed_by: 'probe' });
});

test('a refusal after a lost reply that left no trace ends before a person, not in a circle', async () => {
	service.verdicts = [noReply, refused];
	service.reads['wastage.list'] = () => listAnswer();
	const laneId = enqueue('d1', create('i1'));
	await clock.pass(10_000_000);
	expect(rows(laneId)[0]).toMatchObject({
		state: 'attention',
		attention: 'rejected',
		service_said: 'items: empty',
	});
	expect(written()).toHaveLength(2);
});

test('a transition that the service already shows is confirmed and not sent', async () => {
	service.reads['wastage.get'] = () => answer({ status: 'Approved', number: 'WST-1' });
	const laneId = enqueue('d1', create('i1'), submit('i2'));
	await clock.settle();
	expect(written()).toEqual(['wastage.create']);
	expect(rows(laneId)[1]).toMatchObject({ state: 'confirmed', confirmed_by: 'probe' });
});

test('a transition from a state that does not allow it is left to a person', async () => {
	service.reads['transferIn.get'] = () => answer({ id: 'T1', status: 'Received', items: [] });
	const laneId = enqueueIn(
		{ ...lane('service:T1'), document: 'transfer-in', server: { id: 'T1', number: '' } },
		[{ intentId: 'i', operation: 'transferIn.reject', payload: { path: { id: serverId } } }],
	);
	await clock.settle();
	expect(rows(laneId)[0]).toMatchObject({ state: 'attention', attention: 'changed' });
	expect(written()).toEqual([]);
});

const received = (quantityReceived: string) =>
	answer({
		id: 'T1',
		fromLocationId: 'L2',
		toLocationId: 'L1',
		date: body.date,
		status: 'InTransit',
		items: [{ id: 'TI1', itemId: 'I1', quantity: '5', quantityReceived }],
	});

test('a receipt whose reply was lost is confirmed when every line shows its quantity', async () => {
	let there = '1';
	service.verdicts = [
		() => {
			there = '6.00';
			return noReply;
		},
	];
	service.reads['transferIn.get'] = () => received(there);
	const laneId = enqueueReceipt();
	await clock.pass(91_000);
	expect(rows(laneId)[0]).toMatchObject({ state: 'confirmed', confirmed_by: 'probe' });
});

test('a receipt that left no trace is never sent again unseen, and goes when a person says so', async () => {
	service.verdicts = [noReply, applied(null)];
	service.reads['transferIn.get'] = () => received('0');
	const laneId = enqueueReceipt();
	await clock.pass(1_000_000);
	expect(rows(laneId)[0]).toMatchObject({ state: 'attention', attention: 'not-confirmed-absent' });
	expect(written()).toHaveLength(1);
	expect(outbox.sendAgain(targetOf(laneId), 'Kit')).toEqual({ ok: true, value: {} });
	await clock.settle();
	expect(states(laneId)).toEqual(['confirmed']);
	expect(written()).toHaveLength(2);
});

test('quantities that fit neither before nor after are left to a person', async () => {
	let there = '0';
	service.verdicts = [
		() => {
			there = '3';
			return noReply;
		},
	];
	service.reads['transferIn.get'] = () => received(there);
	const laneId = enqueueReceipt();
	await clock.pass(100_000);
	expect(rows(laneId)[0]).toMatchObject({
		state: 'attention',
		attention: 'not-confirmed-undecided',
	});
});

test('two changes of one line do not prove each other: the lost one goes to a person', async () => {
	let there = '10';
	service.reads['inventoryItem.currentStock'] = () =>
		answer([{ itemId: 'I1', locationId: 'L1', storageAreaId: 'S1', quantity: there }]);
	const count = (documentId: string) =>
		enqueueIn({ ...lane(documentId), document: 'stocktake' }, [
			{
				intentId: documentId,
				operation: 'inventoryItem.changeStock',
				payload: {
					body: {
						locationId: 'L1',
						date: body.date,
						items: [{ itemId: 'I1', storageAreaId: 'S1', quantity: '2' }],
					},
				},
			},
		]);
	service.verdicts = [
		noReply,
		() => {
			there = '12';
			return applied(null);
		},
	];
	const lost = count('first');
	await clock.settle();
	const other = count('second');
	await clock.pass(100_000);
	expect(states(other)).toEqual(['confirmed']);
	expect(rows(lost)[0]).toMatchObject({
		state: 'attention',
		attention: 'not-confirmed-undecided',
	});
});

test('a create that was applied without an id is found by its reference', async () => {
	service.verdicts = [applied(null)];
	const laneId = enqueue('d1', create('i1'));
	service.reads['wastage.list'] = () =>
		listAnswer({ id: 'W-7', number: 'WST-7', description: `[${referenceOf(laneId)}]` });
	await clock.settle();
	expect(states(laneId)).toEqual(['confirmed']);
	expect(outbox.laneOf('wastage', 'd1')?.serverId).toBe('W-7');
});

test('a create that was applied but cannot be found is never sent again by itself', async () => {
	service.verdicts = [applied(null)];
	service.reads['wastage.list'] = () => listAnswer();
	const laneId = enqueue('d1', create('i1'));
	await clock.pass(1_000_000);
	expect(rows(laneId)[0]).toMatchObject({ state: 'attention', attention: 'confirmed-not-found' });
	expect(written()).toHaveLength(1);
});

test('an action found in sending at the start is asked about, not sent', async () => {
	let crash: (verdict: WriteVerdict) => void = () => undefined;
	const api = scriptedApi();
	api.write = (name, input) => {
		service.writes.push({ name, input, stateThen: undefined });
		return new Promise((resolve) => (crash = resolve));
	};
	const laneId = enqueue('d1', create('i1'));
	// The process ends here: what is on the disk is all that is left.
	store.durable.prepare(`UPDATE action SET state = 'sending'`).run();
	store.durable
		.prepare(
			`INSERT INTO attempt (action_id, number, revision, started_at) SELECT action_id, 1, 1, 0 FROM action`,
		)
		.run();
	crash(noReply);
	outbox = makeOutbox();
	outbox.recover();
	outbox.start();
	service.reads['wastage.list'] = () =>
		listAnswer({ id: 'W-3', description: `[${referenceOf(laneId)}]` });
	await clock.pass(91_000);
	expect(states(laneId)).toEqual(['confirmed']);
	expect(written()).toEqual([]);
});

test('what was taken back before it was sent is a draft again and is not sent', async () => {
	online = false;
	const laneId = enqueue('d1', create('i1'), submit('i2'));
	await clock.settle();
	expect(outbox.cancel(targetOf(laneId), 'Kit')).toMatchObject({ ok: true });
	online = true;
	outbox.wake();
	await clock.pass(1_000_000);
	expect(states(laneId)).toEqual(['cancelled', 'cancelled']);
	expect(reopened).toEqual(['d1']);
	expect(written()).toEqual([]);
});

test('what may be at the service cannot be taken back', async () => {
	service.verdicts = [noReply];
	const laneId = enqueue('d1', create('i1'));
	await clock.settle();
	expect(outbox.cancel(targetOf(laneId), 'Kit')).toMatchObject({
		ok: false,
		code: 'changed-meanwhile',
	});
});

test('dropping a refused create drops what needs it, and the draft can be edited again', async () => {
	service.verdicts = [refused];
	const laneId = enqueue('d1', create('i1'), submit('i2'));
	await clock.settle();
	outbox.drop({ ...targetOf(laneId), reason: 'Entered twice' }, 'Kit');
	expect(states(laneId)).toEqual(['dropped', 'dropped']);
	expect(reopened).toEqual(['d1']);
	expect(outbox.tables.history(laneId).at(-1)).toMatchObject({ by: 'Kit', to_state: 'dropped' });
});

test('a refused create goes back to its draft, and what is made of it is sent as another', async () => {
	service.verdicts = [refused, applied('W-1'), applied(null)];
	const laneId = enqueue('d1', create('i1'), submit('i2'));
	await clock.settle();
	expect(outbox.edit(targetOf(laneId), 'Kit')).toMatchObject({ ok: true });
	expect(states(laneId)).toEqual(['superseded', 'superseded']);
	expect(outbox.tables.ofLane(laneId)[0]).toMatchObject({ resolution: 'edited by Kit' });
	expect(outbox.tables.history(laneId).at(-1)).toMatchObject({ by: 'Kit', to_state: 'superseded' });
	expect(reopened).toEqual(['d1']);

	service.reads['wastage.get'] = () => answer({ status: 'Draft' });
	enqueue('d1', create('i3'), submit('i4'));
	await clock.settle();
	expect(states(laneId)).toEqual(['superseded', 'superseded', 'confirmed', 'confirmed']);
	expect(written()).toEqual(['wastage.create', 'wastage.create', 'wastage.submit']);
});

test('what may be at the service is not edited', async () => {
	service.verdicts = [applied('W-1'), refused];
	service.reads['wastage.get'] = () => answer({ status: 'Draft' });
	const made = enqueue('d1', create('i1'), submit('i2'));
	await clock.settle();
	expect(states(made)).toEqual(['confirmed', 'attention']);
	expect(outbox.edit(targetOf(made), 'Kit')).toMatchObject({ code: 'not-possible-now' });

	service.verdicts = [noReply, refused];
	service.reads['wastage.list'] = () => listAnswer();
	const unanswered = enqueue('d2', create('i3'));
	await clock.pass(1_000_000);
	expect(states(unanswered)).toEqual(['attention']);
	expect(outbox.edit(targetOf(unanswered), 'Kit')).toMatchObject({ code: 'not-possible-now' });
	expect(reopened).toEqual([]);
});

test('a person who says it is done names the document that the next step needs', async () => {
	service.verdicts = [noReply, applied(null)];
	service.reads['wastage.list'] = () => listAnswer();
	profile = serviceProfile.parse({ reference: { wastage: null }, behaviour: known });
	const laneId = enqueue('d1', create('i1'), submit('i2'));
	await clock.pass(1_000_000);
	expect(outbox.markDone({ ...targetOf(laneId), serverId: null }, 'Kit')).toMatchObject({
		code: 'incomplete',
	});
	service.reads['wastage.get'] = () => answer({ status: 'Draft' });
	expect(outbox.markDone({ ...targetOf(laneId), serverId: 'W-5' }, 'Kit')).toMatchObject({
		ok: true,
	});
	await clock.settle();
	expect(states(laneId)).toEqual(['confirmed', 'confirmed']);
	expect(service.writes.at(-1)?.input).toMatchObject({ path: { id: 'W-5' } });
});

test('a decision about a step that has moved on is refused', async () => {
	service.verdicts = [refused];
	const laneId = enqueue('d1', create('i1'));
	await clock.settle();
	const shown = targetOf(laneId);
	expect(outbox.sendAgain(shown, 'Kit')).toMatchObject({ ok: true });
	await clock.settle();
	expect(outbox.sendAgain(shown, 'Kit')).toMatchObject({ code: 'changed-meanwhile' });
});

test('work that waited a day is looked at before it goes, once for the whole document', async () => {
	online = false;
	service.reads['wastage.get'] = () => answer({ status: 'Draft' });
	const laneId = enqueue('d1', create('i1'), submit('i2'));
	// Only the wall clock counts the day: a PC that slept through it has no other.
	clock.setWallClock(clock.now() + 86_400_001);
	online = true;
	outbox.wake();
	await clock.settle();
	expect(states(laneId)).toEqual(['stale-review', 'queued']);
	expect(written()).toEqual([]);
	outbox.sendAgain(targetOf(laneId), 'Kit');
	await clock.settle();
	expect(states(laneId)).toEqual(['confirmed', 'confirmed']);
});

const enqueueApproval = (base: unknown) =>
	enqueueIn({ ...lane('service:W-1'), server: { id: 'W-1', number: 'WST-1' } }, [
		{
			intentId: 'approve',
			operation: 'wastage.approve',
			payload: { path: { id: serverId } },
			base,
		},
	]);
const seen = { id: 'W-1', status: 'Submitted', items: [{ quantity: '2' }] };

test('an approval is for what the person saw, and for nothing else', async () => {
	service.reads['wastage.get'] = () => answer({ ...seen, items: [{ quantity: '20' }] });
	const laneId = enqueueApproval(seen);
	await clock.settle();
	expect(rows(laneId)[0]).toMatchObject({ state: 'attention', attention: 'changed' });
	expect(written()).toEqual([]);
});

test('an approval goes when the document is as the person saw it', async () => {
	service.reads['wastage.get'] = () =>
		answer({ items: seen.items, status: 'Submitted', id: 'W-1', modifiedDate: 'x' });
	const laneId = enqueueApproval(seen);
	await clock.settle();
	expect(states(laneId)).toEqual(['confirmed']);
});

test('what a newer Stillroom queued is kept and not sent', async () => {
	online = false;
	const laneId = enqueue('d1', create('i1'));
	store.durable.prepare('UPDATE action SET payload_version = 99').run();
	online = true;
	outbox.wake();
	await clock.settle();
	expect(states(laneId)).toEqual(['held-newer-version']);
	expect(outbox.counts()).toEqual({ waiting: 0, needYou: 1 });
	// The newer one is installed, here by making the payload one that this version knows.
	store.durable.prepare('UPDATE action SET payload_version = 1').run();
	outbox.recover();
	outbox.start();
	await clock.settle();
	expect(states(laneId)).toEqual(['confirmed']);
});

test('what a newer Stillroom left without an answer is asked about when it can be read again, not sent', async () => {
	service.verdicts = [noReply];
	const laneId = enqueue('d1', create('i1'));
	await clock.settle();
	await outbox.stop();
	store.durable.prepare(`UPDATE action SET state = 'held-newer-version'`).run();
	outbox = makeOutbox();
	outbox.recover();
	outbox.start();
	expect(states(laneId)).toEqual(['ambiguous']);
	await clock.settle();
	expect(written()).toHaveLength(1);
});

test('coming back to an account does not shorten the pause before it asks, however the wall clock was set', async () => {
	service.verdicts = [noReply];
	const laneId = enqueue('d1', create('i1'));
	await clock.settle();
	service.reads['wastage.list'] = () =>
		listAnswer({ id: 'W-3', description: `[${referenceOf(laneId)}]` });
	await outbox.stop();
	clock.setWallClock(clock.now() + 86_400_000);
	outbox.start();
	await clock.pass(profile.pauses.beforeProbeMs - 1);
	expect(states(laneId)).toEqual(['ambiguous']);
	await clock.pass(1_000);
	expect(states(laneId)).toEqual(['confirmed']);
});

test('the window for taking back is not shortened by the wall clock or a start, nor made endless', async () => {
	profile = serviceProfile.parse({ behaviour: known, pauses: { holdMs: 10_000 } });
	const laneId = enqueue('d1', create('i1'));
	await clock.pass(1_000);
	clock.setWallClock(clock.now() + 3_600_000);
	enqueue('d1', submit('i2'));
	await clock.pass(8_000);
	expect(states(laneId)).toEqual(['held', 'held']);
	await outbox.stop();
	clock.setWallClock(clock.now() - 86_400_000);
	outbox.start();
	await clock.pass(9_000);
	expect(states(laneId)).toEqual(['held', 'held']);
	await clock.pass(1_500);
	expect(states(laneId)[0]).toBe('confirmed');
});

test('after the copies were thrown away, what was confirmed is not taken for newer than a new read', async () => {
	store.cache.prepare('UPDATE read_counter SET last = 40').run();
	enqueue('d1', create('i1'));
	await clock.settle();
	await outbox.stop();
	store.cache.prepare('UPDATE read_counter SET last = 0').run();
	outbox = makeOutbox();
	outbox.start();
	expect(store.cache.prepare('SELECT last FROM read_counter').pluck().get()).toBe(40);
});

const update = (intentId: string, more: object): NewAction => ({
	intentId,
	operation: 'wastage.update',
	payload: { body: { ...body, ...more, id: serverId } },
	base: { seen: intentId },
});
const sentBodies = () => service.writes.map(({ input }) => (input as { body?: unknown }).body);

test('a change of what was not sent yet goes out with it, under the reference of what goes out', async () => {
	online = false;
	const laneId = enqueue('d1', create('i1'));
	enqueue('d1', update('i2', { description: 'Dropped two trays' }));
	expect(states(laneId)).toEqual(['superseded', 'queued']);
	expect(outbox.tables.history(laneId).at(-1)).toMatchObject({
		from_state: 'queued',
		to_state: 'superseded',
		by: 'Kit',
	});
	online = true;
	outbox.wake();
	await clock.settle();
	expect(written()).toEqual(['wastage.create']);
	const { reference } = rows(laneId)[1]!;
	expect(sentBodies()).toEqual([{ ...body, description: `Dropped two trays [${reference}]` }]);
});

test('of two updates that were not sent the later goes, as a change of what the first was a change of', () => {
	online = false;
	const laneId = enqueueIn({ ...lane('service:W-1'), server: { id: 'W-1', number: '' } }, [
		update('i1', { description: 'One' }),
	]);
	enqueueIn({ ...lane('service:W-1'), server: { id: 'W-1', number: '' } }, [
		update('i2', { description: 'Two' }),
	]);
	expect(states(laneId)).toEqual(['superseded', 'queued']);
	expect(rows(laneId)[1]).toMatchObject({
		operation: 'wastage.update',
		base: '{"seen":"i1"}',
		intent_id: 'i2',
	});
});

test('a change is not folded across a submit, nor into what may have been sent', async () => {
	online = false;
	const submitted = enqueue('d1', create('i1'), submit('i2'));
	enqueue('d1', update('i3', {}));
	expect(states(submitted)).toEqual(['queued', 'queued', 'queued']);
	online = true;
	service.verdicts = [noReply];
	const tried = enqueue('d2', create('i4'));
	await clock.settle();
	enqueue('d2', update('i5', {}));
	expect(states(tried)).toEqual(['ambiguous', 'queued']);
});

test('discarding what was only made here drops both, and a second click finds that', async () => {
	online = false;
	const category = { ...lane('c1') };
	const made: NewAction = {
		intentId: 'i1',
		operation: 'category.create',
		payload: { body: { name: 'Cheese' } },
	};
	const discard: NewAction = {
		intentId: 'i2',
		operation: 'category.remove',
		payload: { body: { id: serverId } },
	};
	const laneId = enqueueIn(category, [made]);
	expect(enqueueIn(category, [discard])).toBe(laneId);
	expect(enqueueIn(category, [discard])).toBe(laneId);
	expect(states(laneId)).toEqual(['superseded', 'superseded']);
	expect(outbox.counts()).toEqual({ waiting: 0, needYou: 0 });
	online = true;
	outbox.wake();
	await clock.pass(1_000_000);
	expect(written()).toEqual([]);
});

test('what was folded can still be taken back', () => {
	online = false;
	const laneId = enqueue('d1', create('i1'));
	enqueue('d1', update('i2', {}));
	const head = rows(laneId)[1]!;
	const target = { actionId: head.action_id, revision: head.revision };
	expect(outbox.cancel(target, 'Kit')).toMatchObject({ ok: true });
	expect(states(laneId)).toEqual(['superseded', 'cancelled']);
});

test('what waits by choice alone is refused while nothing answers, unless the person chose to wait', () => {
	online = false;
	const there = { ...lane('service:W-1'), server: { id: 'W-1', number: 'WST-1' } };
	const approval: NewAction = {
		intentId: 'approve',
		operation: 'wastage.approve',
		payload: { path: { id: serverId } },
		base: seen,
	};
	const ask = (choice?: { mayWait: boolean }) =>
		store.durable.transaction(() => outbox.enqueue(there, [approval], choice))();
	expect(ask()).toMatchObject({ ok: false, code: 'needs-network' });
	expect(outbox.laneOf('wastage', 'service:W-1')).toBeNull();
	expect(ask({ mayWait: true })).toMatchObject({ ok: true });
});

test('what nothing can prove is never queued', () => {
	const many: NewAction = {
		intentId: 'many',
		operation: 'wastage.lockMany',
		payload: { body: { ids: ['W-1'], isLocked: true } },
	};
	const reply = store.durable.transaction(() =>
		outbox.enqueue(lane('d1'), [many], { mayWait: true }),
	)();
	expect(reply).toMatchObject({ ok: false, code: 'needs-network' });
});

test('a web page in place of the answer is no refusal: without a trace it goes again', async () => {
	const page: WriteVerdict = {
		...{ kind: 'unknown', status: 200, code: 'html', said: 'A web page answered.' },
		...{ waitUntil: null, serverDate: null },
	};
	service.verdicts = [page, applied('W-1')];
	service.reads['wastage.list'] = () => listAnswer();
	const laneId = enqueue('d1', create('i1'));
	await clock.pass(1_000_000);
	expect(states(laneId)).toEqual(['confirmed']);
	expect(written()).toHaveLength(2);
});

test('what leaves no trace time after time ends before a person, who may begin anew', async () => {
	service.verdicts = [noReply];
	service.reads['wastage.list'] = () => listAnswer();
	const laneId = enqueue('d1', create('i1'));
	await clock.pass(2 * 3_600_000);
	expect(written()).toHaveLength(1 + profile.resendsWhenAbsent);
	expect(rows(laneId)[0]).toMatchObject({ attention: 'not-confirmed-absent' });
	outbox.sendAgain(targetOf(laneId), 'Kit');
	await clock.pass(2 * 3_600_000);
	expect(written()).toHaveLength(2 * (1 + profile.resendsWhenAbsent));
});

test('a service whose answers say nothing is not asked for ever', async () => {
	service.verdicts = [noReply];
	service.reads['wastage.list'] = () => ({ ...unreachable, kind: 'unreadable', said: 'No list.' });
	const asked = enqueue('d1', create('i1'));
	service.reads['transferIn.get'] = service.reads['wastage.list'];
	const looked = enqueueReceipt();
	await clock.pass(3 * 3_600_000);
	expect(rows(asked)[0]).toMatchObject({ attention: 'not-confirmed-undecided' });
	expect(rows(looked)[0]).toMatchObject({ attention: 'cannot-be-asked', service_said: 'No list.' });
});

test('a pause that ends between two looks at the clock is not slept through', async () => {
	// The clock goes on with every look, as a real one does, only further: a pause of a second ends between two of them.
	const still = clock;
	let looks = 0;
	clock = { ...still, monotonic: () => still.monotonic() + (looks += 1) * 600 };
	await outbox.stop();
	outbox = makeOutbox();
	outbox.start();
	const lanes: string[] = [];
	for (let document = 0; document < 5; document += 1) {
		service.verdicts = [notSent, notSent, notSent, applied('W-1')];
		lanes.push(enqueue(`d${String(document)}`, create(`i${String(document)}`)));
		await still.pass(20_000);
	}
	expect(lanes.flatMap(states).filter((state) => state !== 'confirmed')).toEqual([]);
});

test('a wall clock set back does not make an action wait for ever', async () => {
	service.verdicts = [notSent, applied('W-1')];
	const laneId = enqueue('d1', create('i1'));
	await clock.settle();
	clock.setWallClock(clock.now() - 86_400_000);
	outbox.start();
	await clock.pass(300_000);
	expect(states(laneId)).toEqual(['confirmed']);
});

test('a wall clock set forward shortens no pause before asking, nor does a start after it', async () => {
	service.verdicts = [noReply, applied('W-1')];
	service.reads['wastage.list'] = () => listAnswer();
	const laneId = enqueue('d1', create('i1'));
	await clock.settle();
	clock.setWallClock(clock.now() + 3_600_000);
	enqueue('d1', submit('i2'));
	await clock.pass(80_000);
	expect(rows(laneId)[0]).toMatchObject({ state: 'ambiguous', absent_probes: 0 });
	await outbox.stop();
	outbox = makeOutbox();
	outbox.recover();
	outbox.start();
	await clock.pass(80_000);
	expect(rows(laneId)[0]).toMatchObject({ state: 'ambiguous', absent_probes: 0 });
	await clock.pass(80_000);
	expect(states(laneId)[0]).toBe('confirmed');
	expect(written()).toHaveLength(2);
});

test('a token that is refused again and again is not tried without a pause', async () => {
	service.verdicts = [{ kind: 'unauthorized', said: 'No.' }];
	const laneId = enqueue('d1', create('i1'));
	await clock.pass(60_000);
	expect(states(laneId)).toEqual(['queued']);
	expect(written().length).toBeGreaterThan(1);
	expect(written().length).toBeLessThan(10);
});

test('every change of state leaves an event, and every try an attempt with its verdict', async () => {
	service.verdicts = [notSent, applied('W-1')];
	const laneId = enqueue('d1', create('i1'));
	await clock.pass(60_000);
	expect(outbox.tables.history(laneId).map((event) => event.to_state)).toEqual([
		'queued',
		'sending',
		'queued',
		'sending',
		'confirmed',
	]);
	expect(
		store.durable
			.prepare<[], string>('SELECT verdict FROM attempt ORDER BY attempt_id')
			.pluck()
			.all(),
	).toEqual(['not-sent', 'applied']);
});
