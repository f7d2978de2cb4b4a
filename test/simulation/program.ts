// The program in a history, from one start to its end: the real outbox, client and connectivity over a simulated disk
// and network, with crashes at chosen points.
import { AccountConnection } from '../../src/main/core/account-connection.ts';
import type { ServiceApi } from '../../src/main/core/api/service-api.ts';
import { createOutbox, type OutboxEngine } from '../../src/main/core/outbox/engine.ts';
import type { Clock, CorePorts } from '../../src/main/core/ports.ts';
import type { Store } from '../../src/main/core/store/open.ts';
import type { Wish } from '../../src/main/core/store/recovery.ts';
import { holding, quietPorts, silentLog } from '../support/ports.ts';
import { someSettings } from '../support/test-core.ts';
import { simulatedDisk } from './disk.ts';
import type { folded } from './pull.ts';
import { checkRequest } from './request-checks.ts';
import type { Call } from './service.ts';
import { Violation } from './violation.ts';
import { people, type Person, type World } from './world.ts';

/** The process ended in the middle of its work. */
export class Crash extends Error {
	override readonly name = 'Crash';
}

export class Run {
	readonly store: Store;
	readonly outbox: OutboxEngine;
	alive = true;
	readonly #world: World;
	readonly #disk: ReturnType<typeof simulatedDisk>;
	readonly #wire: ReturnType<World['net']['connect']>;
	readonly #connection: AccountConnection;

	constructor(world: World, wish?: Wish) {
		const { clock, random } = world;
		this.#world = world;
		this.#disk = simulatedDisk(world.folder, { random, now: () => clock.now(), wish });
		this.store = this.#disk.store;
		keepAccounts(this.store);
		this.#wire = world.net.connect((call) => this.#checked(call));
		const ports = this.#ports();
		this.#connection = new AccountConnection(
			{
				store: this.store,
				ports,
				settings: () => someSettings,
				changed: () => undefined,
				waits: () => this.outbox.counts().waiting > 0,
				opened: () => {
					this.outbox.wake();
				},
				signedIn: () => {
					this.outbox.wake();
				},
			},
			world.account(),
		);
		this.outbox = this.#openOutbox(ports);
		this.outbox.recover();
		this.#begin();
	}

	letGo(): void {
		this.#disk.close();
	}

	/** The process is gone: no more writes, requests or events. A power cut also loses copies not on disk. */
	die({ power } = { power: false }): void {
		this.alive = false;
		if (power) this.#disk.cutPower();
		this.#wire.cut();
	}

	/** The process is gone, and the file loses its last commits. */
	rollBack(how: 'log-gone' | 'log-cut' | 'commit-damaged'): void {
		this.alive = false;
		this.#disk.rollBack(how);
		this.#wire.cut();
	}

	async close(): Promise<void> {
		await this.#end();
		this.die();
	}

	/** Switches the account, as when a person disconnects and another connects. */
	async use(who: Person): Promise<void> {
		await this.#end();
		if (!this.alive) return;
		this.#world.inUse = who;
		this.#connection.use(this.#connection.candidate(this.#world.account()));
		this.#begin();
	}

	readAll(name: (typeof folded)[number]['list']): ReturnType<ServiceApi['readAllByName']> {
		return this.#connection.api.readAll(name, {});
	}

	suspend(): void {
		this.#connection.current()?.connectivity.suspend();
	}

	resume(): void {
		this.#connection.current()?.connectivity.resume();
	}

	#checked(call: Call): ReturnType<typeof checkRequest> {
		try {
			return checkRequest(this.#world, call);
		} catch (error) {
			// The program takes errors thrown here for network failures.
			if (error instanceof Error && !(error instanceof Violation)) this.#world.broken ??= error;
			throw error;
		}
	}

	#ports(): CorePorts {
		const world = this.#world;
		const clock: Clock = {
			now: () => world.clock.now(),
			monotonic: () => world.clock.monotonic(),
			after: (ms, call) =>
				world.clock.after(ms, () => {
					if (this.alive) world.guarded(call);
				}),
		};
		return {
			...quietPorts(),
			clock,
			secrets: holding('secret'),
			newId: () => world.newId(),
			random: world.random,
			network: this.#wire.network,
			log: {
				...silentLog,
				error: (message, facts) => {
					if (this.alive) world.note(new Violation('stuck', `${message} ${JSON.stringify(facts)}`));
				},
			},
			crashPoint: (label) => {
				this.#pass(label);
			},
		};
	}

	#openOutbox(ports: CorePorts): OutboxEngine {
		const world = this.#world;
		return createOutbox({
			store: this.store,
			ports,
			api: this.#connection.api,
			account: () => (this.alive ? world.account() : null),
			maySend: () => this.alive && this.#connection.maySend(),
			person: () => world.inUse.person,
			changed: () => undefined,
			confirmed: ({ lane_id: laneId }) => {
				for (const { action_id: id, state } of this.outbox.tables.ofLane(laneId)) {
					if (state === 'confirmed' && !world.toldDone.has(id)) {
						world.toldDone.set(id, world.clock.monotonic());
					}
				}
			},
			reopen: () => undefined,
		});
	}

	/** Dies at this label if the history says so. */
	#pass(label: string): void {
		if (!this.alive) throw new Crash('The process has ended.');
		const world = this.#world;
		const { crashAt } = world;
		if (crashAt?.at !== label) return;
		crashAt.nth -= 1;
		if (crashAt.nth > 0) return;
		world.crashed.add(label);
		world.crashAt = null;
		for (const { action_id: id, state } of world.actions()) {
			if (state !== 'confirmed' || world.toldDone.has(id) || world.doneUntold.has(id)) continue;
			world.doneUntold.set(id, world.clock.monotonic());
		}
		this.die(crashAt);
		throw new Crash(label);
	}

	#begin(): void {
		this.#connection.start();
		this.outbox.start();
	}

	async #end(): Promise<void> {
		const world = this.#world;
		this.#connection.stop();
		let stopped = false;
		const stopping = this.outbox.stop().then(() => {
			stopped = true;
		});
		for (let waited = 0; !isTrue(stopped) && waited < 600_000; waited += 1_000) {
			await world.clock.pass(1_000);
			// A crash may have been scheduled for one of its last commits.
			if (!this.alive) return;
		}
		if (!isTrue(stopped)) throw world.note(new Violation('stuck', 'The program did not end.'));
		await stopping;
	}
}

function keepAccounts({ durable }: Store): void {
	for (const { accountId, clientId } of people) {
		durable
			.prepare(
				`INSERT OR IGNORE INTO account VALUES (?, 'http://service.test', ?, 'Simulation', 0, '{}', 0, 1)`,
			)
			.run(accountId, clientId);
	}
}

/** Read by a call, because the value changes behind the type checker's back. */
const isTrue = (value: boolean): boolean => value;
