// A durable save through the core of a count entry, an action and a whole document, each against bare inserts of as
// many rows in one commit on the same disk.
import Database from 'better-sqlite3';
import { join } from 'node:path';
import type { Core } from '../src/main/core/core.ts';
import { openStore } from '../src/main/core/store/open.ts';
import { makeItem } from './item.ts';
import {
	answerOf,
	locationId,
	makeKitchen,
	makePorts,
	openCore,
	openCount,
	reasonId,
	type Kitchen,
} from './kitchen.ts';
import { idleOutbox, wasteOf } from './work.ts';
import type { VirtualClock } from '../test/support/virtual-clock.ts';
import { compare, takeTurns, timed, timedUntil, type Benchmark } from './harness.ts';

const warmUp = 50;
const lines = 200;
const areaId = 'area-1';
export const savedInTime = { median: 1.5, p99: 1.5 };

export const save: Benchmark = {
	name: 'save',
	about: 'a count entry, an action, a document: on the disk when they answer / bare inserts',
	rounds: 1000,
	async run(rounds, say) {
		const kitchen = makeSavingKitchen();
		const queueing = makeKitchen([]);
		const { core, clock } = openCore(kitchen);
		const queue = openQueue(queueing);
		const bare = openBare(kitchen.dataFolder);
		try {
			const { enter, submit } = await openSaving(core, clock);
			const contenders = {
				enter,
				enqueue: queue.enqueue,
				submit,
				bareEntry: bare.entry,
				bareAction: bare.action,
				bareDocument: bare.document,
			};
			say('warming up');
			await takeTurns(warmUp, contenders);
			say(`${rounds} rounds`);
			const ms = await takeTurns(rounds, contenders);
			const [one, as] = ['one bare insert', 'its 6 rows inserted bare'];
			return [
				compare('save a count entry', one, ms.enter, ms.bareEntry, savedInTime),
				compare('queue an action', one, ms.enqueue, ms.bareAction, savedInTime),
				compare('submit a document', as, ms.submit, ms.bareDocument, savedInTime),
			];
		} finally {
			bare.close();
			queue.close();
			await core.stop();
			kitchen.remove();
			queueing.remove();
		}
	},
};

export const makeSavingKitchen = (): Kitchen => makeKitchen([{ areaId, items: lines }]);

export async function openSaving(core: Core, clock: VirtualClock) {
	const stocktakeId = await openCount(core, areaId);
	const entry = (round: number) =>
		answerOf(core, 'stocktake.enter', {
			stocktakeId,
			lineNo: (round % lines) + 1,
			unitId: '1',
			typed: `${round % 90}+1`,
			locale: 'en-IE',
		});
	return {
		entry,
		enter: (round: number) => timedUntil(() => entry(round)),
		async submit(round: number): Promise<number> {
			const { itemId } = makeItem(round % lines);
			const { documentId } = await answerOf(core, 'wastage.save', {
				documentId: null,
				revision: 0,
				locationId,
				description: '',
				locale: 'en-IE',
				lines: [{ lineId: '1', itemId, boxes: [{ unitId: '1', typed: '3' }], reasonId, note: '' }],
			});
			// Deferred work belongs to no round.
			await clock.settle();
			const took = await timedUntil(() =>
				answerOf(core, 'wastage.submit', { documentId, intentId: `bench-${documentId}` }),
			);
			await clock.settle();
			return took;
		},
	};
}

/** The outbox alone, on its own files: queues an action with its lane. */
function openQueue({ dataFolder }: Kitchen) {
	const store = openStore(dataFolder);
	const { ports, clock } = makePorts();
	const outbox = idleOutbox(store, ports);
	let queued = 0;
	return {
		async enqueue(): Promise<number> {
			const [{ lane, actions }] = wasteOf((queued += 1), locationId);
			const took = timed(() =>
				store.durable.transaction(() => outbox.enqueue(lane, actions.slice(0, 1))).immediate(),
			);
			await clock.settle();
			return took;
		},
		close: () => store.close(),
	};
}

/** Rows like the core's, in a separate file. */
export function openBare(folder: string) {
	const db = new Database(join(folder, 'bare.db'));
	db.pragma('journal_mode = WAL');
	db.pragma('synchronous = FULL');
	const inserting = (table: string, columns: readonly string[]) => {
		db.exec(
			`CREATE TABLE ${table} (${table}_id INTEGER PRIMARY KEY, ${columns.map((name) => `${name} TEXT`).join(', ')}) STRICT`,
		);
		return db.prepare<string[]>(
			`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
		);
	};
	const entry = inserting('entry', [
		'count',
		'line',
		'unit',
		'typed',
		'locale',
		'quantity',
		'at',
		'by',
		'connection',
	]);
	const action = inserting('action', [
		'action',
		'lane',
		'account',
		'actor',
		'operation',
		'payload',
		'reference',
		'state',
		'at',
	]);
	const lane = inserting('lane', ['account', 'document', 'label', 'at', 'by']);
	const event = inserting('event', ['action', 'at', 'from_state', 'to_state', 'by', 'why']);
	const draft = inserting('draft', ['account', 'location', 'state', 'body', 'at', 'by']);

	const id = '01998c2e-5f9a-7c41-8f54-3b1f3a9c7d20';
	const at = '1767258000000';
	const body = JSON.stringify(wasteOf(0, locationId)[0].actions[0]?.payload);
	const insertAction = () =>
		action.run(id, id, id, 'Noor', 'wastage.create', body, 'SR-00000000', 'queued', at);
	const insertDocument = db.transaction(() => {
		draft.run(id, locationId, 'submitted', body, at, 'Noor');
		lane.run(id, 'wastage', body, at, 'Noor');
		for (let step = 0; step < 2; step += 1) {
			insertAction();
			event.run(id, at, '', 'queued', 'Noor', 'Queued.');
		}
	});
	return {
		entry: () => timed(() => entry.run(id, '1', '1', '1+1', 'en-IE', '2', at, 'Noor', 'direct')),
		action: () => timed(insertAction),
		document: () => timed(() => insertDocument.immediate()),
		close: () => db.close(),
	};
}
