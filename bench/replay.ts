// A long outbox sent to a real service, beside the same requests from a bare loop: with and without network latency.
import { Client } from '../src/main/core/api/client.ts';
import { Connectivity } from '../src/main/core/api/connectivity.ts';
import { createOutbox } from '../src/main/core/outbox/engine.ts';
import { openStore } from '../src/main/core/store/open.ts';
import { systemClock } from '../src/main/host/clock.ts';
import { openTransport } from '../src/main/host/transport.ts';
import { nothingLearned } from '../src/shared/service/behaviour.ts';
import { addressOf } from '../src/shared/service/address.ts';
import { operationNamed } from '../src/shared/service/index.ts';
import type { ServiceProfile } from '../src/shared/service/profile.ts';
import { compare, takeTurns, type Benchmark, type Comparison, type Say } from './harness.ts';
import { accountId, makeKitchen, makePorts } from './kitchen.ts';
import { openBareClient, openService } from './service.ts';
import { bestKnown, wasteOf, type Work } from './work.ts';

const documents = 1_000;
const fewDocuments = 150;
/** A service with latency in ms, and its number of documents. */
const distances = [
	{ ms: 20, documents: 150 },
	{ ms: 80, documents: 60 },
] as const;

export const send: Benchmark = {
	name: 'send',
	about: 'a long outbox sent, at once and at a distance / the same requests from a bare loop',
	rounds: 3,
	run: async (rounds, say) => [
		...(await replayOf(documents, rounds, say)),
		...(await replayAtADistance(rounds, say)),
	],
};

/** Fewer documents and more rounds, so that other load hits both sides alike. */
export const replay: Benchmark = {
	name: 'replay',
	about: 'a short outbox sent, many times / the same requests from a bare loop',
	rounds: 20,
	run: async (rounds, say) => replayOf(fewDocuments, rounds, say),
};

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
): Comparison =>
	compare(
		`send ${(2 * documents).toLocaleString('en')} actions${where}`,
		'the same requests bare',
		ms.outbox,
		ms.bare,
		{ median: 1.25 },
	);

async function openReplay() {
	const service = await openService();
	const { access, client } = service;
	const profile = bestKnown(access.profile);
	client.useToken(await service.signIn());
	const [location] = await client.all<{ id: string }>('location.list');
	const [item] = await client.all<{ id: string; baseUomId: number }>('inventoryItem.list');
	if (!location || !item) throw new Error('The practice service is empty.');
	const work = (documents: number) =>
		Array.from({ length: documents }, (_, index) =>
			wasteOf(index, location.id, { itemId: item.id, uomId: item.baseUomId }),
		).flat();
	return {
		senders: (documents: number) => ({
			outbox: () => sendByOutbox(access.url, { ...access, profile }, work(documents)),
			bare: async () => sendBare(access.url, profile, await service.signIn(), work(documents)),
		}),
		answerAfter: service.answerAfter,
		close: service.close,
	};
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
		clock: systemClock,
		network: transport,
		secrets: {
			read: async () => clientSecret,
			keep: async () => false,
			forget: async () => undefined,
		},
	};
	const account = {
		accountId,
		serviceUrl,
		clientId,
		name: 'Bench',
		practice: false,
		profile,
		learned: nothingLearned,
	};
	const connectivity = new Connectivity({
		clock: systemClock,
		random: ports.random,
		pauses: profile.pauses,
		changed: () => undefined,
		opened: () => box.wake(),
	});
	const client = new Client({
		account,
		network: transport,
		secrets: ports.secrets,
		clock: systemClock,
		log: ports.log,
		connectivity,
		nextReadNo: () => 1,
		sessionChanged: () => undefined,
	});
	const { promise: drained, resolve } = Promise.withResolvers<undefined>();
	let left = work.length;
	const box = createOutbox({
		store,
		ports,
		api: client,
		account: () => account,
		person: () => 'Noor',
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
		// As a moment after saving: deferred work is not part of sending.
		box.makeFound();
		connectivity.start(() => client.ping());
		await connectivity.pingNow();
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

/** The outbox's requests, over the same transport, with as many documents in parallel. */
async function sendBare(
	serviceUrl: string,
	profile: ServiceProfile,
	token: string,
	work: readonly Work[],
): Promise<number> {
	const { ask, close } = openBareClient(serviceUrl, token);
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
		await close();
	}
}
