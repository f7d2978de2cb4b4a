// The outbox by itself: a real store and engine at a clock that is moved by hand, and in the place of the service's calls
// what the test writes down: their answers, and what becomes of each request.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceApi } from '../../src/main/core/api/service-api.ts';
import type { ReadResult, WriteVerdict } from '../../src/main/core/api/verdict.ts';
import { createOutbox, type OutboxEngine } from '../../src/main/core/outbox/engine.ts';
import { serverId, type NewAction, type NewLane } from '../../src/main/core/outbox/outbox.ts';
import { openStore } from '../../src/main/core/store/open.ts';
import { noSecrets } from '../../src/main/host/ports.ts';
import { nothingLearned } from '../../src/shared/service/behaviour.ts';
import { serviceProfile } from '../../src/shared/service/profile.ts';
import { applied, unreachable } from './verdicts.ts';
import { virtualClock } from './virtual-clock.ts';

/** The service at its seam. */
interface ScriptedCalls {
	/** Verdicts for the writes to come, in order; the last goes on. */
	verdicts: (WriteVerdict | (() => WriteVerdict | Promise<WriteVerdict>))[];
	/** Answers of reads by operation; one that is not named is not answered. */
	reads: Record<string, () => ReadResult<unknown> | Promise<ReadResult<unknown>>>;
	/** What its clock says; null where it tells no time. */
	now: () => number | null;
	/** What was asked of it, with the state in which the file had the action then. */
	writes: { name: string; input: unknown; stateThen: string | undefined }[];
}

/** What a person stated of a service that is as good as one can be. */
export const known = {
	keepsReferences: true,
	listsAreCurrent: true,
	refusesRepeatedTransition: true,
};

/** Longer than any text of a test, so that no text has to come back before it is relied upon. */
export const textLimits = { wastage: 500, transferOut: 500, transferIn: 500 };

/** Opens an outbox that may send, on a folder of its own, at a service whose behaviour is known. */
export function openQueue() {
	const folder = mkdtempSync(join(tmpdir(), 'stillroom-queue-'));
	const accountId = 'account-1';
	const store = openStore(folder);
	store.durable
		.prepare(
			`INSERT INTO account VALUES (?, 'http://127.0.0.1:1', 'client', 'Test', 0, '{}', 0, 1)`,
		)
		.run(accountId);
	let made = 0;
	const service: ScriptedCalls = {
		...{ verdicts: [() => applied(`W-${String((made += 1))}`)], reads: {}, writes: [] },
		now: () => null,
	};
	const stateOf = store.durable
		.prepare<[string], string>('SELECT state FROM action WHERE operation = ? ORDER BY seq DESC')
		.pluck();
	let ids = 0;
	let outbox: OutboxEngine;
	const createEngine = (): OutboxEngine =>
		createOutbox({
			store: { ...store, mayHaveLostWork: queue.lostEvents },
			ports: {
				clock: queue.clock,
				newId: () => `00000000-0000-7000-8000-${String((ids += 1)).padStart(12, '0')}`,
				random: () => 0.5,
				network: {
					read: () => Promise.reject(new Error('not used')),
					write: () => Promise.reject(new Error('not used')),
				},
				secrets: noSecrets,
				log: { info: () => undefined, warn: () => undefined, error: () => undefined },
				practice: null,
				crashPoint: (label) => queue.passed.push(label),
				systemLocale: 'en-GB',
				version: '0',
			},
			account: () => ({ accountId, profile: queue.profile, learned: queue.learned }),
			api: scriptedApi(service, (operation) => stateOf.get(operation)),
			maySend: () => queue.online,
			person: () => 'Kit',
			changed: () => undefined,
			confirmed: () => undefined,
			reopen: (lane) => queue.reopened.push(lane.document_id),
		});

	const rows = (laneId: string) => outbox.tables.ofLane(laneId);
	const enqueueIn = (newLane: NewLane, actions: NewAction[]): string => {
		const reply = store.durable.transaction(() => outbox.enqueue(newLane, actions))();
		if (!reply.ok) throw new Error(`${reply.code}: ${reply.message}`);
		return reply.value.laneId;
	};
	const queue = {
		store,
		service,
		/** Of the run that goes on now. */
		get outbox(): OutboxEngine {
			return outbox;
		},
		/** Another one is taken up by the next start. */
		clock: virtualClock(),
		/** How many events the file lacks that is opened at the next start. */
		lostEvents: null as number | null,
		/** False: nothing may be sent. */
		online: true,
		profile: serviceProfile.parse({ behaviour: known, textLimits }),
		/** What the service check found out. */
		learned: nothingLearned,
		/** The documents that became drafts again. */
		reopened: [] as string[],
		/** What the outbox did around its commits and requests, in order. */
		passed: [] as string[],

		/** @returns the lane. */
		enqueue: (documentId: string, ...actions: NewAction[]) => enqueueIn(lane(documentId), actions),
		enqueueIn,
		/** Queues the receiving of `T1`: its one line `TI1`, five of `I1`. */
		enqueueReceipt: () =>
			enqueueIn(
				{ ...lane('service:T1'), document: 'transfer-in', server: { id: 'T1', number: 'TRI-1' } },
				[receive],
			),
		rows,
		states: (laneId: string) => rows(laneId).map((row) => row.state),
		referenceOf: (laneId: string) => rows(laneId)[0]?.reference ?? '',
		/** What a person has before their eyes of the lane: its first step that is not confirmed. */
		targetOf(laneId: string) {
			const row = rows(laneId).find(({ state }) => state !== 'confirmed');
			if (!row) throw new Error('Nothing is left in the lane.');
			return { actionId: row.action_id, revision: row.revision };
		},
		/** The operations that were asked of the service. */
		written: () => service.writes.map((write) => write.name),

		/** Another run of the program on the same files; the one before has ended. */
		start(): void {
			outbox = createEngine();
			outbox.recover();
			outbox.start();
		},
		async remove(): Promise<void> {
			await outbox.stop();
			store.close();
			rmSync(folder, { recursive: true });
		},
	};
	queue.start();
	return queue;
}

export type Queue = ReturnType<typeof openQueue>;

function scriptedApi(
	service: ScriptedCalls,
	stateOf: (operation: string) => string | undefined,
): ServiceApi {
	const read = async (name: string): Promise<ReadResult<never>> => {
		const answered = await (service.reads[name]?.() ?? unreachable);
		return answered as ReadResult<never>; // The script names the operation it answers.
	};
	return {
		read,
		readAll: read,
		readByName: read,
		readAllByName: read,
		serviceNow: () => service.now(),
		write(name, input) {
			service.writes.push({ name, input, stateThen: stateOf(name) });
			const verdict = service.verdicts.length > 1 ? service.verdicts.shift() : service.verdicts[0];
			if (verdict === undefined) throw new Error('The script has no verdict.');
			return Promise.resolve(typeof verdict === 'function' ? verdict() : verdict);
		},
	};
}

// Answers of reads.

export const answer = (value: unknown): ReadResult<unknown> => ({
	ok: true,
	value,
	serverDate: null,
	readNo: 1,
});
export const listAnswer = (...rows: unknown[]) => answer({ rows, complete: true });
// What is queued: a document of waste.

export const lane = (documentId: string): NewLane => ({
	document: 'wastage',
	documentId,
	label: { locationId: 'L1', title: '1 line', lines: 1, cost: '1.00', currency: 'EUR' },
	server: null,
});
export const body = {
	locationId: 'L1',
	date: '2026-11-20T09:00:00.000Z',
	description: 'Dropped a tray',
	items: [{ itemId: 'I1', uomId: 1, quantity: '2' }],
};
export const create = (intentId: string): NewAction => ({
	intentId,
	operation: 'wastage.create',
	payload: { body },
});
export const submit = (intentId: string): NewAction => ({
	intentId,
	operation: 'wastage.submit',
	payload: { path: { id: serverId } },
});
const receive: NewAction = {
	intentId: 'receive-intent',
	operation: 'transferIn.receive',
	payload: {
		body: {
			transferId: 'T1',
			date: '2026-11-20T09:00:00.000Z',
			items: [
				{
					transferItemId: 'TI1',
					itemId: 'I1',
					quantities: [{ uomId: 1, quantity: '5' }],
					quantity: '5',
				},
			],
		},
	},
};
