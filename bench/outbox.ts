// The outbox against the least code that does the same work: an action saved, the next one chosen among many, a long
// outbox sent to a real service, and a start over a long past.
import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPractice } from '../scripts/tour/program.ts';
import { createClient } from '../src/main/core/api/client.ts';
import { createConnectivity } from '../src/main/core/api/connectivity.ts';
import type { ServiceApi } from '../src/main/core/api/service-api.ts';
import { createOutbox } from '../src/main/core/outbox/engine.ts';
import { serverId, type NewAction, type NewLane } from '../src/main/core/outbox/outbox.ts';
import type { Clock } from '../src/main/core/ports.ts';
import { openStore, type Store } from '../src/main/core/store/open.ts';
import { systemClock } from '../src/main/host/clock.ts';
import { openTransport } from '../src/main/host/transport.ts';
import { practiceClient } from '../test/support/practice.ts';
import { nothingLearned } from '../src/shared/service/behaviour.ts';
import { addressOf } from '../src/shared/service/address.ts';
import { operationNamed } from '../src/shared/service/index.ts';
import { readProfile, type ServiceProfile } from '../src/shared/service/profile.ts';
import { accountId, makeKitchen, makePorts, openCore, type Kitchen } from './kitchen.ts';
import { takeTurns, timed, type Benchmark, type Comparison } from './measurement.ts';
import { openBare, openQueue } from './save.ts';

const manyWaiting = 100_000;
const fewWaiting = 100;
const documents = 1_000;
const fewDocuments = 150;
/** A service at a distance: how many ms it keeps a request waiting, and how many documents it gets. */
const distances = [
	{ ms: 20, documents: 150 },
	{ ms: 80, documents: 60 },
] as const;
const pastActions = 10_000;
const warmUp = 20;

export const outbox: Benchmark = {
	name: 'outbox',
	about: 'an action saved, chosen, sent, and remembered at the next start / the least code',
	rounds: 300,
	async run(rounds, say) {
		return [
			...(await saveOne(rounds, say)),
			...(await chooseNext(rounds, say)),
			...(await replayOf(documents, Math.max(1, Math.ceil(rounds / 100)), say)),
			...(await replayAtADistance(Math.max(1, Math.ceil(rounds / 100)), say)),
			...(await beReady(Math.max(1, Math.ceil(rounds / 10)), say)),
		];
	},
};

/** Of its sending alone, with fewer documents and more turns: what else the machine does meets both sides alike. */
export const replay: Benchmark = {
	name: 'replay',
	about: 'a short outbox sent, many times / the same requests from a bare loop',
	rounds: 20,
	run: async (rounds, say) => replayOf(fewDocuments, rounds, say),
};

/** The same at a service that answers late, as one over a network does. */
export const distance: Benchmark = {
	name: 'distance',
	about: 'a short outbox sent to a service that answers late / the same requests from a bare loop',
	rounds: 5,
	run: replayAtADistance,
};

type Say = (doing: string) => void;

// ── Saving ─────────────────────────────────────────────────────────────────────────────────────────────────────────

async function saveOne(rounds: number, say: Say): Promise<Comparison[]> {
	const kitchen = makeKitchen([]);
	const queue = openQueue(kitchen);
	const bare = openBare(kitchen.dataFolder);
	try {
		say('saving');
		const contenders = { enqueue: queue.enqueue, bare: bare.action };
		await takeTurns(warmUp, contenders);
		const ms = await takeTurns(rounds, contenders);
		return [
			{
				...{ name: 'queue an action', against: 'one bare insert' },
				...{ samples: ms.enqueue, floor: ms.bare },
				aims: [
					{ at: 'median', ratio: 1.5 },
					{ at: 'p99', ratio: 1.5 },
				],
			},
		];
	} finally {
		bare.close();
		queue.close();
		kitchen.remove();
	}
}

// ── Choosing ───────────────────────────────────────────────────────────────────────────────────────────────────────

async function chooseNext(rounds: number, say: Say): Promise<Comparison[]> {
	say(`putting ${manyWaiting.toLocaleString('en')} documents into an outbox`);
	const [many, few] = [openWaiting(manyWaiting), openWaiting(fewWaiting)];
	try {
		say('choosing and sending one at a time');
		const contenders = { many: many.sendOne, few: few.sendOne };
		await takeTurns(warmUp, contenders);
		const ms = await takeTurns(rounds, contenders);
		return [
			{
				name: `send the next of ${manyWaiting.toLocaleString('en')}`,
				against: `of ${fewWaiting}`,
				...{ samples: ms.many, floor: ms.few },
				aims: [{ at: 'median', ratio: 1.2 }],
			},
		];
	} finally {
		await many.close();
		await few.close();
	}
}

/** An outbox with so many documents in it, at a service that does at once what it is sent. */
function openWaiting(count: number) {
	const kitchen = makeKitchen([]);
	const store = openStore(kitchen.dataFolder);
	const later: (() => void)[] = [];
	const clock: Clock = {
		...systemClock,
		after(ms, call) {
			// What is only put off to the next turn belongs to the sending; what waits for a time does not.
			if (ms === 0) return systemClock.after(0, call);
			later.push(call);
			return () => undefined;
		},
	};
	let left = 0;
	let sent = 0;
	let confirmed: () => void = () => undefined;
	const api: ServiceApi = {
		...neverAsked,
		write: () => {
			left -= 1;
			return Promise.resolve({
				...{ kind: 'applied', status: 200, value: null, id: `W-${(sent += 1)}`, number: '' },
				serverDate: null,
			});
		},
	};
	const profile = { ...bestKnown({}), lanesAtOnce: 1 };
	const box = createOutbox({
		...{ store, api, ports: { ...makePorts().ports, clock } },
		...{ account: () => ({ accountId, profile, learned: nothingLearned }), person: () => 'Noor' },
		maySend: () => left > 0,
		changed: () => undefined,
		confirmed: () => confirmed(),
		reopen: () => undefined,
	});
	let entered = 0;
	const enter = () => {
		const [lane] = wasteOf((entered += 1), '');
		const reply = box.enqueue(lane.lane, lane.actions.slice(0, 1));
		if (!reply.ok) throw new Error(reply.message);
	};
	store.durable.transaction(() => {
		for (let each = 0; each < count; each += 1) enter();
	})();
	later.length = 0;
	box.start();
	return {
		async sendOne(): Promise<number> {
			const done = new Promise<void>((resolve) => (confirmed = resolve));
			left = 1;
			const begun = performance.now();
			box.wake();
			await done;
			const took = performance.now() - begun;
			// As many wait as before.
			store.durable.transaction(enter)();
			for (const call of later.splice(0)) call();
			return took;
		},
		async close() {
			await box.stop();
			store.close();
			kitchen.remove();
		},
	};
}

// ── Sending ────────────────────────────────────────────────────────────────────────────────────────────────────────

async function replayOf(documents: number, rounds: number, say: Say): Promise<Comparison[]> {
	const bench = await openReplay();
	try {
		say(`sending ${2 * documents} actions, and as many bare requests`);
		const ms = await takeTurns(rounds, bench.senders(documents));
		return [sent(documents, '', ms)];
	} finally {
		await bench.close();
	}
}

async function replayAtADistance(rounds: number, say: Say): Promise<Comparison[]> {
	const bench = await openReplay();
	try {
		const comparisons: Comparison[] = [];
		for (const { ms: late, documents } of distances) {
			say(`sending ${2 * documents} actions to a service that answers after ${late} ms`);
			await bench.answerAfter(late);
			const ms = await takeTurns(rounds, bench.senders(documents));
			comparisons.push(sent(documents, `, ${late} ms away`, ms));
		}
		return comparisons;
	} finally {
		await bench.close();
	}
}

const sent = (
	documents: number,
	where: string,
	ms: { outbox: readonly number[]; bare: readonly number[] },
): Comparison => ({
	name: `send ${(2 * documents).toLocaleString('en')} actions${where}`,
	against: 'the same requests bare',
	...{ samples: ms.outbox, floor: ms.bare },
	aims: [{ at: 'median', ratio: 1.25 }],
});

/** A practice service in a process of its own, and two that send it documents. */
async function openReplay() {
	const folder = mkdtempSync(join(tmpdir(), 'stillroom-bench-'));
	const practice = await startPractice(folder, 'a');
	const close = async () => {
		await practice.stop();
		rmSync(folder, { recursive: true });
	};
	try {
		const { url, clientId, clientSecret } = practice.access;
		const service = practiceClient(url);
		const profile = bestKnown(practice.access.profile);
		const signIn = async () => {
			const body = new FormData();
			body.set('client_id', clientId);
			body.set('client_secret', clientSecret);
			const { json } = await service.send('POST', '/api/Account/Login', { body });
			return (json as { access_token: string }).access_token;
		};
		service.useToken(await signIn());
		const [location] = await service.all<{ id: string }>('location.list');
		const [item] = await service.all<{ id: string; baseUomId: number }>('inventoryItem.list');
		if (!location || !item) throw new Error('The practice service is empty.');
		const work = (documents: number) =>
			Array.from({ length: documents }, (_, index) =>
				wasteOf(index, location.id, { itemId: item.id, uomId: item.baseUomId }),
			).flat();
		return {
			senders: (documents: number) => ({
				outbox: () => sendByOutbox(url, { clientId, clientSecret, profile }, work(documents)),
				bare: async () => sendBare(url, profile, await signIn(), work(documents)),
			}),
			answerAfter: practice.answerAfter,
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}

export interface Work {
	lane: NewLane;
	actions: NewAction[];
}

export async function sendByOutbox(
	serviceUrl: string,
	{
		clientId,
		clientSecret,
		profile,
	}: { clientId: string; clientSecret: string; profile: ServiceProfile },
	work: readonly Work[],
): Promise<number> {
	const kitchen = makeKitchen([]);
	const store = openStore(kitchen.dataFolder);
	const transport = openTransport();
	const ports = {
		...makePorts().ports,
		...{
			clock: systemClock,
			network: transport,
			secrets: { ...noKeeping, read: async () => clientSecret },
		},
	};
	const account = {
		...{ accountId, serviceUrl, clientId, name: 'Bench', practice: false },
		...{ profile, learned: nothingLearned },
	};
	const connectivity = createConnectivity({
		...{ clock: systemClock, random: ports.random, pauses: profile.pauses },
		...{ changed: () => undefined, opened: () => box.wake() },
	});
	const client = createClient({
		...{ account, network: transport, secrets: ports.secrets, clock: systemClock, log: ports.log },
		...{ connectivity, nextReadNo: () => 1, sessionChanged: () => undefined },
	});
	const { promise: drained, resolve } = Promise.withResolvers<undefined>();
	let left = work.length;
	const box = createOutbox({
		...{ store, ports, api: client, account: () => account, person: () => 'Noor' },
		maySend: () => connectivity.open(),
		changed: () => undefined,
		confirmed(_lane, _operation, laneDone) {
			if (laneDone && (left -= 1) === 0) resolve(undefined);
		},
		reopen: () => undefined,
	});
	try {
		store.durable.transaction(() => {
			for (const { lane, actions } of work) {
				const reply = box.enqueue(lane, actions);
				if (!reply.ok) throw new Error(reply.message);
			}
		})();
		// As a moment after they were saved: what is put off then is no part of sending.
		box.makeFound();
		connectivity.start(() => client.probe());
		await connectivity.probeNow();
		const begun = performance.now();
		box.start();
		await drained;
		return performance.now() - begun;
	} finally {
		connectivity.stop();
		await box.stop();
		await transport.close();
		store.close();
		kitchen.remove();
	}
}

/** The requests that the outbox makes of it, over the same transport, as many documents at a time. */
async function sendBare(
	serviceUrl: string,
	profile: ServiceProfile,
	token: string,
	work: readonly Work[],
): Promise<number> {
	const transport = openTransport();
	const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
	const ask = async (how: 'read' | 'write', method: string, path: string, body?: string) => {
		const init = { method, headers, ...(body === undefined ? {} : { body }) };
		const answer = await transport[how](new Request(serviceUrl + path, init));
		const text = await answer.text();
		if (answer.status !== 200) throw new Error(`${path}: ${String(answer.status)} ${text}`);
		return text === '' ? null : (JSON.parse(text) as { id: string });
	};
	const path = (name: Parameters<typeof operationNamed>[0], id = '') =>
		addressOf(operationNamed(name), profile).path.replace('{id}', id);
	const bodies = work.map(({ actions }) =>
		JSON.stringify(actions[0]?.payload.body).replace(/"quantity":"(\d+)"/, '"quantity":$1'),
	);
	try {
		const begun = performance.now();
		let next = 0;
		const lane = async () => {
			for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
				const made = await ask('write', 'POST', path('wastage.create'), body);
				if (!made) throw new Error('A create without an answer.');
				await ask('read', 'GET', path('wastage.get', made.id));
				await ask('write', 'POST', path('wastage.submit', made.id));
			}
		};
		await Promise.all(Array.from({ length: profile.lanesAtOnce }, lane));
		return performance.now() - begun;
	} finally {
		await transport.close();
	}
}

// ── Starting ───────────────────────────────────────────────────────────────────────────────────────────────────────

async function beReady(rounds: number, say: Say): Promise<Comparison[]> {
	const areas = [{ areaId: 'area-1', items: 1_000 }];
	const [kitchen, young] = [makeKitchen(areas), makeKitchen(areas)];
	try {
		say(`a past of ${pastActions.toLocaleString('en')} actions`);
		makePast(kitchen);
		const contenders = {
			core: () => startCore(kitchen),
			young: () => startCore(young),
			bare: () => openFiles(kitchen),
		};
		await takeTurns(3, contenders);
		const ms = await takeTurns(rounds, contenders);
		return [
			{
				name: `ready with ${pastActions.toLocaleString('en')} past actions`,
				against: 'opening both files',
				...{ samples: ms.core, floor: ms.bare },
				aims: [{ at: 'median', ratio: 1.5 }],
			},
			{
				name: `ready with ${pastActions.toLocaleString('en')} past actions`,
				against: 'ready with none',
				...{ samples: ms.core, floor: ms.young },
				aims: [{ at: 'median', ratio: 1.2 }],
			},
		];
	} finally {
		kitchen.remove();
		young.remove();
	}
}

/** Everything done long ago, by the outbox itself. */
function makePast({ dataFolder }: Kitchen): void {
	const store = openStore(dataFolder);
	const box = idleOutbox(store);
	store.durable.transaction(() => {
		for (let each = 0; each < pastActions / 2; each += 1) {
			const [work] = wasteOf(each, '');
			const reply = box.enqueue(work.lane, work.actions);
			if (!reply.ok) throw new Error(reply.message);
			for (const row of box.tables.ofLane(reply.value.laneId)) {
				const at = Date.now();
				const done = {
					by: 'Stillroom',
					why: { code: 'answered', args: { status: 200 } },
					confirmed_by: 'answer',
				} as const;
				box.tables.move(row, 'confirmed', { at, ...done, confirmed_read_no: 0 });
			}
		}
	})();
	store.close();
}

/** Until it has answered what the first screen asks. */
async function startCore(kitchen: Kitchen): Promise<number> {
	const begun = performance.now();
	const { core } = openCore(kitchen);
	const state = await core.call('app.state', {});
	const took = performance.now() - begun;
	if (!state.ok) throw new Error(state.message);
	await core.stop();
	return took;
}

function openFiles({ dataFolder }: Kitchen): number {
	const open: Database.Database[] = [];
	const took = timed(() => {
		for (const [name, table] of [
			['stillroom.db', 'action'],
			['cache.db', 'item'],
		] as const) {
			const db = new Database(join(dataFolder, name));
			db.pragma('journal_mode = WAL');
			db.prepare(`SELECT * FROM ${table} LIMIT 1`).get();
			open.push(db);
		}
	});
	for (const db of open) db.close();
	return took;
}

// ── What all of them use ───────────────────────────────────────────────────────────────────────────────────────────

export function wasteOf(
	index: number,
	locationId: string,
	line: { itemId: string; uomId: number } = { itemId: 'item-000001', uomId: 1 },
	description = 'Spoiled',
): [Work] {
	const documentId = `document-${String(index)}-${crypto.randomUUID()}`;
	const label = { locationId, title: 'Spoiled', lines: 1, cost: '3.00', currency: 'EUR' };
	return [
		{
			lane: { document: 'wastage', documentId, label, server: null },
			actions: [
				{
					intentId: `${documentId}/create`,
					operation: 'wastage.create',
					payload: {
						body: {
							...{ locationId, date: '2026-01-01T09:00:00.000Z', description },
							items: [{ ...line, quantity: '3' }],
						},
					},
				},
				{
					intentId: `${documentId}/submit`,
					operation: 'wastage.submit',
					payload: { path: { id: serverId } },
				},
			],
		},
	];
}

function idleOutbox(store: Store) {
	return createOutbox({
		...{ store, api: neverAsked, ports: makePorts().ports, person: () => 'Noor' },
		account: () => ({ accountId, profile: bestKnown({}), learned: nothingLearned }),
		...{ maySend: () => false, changed: () => undefined, confirmed: () => undefined },
		reopen: () => undefined,
	});
}

export function bestKnown(json: unknown): ServiceProfile {
	const read = readProfile(json);
	if (!read.ok) throw new Error('The profile is not valid.');
	return {
		...read.profile,
		behaviour: { ...read.profile.behaviour, keepsReferences: true },
		textLimits: { ...read.profile.textLimits, wastage: 500 },
	};
}

const noKeeping = { keep: async () => false, forget: async () => undefined };
const asked = () => Promise.reject(new Error('The benchmark asked the service.'));
const neverAsked: ServiceApi = {
	...{ read: asked, readAll: asked, readByName: asked, readAllByName: asked, write: asked },
};
