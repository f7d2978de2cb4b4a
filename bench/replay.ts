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
import { openService, timedBare } from './service.ts';
import { bestKnown, bodyText, firstGoods, wasteOf, type Work } from './work.ts';

interface Trip {
	/** Service latency, ms. */
	late: number;
	documents: number;
}
const trips: readonly Trip[] = [
	{ late: 0, documents: 1_000 },
	{ late: 20, documents: 150 },
	{ late: 80, documents: 60 },
];

export const send: Benchmark = {
	name: 'send',
	about: 'a long outbox sent, at once and at a distance / the same requests from a bare loop',
	rounds: 3,
	async run(rounds, say) {
		const comparisons: Comparison[] = [];
		for (const trip of trips) comparisons.push(await sending(trip, rounds, say));
		return comparisons;
	},
};

/** Fewer documents and more rounds, so that other load hits both sides alike. */
export const replay: Benchmark = {
	name: 'replay',
	about: 'a short outbox sent, many times / the same requests from a bare loop',
	rounds: 20,
	run: async (rounds, say) => [await sending({ late: 0, documents: 150 }, rounds, say)],
};

async function sending({ late, documents }: Trip, rounds: number, say: Say): Promise<Comparison> {
	const service = await openService();
	try {
		const { access, client } = service;
		const profile = bestKnown(access.profile);
		client.useToken(await service.signIn());
		const { locationId, line } = await firstGoods(client);
		const work = () =>
			Array.from({ length: documents }, (_, index) => wasteOf(index, locationId, line)).flat();
		const where = late === 0 ? '' : `, ${late} ms away`;
		const name = `send ${(2 * documents).toLocaleString('en')} actions${where}`;
		say(`${name}, and as many bare requests`);
		await service.answerAfter(late);
		const ms = await takeTurns(rounds, {
			outbox: () => sendByOutbox(access.url, { ...access, profile }, work()),
			bare: async () => sendBare(access.url, profile, await service.signIn(), work()),
		});
		return compare(name, 'the same requests bare', ms.outbox, ms.bare, { median: 1.25 });
	} finally {
		await service.close();
	}
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
function sendBare(
	serviceUrl: string,
	profile: ServiceProfile,
	token: string,
	work: readonly Work[],
): Promise<number> {
	const path = (name: Parameters<typeof operationNamed>[0], id = '') =>
		addressOf(operationNamed(name), profile).path.replace('{id}', id);
	const bodies = work.map(({ actions }) => bodyText(actions[0]?.payload.body));
	return timedBare(serviceUrl, token, async (ask) => {
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
	});
}
