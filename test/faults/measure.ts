// Every practice service fault with every queued operation: the real outbox, client and transport against the real
// service; pauses pass at once on a virtual clock.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '../../src/main/core/api/client.ts';
import { Connectivity } from '../../src/main/core/api/connectivity.ts';
import type { ActiveAccount, CoreContext } from '../../src/main/core/context.ts';
import { outboxCapability } from '../../src/main/core/outbox/calls.ts';
import { createOutbox } from '../../src/main/core/outbox/engine.ts';
import type { CorePorts, Fetch } from '../../src/main/core/ports.ts';
import { openStore } from '../../src/main/core/store/open.ts';
import { Sync } from '../../src/main/core/sync/sync.ts';
import { openTransport } from '../../src/main/host/transport.ts';
import { practiceProfile } from '../../src/practice/profile.ts';
import type { NetworkState } from '../../src/shared/bridge/app.ts';
import type { Step } from '../../src/shared/bridge/outbox.ts';
import type { Fault } from '../../src/shared/bridge/practice.ts';
import { nothingLearned } from '../../src/shared/service/behaviour.ts';
import { addressOf } from '../../src/shared/service/address.ts';
import { operationNamed } from '../../src/shared/service/index.ts';
import type { Operation } from '../../src/shared/service/operation.ts';
import { outboxCalls } from '../../src/shared/bridge/outbox.ts';
import { serviceProfile } from '../../src/shared/service/profile.ts';
import { holding, quietPorts, silentLog } from '../support/ports.ts';
import { credentials, startTestPractice } from '../support/practice.ts';
import { wrongInEventLog } from '../support/event-log.ts';
import { someSettings } from '../support/test-core.ts';
import { virtualClock } from '../support/virtual-clock.ts';
import { findPlace, queuedSteps, type QueuedStep, type ServicePlace } from './steps.ts';

/** A one-time fault. */
interface NamedFault {
	name: string;
	fault: Partial<Fault>;
	/** Write timeout, ms, if the answer should come too late. */
	writeMs?: number;
	/** A proxy that may answer in the service's place; `forward` passes the request on. */
	between?: Between;
}

type Between = (forward: () => Promise<unknown>) => Promise<Response>;

const answers = (status: number, body: string, type = 'application/json') =>
	new Response(status === 204 ? null : body, { status, headers: { 'content-type': type } });

/** Applied, with this answer instead. */
const doneBut =
	(status: number, body: string, type?: string): Between =>
	async (forward) => {
		await forward();
		return answers(status, body, type);
	};
const notDone =
	(status: number, body: string): Between =>
	() =>
		Promise.resolve(answers(status, body));

/** Request timeout, ms: generous, so that a slow machine is not a fault. */
const patientMs = 5_000;
const impatientMs = 250;

const namedFaults: readonly NamedFault[] = [
	{ name: 'none', fault: {} },
	{ name: 'offline: cut on arrival', fault: { kind: 'offline' } },
	{ name: 'slow: answered in time', fault: { kind: 'slow', delayMs: 20 } },
	{
		name: 'slow: done after we gave up',
		fault: { kind: 'slow', delayMs: impatientMs * 2 },
		writeMs: impatientMs,
	},
	{ name: 'dropped before it is done', fault: { kind: 'drop-before-commit' } },
	{ name: 'done, the answer dropped', fault: { kind: 'drop-reply' } },
	{
		name: 'done, the answer stands still',
		fault: { kind: 'stall-reply' },
		writeMs: impatientMs,
	},
	{ name: 'done, answered with 500', fault: { kind: 'error-after-commit' } },
	{ name: '401: token no longer good', fault: { kind: 'unauthorized' } },
	{ name: '429 with Retry-After', fault: { kind: 'too-many-requests' } },
	{ name: '200 with a web page', fault: { kind: 'html' } },
	{ name: 'done, answered with 401', fault: {}, between: doneBut(401, '{"title":"Unauthorized"}') },
	{
		name: 'done, 401 as a web page',
		fault: {},
		between: doneBut(401, '<html>Sign in</html>', 'text/html'),
	},
	{
		name: 'done, 404 of a gateway',
		fault: {},
		between: doneBut(404, '{"statusCode":404,"message":"Resource not found"}'),
	},
	{
		name: 'done, the network gone on an open socket',
		fault: {},
		async between(forward) {
			await forward();
			const cause = Object.assign(new Error('read ENETDOWN'), {
				code: 'ENETDOWN',
				syscall: 'read',
			});
			throw new TypeError('fetch failed', { cause });
		},
	},
	{ name: '200 that says it failed', fault: {}, between: notDone(200, '{"success":false}') },
	{ name: '202, not done', fault: {}, between: notDone(202, '') },
];

export interface Outcome {
	operation: string;
	fault: string;
	/** The step after the first answer or timeout, and at the end. */
	first: Seen;
	last: Seen;
	/** Requests of this write, and how often the service applied it. */
	requests: number;
	done: number;
}

export interface Seen {
	step: Step;
	network: NetworkState['state'];
	now: number;
}

const accountId = 'account-1';
const longestMs = 600_000;

/** @param part measures every so many faults only, among them a lost answer and an unanswered write */
export async function measureFaults(part = 1): Promise<Outcome[]> {
	const service = await startTestPractice();
	try {
		await service.signIn();
		const place = await findPlace(service);
		const outcomes: Outcome[] = [];
		for (const [at, named] of namedFaults.entries()) {
			if ((at + 1) % part !== 0) continue;
			for (const step of queuedSteps) outcomes.push(await measure(place, step, named));
		}
		return outcomes;
	} finally {
		await service.close();
	}
}

async function measure(
	place: ServicePlace,
	{ operation: name, prepare }: QueuedStep,
	{ name: faultName, fault, writeMs = patientMs, between }: NamedFault,
): Promise<Outcome> {
	const { service } = place;
	await service.setFaults();
	await service.signIn();
	const { lane, action } = await prepare(place);
	const before = (await service.journal()).at(-1)?.no ?? 0;
	if (fault.kind) await service.setFaults({ ...fault, operation: name, times: 1 });

	const program = openProgram(service.url, operationNamed(name), { writeMs, between });
	try {
		program.enqueue(lane, { ...action, intentId: 'intent' });
		const first = await program.until(({ step }) => step.attempts > 0 && step.state !== 'sending');
		// A late request is applied within the pause before our probe; this wait is in real time, unlike that pause.
		const journal = async () => (await service.journal()).filter((each) => each.no > before);
		while (
			fault.kind === 'slow' &&
			!(await journal()).some(({ operation, committed }) => operation === name && committed)
		) {
			await nextTurn();
		}
		const last = await program.until(
			({ step }) => step.state === 'confirmed' || step.state === 'attention',
		);
		const done = (await journal()).filter((each) => each.operation === name && each.committed);
		program.checkLog();
		return {
			operation: name,
			fault: faultName,
			first,
			last,
			requests: program.requests(),
			done: done.length,
		};
	} finally {
		await program.close();
	}
}

/** In memory, if the system has such a folder. */
const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

function openProgram(
	serviceUrl: string,
	operation: Operation,
	{ writeMs, between }: { writeMs: number; between: Between | undefined },
) {
	const folder = mkdtempSync(join(parent, 'stillroom-faults-'));
	const store = openStore(folder);
	store.durable
		.prepare(`INSERT INTO account VALUES (?, ?, 'client', 'Faults', 0, '{}', 0, 1)`)
		.run(accountId, serviceUrl);
	const clock = virtualClock(Date.UTC(2026, 2, 2, 9));
	const transport = openTransport();
	const profile = serviceProfile.parse({
		...practiceProfile,
		timeouts: { readMs: patientMs, writeMs },
	});
	const account: ActiveAccount = {
		accountId,
		serviceUrl,
		clientId: credentials.clientId,
		name: 'Faults',
		practice: false,
		profile,
		learned: nothingLearned,
	};

	const path = new RegExp(`${addressOf(operation, profile).path.replace(/\{\w+\}/g, '[^/]+')}$`);
	const onItsWay = new Set<Promise<unknown>>();
	let requests = 0;
	/** Passes on complete answers only, so that nothing is in flight unseen. */
	const whole =
		(fetch: Fetch): Fetch =>
		(request) => {
			const isOurs =
				request.method === operation.method && path.test(new URL(request.url).pathname);
			if (isOurs) requests += 1;
			const meets = isOurs && requests === 1 ? between : undefined;
			const forward = async () => withBody(await fetch(request));
			const answered = (async () => {
				const { status, headers, ...answer } = await (meets === undefined
					? forward()
					: withBody(await meets(forward)));
				// The service's clock runs while ours stands still: ignore it.
				headers.delete('date');
				return new Response(answer.body, { status, headers });
			})();
			const settled: Promise<unknown> = answered.then(
				() => onItsWay.delete(settled),
				() => onItsWay.delete(settled),
			);
			onItsWay.add(settled);
			return answered;
		};
	const ports: CorePorts = {
		...quietPorts(),
		clock,
		newId: () => crypto.randomUUID(),
		network: { read: whole(transport.read), write: whole(transport.write) },
		secrets: holding(credentials.clientSecret),
		log: { ...silentLog, error: console.error },
	};
	const connectivity = new Connectivity({
		clock,
		random: ports.random,
		pauses: profile.pauses,
		changed: () => undefined,
		opened: () => {
			outbox.wake();
		},
	});
	const client = new Client({
		account,
		network: ports.network,
		secrets: ports.secrets,
		clock,
		log: ports.log,
		connectivity,
		nextReadNo: () => 1,
		sessionChanged: () => {
			if (client.session.state() === 'signed-in') outbox.wake();
		},
	});
	const base = {
		store,
		ports,
		api: client,
		account: () => account,
		settings: () => someSettings,
		emit: () => undefined,
		appChanged: () => undefined,
	};
	const outbox = createOutbox({
		...base,
		maySend: () => connectivity.open() && client.session.state() !== 'secret-needed',
		person: () => 'Noor',
		changed: () => undefined,
		confirmed: () => undefined,
		reopen: () => undefined,
	});
	const context: CoreContext = {
		...base,
		outbox,
		sync: new Sync({ context: base, standing: () => 'away' }),
	};
	const calls = outboxCapability(
		context,
		outbox,
		() => connectivity,
		() => 'Harbour Kitchen',
	);
	outbox.recover();
	connectivity.start(() => client.ping());
	void connectivity.pingNow();
	outbox.start();

	/** Waits for pending requests and what their answers start. */
	const quiet = async () => {
		do {
			await Promise.all(onItsWay);
			await clock.settle();
		} while (onItsWay.size > 0);
	};

	const look = async (): Promise<Seen | null> => {
		const reply = await calls['outbox.list'](
			outboxCalls['outbox.list'].input.parse({ filter: 'all', limit: 10 }),
			{ connection: 'test' },
		);
		const step = reply.ok ? reply.value.lanes[0]?.steps[0] : undefined;
		return step ? { step, network: connectivity.state().state, now: clock.now() } : null;
	};

	return {
		requests: () => requests,
		/** @throws if the event log contradicts the promises. */
		checkLog() {
			const counted = { requests: () => requests, clockIsSteady: true };
			const wrong = wrongInEventLog(store.durable, counted);
			if (wrong.length > 0) throw new Error(wrong.join('\n'));
		},
		enqueue(
			...[lane, action]: [
				Parameters<typeof outbox.enqueue>[0],
				Parameters<typeof outbox.enqueue>[1][number],
			]
		) {
			const queued = store.durable
				.transaction(() => outbox.enqueue(lane, [action], { mayWait: true }))
				.immediate();
			if (!queued.ok) throw new Error(queued.message);
		},
		async until(fits: (seen: Seen) => boolean): Promise<Seen> {
			for (let passed = 0; passed < longestMs; passed += 50) {
				await quiet();
				const seen = await look();
				if (seen && fits(seen)) return seen;
				await clock.pass(50);
			}
			throw new Error(`${operation.name} does not come to rest: ${JSON.stringify(await look())}`);
		},
		async close() {
			connectivity.stop();
			await outbox.stop();
			await transport.close();
			store.close();
			rmSync(folder, { recursive: true });
		},
	};
}

async function withBody(response: Response) {
	const body = await response.arrayBuffer();
	return {
		status: response.status,
		headers: new Headers(response.headers),
		body: body.byteLength === 0 ? null : body,
	};
}
