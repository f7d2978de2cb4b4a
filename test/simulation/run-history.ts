// One history over the real outbox, client and connectivity on real SQLite files, with a clock that stands still and a
// service in memory. What may never happen is checked at every request, after every step, and at rest.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../src/main/core/api/client.ts';
import { createConnectivity } from '../../src/main/core/api/connectivity.ts';
import type { ActiveAccount } from '../../src/main/core/context.ts';
import type { ServiceApi } from '../../src/main/core/api/service-api.ts';
import { laneFolds } from '../../src/main/core/document/lane-fold.ts';
import { cacheRecords } from '../../src/main/core/store/cache-records.ts';
import { EVERYWHERE, pullTable } from '../../src/main/core/store/pulls.ts';
import { updateWastage, wastageRequest } from '../../src/shared/service/wastage.ts';
import { z } from 'zod';
import { holds } from '../../src/main/core/outbox/edits.ts';
import { overlappingOf } from '../../src/main/core/outbox/overlaps.ts';
import { finished, type ActionRow } from '../../src/main/core/outbox/action.ts';
import { hashOfRecord } from '../../src/main/core/outbox/base.ts';
import { createOutbox, type OutboxEngine } from '../../src/main/core/outbox/engine.ts';
import { serverId, type NewAction, type NewLane } from '../../src/main/core/outbox/outbox.ts';
import { readPayload } from '../../src/main/core/outbox/payload.ts';
import { watchedKind } from '../../src/main/core/outbox/twin-watch.ts';
import type { Clock } from '../../src/main/core/ports.ts';
import { openStore, type Store } from '../../src/main/core/store/open.ts';
import { findOperation } from '../../src/shared/service/index.ts';
import type { Operation } from '../../src/shared/service/operation.ts';
import { nothingLearned } from '../../src/shared/service/behaviour.ts';
import { phaseOf, serviceProfile } from '../../src/shared/service/profile.ts';
import { virtualClock } from '../support/virtual-clock.ts';
import { simulatedDisk } from './disk.ts';
import type { CrashLabel, History, Step } from './history.ts';
import { simulatedNetwork, type Sent } from './network.ts';
import {
	openWaste,
	othersTransfers,
	othersWastage,
	simulatedService,
	type Call,
} from './service.ts';
import { Violation } from './violation.ts';

/** What a history touched, so that a run can show that it went everywhere. */
export interface Seen {
	crashes: Set<CrashLabel>;
	faults: Set<string>;
	states: Set<string>;
	/** How edits went that met others: as the history of a step names it. */
	edits: Set<string>;
	/** How many power cuts took back a commit that was on its way to the disk. */
	takenBack: number;
}

const today = '2026-11-20T09:00:00.000Z';
/** Two people of the same service, each with an account of their own on this PC. */
const people = [
	{ accountId: 'account-1', clientId: 'client-1', person: 'Kit' },
	{ accountId: 'account-2', clientId: 'client-2', person: 'Ana' },
] as const;
/** The documents of which there are copies. */
const folded = [
	{ document: 'wastage', kind: 'wastage', list: 'wastage.list' },
	{ document: 'transfer-out', kind: 'transferOut', list: 'transferOut.list' },
] as const;

/** A late request is done within the pause before a probe; what comes later is outside of what is guaranteed. */
const withinThePause = 80_000;

/** Within the time for which copies are searched. */
const longAfterThePause = 1_200_000;

/** How long the disk takes for a commit of the outbox. */
const flushMs = 5;

class Crash extends Error {
	override readonly name = 'Crash';
}

/**
 * @param options.latestMs how long after we gave up the service may still do it.
 * @throws Violation.
 */
export async function runHistory(
	history: History,
	{ seen, latestMs = withinThePause }: { seen?: Seen; latestMs?: number } = {},
): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'stillroom-simulation-'));
	for (const [name, content] of emptyFiles()) writeFileSync(join(folder, name), content);
	const world = createWorld(history, folder, latestMs);
	try {
		for (const step of history.steps) await world.take(step);
		await world.comeToRest();
	} catch (error) {
		if (error instanceof Violation) error.message += `\n\n${world.tell()}`;
		throw error;
	} finally {
		await world.end();
		rmSync(folder, { recursive: true });
		if (seen) {
			for (const label of world.crashed) seen.crashes.add(label);
			for (const fault of world.faultsMet) seen.faults.add(fault);
			for (const state of world.statesReached) seen.states.add(state);
			for (const edit of world.editsMet) seen.edits.add(edit);
			seen.takenBack += world.takenBack();
		}
	}
}

/** Making the files anew for every history would cost more than the history. */
let madeOnce: [string, Buffer][] | null = null;
function emptyFiles(): [string, Buffer][] {
	if (madeOnce) return madeOnce;
	const folder = mkdtempSync(join(tmpdir(), 'stillroom-simulation-'));
	openStore(folder).close();
	madeOnce = ['stillroom.db', 'cache.db'].map((name) => [name, readFileSync(join(folder, name))]);
	rmSync(folder, { recursive: true });
	return madeOnce;
}

/** One start of the program until its end. */
interface Run {
	store: Store;
	outbox: OutboxEngine;
	alive: boolean;
	/** The process is gone: nothing more is written, sent or heard. With the power goes what the disk does not have. */
	die(how?: { power: boolean }): void;
	/** Whether it ended with the power: then nothing of it may be looked at before it is started again. */
	lostPower: boolean;
	/** Whether all that it wrote would outlast a power cut. */
	isFlushed(): boolean;
	/** Lets go of the files, after its end. */
	letGo(): void;
	/** A clean end. */
	close(): Promise<void>;
	/** Another account comes into use, as when a person leaves and another connects. */
	use(who: (typeof people)[number]): Promise<void>;
	readAll: (name: 'wastage.list' | 'transferOut.list') => ReturnType<ServiceApi['readAllByName']>;
	suspend(): void;
	resume(): void;
}

interface Entry {
	accountId: string;
	lane: NewLane;
	actions: NewAction[];
	/** Approvals go while nothing answers only where the person lets them wait. */
	mayWait: boolean;
}

function createWorld({ seed, kind }: History, folder: string, latestMs: number) {
	const clock = virtualClock();
	const random = randomFrom(seed);
	const profile = serviceProfile.parse({
		reference: kind.references ? {} : { wastage: null, transferOut: null, transferIn: null },
		behaviour: {
			keepsReferences: kind.references,
			refusesRepeatedTransition: kind.refusesRepeated,
			refusalsDoNothing: kind.refusalsDoNothing,
			listsAreCurrent: kind.listsAreCurrent,
		},
		pauses: { holdMs: kind.holdMs },
		// So that ky's own timer, which runs on the real clock, never ends a request before the simulation does.
		timeouts: { readMs: 30_000, writeMs: 60_000 },
	});
	let inUse: (typeof people)[number] = people[0];
	const account = (): ActiveAccount => ({
		accountId: inUse.accountId,
		serviceUrl: 'http://service.test',
		clientId: inUse.clientId,
		name: 'Simulation',
		practice: false,
		profile,
		learned: nothingLearned,
	});
	const service = simulatedService(profile, () => clock.monotonic());
	const net = simulatedNetwork({
		...{ clock, random, service, profile },
		latestMs: ({ operation }) =>
			kind.lateCreates && operation.answer.kind === 'created' ? longAfterThePause : latestMs,
	});

	const crashed = new Set<CrashLabel>();
	const statesReached = new Set<string>();
	const editsMet = new Set<string>();
	/** Intents that were shown as saved, with what they ask for. */
	const acknowledged = new Map<string, { operation: string; payload: string } | null>();
	/** What a person ordered of an action, with how many requests it had had by then. */
	const orders: {
		actionId: string;
		choice: 'again' | 'done' | 'drop' | 'take-back';
		at: number;
	}[] = [];
	const entries: Entry[] = [];
	let violation: Violation | null = null;
	let crashAt: { at: CrashLabel; nth: number; power: boolean } | null = null;
	/** Commits of the outbox that still come to the disk before the power goes. */
	let powerCutIn: number | null = null;
	let takenBack = 0;
	/** Actions that the program told to be done. */
	const toldDone = new Set<string>();
	let ids = 0;
	let run = open();

	function note(found: Violation): Violation {
		violation ??= found;
		return violation;
	}

	// ── The program ────────────────────────────────────────────────────────────────────────────────────────────────

	function open(): Run {
		const disk = simulatedDisk(folder, random);
		const { store } = disk;
		for (const { accountId, clientId } of people) {
			store.durable
				.prepare(
					`INSERT OR IGNORE INTO account VALUES (?, 'http://service.test', ?, 'Simulation', 0, '{}', 0, 1)`,
				)
				.run(accountId, clientId);
		}
		const wire = net.connect((call) => checkRequest(call));
		const mine: Clock = {
			now: () => clock.now(),
			monotonic: () => clock.monotonic(),
			after: (ms, call) =>
				clock.after(ms, () => {
					if (opened.alive) guarded(call);
				}),
		};
		const drawReadNo = store.cache
			.prepare<[], number>('UPDATE read_counter SET last = last + 1 RETURNING last')
			.pluck();
		const log = {
			info: () => undefined,
			warn: () => undefined,
			error(message: string, facts?: Readonly<Record<string, unknown>>) {
				if (opened.alive) note(new Violation('stuck', `${message} ${JSON.stringify(facts)}`));
			},
		};
		const secrets = {
			read: () => Promise.resolve('secret'),
			keep: () => Promise.resolve(true),
			forget: () => Promise.resolve(),
		};
		const connect = () => {
			const connectivity = createConnectivity({
				clock: mine,
				random,
				pauses: profile.pauses,
				changed: () => undefined,
				opened: () => {
					outbox.wake();
				},
			});
			const client = createClient({
				account: account(),
				network: wire.network,
				secrets,
				clock: mine,
				log,
				connectivity,
				nextReadNo: () => drawReadNo.get() ?? 0,
				sessionChanged: () => {
					if (client.session.state() === 'signed-in') outbox.wake();
				},
			});
			return { connectivity, client };
		};
		let connection = connect();
		const begin = () => {
			const { connectivity, client } = connection;
			connectivity.start(() => client.probe());
			void connectivity.probeNow();
			outbox.start();
		};
		const end = async () => {
			connection.connectivity.stop();
			let stopped = false;
			const stopping = outbox.stop().then(() => {
				stopped = true;
			});
			for (let waited = 0; !isTrue(stopped) && waited < 600_000; waited += 1_000) {
				await clock.pass(1_000);
				// A crash may have been waiting for one of its last commits.
				if (!opened.alive) return;
			}
			if (!isTrue(stopped)) throw note(new Violation('stuck', 'The program did not end.'));
			await stopping;
		};
		const outbox = createOutbox({
			store,
			ports: {
				clock: mine,
				newId: () => `00000000-0000-7000-8000-${String((ids += 1)).padStart(12, '0')}`,
				random,
				network: wire.network,
				secrets,
				log,
				practice: null,
				crashPoint(label) {
					if (!opened.alive) throw new Crash('The process has ended.');
					if (crashAt?.at !== label) return;
					crashAt.nth -= 1;
					if (crashAt.nth > 0) return;
					crashed.add(crashAt.at);
					const how = crashAt;
					crashAt = null;
					opened.die(how);
					throw new Crash(label);
				},
				// As the product does it: what others do meanwhile comes between a commit and its being on the disk.
				flushOf: () => ({
					flush() {
						const upTo = disk.written();
						if (powerCutIn !== null) {
							powerCutIn -= 1;
							if (powerCutIn <= 0) mine.after(flushMs / 2, cutPower);
						}
						return new Promise((resolve) => {
							mine.after(flushMs, () => {
								disk.flushed(upTo);
								resolve();
							});
						});
					},
					close: () => undefined,
				}),
				systemLocale: 'en-GB',
				version: '0',
			},
			account: () => (opened.alive ? account() : null),
			api: {
				read: (name, input) => connection.client.read(name, input),
				readAll: (name, input, reader) => connection.client.readAll(name, input, reader),
				readByName: (name, input) => connection.client.readByName(name, input),
				readAllByName: (name, input) => connection.client.readAllByName(name, input),
				write: (name, input) => connection.client.write(name, input),
				serviceNow: () => connection.client.serviceNow?.() ?? null,
			},
			maySend: () =>
				opened.alive &&
				connection.connectivity.open() &&
				connection.client.session.state() !== 'secret-needed',
			person: () => inUse.person,
			changed: () => undefined,
			confirmed({ lane_id: laneId }) {
				for (const { action_id: id, state } of outbox.tables.ofLane(laneId)) {
					if (state === 'confirmed') toldDone.add(id);
				}
			},
			reopen: () => undefined,
		});
		const cutPower = () => {
			powerCutIn = null;
			opened.die({ power: true });
		};
		const opened: Run = {
			store,
			outbox,
			alive: true,
			lostPower: false,
			isFlushed: () => disk.isFlushed(),
			letGo: () => {
				disk.close();
			},
			die({ power } = { power: false }) {
				opened.alive = false;
				if (power) {
					opened.lostPower = true;
					if (disk.cutPower()) takenBack += 1;
				}
				wire.cut();
			},
			async close() {
				await end();
				opened.die();
			},
			async use(who) {
				await end();
				if (!opened.alive) return;
				inUse = who;
				connection = connect();
				begin();
			},
			readAll: (name) => connection.client.readAll(name, {}),
			suspend: () => {
				connection.connectivity.suspend();
			},
			resume: () => {
				connection.connectivity.resume();
			},
		};
		outbox.recover();
		begin();
		return opened;
	}

	/** A timer's or a person's call into the program: a crash ends it, and nothing else may be thrown. */
	function guarded<Result>(work: () => Result): Result | null {
		try {
			return work();
		} catch (error) {
			if (error instanceof Crash) return null;
			throw error;
		}
	}

	/** Starts the program again where it ended; a crash may be waiting for the start itself. */
	async function beAlive(): Promise<void> {
		while (!run.alive) await reopen();
	}

	async function reopen(): Promise<void> {
		await clock.settle();
		run.letGo();
		run = open();
		await clock.settle();
	}

	// ── What may never happen ──────────────────────────────────────────────────────────────────────────────────────

	/** Finds the action behind a write that is about to go out, and whether it may. */
	function checkRequest(call: Call): { actionId: string; attempt: number } {
		const { tables } = run.outbox;
		const row = tables.inState('sending').find((each) => {
			const lane = tables.lane(each.lane_id);
			const input = lane && readPayload(each, lane);
			if (each.operation !== call.operation.name || !input || typeof input === 'string')
				return false;
			return (
				(call.id === null || Object.values(input.path ?? {}).includes(call.id)) &&
				hashOfRecord({ body: input.body }) === hashOfRecord({ body: call.body })
			);
		});
		if (!row) {
			throw note(
				new Violation('lost', `${call.operation.name} goes out and no action says that it does.`),
			);
		}
		if (row.account_id !== inUse.accountId) {
			throw note(new Violation('wrong account', `${row.operation} went for ${inUse.accountId}.`));
		}
		const before = tables
			.ofLane(row.lane_id)
			.find(({ seq, state }) => seq < row.seq && !finished.includes(state));
		if (before) {
			throw note(
				new Violation('out of order', `${row.operation} went before ${before.operation}.`),
			);
		}
		const attempt = attemptsOf(row.action_id).at(-1)?.attempt_id ?? 0;
		checkRepetition(row, attempt);
		checkBase(row);
		return { actionId: row.action_id, attempt };
	}

	/** A full update goes as made of what the service showed last: what others changed before that is in it. */
	function checkBase(row: ActionRow): void {
		if (row.base === null || operationOf(row).replay?.proof !== 'equality') return;
		const seen = service.lastShown(laneOf(row)?.server_id ?? '');
		if (hashOfRecord(seen) !== row.base_hash) {
			throw note(
				new Violation('lost', `${row.operation} ${row.action_id} goes over what others changed.`),
			);
		}
	}

	interface Attempt {
		attempt_id: number;
		verdict: string | null;
	}
	function attemptsOf(actionId: string): Attempt[] {
		return run.store.durable
			.prepare<[string], Attempt>(
				'SELECT attempt_id, verdict FROM attempt WHERE action_id = ? ORDER BY attempt_id',
			)
			.all(actionId);
	}

	/** G2: the earlier requests of the action left proof, a person ordered it, or two absences of the allowed kind. */
	function checkRepetition(row: ActionRow, attempt: number): void {
		const earlier = requestsOf(row.action_id);
		const last = earlier.at(-1);
		if (!last) return;
		const blind = (why: string) =>
			note(new Violation('blind resends', `${row.operation} ${row.action_id}: ${why}`));
		if (last.attempt === attempt) {
			// One attempt may ask twice only when its token was refused.
			if (last.status !== 401) throw blind('the same attempt sent it twice');
			return;
		}
		if (
			orders.some(
				({ actionId, choice, at }) =>
					actionId === row.action_id && choice === 'again' && at >= last.at,
			)
		)
			return;
		const verdict = attemptsOf(row.action_id).find(
			(each) => each.attempt_id === last.attempt,
		)?.verdict;
		if (verdict === 'not-sent' || verdict === 'unauthorized') {
			const nothingDone =
				last.status === 401 ||
				last.status === 429 ||
				(last.status === 503 && kind.refusalsDoNothing);
			if (!nothingDone) throw blind(`it counts as ${verdict} and was not`);
			return;
		}
		if (verdict === 'rejected') throw blind('it was refused');
		const { replay } = operationOf(row);
		const unchanged = replay?.proof === 'equality' && row.base !== null;
		if (
			!unchanged &&
			(!kind.listsAreCurrent || (replay?.proof !== 'reference' && replay?.proof !== 'state'))
		) {
			throw blind('an absence proves nothing here');
		}
		const harmless =
			unchanged || (replay.proof === 'reference' ? kind.references : kind.refusesRepeated);
		if (!harmless) throw blind('a late twin would do harm');
		const asked = replay.proof === 'reference' ? replay.list : replay.read;
		const looks = net.sent
			.filter(
				({ call, endedAt, status, old }) =>
					call.operation.name === asked &&
					status === 200 &&
					!old &&
					endedAt !== null &&
					(replay.proof === 'reference' || call.id === laneOf(row)?.server_id),
			)
			.map(({ at }) => at)
			.filter((at) => at >= (last.endedAt ?? last.at) + profile.pauses.beforeProbeMs);
		// The look just before sending is none of the two.
		if (replay.proof !== 'reference') looks.pop();
		const [first, ...more] = looks;
		if (first === undefined || !more.some((at) => at >= first + profile.pauses.betweenProbesMs)) {
			throw blind('the service was not asked twice, with time between');
		}
	}

	const requestsOf = (actionId: string): Sent[] =>
		net.sent.filter((each) => each.actionId === actionId);
	const effectsOf = (actionId: string) =>
		service.effects.filter((effect) => effect.actionId === actionId);
	const laneOf = (row: ActionRow) => run.outbox.tables.lane(row.lane_id);
	const actions = () =>
		run.store.durable.prepare<[], ActionRow>('SELECT * FROM action ORDER BY seq').all();

	function check(): void {
		if (violation) throw violation;
		const rows = actions();
		const byIntent = new Map(rows.map((row) => [row.intent_id, row]));
		for (const [intent, known] of acknowledged) {
			const row = byIntent.get(intent);
			const kept = row && known && [row.payload, ...earlierPayloads(row)].includes(known.payload);
			if (!row || (known && (row.operation !== known.operation || kept !== true))) {
				throw new Violation('lost', `${intent} is not in the outbox any more.`);
			}
			// What is still on its way to the disk was promised to nobody.
			if (run.isFlushed())
				acknowledged.set(intent, { operation: row.operation, payload: row.payload });
		}
		checkStandings(rows);
		for (const row of rows) {
			statesReached.add(row.state);
			const effects = effectsOf(row.action_id).length;
			// What came so late is looked for when everything has come to rest.
			const mayBeTwice = kind.lateCreates && watchedKind(row.operation) !== null;
			if (effects > 1 && !mayBeTwice) {
				throw new Violation(
					'doubled',
					`${row.operation} ${row.action_id} was done ${String(effects)} times.`,
				);
			}
			if (row.state === 'confirmed') checkConfirmed(row);
			else if (toldDone.has(row.action_id)) {
				throw new Violation('lost', `${row.operation} ${row.action_id} was told to be done.`);
			}
			if (earlierPayloads(row).length > 0) noteEdit(row);
			if (row.state === 'superseded') checkSuperseded(row, rows);
			if (row.state === 'cancelled' && requestsOf(row.action_id).length > 0 && effects > 0) {
				throw new Violation(
					'lost',
					`${row.operation} ${row.action_id} was taken back and is done.`,
				);
			}
			if (
				(row.state === 'cancelled' || row.state === 'dropped') &&
				!orders.some(({ actionId }) => actionId === row.action_id)
			) {
				throw new Violation('lost', `${row.operation} ${row.action_id} is ${row.state} by nobody.`);
			}
		}
	}

	function noteEdit({ action_id }: ActionRow): void {
		const codes = run.store.durable
			.prepare<[string], string>('SELECT code FROM action_event WHERE action_id = ?')
			.pluck()
			.all(action_id);
		for (const code of ['merged', 'lines-chosen'] as const) {
			if (codes.includes(code)) editsMet.add(code);
		}
	}

	/** What a step was before it was merged, or chosen by line. */
	const earlierPayloads = ({ action_id }: ActionRow): string[] =>
		run.store.durable
			.prepare<[string], string>('SELECT payload FROM action_revision WHERE action_id = ?')
			.pluck()
			.all(action_id);

	/** Lists and counts are read from what the database keeps of the lanes; it must never differ from the steps. */
	function checkStandings(rows: readonly ActionRow[]): void {
		const { tables } = run.outbox;
		const heads = new Map<string, ActionRow>();
		for (const row of rows) {
			if (!finished.includes(row.state) && !heads.has(row.lane_id)) heads.set(row.lane_id, row);
		}
		const counts = { waiting: 0, 'needs-you': 0, done: 0 };
		for (const laneId of new Set(rows.map(({ lane_id }) => lane_id))) {
			const head = heads.get(laneId);
			const stands = head === undefined ? 'done' : isBeforePerson(head) ? 'needs-you' : 'waiting';
			if (tables.lane(laneId)?.standing !== stands) {
				throw new Violation('lost', `The lane ${laneId} is not shown as ${stands}.`);
			}
			if (tables.lane(laneId)?.account_id === inUse.accountId) counts[stands] += 1;
		}
		if (JSON.stringify(tables.laneCounts(inUse.accountId)) !== JSON.stringify(counts)) {
			throw new Violation('lost', `The documents are miscounted: ${JSON.stringify(counts)}.`);
		}
	}

	/** What another step took the place of never went out, and that step is there. */
	function checkSuperseded(row: ActionRow, rows: readonly ActionRow[]): void {
		const heir = rows.find(({ action_id }) => action_id === row.resolution);
		if (requestsOf(row.action_id).length > 0 || heir?.lane_id !== row.lane_id) {
			throw new Violation('lost', `${row.operation} ${row.action_id} was replaced by nothing.`);
		}
	}

	/** What is shown as done was done: by us, by someone else where that counts, or a person says so. */
	function checkConfirmed(row: ActionRow): void {
		const made = effectsOf(row.action_id).map(({ documentId }) => documentId);
		const { replay, answer } = operationOf(row);
		if (replay?.proof === 'equality' && row.confirmed_by !== 'person') {
			const lane = laneOf(row);
			const sent = lane && readPayload(row, lane);
			const body = typeof sent === 'object' ? (sent.body ?? {}) : {};
			const versions = service.versionsOf(lane?.server_id ?? '');
			if (!versions.some((version) => holds(updateWastage, version, body))) {
				throw new Violation('lost', `${row.operation} ${row.action_id} never stood there.`);
			}
			return;
		}
		if (made.length > 0) {
			const found = laneOf(row)?.server_id ?? null;
			if (answer.kind === 'created' && !made.includes(found)) {
				throw new Violation(
					'lost',
					`${row.operation} made ${made.join()}, taken for ${String(found)}.`,
				);
			}
			return;
		}
		if (row.confirmed_by === 'person') return;
		const state = service.stateOf(laneOf(row)?.server_id ?? '');
		if (
			replay?.proof === 'state' &&
			row.confirmed_by === 'probe' &&
			state !== null &&
			replay.reached.includes(phaseOf(profile, 'wastage', state))
		) {
			return;
		}
		throw new Violation('lost', `${row.operation} ${row.action_id} is shown as done and was not.`);
	}

	// ── What people do ─────────────────────────────────────────────────────────────────────────────────────────────

	function enter({ lane, actions: entered, mayWait }: Entry): void {
		const { store, outbox } = run;
		const reply = store.durable
			.transaction(() => outbox.enqueue(lane, entered, { mayWait }))
			.immediate();
		if (!reply.ok) return;
		for (const { intentId } of entered) {
			if (!acknowledged.has(intentId)) acknowledged.set(intentId, null);
		}
	}

	/** The lanes of waste that the person in use made here and that can still be changed, by what the person sees. */
	const ownWaste = (): NewLane[] =>
		entries
			.filter(({ accountId }) => accountId === inUse.accountId)
			.map(({ lane }) => lane)
			.filter(
				(lane, index, all) =>
					lane.document === 'wastage' &&
					lane.documentId.startsWith('draft-') &&
					all.findIndex((each) => each.documentId === lane.documentId) === index,
			);

	function entryOf(step: { do: string; which: number }): Pick<Entry, 'lane' | 'actions'> | null {
		const entry = String(entries.length + 1);
		const intent = (part: string) => `intent-${entry}-${part}`;
		const lane = (document: NewLane['document'], documentId: string): NewLane => ({
			document,
			documentId,
			label: { locationId: 'L1', title: entry, lines: 1, cost: null, currency: 'EUR' },
			server: documentId.startsWith('service:') ? { id: documentId.slice(8), number: '' } : null,
		});
		const quantity = ['1', '2.350', '0.125', '2'][step.which % 4] ?? '1';
		const byId = { path: { id: serverId } };
		switch (step.do) {
			case 'waste':
			case 'draft':
				return {
					lane: lane('wastage', `draft-${entry}`),
					actions: [
						{
							intentId: intent('create'),
							operation: 'wastage.create',
							payload: {
								body: {
									locationId: 'L1',
									date: today,
									description: `Paper ${entry}`,
									items: [
										{ itemId: 'I1', uomId: 1, quantity: `${entry}.${quantity.replace('.', '')}` },
									],
								},
							},
						},
						...(step.do === 'draft'
							? []
							: [
									{
										intentId: intent('submit'),
										operation: 'wastage.submit',
										payload: byId,
									} as const,
								]),
					],
				};
			case 'edit':
			case 'submit': {
				const own = ownWaste();
				const chosen = own[step.which % Math.max(1, own.length)];
				if (!chosen) return null;
				const changed = {
					locationId: 'L1',
					date: today,
					description: `Paper ${entry}`,
					items: [{ itemId: 'I1', uomId: 1, quantity: `${entry}.5` }],
				};
				return {
					lane: chosen,
					actions: [
						step.do === 'submit'
							? { intentId: intent('submit'), operation: 'wastage.submit', payload: byId }
							: {
									intentId: intent('update'),
									operation: 'wastage.update',
									payload: { body: { ...changed, id: serverId } },
								},
					],
				};
			}
			case 'edit-shown': {
				const id = openWaste[step.which % openWaste.length] ?? openWaste[0];
				const base = service.wastage.get(id);
				if (base === undefined || !['Draft', 'Rejected'].includes(base.status)) return null;
				const pending = mine().some(
					({ lane_id: laneId, state }) =>
						!finished.includes(state) &&
						run.outbox.tables.lane(laneId)?.document_id === `service:${id}`,
				);
				if (pending) return null;
				const at = step.which % 3;
				const changed = { itemId: `I${String(at + 1)}`, uomId: 1, quantity: `${entry}.5` };
				const items = (base.items ?? []).filter(({ itemId }) => itemId !== changed.itemId);
				const { locationId, date, description } = base;
				return {
					lane: lane('wastage', `service:${id}`),
					actions: [
						{
							intentId: intent('update'),
							operation: 'wastage.update',
							payload: {
								body: {
									id,
									locationId,
									date,
									...(description === undefined ? {} : { description }),
									// The third time a line is taken away, and another one comes.
									items: at === 2 ? [...items.slice(1), changed] : [changed, ...items],
								},
							},
							base,
						},
						...(step.which % 4 === 0
							? [
									{
										intentId: intent('submit'),
										operation: 'wastage.submit',
										payload: byId,
									} as const,
								]
							: []),
					],
				};
			}
			case 'transfer':
				return {
					lane: lane('transfer-out', `draft-${entry}`),
					actions: [
						{
							intentId: intent('create'),
							operation: 'transferOut.create',
							payload: {
								body: {
									fromLocationId: 'L1',
									toLocationId: 'L2',
									date: today,
									description: `Paper ${entry}`,
									items: [
										{
											itemId: 'I1',
											quantities: [{ uomId: 1, quantity: `${entry}.${quantity.replace('.', '')}` }],
										},
									],
								},
							},
						},
						{ intentId: intent('submit'), operation: 'transferOut.submit', payload: byId },
					],
				};
			case 'approve': {
				const id = `others-${String((step.which % othersWastage) + 1)}`;
				const base = service.wastage.get(id);
				const pending = actions().some(
					({ lane_id: laneId, state }) =>
						!finished.includes(state) &&
						run.outbox.tables.lane(laneId)?.document_id === `service:${id}`,
				);
				if (base?.status !== 'Submitted' || pending) return null;
				return {
					lane: lane('wastage', `service:${id}`),
					actions: [
						{ intentId: intent('approve'), operation: 'wastage.approve', payload: byId, base },
					],
				};
			}
			case 'receive': {
				const id = `in-${String((step.which % othersTransfers) + 1)}`;
				return {
					lane: lane('transfer-in', `service:${id}`),
					actions: [
						{
							intentId: intent('receive'),
							operation: 'transferIn.receive',
							payload: {
								body: {
									transferId: id,
									date: today,
									description: `Paper ${entry}`,
									items: [
										{
											transferItemId: `${id}-I1`,
											itemId: 'I1',
											quantities: [{ uomId: 1, quantity }],
											quantity,
										},
									],
								},
							},
						},
					],
				};
			}
			default: {
				const batch = (part: string, itemId: string): NewAction => ({
					intentId: intent(part),
					operation: 'inventoryItem.changeStock',
					payload: {
						body: {
							locationId: 'L1',
							date: today,
							description: `Count ${entry} ${part}`,
							items: [{ itemId, storageAreaId: 'S1', quantity: `-${quantity}` }],
						},
					},
				});
				return {
					lane: lane('stocktake', `stocktake-${entry}`),
					actions: step.which % 2 === 0 ? [batch('1', 'I1')] : [batch('1', 'I2'), batch('2', 'I3')],
				};
			}
		}
	}

	/** A person who looks at the service first: never orders again what is done, nor drops it. */
	function decide(row: ActionRow, choice: 'again' | 'done' | 'drop'): void {
		const target = { actionId: row.action_id, revision: row.revision };
		const [effect] = effectsOf(row.action_id);
		const at = clock.monotonic();
		if (effect) {
			orders.push({ actionId: row.action_id, choice: 'done', at });
			const creates = operationOf(row).answer.kind === 'created';
			run.outbox.markDone(
				{ ...target, serverId: creates ? effect.documentId : null },
				inUse.person,
			);
			return;
		}
		const lane = laneOf(row);
		const met = lane && overlappingOf(row, lane);
		if (met && choice !== 'drop') {
			for (const [index, { key }] of met.overlaps.entries()) {
				run.outbox.choose({ ...target, key, choice: index % 2 === 0 ? 'mine' : 'theirs' });
			}
			orders.push({ actionId: row.action_id, choice: 'again', at });
			run.outbox.resolve(target, inUse.person);
			return;
		}
		if (choice === 'again') {
			orders.push({ actionId: row.action_id, choice: 'again', at });
			run.outbox.sendAgain(target, inUse.person);
			return;
		}
		for (const later of run.outbox.tables.ofLane(row.lane_id)) {
			if (later.seq >= row.seq) orders.push({ actionId: later.action_id, choice: 'drop', at });
		}
		run.outbox.drop({ ...target, reason: 'Not wanted any more' }, inUse.person);
	}

	const isBeforePerson = ({ state }: ActionRow): boolean =>
		state === 'attention' || state === 'stale-review';
	const mine = () => actions().filter(({ account_id }) => account_id === inUse.accountId);
	const beforePerson = () => mine().filter(isBeforePerson);

	// ── The steps ──────────────────────────────────────────────────────────────────────────────────────────────────

	async function take(step: Step): Promise<void> {
		await beAlive();
		switch (step.do) {
			case 'waste':
			case 'transfer':
			case 'approve':
			case 'receive':
			case 'adjust':
			case 'draft':
			case 'edit':
			case 'edit-shown':
			case 'submit': {
				const asked = entryOf(step);
				if (!asked) break;
				const { accountId } = inUse;
				const entry = { ...asked, accountId, mayWait: step.which % 2 === 0 };
				entries.push(entry);
				enter(entry);
				break;
			}
			case 'click-again': {
				const own = entries.filter(({ accountId }) => accountId === inUse.accountId);
				const entry = own[step.which % Math.max(1, own.length)];
				if (entry) enter(entry);
				break;
			}
			case 'switch-account':
				await run.use(other());
				break;
			case 'sleep': {
				if (step.noticed) run.suspend();
				if (step.cut) net.cutAnswers();
				if (step.clocks === 'both') clock.sleep(step.ms);
				else clock.setWallClock(clock.now() + step.ms);
				if (step.noticed) run.resume();
				break;
			}
			case 'take-back': {
				const open = mine().filter(({ state }) => state === 'queued' || state === 'held');
				const row = open[step.which % Math.max(1, open.length)];
				if (!row) break;
				const at = clock.monotonic();
				const reply = guarded(() =>
					run.outbox.cancel({ actionId: row.action_id, revision: row.revision }, inUse.person),
				);
				if (reply?.ok === false) break;
				for (const each of run.outbox.tables.ofLane(row.lane_id)) {
					orders.push({ actionId: each.action_id, choice: 'take-back', at });
				}
				break;
			}
			case 'decide': {
				const rows = beforePerson();
				const row = rows[step.which % Math.max(1, rows.length)];
				if (row)
					guarded(() => {
						decide(row, step.choice);
					});
				break;
			}
			case 'colleague':
				service.colleague(step.which);
				break;
			case 'fault':
				net.arm(step.fault, step.on, step.times);
				break;
			case 'offline':
			case 'online':
				net.setOnline(step.do === 'online');
				break;
			case 'restart':
				await run.close();
				await reopen();
				break;
			case 'crash':
				crashAt = { ...step };
				break;
			case 'power-cut':
				powerCutIn = step.nth;
				break;
			case 'kill':
				run.die(step);
				await clock.pass(step.offMs);
				break;
			case 'wall-clock':
				clock.setWallClock(clock.now() + step.byMs);
				break;
			case 'lists-lag':
				service.listsLagBy(step.ms);
				break;
			case 'pull':
				for (const { kind: copies, list } of folded) await pull(copies, list);
				break;
			case 'pass':
				await clock.pass(step.ms);
				break;
		}
		await clock.settle();
		if (run.lostPower) await beAlive();
		check();
	}

	/** The network is good again and time passes: then everything is done or before a person, who decides the rest. */
	async function comeToRest(): Promise<void> {
		net.calm();
		for (const who of [inUse, other()]) {
			await beAlive();
			if (who !== inUse) await run.use(who);
			await beAlive();
			await decideAll();
		}
		const open = actions().find(({ state }) => !finished.includes(state));
		if (open) throw stuck(open);
		// What was given up comes late, if it comes.
		if (kind.lateCreates) await clock.pass(longAfterThePause);
		for (const who of [inUse, other()]) {
			if (who !== inUse) await run.use(who);
			await beAlive();
			await checkView();
		}
	}

	async function decideAll(): Promise<void> {
		await quiet();
		for (let round = 0; round < 6 && beforePerson().length > 0; round += 1) {
			// What the service never takes is dropped in the end.
			for (const row of beforePerson()) {
				guarded(() => {
					decide(row, round < 3 ? 'again' : 'drop');
				});
				await beAlive();
			}
			await quiet();
		}
	}

	const other = () => people.find((each) => each !== inUse) ?? inUse;

	/**
	 * What the screens show is the copies with the lanes folded over them: each document once, ours until a copy shows
	 * it. After a fresh pull that is what the service holds, and our documents there hold what we last did to them.
	 */
	async function checkView(): Promise<void> {
		const { store, outbox } = run;
		const fold = laneFolds(store);
		const records = cacheRecords(store.cache);
		for (const { document, kind: copies, list } of folded) {
			const view = () => {
				const lanes = outbox
					.lanes(document)
					.map((lane) => ({ lane, is: fold(account(), copies, lane) }));
				const ours = lanes.filter(({ is }) => is.shows === 'ours').map(({ lane }) => lane.serverId);
				const theirs = records.all(inUse.accountId, copies).map(({ id }) => id);
				return [...ours, ...theirs.filter((id) => !ours.includes(id))].sort();
			};
			const twice = view().find((id, index, all) => all.indexOf(id) !== index);
			if (twice !== undefined) throw new Violation('doubled', `${String(twice)} is shown twice.`);
			const failure = await pull(copies, list);
			if (failure !== null) throw new Violation('stuck', `${list} cannot be read: ${failure}`);
			const there = service.idsOf(copies).sort();
			if (JSON.stringify(view()) !== JSON.stringify(there)) {
				throw new Violation('lost', `Shown are ${view().join()}, and there are ${there.join()}.`);
			}
		}
		for (const row of mine()) {
			checkContent(row);
			checkTwins(row);
		}
	}

	/** Fetches the copies of a kind, and looks through them. @returns what was wrong; null where nothing was. */
	async function pull(
		copies: (typeof folded)[number]['kind'],
		list: (typeof folded)[number]['list'],
	): Promise<string | null> {
		const { store, outbox, readAll } = run;
		const { accountId } = inUse;
		const read = readAll(list);
		await clock.pass(60_000);
		const answer = await read;
		if (!answer.ok || !run.alive || run.store !== store) return answer.ok ? 'ended' : answer.said;
		const records = cacheRecords(store.cache);
		for (const row of z.array(z.looseObject({ id: z.string() })).parse(answer.value.rows)) {
			records.put(
				accountId,
				copies,
				{ id: row.id, locationId: 'L1', json: JSON.stringify(row) },
				{ readNo: answer.readNo, at: clock.now(), touch: false },
			);
		}
		pullTable(store.cache).finish(accountId, copies, EVERYWHERE, clock.now(), answer.readNo);
		const looking = outbox.lookForTwins(copies);
		await clock.settle();
		await looking;
		return null;
	}

	/** What was made twice is never passed over in silence: each document besides ours stands before a person. */
	function checkTwins(row: ActionRow): void {
		if (row.state !== 'confirmed' || watchedKind(row.operation) === null) return;
		const ours = laneOf(row)?.server_id;
		const found = run.outbox.twins.undecided(row.account_id).map((twin) => twin.server_id);
		for (const { documentId } of effectsOf(row.action_id)) {
			if (documentId === ours || found.includes(String(documentId))) continue;
			throw new Violation('doubled', `${row.operation} also made ${String(documentId)}, unseen.`);
		}
		const innocent = found.find((id) => service.effects.every((each) => each.documentId !== id));
		if (innocent !== undefined) {
			throw new Violation('stuck', `${innocent} is taken for a duplicate, and is none.`);
		}
	}

	/** The last that we did to a document is what it holds. */
	function checkContent(row: ActionRow): void {
		const content = (each: ActionRow) =>
			each.state === 'confirmed' && /^wastage\.(create|update)$/.test(each.operation);
		const lane = laneOf(row);
		const last = run.outbox.tables.ofLane(row.lane_id).filter(content).at(-1);
		if (last?.action_id !== row.action_id || !lane?.server_id) return;
		// What is everybody's may have been changed by others since.
		if (lane.document_id.startsWith('service:')) return;
		const sent = readPayload(row, lane);
		const asked = typeof sent === 'string' ? undefined : wastageRequest.parse(sent.body);
		const held = service.wastage.get(lane.server_id);
		if (JSON.stringify(held?.items) !== JSON.stringify(asked?.items)) {
			throw new Violation(
				'lost',
				`${lane.server_id} holds ${JSON.stringify(held?.items)}, not ${JSON.stringify(asked?.items)}.`,
			);
		}
	}

	async function quiet(): Promise<void> {
		for (let minute = 0; minute < 240; minute += 5) {
			await clock.pass(300_000);
			await beAlive();
			check();
			if (waiting() === undefined) return;
		}
		const row = waiting();
		if (row) throw stuck(row);
	}

	/** A head that is neither done nor before a person. */
	const waiting = (): ActionRow | undefined => {
		const heads = new Map<string, ActionRow>();
		for (const row of mine()) {
			if (!finished.includes(row.state) && !heads.has(row.lane_id)) heads.set(row.lane_id, row);
		}
		return [...heads.values()].find((row) => !isBeforePerson(row));
	};

	return {
		take,
		comeToRest,
		/** The events of all actions, and the writes that went out, for the reader of a failure. */
		tell(): string {
			const events = run.store.durable
				.prepare<[], { line: string }>(
					`SELECT e.at || ' ' || a.operation || ' ' || substr(e.action_id, -3) || ': ' || e.from_state || ' → ' ||
						e.to_state || ' (' || trim(e.code || ' ' || e.why) || ')' AS line
					 FROM action_event e JOIN action a USING (action_id) ORDER BY e.event_id`,
				)
				.all()
				.map(({ line }) => line);
			const writes = net.sent
				.filter(({ actionId }) => actionId !== null)
				.map(
					({ at, call, actionId, status }) =>
						`after ${String(at)} ms ${call.operation.name} ${actionId?.slice(-3) ?? ''} → ${String(status ?? 'no answer')}`,
				);
			return [...events, ...writes].join('\n');
		},
		async end() {
			run.die();
			await clock.settle();
			run.letGo();
		},
		crashed,
		statesReached,
		editsMet,
		takenBack: () => takenBack,
		faultsMet: net.met,
	};
}

const operationOf = (row: ActionRow): Operation => {
	const operation: Operation | undefined = findOperation(row.operation);
	if (!operation) throw new Error(`No operation is called ${row.operation}.`);
	return operation;
};

const stuck = (row: ActionRow) =>
	new Violation('stuck', `${row.operation} ${row.action_id} is still ${row.state}.`);

/** Read through a call, because the value changes behind the checker's back. */
const isTrue = (value: boolean): boolean => value;

/** A small generator (mulberry32): the same numbers for the same seed. */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}
