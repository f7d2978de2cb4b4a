// The program in a history, from one start to its end: the real outbox, client and connectivity over a simulated disk
// and network, with crashes at chosen points.
import { createClient } from '../../src/main/core/api/client.ts';
import { createConnectivity } from '../../src/main/core/api/connectivity.ts';
import type { ServiceApi } from '../../src/main/core/api/service-api.ts';
import { createOutbox, type OutboxEngine } from '../../src/main/core/outbox/engine.ts';
import type { Clock } from '../../src/main/core/ports.ts';
import type { Store } from '../../src/main/core/store/open.ts';
import type { Wish } from '../../src/main/core/store/recovery.ts';
import { simulatedDisk } from './disk.ts';
import { checkRequest } from './request-checks.ts';
import { Violation } from './violation.ts';
import { people, type Person, type World } from './world.ts';

/** One run of the program. */
export interface Run {
	readonly store: Store;
	readonly outbox: OutboxEngine;
	alive: boolean;
	/** The process is gone: no more writes, requests or events. A power cut also loses copies not on disk. */
	die(how?: { power: boolean }): void;
	/** The process is gone, and the file loses its last commits. */
	rollBack(how: 'log-gone' | 'log-cut' | 'commit-damaged'): void;
	/** Releases the files after its end. */
	letGo(): void;
	/** A clean end. */
	close(): Promise<void>;
	/** Switches the account, as when a person disconnects and another connects. */
	use(who: Person): Promise<void>;
	readAll: (name: 'wastage.list' | 'transferOut.list') => ReturnType<ServiceApi['readAllByName']>;
	suspend(): void;
	resume(): void;
}

/** The process ended in the middle of its work. */
export class Crash extends Error {
	override readonly name = 'Crash';
}

/** @param wish a backup to restore. */
export function startProgram(world: World, wish?: Wish): Run {
	const { clock, random } = world;
	const disk = simulatedDisk(world.folder, { random, now: () => clock.now(), wish });
	const { store } = disk;
	keepAccounts(store);
	const wire = world.net.connect((call) => {
		try {
			return checkRequest(world, call);
		} catch (error) {
			// The program takes errors thrown here for network failures.
			if (error instanceof Error && !(error instanceof Violation)) world.broken ??= error;
			throw error;
		}
	});
	const mine: Clock = {
		now: () => clock.now(),
		monotonic: () => clock.monotonic(),
		after: (ms, call) =>
			clock.after(ms, () => {
				if (run.alive) world.guarded(call);
			}),
	};
	const log = {
		info: () => undefined,
		warn: () => undefined,
		error(message: string, facts?: Readonly<Record<string, unknown>>) {
			if (run.alive) world.note(new Violation('stuck', `${message} ${JSON.stringify(facts)}`));
		},
	};
	const drawReadNo = store.cache
		.prepare<[], number>('UPDATE read_counter SET last = last + 1 RETURNING last')
		.pluck();

	const connect = () => {
		const connectivity = createConnectivity({
			clock: mine,
			random,
			pauses: world.profile.pauses,
			changed: () => undefined,
			opened: () => {
				outbox.wake();
			},
		});
		const client = createClient({
			account: world.account(),
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

	const outbox = createOutbox({
		store,
		ports: {
			clock: mine,
			newId: () => world.newId(),
			random,
			network: wire.network,
			secrets,
			log,
			practice: null,
			crashPoint(label) {
				if (!run.alive) throw new Crash('The process has ended.');
				const { crashAt } = world;
				if (crashAt?.at !== label) return;
				crashAt.nth -= 1;
				if (crashAt.nth > 0) return;
				world.crashed.add(label);
				world.crashAt = null;
				for (const { action_id: id, state } of world.actions()) {
					if (state !== 'confirmed' || world.toldDone.has(id) || world.doneUntold.has(id)) continue;
					world.doneUntold.set(id, clock.monotonic());
				}
				run.die(crashAt);
				throw new Crash(label);
			},
			systemLocale: 'en-GB',
			version: '0',
		},
		account: () => (run.alive ? world.account() : null),
		api: {
			read: (name, input) => connection.client.read(name, input),
			readAll: (name, input, reader) => connection.client.readAll(name, input, reader),
			readByName: (name, input) => connection.client.readByName(name, input),
			readAllByName: (name, input) => connection.client.readAllByName(name, input),
			write: (name, input) => connection.client.write(name, input),
			serviceNow: () => connection.client.serviceNow?.() ?? null,
		},
		maySend: () =>
			run.alive &&
			connection.connectivity.open() &&
			connection.client.session.state() !== 'secret-needed',
		person: () => world.inUse.person,
		changed: () => undefined,
		confirmed({ lane_id: laneId }) {
			for (const { action_id: id, state } of outbox.tables.ofLane(laneId)) {
				if (state === 'confirmed' && !world.toldDone.has(id)) {
					world.toldDone.set(id, clock.monotonic());
				}
			}
		},
		reopen: () => undefined,
	});

	const begin = () => {
		const { connectivity, client } = connection;
		connectivity.start(() => client.ping());
		void connectivity.pingNow();
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
			// A crash may have been scheduled for one of its last commits.
			if (!run.alive) return;
		}
		if (!isTrue(stopped)) throw world.note(new Violation('stuck', 'The program did not end.'));
		await stopping;
	};

	const run: Run = {
		store,
		outbox,
		alive: true,
		letGo: () => {
			disk.close();
		},
		die({ power } = { power: false }) {
			run.alive = false;
			if (power) disk.cutPower();
			wire.cut();
		},
		rollBack(how) {
			run.alive = false;
			disk.rollBack(how);
			wire.cut();
		},
		async close() {
			await end();
			run.die();
		},
		async use(who) {
			await end();
			if (!run.alive) return;
			world.inUse = who;
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
	return run;
}

const secrets = {
	read: () => Promise.resolve('secret'),
	keep: () => Promise.resolve(true),
	forget: () => Promise.resolve(),
};

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
