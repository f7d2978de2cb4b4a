// A durable save through the core, of a count entry, of an action and of a whole document, each against bare inserts of
// as many rows in one commit on the same disk.
import Database from 'better-sqlite3';
import { join } from 'node:path';
import type { Core } from '../src/main/core/core.ts';
import { createOutbox } from '../src/main/core/outbox/engine.ts';
import { openStore } from '../src/main/core/store/open.ts';
import { nothingLearned } from '../src/shared/service/behaviour.ts';
import { readProfile } from '../src/shared/service/profile.ts';
import {
	accountId,
	answerOf,
	locationId,
	makeItem,
	makeKitchen,
	makePorts,
	openCore,
	openCount,
	reasonId,
	type Kitchen,
} from './kitchen.ts';
import type { VirtualClock } from '../test/support/virtual-clock.ts';
import { takeTurns, timed, timedUntil, type Benchmark } from './measurement.ts';

const warmUp = 50;
const lines = 200;
const areaId = 'area-1';
export const savedInTime = [
	{ at: 'median', ratio: 1.5 },
	{ at: 'p99', ratio: 1.5 },
] as const;

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
				{
					name: 'save a count entry',
					against: one,
					samples: ms.enter,
					floor: ms.bareEntry,
					aims: savedInTime,
				},
				{
					name: 'queue an action',
					against: one,
					samples: ms.enqueue,
					floor: ms.bareAction,
					aims: savedInTime,
				},
				{
					name: 'submit a document',
					against: as,
					samples: ms.submit,
					floor: ms.bareDocument,
					aims: savedInTime,
				},
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

/** With an area to count in. */
export const makeSavingKitchen = (): Kitchen => makeKitchen([{ areaId, items: lines }]);

/** What a person saves, over a kitchen of `makeSavingKitchen`. */
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
			// What it put off until later belongs to no round.
			await clock.settle();
			const took = await timedUntil(() =>
				answerOf(core, 'wastage.submit', { documentId, intentId: `bench-${documentId}` }),
			);
			await clock.settle();
			return took;
		},
	};
}

const payload = {
	body: {
		locationId,
		date: '2026-01-01T09:00:00.000Z',
		description: 'Spoiled',
		items: [{ itemId: 'item-000001', uomId: 1, quantity: '3', wasteReasonId: reasonId }],
	},
};

/** The outbox alone, over files of its own: an action goes in with the lane that it opens. */
export function openQueue({ dataFolder }: Kitchen) {
	const store = openStore(dataFolder);
	const { ports, clock } = makePorts();
	const read = readProfile({});
	if (!read.ok) throw new Error('The default profile is not valid.');
	const { profile } = read;
	const outbox = createOutbox({
		store,
		ports,
		api: neverAsked,
		account: () => ({ accountId, profile, learned: nothingLearned }),
		person: () => 'Noor',
		maySend: () => false,
		changed: () => undefined,
		confirmed: () => undefined,
		reopen: () => undefined,
	});
	let queued = 0;
	return {
		async enqueue(): Promise<number> {
			queued += 1;
			const documentId = `document-${queued}`;
			const took = timed(() =>
				store.durable
					.transaction(() =>
						outbox.enqueue(
							{
								document: 'wastage',
								documentId,
								label: { locationId, title: 'Spoiled', lines: 1, cost: '3.00', currency: 'EUR' },
								server: null,
							},
							[{ intentId: `${documentId}/create`, operation: 'wastage.create', payload }],
						),
					)
					.immediate(),
			);
			await clock.settle();
			return took;
		},
		close: () => store.close(),
	};
}

const asked = () => Promise.reject(new Error('The benchmark asked the service.'));
const neverAsked = {
	read: asked,
	readAll: asked,
	readByName: asked,
	readAllByName: asked,
	write: asked,
};

/** Rows like the core's, in a file of their own beside its files. */
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
		...['count', 'line', 'unit', 'typed', 'locale', 'quantity', 'at', 'by', 'connection'],
	]);
	const action = inserting('action', [
		...['action', 'lane', 'account', 'actor', 'operation', 'payload', 'reference', 'state', 'at'],
	]);
	const lane = inserting('lane', ['account', 'document', 'label', 'at', 'by']);
	const event = inserting('event', ['action', 'at', 'from_state', 'to_state', 'by', 'why']);
	const draft = inserting('draft', ['account', 'location', 'state', 'body', 'at', 'by']);

	const id = '01998c2e-5f9a-7c41-8f54-3b1f3a9c7d20';
	const at = '1767258000000';
	const body = JSON.stringify(payload);
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
