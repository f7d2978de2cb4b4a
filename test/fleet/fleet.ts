// Many PCs with waiting work come back at the same moment to a rate-limited service: each with the whole core on its
// own files, in one process. The virtual clock advances as fast as the work is done.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locationId, makeKitchen, reasonId, type Kitchen } from '../../bench/kitchen.ts';
import type { Core } from '../../src/main/core/core.ts';
import { createCore } from '../../src/main/core/create-core.ts';
import type { CorePorts, Fetch } from '../../src/main/core/ports.ts';
import { uuidV7 } from '../../src/main/host/clock.ts';
import { seededRandom } from '../../src/practice/demo/random.ts';
import { referenceIn } from '../../src/shared/domain/reference.ts';
import { serviceProfile } from '../../src/shared/service/profile.ts';
import { simulatedService } from '../simulation/service.ts';
import { holding, quietPorts, silentLog } from '../support/ports.ts';
import { virtualClock, type VirtualClock } from '../support/virtual-clock.ts';

export interface FleetOutcome {
	clients: number;
	documents: number;
	/** Requests answered per second; the rest get 429 with Retry-After. */
	limit: number;
	perSecond: number[];
	turnedAway: number;
	/** Requests per client until its queue was empty. */
	requestsEach: number[];
	/** ms until the queue was empty, per client; null if it never was. */
	drainedAfter: (number | null)[];
	needPerson: number;
	/** Documents at the service, and how many are submitted. */
	created: number;
	submitted: number;
	/** Documents with another's reference. */
	doubled: number;
}

/** Requirements on a returning fleet. A document takes two writes: create and submit. */
export function aimsOf(outcome: FleetOutcome): { what: string; is: number; atMost: number }[] {
	const { documents, limit, drainedAfter, requestsEach, perSecond } = outcome;
	const last = Math.max(...drainedAfter.map((each) => each ?? Infinity));
	const requests = Math.max(...requestsEach);
	return [
		{ what: 'seconds until all is sent', is: last / 1_000, atMost: (2 * 2 * documents) / limit },
		{ what: 'requests of each PC until its outbox is empty', is: requests, atMost: 12 },
		{ what: 'requests in the first second', is: perSecond[0] ?? 0, atMost: 2 * limit },
	];
}

export const longestMs = 3_600_000;

export async function fleet(options: {
	clients: number;
	documentsEach: number;
	limit: number;
	seed: number;
	say?: (words: string) => void;
}): Promise<FleetOutcome> {
	const { clients, documentsEach, limit, say = () => undefined } = options;
	// The next morning: copies are stale.
	const clock = virtualClock(Date.now() + 12 * 3_600_000);
	const service = openService(clock, limit);
	const folder = mkdtempSync(join(tmpdir(), 'stillroom-fleet-'));
	const template = makeKitchen([{ areaId: 'area-1', items: 20 }], profile, clients);
	const cores: Core[] = [];
	const drainedAfter = Array.from({ length: clients }, (): number | null => null);
	const requestsEach = Array.from({ length: clients }, () => 0);
	try {
		say(
			`${String(clients)} PCs enter ${String(documentsEach)} documents each, without the service`,
		);
		for (let index = 0; index < clients; index += 1) {
			const core = openCore(template, join(folder, String(index)), index + options.seed, {
				clock,
				fetch(request) {
					if (service.isBack() && drainedAfter[index] === null) requestsEach[index]! += 1;
					return service.fetch(request);
				},
			});
			cores.push(core);
			await core.start();
			await enter(core, documentsEach);
		}
		// Long enough for every PC to notice the outage and ping at its own interval.
		await clock.pass(120_000);

		say('the service is back');
		service.comeBack();
		const back = clock.monotonic();
		for (const [index, core] of cores.entries()) {
			core.on('app.changed', ({ outbox }) => {
				if (outbox.waiting === 0) drainedAfter[index] ??= clock.monotonic() - back;
			});
			void core.call('network.check', {});
		}
		while (drainedAfter.includes(null) && clock.monotonic() - back < longestMs) {
			await clock.pass(1_000);
		}
		const standing = await Promise.all(cores.map(outboxOf));
		const documents = service.documents();
		const references = new Set(documents.map(({ description }) => referenceIn(description ?? '')));
		return {
			clients,
			documents: clients * documentsEach,
			limit,
			drainedAfter,
			requestsEach,
			perSecond: service.perSecond(),
			turnedAway: service.turnedAway(),
			needPerson: standing.filter(({ needYou }) => needYou > 0).length,
			created: documents.length,
			submitted: documents.filter(({ status }) => status === 'Submitted').length,
			doubled: documents.length - references.size,
		};
	} finally {
		const stopping = Promise.all(cores.map((core) => core.stop()));
		await clock.pass(1_000);
		await stopping;
		template.remove();
		rmSync(folder, { recursive: true });
	}
}

const profile = {
	textLimits: { wastage: 500, transferOut: 500, transferIn: 500 },
	// The in-memory service answers lists in one page.
	paging: { style: 'none' },
	behaviour: {
		keepsReferences: true,
		listsAreCurrent: true,
		refusesRepeatedTransition: true,
		refusalsDoNothing: true,
		emptyAnswersMeanDone: true,
	},
};

/** The simulated service behind a rate limit. */
function openService(clock: VirtualClock, limit: number) {
	const service = simulatedService(serviceProfile.parse(profile), () => clock.monotonic());
	const others = new Set(service.wastage.keys());
	const perSecond: number[] = [];
	let turnedAway = 0;
	let backAt: number | null = null;

	const fetch: Fetch = async (request) => {
		if (backAt === null) {
			const cause = Object.assign(new Error('refused'), {
				syscall: 'connect',
				code: 'ECONNREFUSED',
			});
			throw new TypeError('fetch failed', { cause });
		}
		const second = Math.floor((clock.monotonic() - backAt) / 1_000);
		for (let each = perSecond.length; each <= second; each += 1) perSecond.push(0);
		const before = perSecond[second] ?? 0;
		perSecond[second] = before + 1;
		if (before >= limit) {
			turnedAway += 1;
			return answer(429, '{"title":"Too many requests."}', { 'retry-after': '1' });
		}
		const { pathname } = new URL(request.url);
		if (pathname.startsWith('/api/Account/')) return answer(200, '{"access_token":"token"}');
		const text = request.method === 'GET' ? '' : await request.text();
		const call = service.callOf(request.method, pathname, text);
		// Lists the simulation lacks are empty.
		if (!call) return answer(200, '[]');
		const { status, body } = service.execute(call, null);
		return answer(status, body);
	};

	return {
		fetch,
		comeBack() {
			backAt = clock.monotonic();
		},
		isBack: () => backAt !== null,
		perSecond: () => perSecond,
		turnedAway: () => turnedAway,
		documents: () => [...service.wastage.values()].filter(({ id }) => !others.has(id)),
	};
}

const answer = (status: number, body: string, headers: Record<string, string> = {}): Response =>
	new Response(status === 204 ? null : body, {
		status,
		headers: { 'content-type': 'application/json', ...headers },
	});

function openCore(
	template: Kitchen,
	dataFolder: string,
	seed: number,
	{ clock, fetch }: { clock: VirtualClock; fetch: Fetch },
): Core {
	mkdirSync(dataFolder);
	for (const file of ['stillroom.db', 'cache.db']) {
		copyFileSync(join(template.dataFolder, file), join(dataFolder, file));
	}
	const ports: CorePorts = {
		...quietPorts(),
		clock,
		newId: uuidV7(() => clock.now()),
		random: seededRandom(seed),
		network: { read: fetch, write: fetch },
		secrets: holding('secret'),
		log: { ...silentLog, error: console.error },
	};
	return createCore({ dataFolder, ports });
}

async function enter(core: Core, documents: number): Promise<void> {
	for (let each = 1; each <= documents; each += 1) {
		const saved = await core.call('wastage.save', {
			documentId: null,
			revision: 0,
			locationId,
			description: 'Spoiled',
			locale: 'en-GB',
			lines: [
				{
					lineId: '1',
					itemId: 'item-000001',
					boxes: [{ unitId: '1', typed: String(each) }],
					reasonId,
					note: '',
				},
			],
		});
		if (!saved.ok) throw new Error(saved.message);
		const { documentId } = saved.value;
		const sent = await core.call('wastage.submit', { documentId, intentId: documentId });
		if (!sent.ok) throw new Error(sent.message);
	}
}

async function outboxOf(core: Core) {
	const state = await core.call('app.state', {});
	if (!state.ok) throw new Error(state.message);
	return state.value.outbox;
}
