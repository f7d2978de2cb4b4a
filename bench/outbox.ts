// A long outbox: choosing the next action among many, and starting with a long history.
import Database from 'better-sqlite3';
import { join } from 'node:path';
import type { ServiceApi } from '../src/main/core/api/service-api.ts';
import { createOutbox } from '../src/main/core/outbox/engine.ts';
import type { Clock } from '../src/main/core/ports.ts';
import { openStore } from '../src/main/core/store/open.ts';
import { systemClock } from '../src/main/host/clock.ts';
import { nothingLearned } from '../src/shared/service/behaviour.ts';
import { compare, takeTurns, timed, type Benchmark, type Comparison, type Say } from './harness.ts';
import { accountId, makeKitchen, makePorts, openCore, type Kitchen } from './kitchen.ts';
import { bestKnown, idleOutbox, neverAsked, wasteOf } from './work.ts';

const manyWaiting = 100_000;
const fewWaiting = 100;
const pastActions = 10_000;
const warmUp = 20;

export const outbox: Benchmark = {
	name: 'outbox',
	about: 'the next action of many, and the next start over a long past / of few, and bare files',
	rounds: 300,
	run: async (rounds, say) => [
		...(await chooseNext(rounds, say)),
		...(await beReady(Math.max(1, Math.ceil(rounds / 10)), say)),
	],
};

async function chooseNext(rounds: number, say: Say): Promise<Comparison[]> {
	say(`putting ${manyWaiting.toLocaleString('en')} documents into an outbox`);
	const [many, few] = [openWaiting(manyWaiting), openWaiting(fewWaiting)];
	try {
		say('choosing and sending one at a time');
		const contenders = { many: many.sendOne, few: few.sendOne };
		await takeTurns(warmUp, contenders);
		const ms = await takeTurns(rounds, contenders);
		const name = `send the next of ${manyWaiting.toLocaleString('en')}`;
		return [compare(name, `of ${fewWaiting}`, ms.many, ms.few, { median: 1.2 })];
	} finally {
		await many.close();
		await few.close();
	}
}

/** An outbox with so many documents, at a service that applies everything at once. */
function openWaiting(count: number) {
	const kitchen = makeKitchen([]);
	const store = openStore(kitchen.dataFolder);
	const later: (() => void)[] = [];
	const clock: Clock = {
		...systemClock,
		after(ms, call) {
			// Work deferred to the next turn belongs to sending; timers do not.
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
				kind: 'applied',
				status: 200,
				value: null,
				id: `W-${(sent += 1)}`,
				number: '',
				serverDate: null,
			});
		},
	};
	const profile = { ...bestKnown({}), lanesAtOnce: 1 };
	const box = createOutbox({
		store,
		api,
		ports: { ...makePorts().ports, clock },
		account: () => ({ accountId, profile, learned: nothingLearned }),
		person: () => 'Noor',
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
		const name = `ready with ${pastActions.toLocaleString('en')} past actions`;
		return [
			compare(name, 'opening both files', ms.core, ms.bare, { median: 1.5 }),
			compare(name, 'ready with none', ms.core, ms.young, { median: 1.2 }),
		];
	} finally {
		kitchen.remove();
		young.remove();
	}
}

function makePast({ dataFolder }: Kitchen): void {
	const store = openStore(dataFolder);
	const box = idleOutbox(store, makePorts().ports);
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

/** Until it answered the first screen's calls. */
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
