// One life of the program, from start to end, crash or idle: the real outbox, client and connectivity on a real
// database, a virtual clock, and the simulated service. Every nondeterministic point asks `choose`. Invariants are
// checked at every request and at the end.
import { Client } from '../../src/main/core/api/client.ts';
import { Connectivity } from '../../src/main/core/api/connectivity.ts';
import { finished, type ActionRow } from '../../src/main/core/outbox/action.ts';
import { createOutbox } from '../../src/main/core/outbox/engine.ts';
import type { Clock } from '../../src/main/core/ports.ts';
import type { Store } from '../../src/main/core/store/open.ts';
import { nothingLearned } from '../../src/shared/service/behaviour.ts';
import { findOperation } from '../../src/shared/service/index.ts';
import type { Operation } from '../../src/shared/service/operation.ts';
import type { ServiceProfile } from '../../src/shared/service/profile.ts';
import {
	simulatedService,
	type Answer,
	type Call,
	type SimulatedService,
} from '../simulation/service.ts';
import { Violation } from '../simulation/violation.ts';
import { virtualClock, type VirtualClock } from '../support/virtual-clock.ts';
import {
	accountId,
	openFiles,
	person,
	portsOf,
	profileOf,
	startedAt,
	unknown,
	untilLookCounts,
	type Beginning,
	type Known,
	type Scene,
	type Write,
} from './beginning.ts';
import { fates, lost, respond, usualFate } from './fates.ts';

type Outbox = ReturnType<typeof createOutbox>;

/** Returns the chosen option, 0 being the usual one; `state` detects known states. */
export type Choose = (ways: number, where: string, state: () => string) => number;

type LifeEnd = { kind: 'finished' } | { kind: 'known' } | { kind: 'crashed'; next: Beginning };

/** Thrown by `choose` if nothing new is left on this path. */
export class KnownState extends Error {
	override readonly name = 'KnownState';
}

class Crash extends Error {
	override readonly name = 'Crash';
}

/** A late request completes within the pause before a probe; later ones are outside the guarantee. */
const latestMs = 80_000;
const longestMs = 4 * 3_600_000;

export async function live(scene: Scene, from: Beginning, choose: Choose): Promise<LifeEnd> {
	const store = openFiles(from);
	try {
		return await new Life(store, scene, from, choose).lived();
	} finally {
		store.close();
	}
}

class Life {
	readonly #scene: Scene;
	readonly #from: Beginning;
	readonly #choose: Choose;
	readonly #store: Store;
	readonly #profile: ServiceProfile;
	readonly #clock: VirtualClock;
	readonly #service: SimulatedService;
	readonly #connectivity: Connectivity;
	readonly #client: Client;
	readonly #outbox: Outbox;
	readonly #allRows: () => ActionRow[];
	readonly #done: Write[];
	readonly #known: Map<string, Known>;
	#late: Beginning['late'];
	#ending: LifeEnd | null = null;
	#wrong: Error | null = null;
	/** The answers that the running program may still hold, since it last saved what it knew. */
	#held: string[] = [];
	#madeNow = false;

	constructor(store: Store, scene: Scene, from: Beginning, choose: Choose) {
		this.#scene = scene;
		this.#from = from;
		this.#choose = choose;
		this.#store = store;
		this.#profile = profileOf(scene);
		this.#clock = virtualClock(startedAt + from.at);
		this.#service = simulatedService(this.#profile, () => this.#now());
		for (const { call, actionId } of from.done) this.#service.execute(call, actionId);
		this.#done = [...from.done];
		this.#known = new Map([...from.known].map(([id, each]) => [id, { ...each }]));
		this.#late = from.late;
		const rows = store.durable.prepare<[], ActionRow>('SELECT * FROM action ORDER BY seq');
		this.#allRows = () => rows.all();

		const clock: Clock = {
			now: () => this.#clock.now(),
			monotonic: () => this.#clock.monotonic(),
			after: (ms, call) =>
				this.#clock.after(ms, () => {
					if (this.#alive()) swallowCrash(call);
				}),
		};
		const network = {
			read: (request: Request) => this.#fetch('read', request),
			write: (request: Request) => this.#fetch('write', request),
		};
		const ports = portsOf(clock, network, (label) => {
			if (this.#ask(2, label) === 1) throw this.#crash();
		});
		ports.log.error = (message, facts) => {
			if (this.#alive()) this.#fail(new Error(`${message} ${JSON.stringify(facts)}`));
		};
		this.#connectivity = new Connectivity({
			clock,
			random: ports.random,
			pauses: this.#profile.pauses,
			changed: () => undefined,
			opened: () => {
				this.#outbox.wake();
			},
		});
		const account = {
			accountId,
			serviceUrl: 'http://service.test',
			clientId: 'client',
			name: 'Exhaustive',
			practice: false,
			profile: this.#profile,
			learned: nothingLearned,
		};
		this.#client = new Client({
			account,
			network,
			secrets: ports.secrets,
			clock,
			log: ports.log,
			connectivity: this.#connectivity,
			nextReadNo: () => 1,
			sessionChanged: () => {
				if (this.#client.session.state() === 'signed-in') this.#outbox.wake();
			},
		});
		this.#outbox = createOutbox({
			store,
			ports,
			api: this.#client,
			account: () => (this.#alive() ? account : null),
			maySend: () =>
				this.#alive() &&
				this.#connectivity.open() &&
				this.#client.session.state() !== 'secret-needed',
			person: () => person,
			changed: () => undefined,
			confirmed: () => undefined,
			reopen: () => undefined,
		});
	}

	async lived(): Promise<LifeEnd> {
		const { dueAt } = this.#late ?? {};
		if (dueAt !== undefined) {
			this.#clock.after(Math.max(0, dueAt - this.#now()), () => {
				this.#doLate();
			});
		}
		swallowCrash(() => {
			this.#outbox.recover();
			this.#connectivity.start(() => this.#client.ping());
			void this.#connectivity.pingNow();
			this.#outbox.start();
		});
		while (this.#alive()) await this.#liveOn();
		this.#connectivity.stop();
		await this.#clock.settle();
		if (this.#wrong) throw this.#wrong;
		this.#checkRows();
		if (this.#ending === null) throw new Error('The life has no end.');
		return this.#ending;
	}

	async #liveOn(): Promise<void> {
		await this.#clock.pass(10_000);
		if (!this.#alive()) return;
		const open = this.#allRows().filter(({ state }) => !finished.includes(state));
		const asked = open.find(({ state }) => state === 'attention');
		if (open.length === 0 && this.#late === null) this.#end({ kind: 'finished' });
		else if (asked)
			swallowCrash(() => {
				this.#decide(asked);
			});
		if (this.#clock.monotonic() > longestMs) {
			const [first] = open;
			this.#fail(
				new Violation('stuck', `${first?.operation ?? ''} is still ${first?.state ?? ''}.`),
			);
		}
	}

	/** Looks at the service first: never resends or discards what is done. */
	#decide(row: ActionRow): void {
		const { action_id: actionId, operation, revision } = row;
		const target = { actionId, revision };
		const effect = this.#service.effects.find((each) => each.actionId === actionId);
		if (effect) {
			const creates = operationOf(operation)?.answer.kind === 'created';
			this.#outbox.markDone({ ...target, serverId: creates ? effect.documentId : null }, person);
		} else if (this.#ask(2, 'person') === 0) {
			this.#known.set(actionId, { ...this.#knownOf(actionId), ordered: true });
			this.#outbox.sendAgain(target, person);
		} else this.#outbox.discard({ ...target, reason: 'Not wanted any more' }, person);
	}

	#now(): number {
		return this.#from.at + this.#clock.monotonic();
	}

	#alive(): boolean {
		return this.#ending === null && this.#wrong === null;
	}

	#end(how: LifeEnd): Crash {
		if (this.#alive()) this.#ending = how;
		return new Crash();
	}

	#fail(error: Error): Error {
		this.#wrong ??= error;
		return error;
	}

	#knownOf(actionId: string): Known {
		return this.#known.get(actionId) ?? unknown;
	}

	#ask(ways: number, where: string): number {
		if (!this.#alive()) throw new Crash();
		// What is saved replaces the answers. Only that of a create also serves the next step.
		const isSaved = where.endsWith(': committed');
		if (isSaved && !(where.startsWith('verdict') && this.#madeNow)) this.#held = [];
		try {
			return this.#choose(ways, where, () => `${where} ${this.#state()}`);
		} catch (error) {
			if (error instanceof KnownState) throw this.#end({ kind: 'known' });
			throw this.#fail(error instanceof Error ? error : new Error(String(error)));
		}
	}

	/** Everything that decides the future: equal texts have the same possible futures. */
	#state(): string {
		return JSON.stringify([
			...this.#durableState(),
			[this.#connectivity.state().state, this.#connectivity.open()],
			[this.#client.session.state(), ...this.#held],
		]);
	}

	#durableState(): unknown[] {
		// The time of completion does not affect the future.
		const effects = this.#service.effects.map(({ at: _at, madeAt: _madeAt, ...effect }) => effect);
		const statuses = [...this.#service.wastage.values()].map(({ status }) => status);
		const lateIn = this.#late && this.#late.dueAt - this.#now();
		return [this.#allRows().map((row) => this.#rowState(row)), effects, statuses, lateIn];
	}

	#rowState(row: ActionRow): unknown[] {
		// Finished actions are not checked again.
		if (finished.includes(row.state)) return [row.state];
		const { tables } = this.#outbox;
		const known = this.#knownOf(row.action_id);
		const waits = untilLookCounts(known, this.#profile, this.#now());
		return [
			[row.state, row.attention, row.next_at && row.next_at - this.#clock.now()],
			[baselineOf(row), row.absent_probes, row.service_status, row.resolution],
			// While it is being sent, the open attempt counts as one that may have been applied.
			tables.tries(row.action_id).maybeApplied > (row.state === 'sending' ? 1 : 0),
			// Counts retries after a refused token, which are unbounded.
			tables.resends(row.action_id) < this.#profile.resendsWhenAbsent,
			[known.sent, known.looks, known.ordered, waits],
			tables.lane(row.lane_id)?.server_id,
		];
	}

	#crash(): Crash {
		// An answer not recorded is as good as none, and every pause starts again.
		const now = this.#now();
		for (const { action_id: id, state } of this.#allRows()) {
			const each = this.#known.get(id);
			if (state === 'sending') this.#known.set(id, { ...unknown, sent: 'maybe', since: now });
			else if (each) this.#known.set(id, { ...each, since: now, lookedAt: now });
		}
		const next: Beginning = {
			key: JSON.stringify(this.#durableState()),
			durable: this.#store.durable.serialize(),
			cache: this.#from.cache,
			done: this.#done,
			late: this.#late,
			known: this.#known,
			at: now,
		};
		return this.#end({ kind: 'crashed', next });
	}

	async #fetch(kind: 'read' | 'write', request: Request): Promise<Response> {
		const { pathname } = new URL(request.url);
		if (pathname.startsWith('/api/Account/')) {
			return respond({ status: 200, body: '{"access_token":"token"}' });
		}
		const text = request.method === 'GET' ? '' : await request.text();
		if (!this.#alive()) throw lost();
		const call = this.#service.callOf(request.method, pathname, text);
		if (!call) return respond({ status: 404, body: '{}' });
		return respond(kind === 'read' ? this.#read(call) : this.#write(call));
	}

	#read(call: Call): Answer {
		if (call.operation.name === 'location.count') return this.#service.execute(call, null);
		if (this.#ask(2, `read ${call.operation.name}`) === 1) {
			// The lookup begins anew.
			this.#held = [];
			throw lost();
		}
		const answer = this.#service.execute(call, null);
		this.#held.push(answer.body);
		this.#noteLook(call);
		return answer;
	}

	#write(call: Call): Answer {
		const row = this.#allRows().find((each) => each.state === 'sending');
		const { name } = call.operation;
		if (row?.operation !== name) {
			throw this.#fail(new Violation('lost', `${name} goes out and no action says so.`));
		}
		const one = { call, actionId: row.action_id };
		this.#checkRequest(row);
		const { does, back, sent } = fates[this.#ask(fates.length, `write ${name}`)] ?? usualFate;
		const answer = does === 'now' ? this.#execute(one) : null;
		this.#known.set(row.action_id, { ...unknown, sent, since: this.#now() });
		if (does === 'late') {
			this.#late = { ...one, dueAt: this.#now() + latestMs };
			this.#clock.after(latestMs, () => {
				this.#doLate();
			});
		}
		const heard = back === 'its-own' ? answer : back;
		this.#held = [JSON.stringify(heard)];
		this.#madeNow = back === 'its-own' && name.endsWith('.create');
		if (heard === null || heard === 'lost') throw lost();
		return heard;
	}

	#doLate(): void {
		if (this.#late === null || !this.#alive()) return;
		const write = this.#late;
		this.#late = null;
		try {
			this.#execute(write);
		} catch (error) {
			if (!(error instanceof Violation)) throw error;
			this.#fail(error);
		}
	}

	#execute({ call, actionId }: Write): Answer {
		const { effects } = this.#service;
		const before = effects.length;
		const answer = this.#service.execute(call, actionId);
		if (effects.length > before) this.#done.push({ call, actionId });
		checkEffects(this.#service);
		return answer;
	}

	#checkRequest(row: ActionRow): void {
		const { operation, action_id: actionId } = row;
		const before = this.#allRows().find(
			({ seq, state }) => seq < row.seq && !finished.includes(state),
		);
		if (before) throw this.#fail(new Violation('out of order', `${operation} goes first.`));
		const { sent, looks, ordered } = this.#knownOf(actionId);
		if (ordered || sent === 'never') return;
		const proof = operationOf(operation)?.replay?.proof;
		// It ended before it was answered, so one probe suffices.
		if (sent === 'signed-out' && looks >= 1) return;
		if (sent === 'maybe' && looks >= 2 && (proof === 'reference' || proof === 'state')) return;
		throw this.#fail(
			new Violation('blind resends', `${operation} again after ${String(looks)} looks.`),
		);
	}

	/**
	 * A probe counts if it comes after its pause and finds nothing; for a refused token also the one before the next
	 * attempt.
	 */
	#noteLook(call: Call): void {
		const row = this.#allRows().find(({ state }) => !finished.includes(state));
		const each = row && this.#known.get(row.action_id);
		const rule = row && operationOf(row.operation)?.replay;
		if (!each || !rule || rule.proof === 'none') return;
		if (call.operation.name !== (rule.proof === 'reference' ? rule.list : rule.read)) return;
		if (each.sent === 'signed-out') each.looks = 1;
		if (each.sent !== 'maybe' || row.state !== 'verifying') return;
		if (each.looks === 2 || untilLookCounts(each, this.#profile, this.#now()) > 0) return;
		each.looks += 1;
		each.lookedAt = this.#now();
	}

	#checkRows(): void {
		const all = this.#allRows();
		if (all.length !== this.#scene.actions.length) {
			throw new Violation('lost', 'An action is not in the outbox any more.');
		}
		for (const row of all) {
			const effect = this.#service.effects.find(({ actionId }) => actionId === row.action_id);
			if (row.state === 'confirmed' && !effect) {
				throw new Violation('lost', `${row.operation} is shown as done and was not.`);
			}
			if (row.state === 'discarded' && effect) {
				throw new Violation('lost', `${row.operation} was done and is shown as discarded.`);
			}
		}
	}
}

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
