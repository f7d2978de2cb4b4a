// One life of the program, from start to end, crash or idle: the real outbox, client and connectivity on a real
// database, a virtual clock, and the simulated service. Every nondeterministic point asks `choose`. Invariants are
// checked at every request and at the end. The database is in memory: a crash leaves what was committed, and thousands
// of files would cost more than everything else.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import { createClient } from '../../src/main/core/api/client.ts';
import { createConnectivity } from '../../src/main/core/api/connectivity.ts';
import { finished, type ActionRow } from '../../src/main/core/outbox/action.ts';
import { createOutbox } from '../../src/main/core/outbox/engine.ts';
import type { NewAction, NewLane } from '../../src/main/core/outbox/outbox.ts';
import type { Clock, Fetch } from '../../src/main/core/ports.ts';
import { LazyDatabase } from '../../src/main/core/store/lazy-statements.ts';
import { openStore, type Sqlite, type Store } from '../../src/main/core/store/open.ts';
import { nothingLearned } from '../../src/shared/service/behaviour.ts';
import { findOperation } from '../../src/shared/service/index.ts';
import type { Operation } from '../../src/shared/service/operation.ts';
import { serviceProfile, type ServiceProfile } from '../../src/shared/service/profile.ts';
import {
	simulatedService,
	type Answer,
	type Call,
	type SimulatedService,
} from '../simulation/service.ts';
import { Violation } from '../simulation/violation.ts';
import { virtualClock } from '../support/virtual-clock.ts';

/** What survives the program: its files, and what the service did or will still do. */
export interface Beginning {
	/** Equal for starts with the same possible futures. */
	key: string;
	durable: Buffer;
	cache: Buffer;
	/** Our writes applied by the service, in order. */
	done: readonly Write[];
	/** A request the service applies after we gave up, on the timeline below. */
	late: (Write & { dueAt: number }) | null;
	/** Per action: what is known from its requests and answers. */
	known: ReadonlyMap<string, Known>;
	/** ms since the first life began. */
	at: number;
}

interface Write {
	call: Call;
	actionId: string;
}

interface Known {
	/** `maybe`: a request may have been applied; `signed-out`: the same, and its token was refused. */
	sent: 'never' | 'maybe' | 'signed-out' | 'settled';
	/** When the last such request was given up. */
	since: number;
	/** Conclusive probes since then, each after its pause. */
	looks: number;
	lookedAt: number;
	/** A person ordered it again. */
	ordered: boolean;
}

export interface Scene {
	lane: NewLane;
	actions: readonly NewAction[];
	profile: z.input<typeof serviceProfile>;
}

/** The fate of a write at the service, and what we hear of it. */
interface Fate {
	does: 'now' | 'never' | 'late';
	back: 'its-own' | 'lost' | Answer;
	sent: Known['sent'];
}

const usualFate: Fate = { does: 'now', back: 'its-own', sent: 'settled' };
const says = (status: number, body: string): Answer => ({ status, body });
const gateway = says(404, '{"message":"no Route matched with those values"}');
const signedOut = says(401, '{"title":"Unauthorized","status":401}');
const notDone = says(200, '{"success":false}');

export const fates: readonly Fate[] = [
	usualFate,
	{ does: 'now', back: 'lost', sent: 'maybe' },
	{ does: 'never', back: 'lost', sent: 'maybe' },
	{ does: 'late', back: 'lost', sent: 'maybe' },
	{ does: 'never', back: says(400, '{"title":"No."}'), sent: 'settled' },
	{ does: 'now', back: gateway, sent: 'maybe' },
	{ does: 'never', back: gateway, sent: 'maybe' },
	{ does: 'late', back: gateway, sent: 'maybe' },
	{ does: 'now', back: signedOut, sent: 'signed-out' },
	{ does: 'never', back: signedOut, sent: 'signed-out' },
	{ does: 'now', back: notDone, sent: 'maybe' },
	{ does: 'never', back: notDone, sent: 'maybe' },
	{ does: 'late', back: notDone, sent: 'maybe' },
];

/** Returns the chosen option, 0 being the usual one; `state` detects known states. */
export type Choose = (ways: number, where: string, state: () => string) => number;

type LifeEnd =
	| { kind: 'finished' }
	/** This path was explored before. */
	| { kind: 'known' }
	| { kind: 'crashed'; next: Beginning };

/** Thrown by `choose` if nothing new is left on this path. */
export class KnownState extends Error {
	override readonly name = 'KnownState';
}

class Crash extends Error {
	override readonly name = 'Crash';
}

const accountId = 'account-1';
const person = 'Kit';
const startedAt = Date.UTC(2026, 10, 20, 9);
/** A late request completes within the pause before a probe; later ones are outside the guarantee. */
const latestMs = 80_000;
const longestMs = 4 * 3_600_000;

/** Equal pauses, so that the number of failed probes does not affect the future. */
const profileOf = (scene: Scene): ServiceProfile =>
	serviceProfile.parse({
		paging: { style: 'none' },
		...scene.profile,
		pauses: { retryFirstMs: 1_000, retryMostMs: 1_000, staleAfterMs: 0 },
		resendsWhenAbsent: 1,
		timeouts: { readMs: 30_000, writeMs: 60_000 },
	});

/** The scene as entered: nothing sent yet. */
export function firstBeginning(scene: Scene): Beginning {
	const folder = mkdtempSync(join(tmpdir(), 'stillroom-exhaustive-'));
	const store = openStore(folder);
	try {
		addAccount(store);
		const clock = virtualClock(startedAt);
		const outbox = createOutbox({
			...{ store, ports: portsOf(clock, { read: noFetch, write: noFetch }, () => undefined) },
			account: () => ({ accountId, profile: profileOf(scene), learned: nothingLearned }),
			api: { read: never, readAll: never, readByName: never, readAllByName: never, write: never },
			...{ maySend: () => false, person: () => person, changed: () => undefined },
			...{ confirmed: () => undefined, reopen: () => undefined },
		});
		const queued = store.durable
			.transaction(() => outbox.enqueue(scene.lane, scene.actions, { mayWait: true }))
			.immediate();
		if (!queued.ok) throw new Error(queued.message);
		return {
			...{ key: '', durable: contentOf(store.durable), cache: contentOf(store.cache) },
			...{ done: [], late: null },
			...{ known: new Map(), at: 0 },
		};
	} finally {
		store.close();
		rmSync(folder, { recursive: true });
	}
}

export async function live(scene: Scene, from: Beginning, choose: Choose): Promise<LifeEnd> {
	const [durable, cache] = [openContent(from.durable), openContent(from.cache)];
	const store: Store = {
		...{ durable, cache, mayHaveLostWork: null },
		noteSaved: () => undefined,
		close() {
			cache.close();
			durable.close();
		},
	};
	try {
		return await liveOn(store, scene, from, choose);
	} finally {
		store.close();
	}
}

async function liveOn(
	store: Store,
	scene: Scene,
	from: Beginning,
	choose: Choose,
): Promise<LifeEnd> {
	const profile = profileOf(scene);
	const clock = virtualClock(startedAt + from.at);
	const now = () => from.at + clock.monotonic();
	const service = simulatedService(profile, now);
	for (const { call, actionId } of from.done) service.execute(call, actionId);
	const done: Write[] = [...from.done];
	const known = new Map([...from.known].map(([id, each]) => [id, { ...each }]));
	let late = from.late;
	const fate: { ending: LifeEnd | null; wrong: Error | null } = { ending: null, wrong: null };
	let lastRead = '';

	const alive = () => fate.ending === null && fate.wrong === null;
	const end = (how: LifeEnd) => {
		if (alive()) fate.ending = how;
		return new Crash();
	};
	const fail = (error: Error) => {
		fate.wrong ??= error;
		return error;
	};

	// ── Choosing ───────────────────────────────────────────────────────────────────────────────────────────────────

	const allRows = store.durable.prepare<[], ActionRow>('SELECT * FROM action ORDER BY seq');
	const rows = () => allRows.all();

	/** Finished actions are not checked again. */
	const rowStates = () =>
		rows().map((row) =>
			finished.includes(row.state)
				? [row.state]
				: [
						...[row.state, row.attention, row.next_at && row.next_at - clock.now()],
						...[baselineOf(row), row.absent_probes, row.service_status, row.resolution],
						outbox.tables.mayHaveBeenApplied(row.action_id),
						// Counts retries after a refused token, which are unbounded.
						outbox.tables.resends(row.action_id) < profile.resendsWhenAbsent,
						looksSoFar(row.action_id),
						outbox.tables.lane(row.lane_id)?.server_id,
					],
		);
	/** The time of completion does not affect the future. */
	const effects = () => service.effects.map(({ at: _at, madeAt: _madeAt, ...effect }) => effect);
	const statuses = () => [...service.wastage.values()].map(({ status }) => status);
	const lateIn = () => late && late.dueAt - now();
	const looksSoFar = (actionId: string) => {
		const { sent, looks, ordered } = known.get(actionId) ?? unknown;
		return [sent, looks, ordered];
	};

	/** Everything that decides the future: equal texts have the same possible futures. */
	const state = () =>
		JSON.stringify([
			...[rowStates(), effects(), statuses(), lateIn()],
			...[connectivity.state().state, connectivity.open(), client.session.state(), lastRead],
		]);

	const ask = (ways: number, where: string): number => {
		if (!alive()) throw new Crash();
		try {
			return choose(ways, where, () => `${where} ${state()}`);
		} catch (error) {
			if (error instanceof KnownState) throw end({ kind: 'known' });
			throw fail(error instanceof Error ? error : new Error(String(error)));
		}
	};

	const crash = () => {
		// An answer not recorded is as good as none, and every pause starts again.
		for (const { action_id: id, state: at } of rows()) {
			const each = known.get(id);
			if (at === 'sending') known.set(id, { ...unknown, sent: 'maybe', since: now() });
			else if (each) known.set(id, { ...each, since: now(), lookedAt: now() });
		}
		const key = JSON.stringify([rowStates(), effects(), statuses(), lateIn()]);
		const durable = store.durable.serialize();
		const { cache } = from;
		return end({ kind: 'crashed', next: { key, durable, cache, done, late, known, at: now() } });
	};

	// ── The way to the service ─────────────────────────────────────────────────────────────────────────────────────

	const execute = ({ call, actionId }: Write): Answer => {
		const before = service.effects.length;
		const answer = service.execute(call, actionId);
		if (service.effects.length > before) done.push({ call, actionId });
		checkEffects(service);
		return answer;
	};
	const doLate = () => {
		if (late === null || !alive()) return;
		const write = late;
		late = null;
		try {
			execute(write);
		} catch (error) {
			if (!(error instanceof Violation)) throw error;
			fail(error);
		}
	};
	if (late !== null) clock.after(Math.max(0, late.dueAt - now()), doLate);

	const read = (call: Call): Answer => {
		if (call.operation.name === 'location.count') return service.execute(call, null);
		if (ask(2, `read ${call.operation.name}`) === 1) throw lost();
		const answer = service.execute(call, null);
		lastRead = answer.body;
		noteLook(call);
		return answer;
	};

	const write = (call: Call): Answer => {
		const row = rows().find((each) => each.state === 'sending');
		if (row?.operation !== call.operation.name) {
			throw fail(new Violation('lost', `${call.operation.name} goes out and no action says so.`));
		}
		const one = { call, actionId: row.action_id };
		checkRequest(row);
		const { does, back, sent } =
			fates[ask(fates.length, `write ${call.operation.name}`)] ?? usualFate;
		const answer = does === 'now' ? execute(one) : null;
		known.set(row.action_id, { ...unknown, sent, since: now() });
		if (does === 'late') {
			late = { ...one, dueAt: now() + latestMs };
			clock.after(latestMs, doLate);
		}
		const heard = back === 'its-own' ? answer : back;
		if (heard === null || heard === 'lost') throw lost();
		return heard;
	};

	const fetchAs =
		(kind: 'read' | 'write'): Fetch =>
		async (request) => {
			const { pathname } = new URL(request.url);
			if (pathname.startsWith('/api/Account/')) {
				return respond({ status: 200, body: '{"access_token":"token"}' });
			}
			const text = request.method === 'GET' ? '' : await request.text();
			if (!alive()) throw lost();
			const call = service.callOf(request.method, pathname, text);
			if (!call) return respond({ status: 404, body: '{}' });
			return respond(kind === 'read' ? read(call) : write(call));
		};

	// ── What may never happen ──────────────────────────────────────────────────────────────────────────────────────

	function checkRequest(row: ActionRow): void {
		const before = rows().find(({ seq, state: at }) => seq < row.seq && !finished.includes(at));
		if (before) throw fail(new Violation('out of order', `${row.operation} goes first.`));
		const { sent, looks, ordered } = known.get(row.action_id) ?? unknown;
		if (ordered || sent === 'never') return;
		const proof = operationOf(row.operation)?.replay?.proof;
		// It ended before it was answered, so one probe suffices.
		if (sent === 'signed-out' && looks >= 1) return;
		if (sent === 'maybe' && looks >= 2 && (proof === 'reference' || proof === 'state')) return;
		throw fail(
			new Violation('blind resends', `${row.operation} again after ${String(looks)} looks.`),
		);
	}

	/**
	 * A probe counts if it comes after its pause and finds nothing; for a refused token also the one before the next
	 * attempt.
	 */
	function noteLook(call: Call): void {
		const row = rows().find(({ state: at }) => !finished.includes(at));
		const each = row && known.get(row.action_id);
		const rule = row && operationOf(row.operation)?.replay;
		if (!each || !rule || rule.proof === 'none') return;
		if (call.operation.name !== (rule.proof === 'reference' ? rule.list : rule.read)) return;
		if (each.sent === 'signed-out') each.looks = 1;
		if (each.sent !== 'maybe' || row.state !== 'verifying') return;
		const { beforeProbeMs, betweenProbesMs } = profile.pauses;
		const dueAt = each.looks === 0 ? each.since + beforeProbeMs : each.lookedAt + betweenProbesMs;
		if (now() < dueAt || each.looks === 2) return;
		each.looks += 1;
		each.lookedAt = now();
	}

	function checkRows(): void {
		const all = rows();
		if (all.length !== scene.actions.length) {
			throw new Violation('lost', 'An action is not in the outbox any more.');
		}
		for (const row of all) {
			const effect = service.effects.find(({ actionId }) => actionId === row.action_id);
			if (row.state === 'confirmed' && !effect) {
				throw new Violation('lost', `${row.operation} is shown as done and was not.`);
			}
			if (row.state === 'discarded' && effect) {
				throw new Violation('lost', `${row.operation} was done and is shown as discarded.`);
			}
		}
	}

	// ── The program ────────────────────────────────────────────────────────────────────────────────────────────────

	const mine: Clock = {
		now: () => clock.now(),
		monotonic: () => clock.monotonic(),
		after: (ms, call) =>
			clock.after(ms, () => {
				if (alive()) swallowCrash(call);
			}),
	};
	const network = { read: fetchAs('read'), write: fetchAs('write') };
	const ports = portsOf(mine, network, (label) => {
		if (ask(2, label) === 1) throw crash();
	});
	ports.log.error = (message, facts) => {
		if (alive()) fail(new Error(`${message} ${JSON.stringify(facts)}`));
	};
	const connectivity = createConnectivity({
		clock: mine,
		random: ports.random,
		pauses: profile.pauses,
		changed: () => undefined,
		opened: () => {
			outbox.wake();
		},
	});
	const account = {
		...{ accountId, serviceUrl: 'http://service.test', clientId: 'client', name: 'Exhaustive' },
		...{ practice: false, profile, learned: nothingLearned },
	};
	const client = createClient({
		...{ account, network, secrets: ports.secrets, clock: mine, log: ports.log, connectivity },
		nextReadNo: () => 1,
		sessionChanged: () => {
			if (client.session.state() === 'signed-in') outbox.wake();
		},
	});
	const outbox = createOutbox({
		...{ store, ports, api: client, account: () => (alive() ? account : null) },
		maySend: () => alive() && connectivity.open() && client.session.state() !== 'secret-needed',
		...{ person: () => person, changed: () => undefined },
		...{ confirmed: () => undefined, reopen: () => undefined },
	});

	/** Looks at the service first: never resends or discards what is done. */
	const decide = (row: ActionRow): void => {
		const target = { actionId: row.action_id, revision: row.revision };
		const effect = service.effects.find(({ actionId }) => actionId === row.action_id);
		if (effect) {
			const creates = operationOf(row.operation)?.answer.kind === 'created';
			outbox.markDone({ ...target, serverId: creates ? effect.documentId : null }, person);
		} else if (ask(2, 'person') === 0) {
			known.set(row.action_id, { ...(known.get(row.action_id) ?? unknown), ordered: true });
			outbox.sendAgain(target, person);
		} else outbox.discard({ ...target, reason: 'Not wanted any more' }, person);
	};

	swallowCrash(() => {
		outbox.recover();
		connectivity.start(() => client.ping());
		void connectivity.pingNow();
		outbox.start();
	});
	while (alive()) {
		await clock.pass(10_000);
		if (!alive()) break;
		const open = rows().filter(({ state: at }) => !finished.includes(at));
		const asked = open.find(({ state: at }) => at === 'attention');
		if (open.length === 0 && late === null) end({ kind: 'finished' });
		else if (asked)
			swallowCrash(() => {
				decide(asked);
			});
		if (clock.monotonic() > longestMs) {
			fail(new Violation('stuck', `${open[0]?.operation ?? ''} is still ${open[0]?.state ?? ''}.`));
		}
	}
	connectivity.stop();
	await clock.settle();
	if (fate.wrong) throw fate.wrong;
	checkRows();
	if (fate.ending === null) throw new Error('The life has no end.');
	return fate.ending;
}

const unknown: Known = { sent: 'never', since: 0, looks: 0, lookedAt: 0, ordered: false };

function checkEffects({ effects }: SimulatedService): void {
	const twice = effects.find(
		(one, index) => effects.findIndex(({ actionId }) => actionId === one.actionId) !== index,
	);
	if (twice) throw new Violation('doubled', `${twice.actionId} was done twice.`);
}

const operationOf = (name: string): Operation | undefined => findOperation(name);

/** Without the outbox's last event number, which only grows. */
const baselineOf = ({ baseline }: ActionRow): string => (baseline ?? '').replace(/"asOf":\d+/, '');

function swallowCrash(work: () => void): void {
	try {
		work();
	} catch (error) {
		if (!(error instanceof Crash)) throw error;
	}
}

function portsOf(
	clock: Clock,
	network: { read: Fetch; write: Fetch },
	crashPoint: (label: string) => void,
) {
	let ids = 0;
	return {
		...{ clock, network, crashPoint, practice: null, systemLocale: 'en-GB', version: '0' },
		newId: () => `00000000-0000-7000-8000-${String((ids += 1)).padStart(12, '0')}`,
		random: () => 0.5,
		secrets: {
			read: () => Promise.resolve('secret'),
			keep: () => Promise.resolve(true),
			forget: () => Promise.resolve(),
		},
		log: {
			info: () => undefined,
			warn: () => undefined,
			error: (_message: string, _facts?: Readonly<Record<string, unknown>>): void => undefined,
		},
	};
}

function addAccount(store: Store): void {
	store.durable
		.prepare(
			`INSERT OR IGNORE INTO account VALUES (?, 'http://service.test', 'client', 'Exhaustive', 0, '{}', 0, 1)`,
		)
		.run(accountId);
}

/** A snapshot of a database. */
function contentOf(db: Sqlite): Buffer {
	const content = db.serialize();
	// Bytes 18 and 19 of the header announce a write-ahead log; an in-memory database has none.
	// https://www.sqlite.org/fileformat2.html#file_format_version_numbers
	content.fill(1, 18, 20);
	return content;
}

function openContent(content: Buffer): Sqlite {
	const db = new LazyDatabase(content);
	db.pragma('foreign_keys = ON');
	return db;
}

const never = () => Promise.reject(new Error('Nothing is sent before the first life.'));
const noFetch: Fetch = never;
const lost = () =>
	new TypeError('fetch failed', {
		cause: Object.assign(new Error('lost'), { code: 'ECONNRESET' }),
	});

const respond = ({ status, body }: Answer): Response =>
	new Response(status === 204 ? null : body, {
		status,
		headers: { 'content-type': 'application/json' },
	});
